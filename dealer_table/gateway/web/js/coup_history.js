// @ts-check
/** The record to look at: a patron's own coups with stakes and returns, or the table's last ones, newest first. */

import { cardName } from "./card_name.js";
import { element } from "./dom.js";
import { formatTime } from "./numbers.js";
import { say, sayCode } from "./words.js";

/**
 * @typedef {import("./shapes.js").PatronCoup} PatronCoup
 * @typedef {import("./shapes.js").RecalledCoup} RecalledCoup
 * @typedef {(body: object) => Promise<import("./shapes.js").Reply | null>} Ask
 */

const A_PAGE = 20;
const RECALLED = 10;
/** @type {Record<string, string>} */
const SUITS = { S: "♠", H: "♥", C: "♣", D: "♦" };

/**
 * Show the record in a dialog.
 * @param {Ask} ask
 * @param {import("./numbers.js").Money | null} money Null for whoever has no account here: then the table's last coups.
 */
export async function showHistory(ask, money) {
  const list = element("ul", { class: "coups", "data-testid": "coups" });
  const note = element("p", { class: "coups-note", role: "status" });
  const more = element("button", { type: "button", class: "button", hidden: true, "data-testid": "history-more" }, say("history-more"));
  const close = element("button", { class: "button button--primary", "data-testid": "dialog-close" }, say("close"));
  const heading = element("h2", { class: "dialog-title", id: "history-title" }, money ? say("history-heading") : say("history-recall"));
  const ways = element("form", { method: "dialog", class: "dialog-ways" }, more, close);
  const dialog = element("dialog", { class: "dialog", "data-testid": "history", "aria-labelledby": "history-title" }, heading, list, note, ways);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();

  /** @type {number | null} */
  let before = null;
  const fetchMore = async () => {
    more.disabled = true;
    const reply = await ask(money ? { type: "history", before, limit: A_PAGE } : { type: "recall", limit: RECALLED });
    more.disabled = false;
    if (reply === null || (reply.type !== "history" && reply.type !== "recall")) {
      note.textContent = say("history-failed");
      return;
    }
    list.append(...reply.coups.map((coup) => makeRow(coup, money)));
    before = reply.coups.at(-1)?.cursor ?? null;
    more.hidden = reply.type === "recall" || !reply.more;
    note.textContent = list.childElementCount === 0 ? say("history-empty") : "";
  };
  more.addEventListener("click", () => void fetchMore());
  await fetchMore();
}

/**
 * @param {RecalledCoup | PatronCoup} coup
 * @param {import("./numbers.js").Money | null} money
 */
function makeRow(coup, money) {
  const outcome = coup.outcome === null ? sayCode("history-status", coup.status) : say(`outcome-${coup.outcome}`);
  const head = element(
    "div",
    { class: "coup-head" },
    element("strong", {}, say("coup_number", { number: coup.coup })),
    element("span", { class: "coup-outcome", "data-outcome": coup.outcome ?? "" }, outcome),
    coup.status === "settled" ? "" : element("span", { class: "coup-status" }, sayCode("history-status", coup.status)),
    element("time", { class: "coup-time" }, formatTime(coup.at)),
  );
  const hands = element("div", { class: "coup-hands" }, hand("player", coup.player), hand("banker", coup.banker));
  const row = element("li", { class: "coup", "data-testid": "coup" }, head, hands);
  if (money !== null && "stakes" in coup) row.append(moneyOf(coup, money));
  return row;
}

/**
 * @param {import("./shapes.js").Side} side
 * @param {string[]} cards
 */
export function hand(side, cards) {
  const faces = cards.map((card) => {
    const [rank, suit] = card;
    const text = `${rank === "T" ? "10" : rank}${SUITS[suit]}`;
    return element("span", { class: "mini-card", "data-suit": suit, role: "img", "aria-label": cardName(card) }, text);
  });
  return element("span", { class: "coup-hand" }, element("span", { class: "coup-side" }, say(`side-${side}`)), ...faces);
}

/**
 * @param {Pick<PatronCoup, "stakes" | "returned">} coup
 * @param {import("./numbers.js").Money} money
 */
export function moneyOf({ stakes, returned }, money) {
  const back = new Map(returned);
  const lines = stakes.map(([spot, amount]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, sayCode("bet", spot)),
      element("td", {}, money.format(amount)),
      element("td", {}, money.format(back.get(spot) ?? 0)),
    ),
  );
  const titles = ["", say("history-staked"), say("history-returned")].map((title) => element("th", { scope: "col" }, title));
  return element("table", { class: "coup-money" }, element("thead", {}, element("tr", {}, ...titles)), element("tbody", {}, ...lines));
}
