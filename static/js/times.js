// Moments in the reader's own time zone. The page says them in UTC, and goes on saying so without a script.
(() => {
  "use strict";
  const forms = {
    "moment": new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short" }),
    "day": new Intl.DateTimeFormat("en-US", { dateStyle: "long" }),
    "short-day": new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }),
  };
  const show = () => {
    for (const time of document.querySelectorAll("time[data-shown]")) {
      time.textContent = forms[time.dataset.shown].format(new Date(time.dateTime));
    }
  };
  document.addEventListener("htmx:afterSwap", show);
  show();
})();
