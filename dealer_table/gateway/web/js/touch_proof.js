// @ts-check
/** Checking a round here, with nothing but what was told of it and what was promised before it. */

const [PACKS, CARDS] = [8, 416];

/**
 * @typedef {import("./shapes.js").TouchRound} TouchRound
 * @typedef {"hash" | "packs" | "head"} ProofStep
 */

/**
 * Return whether each step holds. Without TLS a browser may have no SHA-256: then the hash is null, not seen to.
 * @param {TouchRound} round
 * @param {string | undefined} promised
 * @returns {Promise<Map<ProofStep, boolean | null>>}
 */
export async function prove({ commitment, cards, end, opened: { order, nonce } }, promised) {
  const digest = await digestOf(`${order} ${nonce}`);
  const agrees = digest === null ? null : digest === commitment && (promised ?? commitment) === commitment;
  /** @type {Map<ProofStep, boolean | null>} */
  const steps = new Map([["hash", agrees]]);
  // A void round's shoe need not be whole: that may be why it is void.
  if (end !== "voided") steps.set("packs", isWhole(order.split(" ")));
  if (end === "settled") steps.set("head", cards.length >= 4 && order.startsWith(`${cards.join(" ")} `));
  return steps;
}

/** @param {string[]} order */
function isWhole(order) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const card of order) counts.set(card, (counts.get(card) ?? 0) + 1);
  const known = [...counts.keys()].every((card) => /^[A2-9TJQK][SHCD]$/.test(card));
  return known && order.length === CARDS && [...counts.values()].every((count) => count === PACKS);
}

/** @param {string} text */
async function digestOf(text) {
  if (globalThis.crypto?.subtle === undefined) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
