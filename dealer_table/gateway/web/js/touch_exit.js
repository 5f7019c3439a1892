// @ts-check
/** Where one's own table is left to: the address that its launch token names, else the lobby. */

import { lobbyAddress } from "./lobby_ways.js";

/**
 * The table judges the whole token before anything is played, so its `exit` is as good as the rest of it; and nothing but
 * a page of the web is gone to.
 * @param {string | null} token
 */
export function exitAddress(token) {
  const named = exitIn(token);
  if (URL.canParse(named) && ["https:", "http:"].includes(new URL(named).protocol)) return named;
  return lobbyAddress(token);
}

/** @param {string | null} token */
function exitIn(token) {
  try {
    const payload = (token ?? "").split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    return String(JSON.parse(new TextDecoder().decode(bytes)).exit ?? "");
  } catch {
    return "";
  }
}
