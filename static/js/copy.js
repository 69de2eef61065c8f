// Copy buttons: data-copy names the field whose text is copied. Without a script the field itself is there to copy from.
(() => {
  "use strict";
  const show = () => { for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false; };
  const say = (button, words) => {
    button.dataset.label ??= button.textContent;
    button.textContent = words;
    setTimeout(() => { button.textContent = button.dataset.label; }, 2000);
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      say(button, "Copied");
    } catch {
      say(button, "Press Ctrl+C"); // the clipboard is closed to us; the text is selected
    }
  });
  document.addEventListener("htmx:afterSwap", show);
  show();
})();
