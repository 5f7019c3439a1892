// @ts-check
/** How much more may lie on a spot: a patron's limits, the table's, and the differential. The table has the last word. */

import { totalOf } from "./stakes.js";

/** The two spots whose limit for the whole table is the differential. @type {Record<string, string>} */
const OTHER_SIDE = { player: "banker", banker: "player" };

/**
 * @typedef {import("./stakes.js").Stakes} Stakes
 * @typedef {{ currency: import("./shapes.js").CurrencyOffer, limits: import("./shapes.js").Patron["limits"],
 *   totals: Record<string, number>, accepted: Stakes, lying: Stakes }} Lying
 */

/**
 * Return how much more, a multiple of the step; 0 when the spot is not for this currency.
 * @param {string} spot
 * @param {Lying} felt
 */
export function roomOn(spot, felt) {
  const { currency, limits, lying } = felt;
  const own = currency.spots[spot];
  if (own === undefined) return 0;
  const here = lying.get(spot) ?? 0;
  const rooms = [own.maximum - here];
  if (limits.spot_maximum !== null) rooms.push(limits.spot_maximum - here);
  if (limits.coup_maximum !== null) rooms.push(limits.coup_maximum - totalOf(lying));
  const other = OTHER_SIDE[spot];
  if (other !== undefined) rooms.push(currency.differential - (allOn(spot, felt) - allOn(other, felt)));
  else if (own.table_maximum !== null) rooms.push(own.table_maximum - allOn(spot, felt));
  const room = Math.max(0, Math.min(...rooms));
  return room - (room % currency.step);
}

/**
 * Return what everybody has there, with what this patron is about to lay.
 * @param {string} spot
 * @param {Lying} felt
 */
function allOn(spot, { totals, accepted, lying }) {
  return (totals[spot] ?? 0) + (lying.get(spot) ?? 0) - (accepted.get(spot) ?? 0);
}
