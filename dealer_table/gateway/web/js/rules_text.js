// @ts-check
/** The rules of both games, put together from messages; what a house may choose comes from what it offers. */

import { element } from "./dom.js";
import { formatPercent, Money } from "./numbers.js";
import { sayConditions, sayPayout } from "./payouts.js";
import { FIRST_LANGUAGE } from "./languages.js";
import { language, say, sayCode } from "./words.js";

/**
 * @typedef {import("./shapes.js").OfferSection} Offer
 * @typedef {import("./shapes.js").Spot} Spot
 */

/** For each score of Banker from 7 to 0: the Player's third cards on which Banker draws (58 Pa. Code 629a.10). */
const TABLEAU = ["", "67", "4567", "234567", "012345679", "0123456789", "0123456789", "0123456789"];
const HIGHEST = 0.9894;
/** What Baccarat Touch returns to the player, by spot. @type {Record<string, number>} */
const TOUCH_RETURNS = { banker: 0.9894, player: 0.9876, tie: 0.8564 };

/**
 * @param {Offer | null} offer
 * @param {number | null} packs
 */
export function liveRules(offer, packs) {
  return [
    ...opening(say("rules-live")),
    ...section(say("rules-aim"), say("rules-aim_text"), packs === null ? "" : say("rules-packs_live", { packs })),
    ...counting(),
    heading(say("rules-bets")),
    ...(offer === null ? [text(say("rules-no_paytable"))] : [paytable(offer.spots), text(say("rules-to_one"))]),
    text(say("rules-tie_text")),
    text(bankerRule(offer)),
    text(say("rules-rounding_text")),
    ...(offer === null ? [] : limits(offer)),
    ...section(say("rules-shoe"), say("rules-burn_text"), say("rules-cut_text")),
    ...section(say("rules-incidents"), say("rules-scanner_text"), say("rules-void_text"), say("rules-link_text"), say("rules-correction_text")),
    ...(offer && offer.ask_after > 0 && offer.leave_after > 0 ? [text(say("rules-idle_text", { ask: offer.ask_after, leave: offer.leave_after }))] : []),
  ];
}

/**
 * Baccarat Touch: three bets, always paid the same.
 * @param {Record<string, number>} [returns] By spot, as the room tells them.
 */
export function touchRules(returns = TOUCH_RETURNS) {
  const euro = new Money("EUR", 2);
  const examples = [[10, 19], [20, 39], [30, 58]].map(([stake, returned]) =>
    text(say("rules-rounding_example", { stake: euro.format(stake), returned: euro.format(returned) })),
  );
  return [
    ...opening(say("rules-touch")),
    ...section(say("rules-aim"), say("rules-aim_text"), say("rules-packs_touch")),
    ...section(say("rules-how"), say("rules-how_chip"), say("rules-how_place"), say("rules-how_deal"), say("rules-how_clear"), say("rules-how_rebet"), say("rules-how_limits"), say("rules-how_fun")),
    ...counting(),
    ...section(say("rules-bets"), say("rules-touch_pays"), say("rules-rounding_text")),
    ...examples,
    heading(say("term-returns")),
    table([], Object.entries(returns).map(([spot, share]) => [say(`term-${spot}`), formatPercent(share, 2)]), "returns"),
    ...section(say("rules-more"), say("rules-touch_fair"), say("rules-touch_unfinished"), say("rules-touch_malfunction")),
    ...terms(),
  ];
}

/** @param {string} game */
function opening(game) {
  const prevails = element("p", { class: "rules-prevails", "data-testid": "prevails" }, say("english_prevails"));
  return [element("h1", {}, game), ...(language === FIRST_LANGUAGE ? [] : [prevails])];
}

function counting() {
  return [
    ...section(say("rules-values"), say("rules-values_text"), say("rules-score_text"), say("rules-example")),
    ...section(say("rules-natural"), say("rules-natural_text")),
    ...section(say("rules-third"), say("rules-third_player"), say("rules-third_stood"), say("rules-third_drew")),
    tableau(),
  ];
}

