// @ts-check
/** The four suits as paths in a 20 x 20 box, and the colour each is printed in. */

import { svg } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  S: "M10 .6C11.8 4.2 18.9 7.4 18.9 12.1 18.9 14.8 16.9 16.4 14.7 16.4 13 16.4 11.6 15.6 10.8 14.2 11 16.5 11.8 18.2 13.5 19.4H6.5C8.2 18.2 9 16.5 9.2 14.2 8.4 15.6 7 16.4 5.3 16.4 3.1 16.4 1.1 14.8 1.1 12.1 1.1 7.4 8.2 4.2 10 .6Z",
  H: "M10 19C4.2 13.6 1 10.2 1 6.4 1 3.4 3.2 1.3 5.7 1.3 7.6 1.3 9.2 2.5 10 4.5 10.8 2.5 12.4 1.3 14.3 1.3 16.8 1.3 19 3.4 19 6.4 19 10.2 15.8 13.6 10 19Z",
  C: "M10 .8A4.4 4.4 0 0 1 13.1 8.3 4.4 4.4 0 1 1 10.9 14.1C11 16.5 11.8 18.2 13.5 19.4H6.5C8.2 18.2 9 16.5 9.1 14.1A4.4 4.4 0 1 1 6.9 8.3 4.4 4.4 0 0 1 10 .8Z",
  D: "M10 .6C12 4.6 14.5 7.6 17.6 10 14.5 12.4 12 15.4 10 19.4 8 15.4 5.5 12.4 2.4 10 5.5 7.6 8 4.6 10 .6Z",
};

/** @param {string} suit */
export function isRed(suit) {
  return suit === "H" || suit === "D";
}

/**
 * Draw a suit centred on (x, y), `size` wide; upside down when `turned`.
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [turned]
 */
export function drawSuit(suit, x, y, size, turned = false) {
  const turn = turned ? " rotate(180)" : "";
  const transform = `translate(${x} ${y})${turn} scale(${size / 20}) translate(-10 -10)`;
  return svg("path", { d: PATHS[suit], transform, class: "card-ink" });
}
