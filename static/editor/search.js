// The search box: arrow keys go through what was found, Escape empties the list, and so does a click elsewhere.
document.addEventListener("DOMContentLoaded", () => {
  const box = document.querySelector(".search-box");
  if (!box) return;
  const input = box.querySelector("input[type=search]"), found = box.querySelector("#found");
  const close = () => found.replaceChildren();
  box.addEventListener("keydown", event => {
    const links = [...found.querySelectorAll("a")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && links.length) {
      event.preventDefault();
      const next = links.indexOf(document.activeElement) + step;
      (next < 0 ? input : links[Math.min(next, links.length - 1)]).focus();
    } else if (event.key === "Escape") {
      close();
      input.focus();
    }
  });
  document.addEventListener("click", event => { if (!box.contains(event.target)) close(); });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && !event.target.closest("input, textarea, select")) {
      event.preventDefault();
      input.focus();
    }
  });
});
