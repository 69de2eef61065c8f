// A page that waits for a worker looks again by itself. Without this script the browser does, only not so soon.
"use strict";
setTimeout(() => location.replace(location.href), Number(document.getElementById("waiting").dataset.lookAgain));
