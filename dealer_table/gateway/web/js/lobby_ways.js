// @ts-check
/** Where the lobby leads to, and how it is come to: a patron with a link for a place takes it along both ways. */

import { claimsIn } from "./claims.js";
import { PLAY_MONEY } from "./numbers.js";

/**
 * @typedef {import("./lobby_news.js").Place} Place
 * @typedef {{ address: string, playing: boolean, currency: string | null }} Way
 */

/**
 * Return the lobby's address for somebody who comes with `token`; it knows the way back by it.
 * @param {string | null} token
 */
export function lobbyAddress(token) {
  const language = new URLSearchParams(location.search).get("lang");
  const query = language === null ? "" : `?${new URLSearchParams({ lang: language })}`;
  // In the part of the address that no server gets.
  return `/lobby${query}${token === null ? "" : `#${new URLSearchParams({ token })}`}`;
}

/**
 * Return what finds the way to a place; null: there is none without a link of one's own.
 * @param {string | null} token
 * @returns {(place: Place) => Way | null}
 */
export function waysFor(token) {
  const claims = claimsIn(token);
  return ({ id, kind }) => {
    const query = new URLSearchParams({ table: id });
    const language = new URLSearchParams(location.search).get("lang");
    if (language !== null) query.set("lang", language);
    if (claims?.role === "patron" && claims.table === id && token !== null) {
      const page = kind === "live" ? "/play" : "/touch";
      // In the part of the address that no server gets, as it came.
      const address = `${page}?${query}#${new URLSearchParams({ token })}`;
      return { address, playing: true, currency: claims.fun ? PLAY_MONEY : (claims.currency ?? null) };
    }
    return kind === "live" ? { address: `/?${query}`, playing: false, currency: null } : null;
  };
}
