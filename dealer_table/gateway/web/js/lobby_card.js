// @ts-check
/** One table or Touch room in the lobby: how it stands, what may be staked, its big road, and the way there. */

import { element, setText } from "./dom.js";
import { Money } from "./numbers.js";
import { RoadBoard } from "./road_board.js";
import { drawRing } from "./road_marks.js";
import { say } from "./words.js";

/**
 * @typedef {import("./lobby_news.js").Place} Place
 * @typedef {import("./lobby_ways.js").Way} Way
 */

/** @type {("player" | "banker" | "tie")[]} */
const OUTCOMES = ["player", "banker", "tie"];
const TICK_MS = 250;

export class LobbyCard {
  node;
  #way;
  #state = element("p", { class: "lobby-state", "data-testid": "state" });
  #phase = element("p", { class: "lobby-phase", "data-testid": "phase" });
  #dealer = element("p", { class: "lobby-dealer", "data-testid": "dealer" });
  #patrons = element("p", { class: "lobby-patrons", "data-testid": "patrons" });
  #limits = element("ul", { class: "lobby-limits", "data-testid": "limits" });
  #counts = OUTCOMES.map((outcome) => makeCount(outcome));
  #road;
  #closesAt = 0;
  #timer = 0;

  /**
   * @param {Place} place
   * @param {Way | null} way
   */
  constructor(place, way) {
    this.#way = way;
    const name = element("h2", { class: "lobby-name", id: `place-${place.id}` }, nameOf(place));
    const head = element("div", { class: "lobby-head" }, name, this.#state);
    const live = place.kind === "live";
    const road = element("div", { class: "lobby-road" });
    this.#road = live ? new RoadBoard(road, "big_road", drawRing, (cell) => say(`outcome-${cell.outcome}`)) : null;
    const counts = element("div", { class: "lobby-counts" }, ...this.#counts.map(({ root }) => root));
    const about = live ? [this.#phase, road, counts] : [element("p", { class: "lobby-about" }, say("lobby-touch_text"))];
    const facts = element("div", { class: "lobby-facts" }, this.#dealer, this.#patrons);
    this.node = element(
      "li",
      { class: "lobby-card", "data-testid": `place-${place.id}`, "data-kind": place.kind, "data-yours": way?.playing },
      head,
      ...about,
      facts,
      this.#limits,
      way && makeLink(place, way),
    );
  }

  /** @param {Place} place */
  render(place) {
    this.node.dataset.open = String(place.open);
    setText(this.#state, place.open ? say("lobby-open") : say("lobby-closed"));
    setText(this.#dealer, place.dealer ? say("lobby-dealer", { dealer: place.dealer }) : "");
    setText(this.#patrons, place.patrons > 0 ? say("lobby-patrons", { count: place.patrons }) : "");
    this.#renderLimits(place);
    if (this.#road === null) return;
    this.#road.render(place.big_road?.cells ?? [], false);
    for (const { outcome, value } of this.#counts) setText(value, String(place.counts?.[outcome] ?? 0));
    this.#renderPhase(place);
  }

  /** @param {Place} place */
  #renderPhase(place) {
    clearTimeout(this.#timer);
    this.node.dataset.tone = place.held ? "hold" : (place.phase ?? "");
    if (place.held) setText(this.#phase, say("phase-on_hold"));
    else if (place.phase === "betting" && place.closes_in) {
      this.#closesAt = performance.now() + place.closes_in;
      this.#count();
    } else setText(this.#phase, say(`phase-${place.phase ?? "closed"}`));
  }

  /** Count down by this page's own clock until the next news. */
  #count() {
    const left = Math.ceil((this.#closesAt - performance.now()) / 1000);
    setText(this.#phase, left > 0 ? say("lobby-betting", { seconds: left }) : say("phase-no_more_bets"));
    if (left > 0) this.#timer = window.setTimeout(() => this.#count(), TICK_MS);
  }

  /** @param {Place} place */
  #renderLimits(place) {
    const wanted = Object.entries(place.limits).filter(([currency]) => (this.#way?.currency ?? currency) === currency);
    const lines = wanted.map(([currency, offer]) => limitsOf(currency, offer));
    if (lines.join() === [...this.#limits.children].map((line) => line.textContent).join()) return;
    this.#limits.replaceChildren(...lines.map((line) => element("li", {}, line)));
  }
}

/** @param {Place} place */
function nameOf({ kind, id }) {
  return kind === "live" ? say("table", { table: id }) : say("lobby-touch");
}

/** @param {"player" | "banker" | "tie"} outcome */
function makeCount(outcome) {
  const value = element("strong", { "data-testid": `count-${outcome}` });
  return { outcome, value, root: element("span", { class: `lobby-count lobby-count--${outcome}` }, say(`side-${outcome}`), value) };
}

/**
 * @param {Place} place
 * @param {Way} way
 */
function makeLink({ id }, { address, playing }) {
  const way = `way-${id}`;
  const attributes = { id: way, class: "button button--primary lobby-way", href: address, "data-testid": "way", "aria-labelledby": `${way} place-${id}` };
  return element("a", attributes, playing ? say("lobby-play") : say("lobby-watch"));
}

/**
 * Write what one stake may be, from the smallest minimum of a spot to the greatest maximum.
 * @param {string} currency
 * @param {import("./shapes.js").CurrencyOffer} offer
 */
function limitsOf(currency, { exponent, spots }) {
  const [money, limits] = [new Money(currency, exponent), Object.values(spots)];
  const [minimum, maximum] = [Math.min(...limits.map((spot) => spot.minimum)), Math.max(...limits.map((spot) => spot.maximum))];
  return say("lobby-limits", { minimum: money.format(minimum), maximum: money.format(maximum) });
}
