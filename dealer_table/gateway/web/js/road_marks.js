// @ts-check
/**
 * How each road draws one mark, in a cell of 20 x 20. Colour never speaks alone: beads and rings carry a letter, and a
 * blue mark of a derived road is broken where a red one is whole.
 */

import { svg } from "./dom.js";
import { say } from "./words.js";

export const CELL = 20;
const HALF = CELL / 2;

/** @param {import("./shapes.js").Bead} bead */
export function drawBead(bead) {
  return svg(
    "g",
    { "data-outcome": bead.outcome, class: `mark mark--${bead.outcome}` },
    svg("circle", { cx: HALF, cy: HALF, r: 8.6, class: "bead" }),
    bead.natural ? svg("circle", { cx: HALF, cy: HALF, r: 6.9, class: "bead-natural" }) : null,
    svg("text", { x: HALF, y: HALF, class: "bead-letter" }, say(`letter-${bead.outcome}`)),
    ...pairDots(bead.pairs),
  );
}

/** @param {import("./shapes.js").BigRoadCell} cell */
export function drawRing(cell) {
  return svg(
    "g",
    { "data-outcome": cell.outcome, "data-ties": cell.ties || undefined, class: `mark mark--${cell.outcome}` },
    svg("circle", { cx: HALF, cy: HALF, r: 7.4, class: "ring-mark" }),
    svg("text", { x: HALF, y: HALF, class: "ring-letter" }, say(`letter-${cell.outcome}`)),
    ...(cell.ties > 0 ? tieSlash(cell.ties) : []),
    ...pairDots(cell.pairs),
  );
}

/** @param {number} ties */
function tieSlash(ties) {
  const slash = svg("path", { d: "M3.5 16.5 16.5 3.5", class: "tie-slash" });
  if (ties === 1) return [slash];
  const count = svg("text", { x: 15.6, y: 14.6, class: "tie-count" }, String(ties));
  return [slash, svg("circle", { cx: 15.6, cy: 14.6, r: 4.2, class: "tie-count-ground" }), count];
}

/**
 * Banker's pair in the upper left corner, Player's in the lower right.
 * @param {import("./shapes.js").Side[]} pairs
 */
function pairDots(pairs) {
  return pairs.map((side) => {
    const at = side === "banker" ? 4 : 16;
    return svg("circle", { cx: at, cy: at, r: 2.7, class: `pair-dot pair-dot--${side}`, "data-pair": side });
  });
}

/** @typedef {"big_eye_boy" | "small_road" | "cockroach_pig"} DerivedRoad */

/**
 * @param {DerivedRoad} road
 * @param {import("./shapes.js").Ink} ink
 */
export function drawDerived(road, ink) {
  return svg("g", { "data-color": ink, class: `mark ink--${ink}` }, ...DERIVED[road](ink === "blue"));
}

/** @type {Record<DerivedRoad, (broken: boolean) => SVGElement[]>} */
const DERIVED = {
  big_eye_boy: (broken) => [
    svg("circle", { cx: HALF, cy: HALF, r: 6.6, class: "ink-line", "stroke-dasharray": broken ? "14.73 6" : undefined, "stroke-dashoffset": broken ? 17.6 : undefined }),
  ],
  small_road: (broken) =>
    broken
      ? [svg("path", { d: "M9 2.6A7.6 7.6 0 0 0 9 17.4ZM11 2.6A7.6 7.6 0 0 1 11 17.4Z", class: "ink-solid" })]
      : [svg("circle", { cx: HALF, cy: HALF, r: 7.6, class: "ink-solid" })],
  cockroach_pig: (broken) => [
    svg("path", { d: broken ? "M3.5 16.5 8 12M12 8 16.5 3.5" : "M3.5 16.5 16.5 3.5", class: "ink-line ink-line--slash" }),
  ],
};