/** Colour and letter say whether Banker draws; the key below says what they mean. */
function tableau() {
  const cards = Array.from({ length: 10 }, (_, value) => element("th", { scope: "col" }, String(value)));
  const head = element("tr", {}, element("th", { scope: "col" }, say("rules-banker_score")), ...cards);
  const rows = TABLEAU.map((drawing, at) => {
    const cells = Array.from({ length: 10 }, (_, value) => {
      const draws = drawing.includes(String(value));
      return element("td", { "data-draws": draws ? "true" : "false", "aria-label": draws ? say("rules-draws") : say("rules-stands") }, draws ? "●" : "–");
    });
    return element("tr", {}, element("th", { scope: "row" }, String(7 - at)), ...cells);
  });
  const key = element("p", { class: "tableau-key" }, element("span", {}, `● ${say("rules-draws")}`), element("span", {}, `– ${say("rules-stands")}`));
  const caption = element("caption", {}, say("rules-player_third"));
  return element("div", { class: "rules-scroll" }, element("table", { class: "tableau", "data-testid": "tableau" }, caption, element("thead", {}, head), element("tbody", {}, ...rows)), key);
}

/** @param {Spot[]} spots */
function paytable(spots) {
  const rows = spots.map((spot) => [sayCode("bet", spot.name), payoutsOf(spot), formatPercent(Number(spot.return), 2)]);
  return table([say("rules-bet"), say("rules-pays"), say("rules-return")], rows, "paytable");
}

/** @param {Spot} spot */
function payoutsOf({ payouts, closes_after: closes }) {
  const lines = payouts.map(({ to_one, when }) =>
    element("div", {}, element("strong", {}, sayPayout(to_one)), ` · ${say("rules-condition", { conditions: sayConditions(when) })}`),
  );
  if (closes !== null) lines.push(element("div", {}, say("rules-closes", { coup: closes })));
  return element("div", {}, ...lines);
}

/** @param {Offer | null} offer */
function bankerRule(offer) {
  switch (offer?.spots.find(({ name }) => name === "banker")?.bet) {
    case "banker_no_commission":
      return say("rules-no_commission_text");
    case "banker_ez":
      return say("rules-ez_text");
    default:
      return `${say("rules-commission_text")} ${say("rules-highest_return", { percent: formatPercent(HIGHEST, 2) })}`;
  }
}

/** @param {Offer} offer */
function limits(offer) {
  const tables = Object.entries(offer.currencies).flatMap(([name, currency]) => {
    const money = new Money(name, currency.exponent);
    const rows = offer.spots
      .filter(({ name: spot }) => currency.spots[spot] !== undefined)
      .map(({ name: spot }) => {
        const { minimum, maximum, table_maximum: all } = currency.spots[spot];
        return [sayCode("bet", spot), money.format(minimum), money.format(maximum), all === null ? "±" : money.format(all)];
      });
    const note = `± ${say("rules-differential", { amount: money.format(currency.differential) })}`;
    return [table([name, say("minimum"), say("maximum"), say("rules-table")], rows, `limits-${name}`), text(note)];
  });
  return [...section(say("rules-limits"), say("rules-limits_text"), say("rules-differential_text")), ...tables, text(say("rules-refused_text"))];
}

/** The words of the game in English and here, for whoever plays in another language. */
function terms() {
  if (language === FIRST_LANGUAGE) return [];
  const here = ["player", "banker", "tie", "pays_9_for_1", "push"].map((name) => say(`term-${name}`));
  const rows = ["PLAYER", "BANKER", "TIE", "PAYS 9 FOR 1", "Push"].map((english, at) => [english, here[at]]);
  rows.push(["MIN", say("minimum")], ["MAX", say("maximum")]);
  return [heading(say("rules-terms")), table([say("rules-terms_english"), say("rules-terms_here")], rows, "terms")];
}

/**
 * @param {string} title
 * @param {...string} paragraphs
 */
function section(title, ...paragraphs) {
  return [heading(title), ...paragraphs.filter((paragraph) => paragraph !== "").map(text)];
}

/** @param {string} title */
function heading(title) {
  return element("h2", {}, title);
}

/** @param {string} paragraph */
function text(paragraph) {
  return element("p", {}, paragraph);
}

/**
 * @param {string[]} titles
 * @param {(string | Node)[][]} rows The first of each names its row.
 * @param {string} [testid]
 */
function table(titles, rows, testid) {
  const head = element("thead", {}, element("tr", {}, ...titles.map((title) => element("th", { scope: "col" }, title))));
  const body = rows.map(([first, ...rest]) =>
    element("tr", {}, element("th", { scope: "row" }, first), ...rest.map((cell) => element("td", {}, cell))),
  );
  return element("div", { class: "rules-scroll" }, element("table", { "data-testid": testid }, ...(titles.length > 0 ? [head] : []), element("tbody", {}, ...body)));
}
