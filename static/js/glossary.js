// The words of the glossary explain themselves where they stand: on hover, on focus and on a tap. A second tap follows the
// link to the page of words, as the first one does without this script.
(() => {
  "use strict";
  const note = document.createElement("div");
  if (!note.showPopover) return;
  note.id = "word-said";
  note.className = "word-said";
  note.popover = "manual";
  note.setAttribute("role", "tooltip");
  document.body.append(note);
  let told = null;   // the word that the note explains
  let tapped = null; // the word that the last tap was on
  let pointer = "mouse";

  const word = (event) => event.target instanceof Element ? event.target.closest("a.word") : null;

  function tell(source) {
    if (told === source) return;
    hush();
    told = source;
    note.textContent = source.dataset.says;
    source.setAttribute("aria-describedby", note.id);
    note.showPopover();
    const { left, top, bottom } = source.getBoundingClientRect();
    const below = bottom + note.offsetHeight < innerHeight;
    note.style.left = `${Math.max(8, Math.min(left, innerWidth - note.offsetWidth - 8))}px`;
    note.style.top = `${below ? bottom : top - note.offsetHeight}px`;
  }

  function hush() {
    told?.removeAttribute("aria-describedby");
    told = tapped = null;
    note.hidePopover();
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || event.target === note) return;
    const source = word(event);
    if (source) tell(source);
    else if (told && told !== document.activeElement) hush();
  });
  document.addEventListener("focusin", (event) => {
    const source = word(event);
    if (source) tell(source);
    else hush();
  });
  document.addEventListener("pointerdown", (event) => { pointer = event.pointerType; }, true);
  document.addEventListener("click", (event) => {
    const source = word(event);
    if (!source) return hush();
    if (pointer !== "touch" || tapped === source) return;
    event.preventDefault();
    tell(source);
    tapped = source;
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hush(); });
  document.addEventListener("scroll", hush, { capture: true, passive: true });
  document.addEventListener("htmx:afterSwap", () => { if (told && !told.isConnected) hush(); });
})();
