// @ts-check
/** What a launch token says of its bearer; whether that is true is the table's to judge. */

/** @typedef {{ role: string, name: string, table: string, currency?: string, fun?: boolean, logged_in?: boolean }} Claims */

/**
 * Return what a token says, null when it cannot be read.
 * @param {string | null} token
 * @returns {Claims | null}
 */
export function claimsIn(token) {
  try {
    const payload = (token ?? "").split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/**
 * Return the name in a token, "" when it cannot be read.
 * @param {string | null} token
 */
export function nameIn(token) {
  return claimsIn(token)?.name ?? "";
}
