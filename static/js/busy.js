// What takes its time says so: the part that htmx is fetching, and the page that is being left. Styled in base.css.
// A form that is sent is not sent again by the second click of a double click.
(() => {
  "use strict";
  document.addEventListener("htmx:beforeRequest", (event) => event.detail.target.setAttribute("aria-busy", "true"));
  document.addEventListener("htmx:afterRequest", (event) => event.detail.target.removeAttribute("aria-busy"));
  const sent = new WeakMap();
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.getAttribute("method") !== "post") return; // htmx sends the others itself
    if (event.timeStamp - (sent.get(event.target) ?? -Infinity) < 1500) event.preventDefault();
    else sent.set(event.target, event.timeStamp);
  });
  addEventListener("beforeunload", () => document.documentElement.classList.add("leaving"));
  addEventListener("pageshow", () => document.documentElement.classList.remove("leaving")); // back again, from the browser's memory
})();
