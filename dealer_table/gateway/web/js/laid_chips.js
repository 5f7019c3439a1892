// @ts-check
/** Chips that are laid and not confirmed, kept for this tab while its page is loaded anew: in another language, say. */

const KEY = "dealer-table.laid";

/** @typedef {import("./stakes.js").Gesture} Gesture */

/**
 * @param {string} felt Whose chips, and on which coup: nobody else's are found again, and none on another coup.
 * @param {Gesture[]} gestures
 */
export function keepLaid(felt, gestures) {
  try {
    if (gestures.length > 0) sessionStorage.setItem(KEY, JSON.stringify({ felt, gestures }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A frame without storage lays them again by hand.
  }
}

/**
 * @param {string} felt
 * @returns {Gesture[]}
 */
export function recallLaid(felt) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return kept?.felt === felt ? kept.gestures : [];
  } catch {
    return [];
  }
}
