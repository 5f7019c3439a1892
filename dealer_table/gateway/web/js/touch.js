// @ts-check
/** Baccarat Touch: a patron's own table. Chips are laid here and go to the room with the deal, all in one request. */

import { ChipRack } from "./chip_rack.js";
import { ServerClock } from "./clock.js";
import { TableConnection } from "./connection.js";
import { showHistory } from "./coup_history.js";
import { exposeForTests } from "./debug_hook.js";
import { byId, setText } from "./dom.js";
import { offerLanguages } from "./language_choice.js";
import { renderLink } from "./link_badge.js";
import { Money } from "./numbers.js";
import { sayRefused } from "./refusals.js";
import { Requests } from "./requests.js";
import { Roads } from "./roads.js";
import { Sounds } from "./sounds.js";
import { after, inShort, stakesOf, totalOf } from "./stakes.js";
import { TableStore } from "./store.js";
import { makeSwitch } from "./switches.js";
import { dropToken, takeToken } from "./token.js";
import { showFairness } from "./touch_fairness.js";
import { makeMenu } from "./touch_menu.js";
import { TouchSpots } from "./touch_spots.js";
import { TouchTable } from "./touch_table.js";
import { fillPage, say, sayCode } from "./words.js";

/**
 * @typedef {import("./shapes.js").TouchView} TouchView
 * @typedef {import("./shapes.js").TouchRound} TouchRound
 * @typedef {import("./stakes.js").Gesture} Gesture
 */

fillPage();
offerLanguages(byId("language"));

const clock = new ServerClock();
/** How things stand, as shown; while cards fall, what they lead to waits. @type {TouchView | null} */
let view = null;
/** @type {TouchView | null} */
let next = null;
/** The round whose cards lie there, and whether all of them do. @type {{ round: TouchRound, seen: boolean } | null} */
let shown = null;
/** @type {Gesture[]} */
let laid = [];
let asking = false;
let quick = false;
let money = new Money("XXX", 0);
/** What was promised for each round before it was dealt. @type {Map<number, string>} */
const promises = new Map();
let news = { text: "", tone: "" };

const store = new TableStore();
const connection = new TableConnection({
  store,
  clock,
  token: takeToken(),
  onState,
  onReply: (reply) => requests.answered(reply),
  onTouchView: hearView,
  onTouchRound: (round) => void showRound(round),
  onFault: ({ code, fatal }) => {
    if (!fatal) turnAway(code === "idle" ? say("touch-idle") : sayCode("refused", code));
  },
});
const requests = new Requests((message) => connection.send(message));
const sounds = new Sounds();
const table = new TouchTable(byId("hands"), byId("shoe-picture"), () => sounds.play("card"));
const chips = new ChipRack(byId("chips"));
const spots = new TouchSpots(byId("spots"), layChip, clear);
const roads = new Roads(byId("roads"));
const menu = makeMenu(
  [
    makeSwitch({ name: "sound", label: say("touch-sound"), text: say("touch-sound_text"), on: true, turned: (on) => (sounds.isOn = on) }),
    makeSwitch({ name: "quick", label: say("touch-quick"), text: say("touch-quick_text"), on: false, turned: (on) => (quick = on) }),
    makeSwitch({ name: "roads", label: say("touch-roads"), text: say("touch-roads_text"), on: true, turned: (on) => (byId("board").hidden = !on) }),
  ],
  { rules: rulesAddress(), history: openHistory, fairness: openFairness, exit: () => void exit() },
);

byId("menu").addEventListener("click", () => menu.showModal());
byId("clear").addEventListener("click", clear);
byId("deal").addEventListener("click", () => void deal(inShort(laid)));
byId("rebet").addEventListener("click", () => void deal([{ move: "rebet" }]));
byId("rebet-x2").addEventListener("click", () => void deal([{ move: "rebet_x2" }]));

exposeForTests(store, connection, clock);
connection.start();

/** @param {TouchView} told */
function hearView(told) {
  promises.set(told.round, told.commitment);
  const missed = told.last !== null && view !== null && view.last?.round !== told.last.round && shown?.round.round !== told.last.round;
  // What became of a round while the link was away is shown as it would have been.
  if (missed && told.last !== null) void showRound(told.last);
  if (shown !== null && !shown.seen) next = told;
  else take(told);
}

/** @param {TouchView} told */
function take(told) {
  if (view?.currency !== told.currency) money = new Money(told.currency, told.exponent);
  if (view === null && told.last !== null && told.last.end !== "settled") tellEnd(told.last);
  view = told;
  render();
}

/** @param {TouchRound} round */
async function showRound(round) {
  if (shown?.round.round === round.round) return;
  const mine = { round, seen: false };
  shown = mine;
  laid = [];
  news = { text: say("touch-dealing"), tone: "" };
  render();
  await table.show(round, quick);
  if (shown !== mine) return;
  mine.seen = true;
  tellEnd(round);
  if (totalOf(stakesOf(round.returned)) > 0) sounds.play("paid");
  if (next !== null) take(next);
  next = null;
  render();
}

