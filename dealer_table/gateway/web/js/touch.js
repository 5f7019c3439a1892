// @ts-check
/** Baccarat Touch: a patron's own table. Chips are laid here and go to the room with the deal, all in one request. */

import { ChipRack } from "./chip_rack.js";
import { ServerClock } from "./clock.js";
import { TableConnection } from "./connection.js";
import { exposeForTests } from "./debug_hook.js";
import { byId, setText } from "./dom.js";
import { offerLanguages } from "./language_choice.js";
import { renderLink } from "./link_badge.js";
import { Money } from "./numbers.js";
import { sayRefused } from "./refusals.js";
import { Requests } from "./requests.js";
import { Roads } from "./roads.js";
import { Sounds } from "./sounds.js";
import { inShort, totalOf, wonOf } from "./stakes.js";
import { TableStore } from "./store.js";
import { makeSwitch } from "./switches.js";
import { dropToken, takeToken } from "./token.js";
import { exitAddress } from "./touch_exit.js";
import { showPromise, showProof } from "./touch_fairness.js";
import { TouchGame } from "./touch_game.js";
import { showNoRounds, showRounds } from "./touch_history.js";
import { TouchLine } from "./touch_line.js";
import { TouchMemory } from "./touch_memory.js";
import { makeMenu } from "./touch_menu.js";
import { showPaytable, showRules } from "./touch_reading.js";
import { sayCard, sayHands } from "./touch_speech.js";
import { TouchSpots } from "./touch_spots.js";
import { TouchTable } from "./touch_table.js";
import { fillPage, say, sayCode } from "./words.js";

/**
 * @typedef {import("./shapes.js").TouchView} TouchView
 * @typedef {import("./shapes.js").TouchRound} TouchRound
 * @typedef {import("./stakes.js").Gesture} Gesture
 */

/** After these the session goes on. */
const PASSING = new Set(["too_fast", "not_understood", "not_text", "too_deep"]);
/** The room let the patron go because it cannot write: so long until it is asked again. */
const TRY_AGAIN_MS = 1000;
/** So long is the room given to hear that the patron leaves. */
const FAREWELL_MS = 1500;
/** As much of a fingerprint as is compared at a glance. */
const GLANCE = 8;

fillPage();
offerLanguages(byId("language"));

const token = takeToken();
const [store, clock, game] = [new TableStore(), new ServerClock(), new TouchGame()];
/** @type {TouchMemory | null} */
let memory = null;
let money = new Money("XXX", 0);
let quick = false;

const connection = new TableConnection({
  store,
  clock,
  token,
  onState,
  onReply: (reply) => requests.answered(reply),
  onTouchView: hearView,
  onTouchRound: (round) => void showRound(round, quick),
  onFault: ({ code, fatal }) => {
    if (fatal) return;
    if (code === "journal_failed") setTimeout(() => connection.cut(), TRY_AGAIN_MS);
    if (code === "journal_failed" || PASSING.has(code)) tell(sayCode("refused", code), "refused");
    else turnAway(code === "idle" ? say("touch-idle") : sayCode("refused", code), true);
  },
});
const requests = new Requests((message) => connection.send(message));
const sounds = new Sounds();
const line = new TouchLine(byId("bet-status"));
const table = new TouchTable(byId("hands"), byId("shoe-picture"), (seen) => {
  sounds.play("card");
  setText(byId("live-region"), sayCard(seen));
});
const chips = new ChipRack(byId("chips"));
const spots = new TouchSpots(byId("spots"), layChip, clear);
const roads = new Roads(byId("roads"));
const soundSwitch = makeSwitch({ name: "sound", label: say("touch-sound"), text: say("touch-sound_text"), on: true, turned: turnSound });
const menu = makeMenu(
  [
    soundSwitch,
    makeSwitch({ name: "quick", label: say("touch-quick"), text: say("touch-quick_text"), on: false, turned: (on) => (quick = on) }),
    makeSwitch({ name: "roads", label: say("touch-roads"), text: say("touch-roads_text"), on: true, turned: (on) => (byId("board").hidden = !on) }),
  ],
  {
    paytable: () => game.view && showPaytable(game.view.spots),
    rules: () => game.view && showRules(game.view.spots),
    history: () => void (game.view?.fun ? showNoRounds() : showRounds((body) => requests.request(body), money, prove)),
    fairness: openProof,
    exit: () => void exit(),
  },
);

byId("menu").addEventListener("click", () => menu.showModal());
byId("sound").addEventListener("click", () => soundSwitch.querySelector("input")?.click());
byId("exit").addEventListener("click", () => void exit());
byId("proof").addEventListener("click", openProof);
byId("come-back").addEventListener("click", () => location.reload());
byId("clear").addEventListener("click", clear);
byId("deal").addEventListener("click", () => void deal(inShort(game.laid)));
byId("rebet").addEventListener("click", () => void deal([{ move: "rebet" }]));
byId("rebet-x2").addEventListener("click", () => void deal([{ move: "rebet_x2" }]));

exposeForTests(store, connection, clock);
connection.start();

// ---- what the room tells ----------------------------------------------------------------------------------------------

/** @param {TouchView} told */
function hearView(told) {
  if (memory === null) {
    [memory, money] = [new TouchMemory(told), new Money(told.currency, told.exponent)];
    // Whoever began it on another device hears here what became of it.
    if (memory.seen === null && told.last !== null && told.last.end !== "settled") line.tellEnd(told.last, money);
  }
  memory.note(told.round, told.commitment);
  const missed = game.hear(told, memory.seen);
  if (missed !== null) void showRound(missed, true);
  render();
}

