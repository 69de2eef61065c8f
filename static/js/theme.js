// Light or dark: the system's wish, until the reader says otherwise. Runs in the head, before anything is painted.
(() => {
  "use strict";
  const root = document.documentElement;
  let stored = null;
  try { stored = localStorage.getItem("theme"); } catch { /* storage may be closed to us */ }
  if (stored === "light" || stored === "dark") root.dataset.theme = stored;

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme-switch");
    const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    const label = () => {
      button.textContent = dark() ? "☀" : "☾";
      button.setAttribute("aria-label", dark() ? "Use light colors" : "Use dark colors");
    };
    button.addEventListener("click", () => {
      root.dataset.theme = dark() ? "light" : "dark";
      try { localStorage.setItem("theme", root.dataset.theme); } catch { /* then it lasts for this page */ }
      label();
    });
    label();
    button.hidden = false;
  });
})();
