// Find a question: those that have all the words stay, and chapters without any are left out.
document.addEventListener("DOMContentLoaded", () => {
  const input = document.getElementById("find-question"), none = document.getElementById("none-found");
  if (!input) return;
  input.closest(".filter").hidden = false;
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const chapter of document.querySelectorAll(".agreement-chapter")) {
      let here = 0;
      for (const question of chapter.querySelectorAll(".question")) {
        const text = question.textContent.toLowerCase();
        question.hidden = !words.every(word => text.includes(word));
        here += question.hidden ? 0 : 1;
      }
      chapter.hidden = !here;
      found += here;
    }
    none.hidden = found > 0;
  });
  input.addEventListener("keydown", event => { if (event.key === "Enter") event.preventDefault(); });
});
