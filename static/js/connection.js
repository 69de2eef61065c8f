// Has the browser keep a page for when there is no connection: see service_worker.js. The site works without it.
navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
