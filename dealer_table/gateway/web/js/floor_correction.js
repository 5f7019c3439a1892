// @ts-check
/** Saying what the cards of a coup that is over truly were, and why that is known. */

import { cardName } from "./card_name.js";
import { askInDialog } from "./dialog.js";
import { element } from "./dom.js";
import { say } from "./words.js";

const LONGEST = 200;
const RANKS = [..."A23456789TJQK"];
const SUITS = [..."SHCD"];
/** @type {import("./shapes.js").Side[]} */
const SIDES = ["player", "banker"];

/**
 * @param {import("./shapes.js").RecalledCoup} coup
 * @returns {Promise<import("./requests.js").Fields | null>} What the command needs, null when the person backs out.
 */
export function askCorrection(coup) {
  const hands = SIDES.map((side) => handChoice(side, coup[side]));
  const reason = element("input", {
    type: "text", name: "reason", class: "reason-input", maxlength: LONGEST, required: true, autocomplete: "off",
    placeholder: say("desk-ask-own_words"), "aria-label": say("desk-ask-reason"), "data-testid": "reason-input",
  });
  return askInDialog({
    testid: "correction",
    title: say("floor-correct_title", { coup: coup.coup }),
    body: [element("p", { class: "dialog-text" }, say("floor-correct_text")), element("div", { class: "correction" }, ...hands), element("p", { class: "dialog-label" }, say("desk-ask-reason")), reason],
    send: say("floor-correct"),
    read: (form) => {
      const chosen = new FormData(form);
      const [player, banker] = SIDES.map((side) => chosen.getAll(side).map(String).filter(Boolean));
      return { coup: coup.coup, player, banker, reason: reason.value.trim() };
    },
  });
}

/**
 * @param {import("./shapes.js").Side} side
 * @param {string[]} cards
 */
function handChoice(side, cards) {
  const choices = [1, 2, 3].map((nth) => cardChoice(side, nth, cards[nth - 1] ?? ""));
  return element("fieldset", { class: `correction-hand correction-hand--${side}` }, element("legend", {}, say(`side-${side}`)), ...choices);
}

/**
 * @param {import("./shapes.js").Side} side
 * @param {number} nth
 * @param {string} now
 */
function cardChoice(side, nth, now) {
  const none = nth === 3 ? [element("option", { value: "" }, say("floor-no_card"))] : [];
  const options = SUITS.flatMap((suit) => RANKS.map((rank) => element("option", { value: rank + suit, selected: rank + suit === now }, cardName(rank + suit))));
  const label = say(`position-${side}_${/** @type {1 | 2 | 3} */ (nth)}`);
  return element("select", { name: side, class: "correction-card", "aria-label": label, "data-testid": `card-${side}_${nth}` }, ...none, ...options);
}
