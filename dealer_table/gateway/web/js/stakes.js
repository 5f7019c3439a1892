// @ts-check
/** What lies where: stakes by spot, in minor units, and what a hand's gestures make of them. */

/**
 * @typedef {Map<string, number>} Stakes
 * @typedef {{ move: "place", spot: string, amount: number } | { move: "undo" | "clear" | "rebet" | "rebet_x2" }} Gesture
 */

/**
 * @param {import("./shapes.js").Stake[]} pairs
 * @returns {Stakes}
 */
export function stakesOf(pairs) {
  return new Map(pairs);
}

/** @param {Stakes} stakes */
export function totalOf(stakes) {
  let total = 0;
  for (const amount of stakes.values()) total += amount;
  return total;
}

/**
 * Return by how much more came back than was staked: a loss is never shown, nor heard, as a win.
 * @param {{ stakes: import("./shapes.js").Stake[], returned: import("./shapes.js").Stake[] }} over
 */
export function wonOf({ stakes, returned }) {
  return totalOf(stakesOf(returned)) - totalOf(stakesOf(stakes));
}

/**
 * Return what lies there after `gestures`, as the table will count it. What the table alone can undo changes nothing here.
 * @param {Stakes} before
 * @param {Stakes} previous What lay on the coup before, for laying it again.
 * @param {Gesture[]} gestures
 * @returns {Stakes}
 */
export function after(before, previous, gestures) {
  let lying = new Map(before);
  for (const gesture of gestures) {
    if (gesture.move === "clear") lying = new Map();
    else if (gesture.move === "place") add(lying, gesture.spot, gesture.amount);
    else if (gesture.move !== "undo") for (const [spot, amount] of previous) add(lying, spot, amount * timesOf(gesture.move));
  }
  return lying;
}

/**
 * Say the same in as few gestures as there are spots, however many chips were laid.
 * @param {Gesture[]} gestures
 * @returns {Gesture[]}
 */
export function inShort(gestures) {
  const cleared = gestures.findLastIndex(({ move }) => move === "clear");
  const kept = gestures.slice(cleared + 1);
  /** @type {Stakes} */
  const placed = new Map();
  for (const gesture of kept) if (gesture.move === "place") add(placed, gesture.spot, gesture.amount);
  /** @type {Gesture[]} */
  const short = cleared >= 0 ? [{ move: "clear" }] : [];
  short.push(...kept.filter(({ move }) => move !== "place"));
  for (const [spot, amount] of placed) short.push({ move: "place", spot, amount });
  return short;
}

/** @param {"rebet" | "rebet_x2"} move */
function timesOf(move) {
  return move === "rebet" ? 1 : 2;
}

/**
 * @param {Stakes} stakes
 * @param {string} spot
 * @param {number} amount
 */
function add(stakes, spot, amount) {
  stakes.set(spot, (stakes.get(spot) ?? 0) + amount);
}
