// Boards of two people. While somebody looks at the page it asks for news every second, else now and then; and what the
// reader was doing goes on when they come. Without it there is a link to look again.
(() => {
  "use strict";
  const OFTEN = 1000, SELDOM = 15_000, AWAKE = 300_000; // milliseconds
  let lastSign = Date.now(); // of the reader or of the partner
  let timer = 0;

  function look() {
    const asking = document.getElementById("look");
    if (asking) htmx.trigger(asking, "look");
    wait();
  }

  function wait() {
    clearTimeout(timer);
    const watched = document.visibilityState === "visible" && Date.now() - lastSign < AWAKE;
    timer = setTimeout(look, watched ? OFTEN : SELDOM);
  }

  function awake() {
    const slept = Date.now() - lastSign >= AWAKE;
    lastSign = Date.now();
    if (slept) look();
  }

  for (const sign of ["pointermove", "pointerdown", "keydown", "scroll"]) addEventListener(sign, awake, { passive: true });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    lastSign = Date.now();
    look();
  });
  document.addEventListener("DOMContentLoaded", wait);

  // --- What the reader was doing ---

  let kept = null;
  const byItself = (event) => ["look", "thinking"].includes(event.detail.requestConfig?.elt?.id);

  // Where the same part is after the swap.
  function placeOf(part) {
    if (part.id) return `#${CSS.escape(part.id)}`;
    if (part.dataset.meaning) return `[data-meaning="${CSS.escape(part.dataset.meaning)}"]`;
    if (part.matches("summary")) return `${placeOf(part.parentElement)} > summary`;
    return part.matches("details") ? `details.${part.classList[0]}` : "";
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!byItself(event) || !event.detail.shouldSwap) return;
    lastSign = Date.now();
    const replaced = event.detail.target, focused = document.activeElement, told = replaced.querySelector(".shown");
    kept = {
      focused: replaced.contains(focused) ? placeOf(focused) : null,
      open: [...replaced.querySelectorAll("details[open]")].map(placeOf),
      told: told && placeOf(told),
      meaning: told && [...document.getElementById("meaning-text").childNodes],
    };
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (!kept || !byItself(event)) return;
    const { focused, open, told, meaning } = kept;
    kept = null;
    for (const place of open) {
      const part = document.querySelector(place);
      if (!part) continue;
      htmx.process(part); // so that what is fetched when it opens is fetched
      part.open = true;
    }
    if (told) {
      document.getElementById("meaning-text").replaceChildren(...meaning);
      document.querySelector(told)?.classList.add("shown");
    }
    if (focused === null) return;
    if (focused) document.querySelector(focused)?.focus({ preventScroll: true });
    if (document.activeElement === document.body) document.getElementById("turn")?.focus({ preventScroll: true });
  });
})();
