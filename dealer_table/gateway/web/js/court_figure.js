// @ts-check
/** Our own court figures: half a figure in plain shapes, turned about the card's middle for the other half. */

import { svg } from "./dom.js";
import { drawSuit } from "./suits.js";

/** The shapes of each rank's head-dress, hair and hand, on a 100 x 140 card; the waist is at y = 70. */
const HEADDRESS = {
  K: [
    ["court-gold", "M38 34 35 19 43 26 50 15 57 26 65 19 62 34Z"],
    ["court-robe", "M38.4 34H61.6V37.5H38.4Z"],
    ["court-hair", "M40 42C39 56 44 61.5 50 62 56 61.5 61 56 60 42L57 52C53 50 47 50 43 52Z"],
  ],
  Q: [
    ["court-hair", "M36 37C33 48 35 58 38 62H62C65 58 67 48 64 37 60 26 40 26 36 37Z"],
    ["court-gold", "M38 33 37 23 43.5 28 50 20 56.5 28 63 23 62 33C54 30 46 30 38 33Z"],
  ],
  J: [
    ["court-hair", "M38 38C36 47 37 53 40 57L44 50H56L60 57C63 53 64 47 62 38Z"],
    ["court-robe", "M35 35C36 24 48 21 58 23 66 25 67 31 64 36 54 32 45 32 35 35Z"],
    ["court-gold", "M60 25C66 15 73 14 76 17 72 18 69 22 67 30Z"],
  ],
};
const PEARLS = { K: [[50, 14], [34.6, 18.4], [65.4, 18.4]], Q: [[37, 21.6], [50, 18.6], [63, 21.6]], J: [] };
const HELD = {
  K: [["court-gold", "M29.3 31H31.7V62H29.3Z"], ["court-robe", "M25.5 56H35.5V58.5H25.5Z"]],
  Q: [["court-gold", "M70.2 46H71.8V64H70.2Z"], ["court-robe", "M71 37A4 4 0 1 1 70.9 37ZM66.6 42A3 3 0 1 1 66.5 42ZM75.4 42A3 3 0 1 1 75.3 42Z"]],
  J: [["court-gold", "M28 33H30V64H28Z"], ["court-robe", "M29 26C34 30 35 35 31 39L29 37 27 39C23 35 24 30 29 26Z"]],
};

/**
 * Draw the figure of a jack, queen or king.
 * @param {"J" | "Q" | "K"} rank
 * @param {string} suit
 */
export function drawCourt(rank, suit) {
  return svg(
    "g",
    { class: "court" },
    svg("rect", { x: 21.5, y: 11.5, width: 57, height: 117, rx: 3, class: "court-frame" }),
    half(rank, suit, ""),
    half(rank, suit, "rotate(180 50 70)"),
    svg("path", { d: "M22 78 78 62", class: "court-sash" }),
  );
}

/**
 * @param {"J" | "Q" | "K"} rank
 * @param {string} suit
 * @param {string} transform
 */
function half(rank, suit, transform) {
  const shape = (/** @type {string[]} */ [paint, d]) => svg("path", { d, class: paint });
  // A king's hair is his beard, in front; the others wear theirs behind the face.
  const behind = rank === "K" ? [] : HEADDRESS[rank].slice(0, 1);
  const front = HEADDRESS[rank].slice(behind.length);
  return svg(
    "g",
    { transform },
    ...HELD[rank].map(shape),
    ...behind.map(shape),
    svg("path", { d: "M22 78V69C27 61 38 59 43 58H57C62 59 73 61 78 69V62L22 78Z", class: "court-robe" }),
    svg("path", { d: "M43 58H57L54 66.5 50 70 45 71.5Z", class: "court-gold" }),
    svg("path", { d: "M22.5 72 36 61.5 39.5 60 30 75.5ZM77.5 62.5 64 60.8 60.5 59.6 68 64.8Z", class: "court-trim" }),
    svg("ellipse", { cx: 50, cy: 45, rx: 9.6, ry: 12, class: "court-skin" }),
    svg("path", { d: "M45.2 43.4H47.6M52.4 43.4H54.8M50 44.5V48.4L51.2 48.8M47.6 52.2Q50 53.6 52.4 52.2", class: "court-line" }),
    ...front.map(shape),
    ...PEARLS[rank].map(([cx, cy]) => svg("circle", { cx, cy, r: 1.9, class: "court-pearl" })),
    drawSuit(suit, 30, 20, 11),
  );
}
