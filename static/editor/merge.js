// Who marks a line of a merge wants what is marked, not all: the group's choice follows.
const follow = (box) => {
  const some = box.closest("section").querySelector('input[type="radio"][value="some"]');
  if (some) some.checked = true;
};
document.addEventListener("change", (event) => {
  if (event.target.name === "marked") follow(event.target);
});
// Lines that were marked while this script was on its way.
for (const box of document.querySelectorAll('input[name="marked"]')) {
  if (box.checked !== box.defaultChecked) follow(box);
}
