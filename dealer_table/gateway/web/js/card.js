// @ts-check
/** A playing card as a picture: corner, pips or figure, and the back. Drawn here, from no one's deck. */

import { cardName } from "./card_name.js";
import { drawCourt } from "./court_figure.js";
import { element, svg } from "./dom.js";
import { drawSuit, isRed } from "./suits.js";
import { say } from "./words.js";

const [LEFT, MIDDLE, RIGHT] = [33, 50, 67];
const [TOP, UPPER, CENTRE, LOWER, BOTTOM] = [28, 56, 70, 84, 112];

/** Where the pips of each number stand; those below the centre are upside down. @type {Record<string, number[][]>} */
const PIPS = {
  2: [[MIDDLE, TOP], [MIDDLE, BOTTOM]],
  3: [[MIDDLE, TOP], [MIDDLE, CENTRE], [MIDDLE, BOTTOM]],
  4: corners(),
  5: [...corners(), [MIDDLE, CENTRE]],
  6: [...corners(), [LEFT, CENTRE], [RIGHT, CENTRE]],
  7: [...corners(), [LEFT, CENTRE], [RIGHT, CENTRE], [MIDDLE, 49]],
  8: [...corners(), [LEFT, CENTRE], [RIGHT, CENTRE], [MIDDLE, 49], [MIDDLE, 91]],
  9: [...corners(), ...middles(), [MIDDLE, CENTRE]],
  T: [...corners(), ...middles(), [MIDDLE, 42], [MIDDLE, 98]],
};

function corners() {
  return [[LEFT, TOP], [RIGHT, TOP], [LEFT, BOTTOM], [RIGHT, BOTTOM]];
}

function middles() {
  return [[LEFT, UPPER], [RIGHT, UPPER], [LEFT, LOWER], [RIGHT, LOWER]];
}

/**
 * Make a card that can be turned over: its face, and the back behind it.
 * @param {string} card "8S"
 */
export function makeCard(card) {
  return element(
    "div",
    { class: "card", role: "img", "aria-label": cardName(card), "data-testid": "card", "data-card": card },
    element("div", { class: "card-flip" }, drawFace(card), drawBack()),
  );
}

/** Make a card of which only the back is known. */
export function makeBack() {
  return element(
    "div",
    { class: "card card--back", role: "img", "aria-label": say("card_back"), "data-testid": "card-back" },
    drawBack(),
  );
}

/** @param {string} card */
export function drawFace(card) {
  const [rank, suit] = card;
  return svg(
    "svg",
    { viewBox: "0 0 100 140", class: `card-face ${isRed(suit) ? "card-face--red" : "card-face--black"}`, "aria-hidden": true },
    svg("rect", { x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8, class: "card-paper" }),
    ...middle(rank, suit),
    corner(rank, suit, ""),
    corner(rank, suit, "rotate(180 50 70)"),
  );
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function middle(rank, suit) {
  if (rank === "A") return [drawSuit(suit, MIDDLE, CENTRE, 44)];
  if (rank === "J" || rank === "Q" || rank === "K") return [drawCourt(rank, suit)];
  return PIPS[rank].map(([x, y]) => drawSuit(suit, x, y, 20, y > CENTRE));
}

/**
 * @param {string} rank
 * @param {string} suit
 * @param {string} transform
 */
function corner(rank, suit, transform) {
  const label = rank === "T" ? "10" : rank;
  return svg(
    "g",
    { transform },
    svg("text", { x: 11.5, y: 21, class: `card-rank${rank === "T" ? " card-rank--wide" : ""}` }, label),
    drawSuit(suit, 11.5, 31, 13),
  );
}

export function drawBack() {
  const lattice = [];
  for (let at = -140; at <= 240; at += 11) lattice.push(`M${at} 0 ${at + 140} 140M${at} 0 ${at - 140} 140`);
  return svg(
    "svg",
    { viewBox: "0 0 100 140", class: "card-reverse", "aria-hidden": true },
    svg("rect", { x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8, class: "card-paper" }),
    svg("svg", { x: 7, y: 7, width: 86, height: 126, viewBox: "7 7 86 126" },
      svg("rect", { x: 7, y: 7, width: 86, height: 126, class: "back-ground" }),
      svg("path", { d: lattice.join(""), class: "back-lattice" })),
    svg("rect", { x: 7, y: 7, width: 86, height: 126, rx: 4, class: "back-border" }),
    svg("circle", { cx: 50, cy: 70, r: 17, class: "back-medal" }),
    drawSuit("D", 50, 70, 19),
  );
}
