// A page that waits for a worker looks again by itself. Without this script the browser does, only not so soon.
"use strict";
// An address that names a place on the page, as in #answer, would only lead there and load nothing.
const lookAgain = () => (location.hash ? location.reload() : location.replace(location.href));
setTimeout(lookAgain, Number(document.getElementById("waiting").dataset.lookAgain));
