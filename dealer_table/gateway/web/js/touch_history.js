// @ts-check
/** The patron's own rounds for money, newest first, each with its cards, its bets and its proof. */

import { hand, moneyOf } from "./coup_history.js";
import { element } from "./dom.js";
import { formatTime } from "./numbers.js";
import { showDialog } from "./touch_dialog.js";
import { say, sayCode } from "./words.js";

/** @typedef {import("./shapes.js").TouchRound} TouchRound */

const A_PAGE = 10;

/**
 * @param {(body: object) => Promise<import("./shapes.js").Reply | null>} ask
 * @param {import("./numbers.js").Money} money
 * @param {(round: TouchRound) => void} prove
 */
export async function showRounds(ask, money, prove) {
  const list = element("ul", { class: "coups", "data-testid": "rounds" });
  const note = element("p", { role: "status" });
  const more = element("button", { type: "button", class: "button", hidden: true, "data-testid": "history-more" }, say("history-more"));
  showDialog("history", say("touch-game_history"), [list, note], [more]);
  /** @type {number | null} */
  let before = null;
  const fetchMore = async () => {
    more.disabled = true;
    const reply = await ask({ type: "history", before, limit: A_PAGE });
    more.disabled = false;
    if (reply?.type !== "touch_history") {
      note.textContent = say("history-failed");
      return;
    }
    list.append(...reply.rounds.map((round) => makeRow(round, money, prove)));
    before = reply.rounds.at(-1)?.round ?? before;
    more.hidden = !reply.more;
    note.textContent = list.childElementCount === 0 ? say("history-empty") : "";
  };
  more.addEventListener("click", () => void fetchMore());
  await fetchMore();
}

/** Play for fun keeps no record. */
export function showNoRounds() {
  showDialog("history", say("touch-game_history"), [element("p", { "data-testid": "history-none" }, say("touch-history_real_only"))]);
}

/**
 * @param {TouchRound} round
 * @param {import("./numbers.js").Money} money
 * @param {(round: TouchRound) => void} prove
 */
function makeRow(round, money, prove) {
  const outcome = round.outcome === null ? sayCode("history-status", "void") : say(`outcome-${round.outcome}`);
  const check = element("button", { type: "button", class: "promise-button" }, say("touch-verify"));
  check.addEventListener("click", () => prove(round));
  const head = element(
    "div",
    { class: "coup-head" },
    element("strong", {}, say("touch-round", { number: round.round })),
    element("span", { class: "coup-outcome", "data-outcome": round.outcome ?? "" }, outcome),
    element("time", { class: "coup-time" }, formatTime(round.at)),
  );
  const hands = element("div", { class: "coup-hands" }, hand("player", round.player), hand("banker", round.banker));
  return element("li", { class: "coup", "data-testid": "round" }, head, round.outcome === null ? "" : hands, moneyOf(round, money), check);
}