/** @param {TouchRound} round */
function tellEnd({ end, outcome, returned }) {
  const back = totalOf(stakesOf(returned));
  if (end === "refunded") news = { text: say("touch-refunded"), tone: "refused" };
  else if (end === "voided" || outcome === null) news = { text: say("touch-void"), tone: "refused" };
  else if (back > 0) news = { text: say("touch-result", { outcome: say(`outcome-${outcome}`), returned: money.format(back) }), tone: "settled" };
  else news = { text: say("touch-lost", { outcome: say(`outcome-${outcome}`) }), tone: "" };
}

/** @param {import("./shapes.js").TouchSpot} spot */
function layChip(spot) {
  if (!isOpen()) return;
  startAfresh();
  const there = lying().get(spot.name) ?? 0;
  if (there + chips.value > spot.maximum) news = { text: say("refused-over_maximum", { bet: sayCode("bet", spot.name), maximum: money.format(spot.maximum), asked: money.format(there + chips.value) }), tone: "refused" };
  else {
    laid.push({ move: "place", spot: spot.name, amount: chips.value });
    sounds.play("chip");
  }
  render();
}

function clear() {
  if (!isOpen()) return;
  startAfresh();
  laid = [];
  render();
}

/** Take the last round off the table before the next one is laid. */
function startAfresh() {
  news = { text: "", tone: "" };
  if (shown === null) return;
  shown = null;
  table.clear();
}

/** @param {Gesture[]} gestures */
async function deal(gestures) {
  if (view === null || !isOpen() || gestures.length === 0) return;
  startAfresh();
  asking = true;
  render();
  const reply = await requests.request({ type: "deal", round: view.round, gestures });
  asking = false;
  if (reply === null || (reply.type === "answer" && !reply.ok)) news = { text: sayRefused(reply?.type === "answer" ? reply : null, money), tone: "refused" };
  render();
}

function isOpen() {
  return view !== null && !asking && !view.dealing && (shown === null || shown.seen);
}

function lying() {
  return after(new Map(), new Map(), laid);
}

function render() {
  if (view === null) return;
  spots.lay(view.spots, money);
  chips.render(view.step, view.spots, money);
  const open = isOpen();
  const stakes = shown === null ? lying() : stakesOf(shown.round.stakes);
  const returned = shown?.seen ? stakesOf(shown.round.returned) : null;
  spots.render(stakes, returned, money, open, open && shown === null);
  roads.render(view.roads, true);
  setText(byId("round-number"), say("touch-round", { number: shown?.round.round ?? view.round }));
  setText(byId("balance"), view.balance === null ? say("balance_unknown") : money.format(view.balance));
  setText(byId("total-bet"), money.format(totalOf(stakes)));
  setText(byId("returned"), money.format(returned === null ? 0 : totalOf(returned)));
  byId("for-fun").hidden = !view.fun;
  byId("accounts").hidden = view.accounts === "ok";
  setText(byId("accounts"), say("refused-accounts_unavailable"));
  renderLine(open);
  allow("deal", open && laid.length > 0);
  allow("clear", open && (laid.length > 0 || shown !== null));
  allow("rebet", open && view.previous.length > 0);
  allow("rebet-x2", open && view.previous.length > 0);
}

/** @param {boolean} open */
function renderLine(open) {
  const waiting = laid.length > 0 ? say("touch-ready") : say("touch-choose");
  byId("bet-status").dataset.tone = news.tone;
  setText(byId("bet-status"), news.text || (open ? waiting : say("touch-dealing")));
}

/**
 * @param {string} id
 * @param {boolean} allowed
 */
function allow(id, allowed) {
  /** @type {HTMLButtonElement} */ (byId(id)).disabled = !allowed;
}

function openHistory() {
  menu.close();
  if (view?.fun) news = { text: say("touch-history_real_only"), tone: "refused" };
  else void showHistory((body) => requests.request(body), money);
  render();
}

function openFairness() {
  menu.close();
  const last = shown?.seen ? shown.round : (view?.last ?? null);
  if (view !== null) void showFairness(view, last, last === null ? undefined : promises.get(last.round));
}

async function exit() {
  await requests.request({ type: "leave" });
  location.assign("/lobby");
}

function rulesAddress() {
  const asked = new URLSearchParams(location.search);
  asked.set("game", "touch");
  return `/rules?${asked}`;
}

/**
 * @param {import("./connection.js").LinkState} state
 * @param {string} code
 */
function onState(state, code) {
  renderLink(byId("link"), state);
  document.documentElement.classList.toggle("out-of-touch", state !== "live");
  if (state === "live") requests.again();
  if (state !== "refused") return;
  dropToken();
  turnAway(sayCode("turned_away", code));
}

/** @param {string} why */
function turnAway(why) {
  byId("stage").hidden = true;
  byId("turned-away").hidden = false;
  setText(byId("turned-away"), why);
}
