// @ts-check
/**
 * How the tables stand, asked again and again while somebody looks: one answer for all of them, where a socket a table
 * would be a full audience at each.
 */

import { Backoff } from "./backoff.js";

const AGAIN_MS = 3_000;

/**
 * @typedef {import("./shapes.js").CurrencyOffer} CurrencyOffer
 * @typedef {{ columns: number, cells: import("./shapes.js").BigRoadCell[] }} ShortRoad
 * @typedef {{ player: number, banker: number, tie: number }} Counts
 * @typedef {{ id: string, kind: "live" | "touch", patrons: number, open: boolean,
 *   phase: import("./shapes.js").Phase | null, dealer: string, limits: Record<string, CurrencyOffer>,
 *   closes_in?: number | null, held?: boolean, counts?: Counts | null, big_road?: ShortRoad | null }} Place One entry
 *   of `GET /api/tables`; what only a live table has is not told of a Touch room.
 */

/**
 * Ask for ever; a page that nobody sees waits until somebody does.
 * @param {(places: Place[]) => void} onNews
 * @param {(state: import("./connection.js").LinkState) => void} onState
 */
export function ask(onNews, onState) {
  const backoff = new Backoff();
  let timer = 0;
  let live = false;

  async function once() {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") return;
    try {
      const reply = await fetch("/api/tables");
      if (!reply.ok) throw new Error(`answered ${reply.status}`);
      onNews(await reply.json());
      live = true;
      onState("live");
      backoff.reset();
      timer = window.setTimeout(once, AGAIN_MS);
    } catch {
      onState(live ? "reconnecting" : "connecting");
      timer = window.setTimeout(once, backoff.next());
    }
  }

  document.addEventListener("visibilitychange", once);
  addEventListener("online", once);
  onState("connecting");
  once();
}
