// The table: what a call means before it is made, bidding by keyboard, and level then strain on small screens.
// Forms work without it; htmx replaces #table after each call, so everything here listens on the document.
(() => {
  "use strict";
  document.documentElement.classList.add("scripted");
  const $ = (id) => document.getElementById(id);
  let pointer = "mouse"; // what the reader used last
  let level = 0;         // the level typed, waiting for its strain

  const button = (call) => { const found = $(`call-${call}`); return found && !found.disabled ? found : null; };
  const small = () => document.querySelector(".levels")?.offsetParent; // level, then strain

  // --- Meanings: fetched once for each turn, when somebody looks at the box, the auction or the list ---

  const fetched = () => document.querySelector("#meanings .meaning-list, #untold");
  function look() {
    const meanings = $("meanings"); // busy while they are on their way: see busy.js
    if (meanings && !fetched() && !meanings.hasAttribute("aria-busy")) htmx.trigger(meanings, "look");
  }
  const looks = (event) => event.target instanceof Element && event.target.closest("#box, .auction-table");
  document.addEventListener("toggle", (event) => {
    if (event.target.id === "all-meanings" && event.target.open) look();
  }, true);
  // Whoever was looking when the table changed: htmx hears of new parts once they have settled.
  document.addEventListener("htmx:afterSettle", () => {
    if (document.querySelector("#table .shown, #all-meanings[open]")) look();
  });

  function tell(source) {
    const text = $("meaning-text");
    if (!text) return;
    look();
    for (const other of document.querySelectorAll(".shown")) other.classList.remove("shown");
    source.classList.add("shown");
    const meaning = $(source.dataset.meaning);
    if (meaning) {
      text.replaceChildren(...[...meaning.childNodes].map((node) => node.cloneNode(true)));
    } else {
      const call = document.createElement("p");
      const name = document.createElement("b");
      call.className = "meaning-call";
      name.append(...[...source.childNodes].map((node) => node.cloneNode(true)));
      call.append(name);
      const said = document.createElement("p");
      said.textContent = $("untold")?.textContent ?? (fetched() ? "No agreement." : "…");
      text.replaceChildren(call, said);
    }
    $("meaning").scrollTop = 0;
  }

  function choose(bid) {
    for (const other of document.querySelectorAll(".chosen")) other.classList.remove("chosen");
    const confirm = $("confirm");
    if (!confirm) return;
    confirm.hidden = !bid;
    if (!bid) return;
    bid.classList.add("chosen");
    confirm.dataset.call = bid.value;
    const pass = bid.closest(".other-calls");
    const words = document.createElement("span"); // one, for the parts of a button stand apart
    words.append(pass ? "" : "Bid ", ...[...bid.childNodes].map((node) => node.cloneNode(true)));
    confirm.replaceChildren(words);
  }

  const told = (event) => event.target instanceof Element ? event.target.closest("[data-meaning]:not(:disabled)") : null;
  document.addEventListener("pointerover", (event) => {
    if (looks(event)) look();
    const source = event.pointerType !== "touch" && told(event);
    if (source) tell(source);
  });
  document.addEventListener("focusin", (event) => {
    if (looks(event)) look();
    const source = told(event);
    if (source) tell(source);
  });

  // --- Mouse and touch ---

  document.addEventListener("pointerdown", (event) => { pointer = event.pointerType; }, true);
  document.addEventListener("click", (event) => {
    const source = told(event);
    if (source && source.matches("a") && $("meaning-text")) {
      event.preventDefault();
      choose(null);
      tell(source);
    } else if (source?.matches(".bid") && pointer === "touch" && !source.classList.contains("chosen")) {
      event.preventDefault(); // the first tap tells, the second bids
      tell(source);
      choose(source);
    } else if (event.target.closest("#confirm")) {
      bid(button($("confirm").dataset.call));
    } else if (event.target.closest(".level-key")) {
      open(Number(event.target.closest(".level-key").dataset.level));
    } else if (!event.target.closest(".settings")) {
      const settings = $("settings");
      if (settings) settings.open = false;
    }
  });

  function bid(source) {
    if (source) source.click();
  }

  // --- Level, then strain ---

  function open(wanted) {
    for (const row of document.querySelectorAll(".level")) row.classList.toggle("open", Number(row.dataset.level) === wanted);
    for (const key of document.querySelectorAll(".level-key")) key.setAttribute("aria-pressed", String(Number(key.dataset.level) === wanted));
    choose(null);
  }

  function wait(wanted) {
    level = wanted;
    for (const row of document.querySelectorAll(".level")) row.classList.toggle("pending", Number(row.dataset.level) === level);
    if (level && small()) open(level);
  }

  // --- Keyboard ---

  // Single keys disturb those who speak to their computer: they can be switched off.
  let keysOn = true;
  try { keysOn = localStorage.getItem("keys") !== "off"; } catch { /* storage may be closed to us */ }
  document.addEventListener("change", (event) => {
    if (event.target.id !== "keys-on") return;
    keysOn = event.target.checked;
    try { localStorage.setItem("keys", keysOn ? "on" : "off"); } catch { /* then it lasts for this page */ }
  });

  document.addEventListener("keydown", (event) => {
    pointer = "keyboard";
    if (!keysOn || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox]), select, textarea")) return;
    const key = event.key.toLowerCase();
    if (key === "escape") {
      wait(0);
      choose(null);
      const settings = $("settings");
      if (settings?.open) { settings.open = false; settings.querySelector("summary").focus(); }
    } else if (!$("box")) {
      const target = { n: $("next"), a: $("again") }[key];
      if (target) target.click();
    } else if (/^[1-7]$/.test(key)) {
      wait(document.querySelector(`.level[data-level="${key}"] .bid:enabled`) ? Number(key) : 0);
    } else if (level && "cdhsn".includes(key)) {
      const wanted = button(`${level}${key.toUpperCase()}`);
      wait(0);
      bid(wanted);
    } else if (key === "p") {
      bid(button("P"));
    } else if (key === "x") {
      bid(button("X") ?? button("XX"));
    } else if (key === "h" && $("hint")?.disabled === false) {
      $("hint-form").requestSubmit();
    } else if (key === "u" && $("undo")?.disabled === false) {
      $("undo-form").requestSubmit();
    }
  });

  // --- A new state of the table ---

  function settle() {
    level = 0;
    const lowest = document.querySelector(".level .bid:enabled") ?? document.querySelector(".level .bid");
    if (lowest) open(Number(lowest.closest(".level").dataset.level));
    if ($("keys-on")) $("keys-on").checked = keysOn;
    const hint = document.querySelector("#meaning-text .hint");
    if (hint) hint.textContent = matchMedia("(hover: none)").matches ? "Tap a call to read what it means." : "Point at a call to read what it means.";
  }

  document.addEventListener("DOMContentLoaded", settle);
  // These come by themselves.
  const ours = (event) => !["pictures", "look", "meanings", "why-meanings", "said"].includes(event.detail.target?.id);
  const byItself = (event) => ["look", "thinking", "hinting"].includes(event.detail.requestConfig?.elt?.id);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status === 409) event.detail.shouldSwap = true; // the table as it stands, and why not
  });
  for (const trouble of ["htmx:responseError", "htmx:sendError"]) {
    document.addEventListener(trouble, (event) => {
      if (ours(event) && event.detail.xhr?.status !== 409 && $("trouble")) $("trouble").hidden = false;
    });
  }
  document.addEventListener("htmx:afterRequest", (event) => {
    const told = event.detail.target === $("meanings") && document.querySelector("#table .shown");
    if (!told) return;
    if (event.detail.successful) tell(told);
    else $("meaning-text").textContent = "The meanings could not be fetched. Choose the call again to try it.";
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!ours(event)) return;
    settle();
    // The key that was pressed is gone: go on reading where the news is.
    if (document.activeElement === document.body && !byItself(event)) $("turn")?.focus({ preventScroll: true });
  });
})();
