// The panel "What has been shown": it fetches its pictures when it is open, again after each call, and stays as it was left.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  let wanted = false; // whether the reader wants the panel open
  let panel = null; // the panel on the page, which another auction replaces
  try { wanted = localStorage.getItem("shown") === "open"; } catch { /* storage may be closed to us */ }

  function fill() {
    const pictures = $("pictures"), address = $("pictures-page").getAttribute("href");
    if (pictures.dataset.address === address) return; // there, or on their way
    pictures.dataset.address = address;
    pictures.setAttribute("aria-busy", "true");
    if (!pictures.firstElementChild) pictures.textContent = "Drawing deals that fit …";
    htmx.ajax("GET", address, { source: pictures, target: pictures }).catch(() => {}); // see htmx:afterRequest
  }

  // Another auction: the pictures that are there show an earlier one until the new ones come.
  function renew() {
    if ($("what-shown") === panel) return; // another part of the page has come
    panel = $("what-shown");
    if (!panel) return;
    delete $("pictures").dataset.address;
    panel.open = wanted;
    if (wanted) fill();
  }

  document.addEventListener("DOMContentLoaded", renew);
  document.addEventListener("htmx:afterSwap", renew);
  document.addEventListener("htmx:afterRequest", (event) => {
    const pictures = event.detail.target;
    if (pictures?.id !== "pictures") return;
    pictures.removeAttribute("aria-busy");
    if (event.detail.successful) return;
    delete pictures.dataset.address;
    pictures.textContent = "The pictures could not be fetched. Close and open this to try again.";
  });
  document.addEventListener("toggle", (event) => {
    if (event.target.id !== "what-shown") return;
    wanted = event.target.open;
    try { localStorage.setItem("shown", wanted ? "open" : "closed"); } catch { /* then it lasts for this page */ }
    if (wanted) fill();
  }, true);
})();
