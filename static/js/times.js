// Moments in the reader's own time zone. The page says them in UTC, and goes on saying so without a script.
// A cookie says to pages that go by days where these begin. Such a page, marked `data-days`, is asked for again where
// the cookie has changed.
(() => {
  "use strict";
  const forms = {
    "moment": new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short" }),
    "day": new Intl.DateTimeFormat("en-US", { dateStyle: "long" }),
    "short-day": new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }),
  };
  const cookie = `zone=${forms["day"].resolvedOptions().timeZone}`;
  const told = () => document.cookie.split("; ").includes(cookie);
  if (!told()) {
    document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`;
    if (told() && document.querySelector("[data-days]")) location.reload();
  }
  const show = () => {
    for (const time of document.querySelectorAll("time[data-shown]")) {
      time.textContent = forms[time.dataset.shown].format(new Date(time.dateTime));
    }
  };
  document.addEventListener("htmx:afterSwap", show);
  show();
})();
