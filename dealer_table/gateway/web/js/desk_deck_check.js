// @ts-check
/** The deck check: how many cards went through the scanner, what is wrong with them, and how it ended. */

import { cardName } from "./card_name.js";
import { element, setText } from "./dom.js";
import { say } from "./words.js";

/**
 * @typedef {import("./shapes.js").DeckCheck} DeckCheck
 * @typedef {import("./shapes.js").DeckResult} DeckResult
 */

const CARDS_A_PACK = 52;
const MOST_NAMED = 16;

export class DeskDeckCheck {
  #root;
  #title = element("h2", { class: "deck-title", "data-testid": "deck-title" });
  #bar = element("div", { class: "deck-bar-fill" });
  #meter = element("div", { class: "deck-bar", role: "meter", "aria-valuemin": 0, "aria-label": say("desk-deck-heading") }, this.#bar);
  #faults = element("div", { class: "deck-faults" });

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    root.append(this.#title, this.#meter, this.#faults);
  }

  /** @param {import("./shapes.js").DeskSection} desk */
  render({ deck_check: check, deck_result: result }) {
    const shown = check ?? result;
    this.#root.hidden = shown === null;
    if (shown === null) return;
    this.#root.dataset.state = check ? "running" : result?.whole ? "whole" : "faulty";
    this.#renderCount(shown);
    setText(this.#title, check ? running(check) : ended(/** @type {DeckResult} */ (result)));
    this.#faults.replaceChildren(...faultsOf(shown));
  }

  /** @param {DeckCheck} check */
  #renderCount({ cards, packs }) {
    const all = packs * CARDS_A_PACK;
    this.#bar.style.setProperty("--part", String(Math.min(1, cards / all)));
    this.#meter.setAttribute("aria-valuemax", String(all));
    this.#meter.setAttribute("aria-valuenow", String(Math.min(cards, all)));
  }
}

/** @param {DeckCheck} check */
function running({ cards, packs }) {
  return say("desk-deck-counted", { cards, all: packs * CARDS_A_PACK });
}

/** @param {DeckResult} result */
function ended({ cards, packs, whole }) {
  const all = packs * CARDS_A_PACK;
  return whole ? say("desk-deck-whole", { cards }) : say("desk-deck-faulty", { cards, all });
}

/**
 * What is wrong, by kind; nothing is said of a kind of which there is none.
 * @param {DeckCheck & { missing?: string[] }} check
 */
function faultsOf({ missing = [], extra, foreign }) {
  return [
    listOf("missing", say("desk-deck-missing"), count(missing.map(cardName))),
    listOf("extra", say("desk-deck-extra"), count(extra.map(cardName))),
    listOf("foreign", say("desk-deck-foreign"), count(foreign)),
  ].filter((list) => list !== null);
}

/** @param {string[]} names @returns {string[]} Each name once, and how often when more than once. */
function count(names) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, copies]) => (copies === 1 ? name : say("desk-deck-copies", { name, copies })));
}

/**
 * @param {string} kind
 * @param {string} heading
 * @param {string[]} names
 */
function listOf(kind, heading, names) {
  if (names.length === 0) return null;
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED).map((name) => element("li", { class: "deck-fault" }, name));
  if (more > 0) named.push(element("li", { class: "deck-more" }, say("desk-deck-more", { more })));
  return element("div", { "data-testid": `deck-${kind}` }, element("h3", { class: "group-name" }, heading), element("ul", { class: "deck-list" }, ...named));
}
