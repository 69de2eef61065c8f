// Live help while a hand and an auction are typed: capitals, separators, how many cards, which card cannot be.
// The server reads and judges everything itself; without this script the form works all the same.
(() => {
  "use strict";
  const RANKS = "AKQJT98765432";
  const SUITS = ["♠", "♥", "♦", "♣"];
  const NAMES = ["spades", "hearts", "diamonds", "clubs"];
  const hand = document.getElementById("id_hand");
  const auction = document.getElementById("id_auction");
  const count = document.getElementById("hand-count");
  const said = document.getElementById("hand-said");

  // Rewrite what was typed and leave the caret where it was.
  function tidy(field, rewrite) {
    const caret = rewrite(field.value.slice(0, field.selectionStart)).length;
    const text = rewrite(field.value);
    if (text === field.value) return;
    field.value = text;
    field.setSelectionRange(caret, caret);
  }

  // As the engine reads it: dots, or dashes where there are no dots.
  const split = (text) => text.split(text.includes(".") ? "." : "-").map((suit) => (suit === "-" ? "" : suit));

  function trouble(suits) {
    for (const [index, suit] of suits.entries()) {
      const wrong = [...suit].find((card) => !RANKS.includes(card));
      if (wrong) return `“${wrong}” is not a card; cards are A K Q J T 9 to 2.`;
      const twice = [...suit].find((card, at) => suit.indexOf(card) !== at);
      if (twice) return `The ${twice} of ${NAMES[index] ?? "a suit"} appears twice.`;
    }
    const cards = suits.join("").length;
    if (suits.length > 4) return `A hand has four suits; this one has ${suits.length}.`;
    if (cards > 13) return `A hand has 13 cards; this one has ${cards}.`;
    return "";
  }

  function countCards() {
    const suits = split(hand.value.trim());
    count.hidden = !hand.value.trim();
    count.textContent = `${suits.join("").length} of 13 cards: ` + SUITS.map((suit, index) => `${suit}${(suits[index] ?? "").length}`).join(" ");
    return suits;
  }

  hand.addEventListener("input", () => {
    tidy(hand, (text) => text.toUpperCase().replace(/10/g, "T").replace(/[\s,]+/g, "."));
    const suits = countCards();
    said.textContent = hand.value ? trouble(suits) : "";
  });
  auction.addEventListener("input", () => {
    tidy(auction, (text) => text.toUpperCase().replace(/[\s,]+/g, "-"));
  });
  countCards();
})();
