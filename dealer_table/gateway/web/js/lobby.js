// @ts-check
/** The lobby: every table and Touch room of this gateway, as it stands, and the way to each. */

import { byId } from "./dom.js";
import { offerLanguages } from "./language_choice.js";
import { renderLink } from "./link_badge.js";
import { LobbyCard } from "./lobby_card.js";
import { ask } from "./lobby_news.js";
import { waysFor } from "./lobby_ways.js";
import { takeToken } from "./token.js";
import { fillPage } from "./words.js";

/** @typedef {import("./lobby_news.js").Place} Place */

fillPage();
offerLanguages(byId("language"));

const ways = waysFor(takeToken());
/** @type {Map<string, LobbyCard>} */
const cards = new Map();

/** @param {Place[]} places */
function show(places) {
  const wanted = places.map((place) => {
    const card = cards.get(place.id) ?? new LobbyCard(place, ways(place));
    cards.set(place.id, card);
    card.render(place);
    return card.node;
  });
  for (const [id, card] of cards) {
    if (wanted.includes(card.node)) continue;
    card.node.remove();
    cards.delete(id);
  }
  // What is in its place already is left there: a list put together anew would take the focus away.
  const list = byId("tables");
  wanted.forEach((node, at) => {
    if (list.children[at] !== node) list.insertBefore(node, list.children[at] ?? null);
  });
  byId("none").hidden = places.length > 0;
}

ask(show, (state) => renderLink(byId("link"), state));
