// A page that waits for a worker looks again by itself. Without this script the browser does, only not so soon.
"use strict";
// An address that names a place on the page, as in #answer, would only lead there and load nothing.
const lookAgain = () => (location.hash ? location.reload() : location.replace(location.href));
const wait = Number(document.getElementById("waiting").dataset.lookAgain);
let looking;
// Readers who are on their way to another page are not called back; those who come back wait on.
addEventListener("pageshow", () => (looking = setTimeout(lookAgain, wait)));
addEventListener("beforeunload", () => clearTimeout(looking));
