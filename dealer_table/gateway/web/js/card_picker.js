// @ts-check
/** Naming a card by a tap, 13 ranks by 4 suits, and its place where that is asked too. */

import { cardName } from "./card_name.js";
import { askInDialog } from "./dialog.js";
import { element, svg } from "./dom.js";
import { drawSuit, isRed } from "./suits.js";
import { say } from "./words.js";

/** @typedef {import("./shapes.js").Position} Position */

const RANKS = [..."A23456789TJQK"];
const SUITS = [..."SHCD"];

/**
 * @param {string} title
 * @param {Position[]} positions The places to choose from; none when the place is known.
 * @returns {Promise<{ card: string, position: Position | null } | null>}
 */
export function pickCard(title, positions) {
  const cards = element("div", { class: "picker-cards", role: "radiogroup", "aria-label": say("desk-picker-heading") });
  for (const suit of SUITS) for (const rank of RANKS) cards.append(cardChoice(rank + suit));
  const body = positions.length > 0 ? [positionChoices(positions), cards] : [cards];
  return askInDialog({
    testid: "card-picker",
    title,
    body,
    send: say("desk-picker-send"),
    read: (form) => {
      const chosen = new FormData(form);
      const position = /** @type {Position | null} */ (chosen.get("position"));
      return { card: String(chosen.get("card")), position };
    },
  });
}

/** @param {string} card */
function cardChoice(card) {
  const [rank, suit] = card;
  const input = element("input", { type: "radio", name: "card", value: card, required: true, "aria-label": cardName(card) });
  const picture = svg("svg", { viewBox: "0 0 20 20", class: "picker-suit", "aria-hidden": true }, drawSuit(suit, 10, 10, 18));
  const ink = isRed(suit) ? "card-face--red" : "card-face--black";
  return element(
    "label",
    { class: `picker-card ${ink}`, "data-testid": `pick-${card}` },
    input,
    element("span", { "aria-hidden": true }, rank === "T" ? "10" : rank),
    picture,
  );
}

/** @param {Position[]} positions */
function positionChoices(positions) {
  const choices = positions.map((position) =>
    element(
      "label",
      { class: "picker-position", "data-testid": `pick-${position}` },
      element("input", { type: "radio", name: "position", value: position, required: true }),
      say(`position-${position}`),
    ),
  );
  return element("fieldset", { class: "picker-positions" }, element("legend", {}, say("desk-picker-position")), ...choices);
}
