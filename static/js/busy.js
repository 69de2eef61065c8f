// What takes its time says so: the part that htmx is fetching, and the page that is being left. Styled in base.css.
(() => {
  "use strict";
  document.addEventListener("htmx:beforeRequest", (event) => event.detail.target.setAttribute("aria-busy", "true"));
  document.addEventListener("htmx:afterRequest", (event) => event.detail.target.removeAttribute("aria-busy"));
  addEventListener("beforeunload", () => document.documentElement.classList.add("leaving"));
  addEventListener("pageshow", () => document.documentElement.classList.remove("leaving")); // back again, from the browser's memory
})();
