// @ts-check
/** What a launch token says of its bearer; whether that is true is the table's to judge. */

/**
 * Return the name in a token, "" when it cannot be read.
 * @param {string | null} token
 */
export function nameIn(token) {
  try {
    const payload = (token ?? "").split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    return String(JSON.parse(new TextDecoder().decode(bytes)).name ?? "");
  } catch {
    return "";
  }
}