/**
 * @param {TouchRound} round
 * @param {boolean} quickly
 */
async function showRound(round, quickly) {
  if (!game.begin(round)) return;
  line.settle();
  render();
  if (!(await table.show(round, quickly))) return;
  game.finish();
  memory?.see(round.round);
  line.tellEnd(round, money);
  if (quickly) setText(byId("live-region"), sayHands(round));
  if (wonOf(round) > 0) sounds.play("paid");
  render();
}

// ---- what a hand does -------------------------------------------------------------------------------------------------

/** @param {import("./shapes.js").TouchSpot} spot */
function layChip(spot) {
  if (!game.isOpen) return;
  startAfresh();
  const asked = (game.stakes.get(spot.name) ?? 0) + chips.value;
  if (asked > spot.maximum) {
    tell(say("refused-over_maximum", { bet: sayCode("bet", spot.name), maximum: money.format(spot.maximum), asked: money.format(asked) }), "refused");
    return;
  }
  game.laid.push({ move: "place", spot: spot.name, amount: chips.value });
  sounds.play("chip");
  render();
}

function clear() {
  if (!game.isOpen) return;
  startAfresh();
  game.laid = [];
  render();
}

/** Take the last round off the table before the next one is laid. */
function startAfresh() {
  line.settle();
  if (game.startAfresh()) table.clear();
}

/** @param {Gesture[]} gestures */
async function deal(gestures) {
  if (game.view === null || !isOpen() || gestures.length === 0) return;
  startAfresh();
  game.isAsking = true;
  render();
  // On a small window the hand is at the chips, and the cards are above.
  byId("felt").scrollIntoView({ block: "nearest" });
  const reply = await requests.request({ type: "deal", round: game.view.round, gestures });
  game.isAsking = false;
  if (reply?.type !== "answer" || !reply.ok) line.tell(sayRefused(reply?.type === "answer" ? reply : null, money), "refused");
  render();
}

function isOpen() {
  return game.isOpen && connection.state === "live";
}

/** @param {boolean} on */
function turnSound(on) {
  sounds.isOn = on;
  byId("sound").setAttribute("aria-pressed", String(on));
}

function openProof() {
  if (game.round !== null && game.isSeen) prove(game.round);
  else if (game.view !== null) showPromise(game.view);
}

/** @param {TouchRound} round */
function prove(round) {
  void showProof(round, memory?.promised(round.round));
}

async function exit() {
  const heard = requests.request({ type: "leave" });
  await Promise.race([heard, new Promise((resolve) => setTimeout(resolve, FAREWELL_MS))]);
  // Who never was let in may hold a token of anybody's making.
  location.assign(exitAddress(memory === null ? null : token));
}

// ---- what is seen -----------------------------------------------------------------------------------------------------

/**
 * @param {string} text
 * @param {"refused" | "settled" | ""} tone
 */
function tell(text, tone) {
  line.tell(text, tone);
  render();
}

function render() {
  const { view } = game;
  if (view === null) return;
  spots.lay(view.spots, money);
  chips.render(view.step, view.spots, money);
  spots.render(game.stakes, game.returned, money, game.isOpen, game.isOpen && game.round === null);
  roads.render(view.roads, true);
  renderPurse(view);
  renderPromise(view);
  line.render(game);
  const open = isOpen();
  allow("deal", open && game.round === null && game.laid.length > 0);
  allow("clear", open && game.stakes.size > 0);
  allow("rebet", open && view.previous.length > 0);
  allow("rebet-x2", open && view.previous.length > 0);
}

/** @param {TouchView} view */
function renderPurse(view) {
  setText(byId("round-number"), say("touch-round", { number: game.round?.round ?? view.round }));
  setText(byId("balance"), view.balance === null ? say("balance_unknown") : money.format(view.balance));
  setText(byId("total-bet"), money.format(totalOf(game.stakes)));
  setText(byId("returned"), money.format(game.returned === null ? 0 : totalOf(game.returned)));
  byId("for-fun").hidden = !view.fun;
  byId("accounts").hidden = view.accounts === "ok";
  setText(byId("accounts"), say("refused-accounts_unavailable"));
}

/** @param {TouchView} view */
function renderPromise({ round, commitment }) {
  const promise = byId("promise");
  promise.dataset.commitment = commitment;
  setText(promise, say("touch-promise", { round: say("touch-round", { number: round }), start: commitment.slice(0, GLANCE) }));
  setText(byId("proof"), game.round !== null && game.isSeen ? say("touch-verify") : say("touch-fair"));
}

/**
 * @param {string} id
 * @param {boolean} allowed
 */
function allow(id, allowed) {
  /** @type {HTMLButtonElement} */ (byId(id)).disabled = !allowed;
}

/**
 * @param {import("./connection.js").LinkState} state
 * @param {string} code
 */
function onState(state, code) {
  renderLink(byId("link"), state);
  document.documentElement.classList.toggle("out-of-touch", state !== "live");
  if (state === "live") {
    // Whatever was wrong before: the room tells how things stand.
    line.settle();
    requests.again();
  } else game.miss();
  if (state === "refused") {
    dropToken();
    turnAway(sayCode("turned_away", code), false);
  }
  render();
}

/**
 * @param {string} why
 * @param {boolean} mayComeBack With the same link.
 */
function turnAway(why, mayComeBack) {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  byId("stage").hidden = true;
  byId("turned-away").hidden = false;
  byId("come-back").hidden = !mayComeBack;
  setText(byId("turned-away-why"), why);
}
