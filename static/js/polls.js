// A part of a page that asks again by itself, since a worker has yet to do something. When it is refused, what it waits
// for is gone, perhaps by another window: it says so and asks no more. The table and its pictures say so themselves.
(() => {
  "use strict";
  const ended = new WeakSet();

  function end(part, words) {
    ended.add(part);
    const said = document.createElement("p");
    said.className = "note bad";
    said.setAttribute("role", "alert");
    said.textContent = words;
    part.after(said);
  }

  const asksAgain = (part) => /^(every|load delay)/.test(part.getAttribute("hx-trigger") ?? "");
  document.addEventListener("htmx:responseError", (event) => {
    const { elt: part, target, xhr } = event.detail;
    if (!asksAgain(part) || ["table", "pictures"].includes(target.id)) return;
    if (xhr.status < 500) end(part, "What this waits for is no longer there. Load the page again.");
    else if (part.getAttribute("hx-trigger").startsWith("load")) end(part, "The site did not answer. Load the page again.");
  });
  // Otherwise what asks every second would go on. This comes before the part is marked as busy.
  document.addEventListener("htmx:confirm", (event) => {
    if (ended.has(event.detail.elt)) event.preventDefault();
  });
})();
