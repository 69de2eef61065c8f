{% load static %}// Shows a page that says so where there is no connection. It does nothing else: with a connection, all comes from the site.
const KEPT = ["/offline/", "{% static 'css/base.css' %}"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.delete("offline").then(() => caches.open("offline")).then((kept) => kept.addAll(KEPT)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const opens = request.mode === "navigate" && request.method === "GET";
  if (!opens && !KEPT.includes(new URL(request.url).pathname)) return;
  event.respondWith(fetch(request).catch(() => caches.match(opens ? KEPT[0] : request)));
});
