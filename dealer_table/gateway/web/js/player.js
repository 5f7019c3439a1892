// @ts-check
/** The player's page: the table, and a patron's bets on it. Without a patron's token it shows what may be bet on. */

import { BetSlip } from "./bet_slip.js";
import { BetStatus } from "./bet_status.js";
import { ChipRack } from "./chip_rack.js";
import { ServerClock } from "./clock.js";
import { TableConnection } from "./connection.js";
import { showHistory } from "./coup_history.js";
import { exposeForTests } from "./debug_hook.js";
import { byId, setText } from "./dom.js";
import { keepLaid, recallLaid } from "./laid_chips.js";
import { offerLanguages } from "./language_choice.js";
import { LateTable } from "./late_table.js";
import { renderLink } from "./link_badge.js";
import { lobbyAddress } from "./lobby_ways.js";
import { mayMove } from "./motion.js";
import { Money } from "./numbers.js";
import { sayRefused } from "./refusals.js";
import { Requests } from "./requests.js";
import { roomOn } from "./room.js";
import { switchSounds } from "./sound_switch.js";
import { Sounds } from "./sounds.js";
import { SpotBoard } from "./spot_board.js";
import { totalOf, wonOf } from "./stakes.js";
import { TableStore } from "./store.js";
import { showStudio } from "./studio_picture.js";
import { showTable } from "./table_scene.js";
import { TimeBar } from "./time_bar.js";
import { dropToken, takeToken } from "./token.js";
import { fillPage, say, sayCode } from "./words.js";

/**
 * @typedef {import("./shapes.js").View} View
 * @typedef {import("./shapes.js").Patron} Patron
 * @typedef {import("./shapes.js").Answer} Answer
 */

fillPage();
offerLanguages(byId("language"));

const token = takeToken();
const store = new TableStore();
const clock = new ServerClock();
/** @type {Patron | null} */
let patron = null;
/** @type {import("./shapes.js").Totals | null} */
let totals = null;
let money = new Money("XXX", 0);

const connection = new TableConnection({
  store,
  clock,
  token,
  onState,
  onReply: (reply) => requests.answered(reply),
  onPatron: hearPatron,
  onTotals: (told) => {
    totals = told;
    renderBets();
  },
  onFault: ({ code, fatal }) => {
    if (!fatal) sayFault(code);
  },
});
const requests = new Requests((message) => connection.send(message));
const sounds = new Sounds();
const slip = new BetSlip((body) => requests.request(body), () => {
  keepLaid(feltHere(), slip.laid);
  renderBets();
});
const status = new BetStatus(byId("bet-status"), byId("win"));
const chips = new ChipRack(byId("chips"));
const spots = new SpotBoard(byId("spots"), layChip);
// What is drawn of the table may wait for the studio's picture; what is bet never does.
const late = new LateTable(store);
let isRestored = false;

showTable(late.scene, clock);
showStudio(byId("picture"), store, late);
switchSounds(byId("sound"), sounds);
store.watch(["offer"], (view) => spots.lay(view.offer?.spots ?? []));
store.watch(["betting", "table", "hold"], openOrClose);
const timeBar = new TimeBar(byId("time-left"), clock);
store.watch(["betting"], (view) => timeBar.render(view.betting));
late.scene.watchAll((_, change) => {
  renderBets();
  if (mayMove(change, clock) && change?.events.some(({ type }) => type === "card_dealt")) sounds.play("card");
});

onPress("undo", () => slip.undo());
onPress("clear", () => slip.clear());
onPress("rebet", () => slip.lay({ move: "rebet" }));
onPress("rebet-x2", () => slip.lay({ move: "rebet_x2" }));
onPress("confirm", () => slip.confirm());
byId("history").addEventListener("click", () => void showHistory((body) => requests.request(body), patron ? money : null));
byId("rules").setAttribute("href", `/rules${location.search}`);
byId("lobby").setAttribute("href", lobbyAddress(token));

exposeForTests(store, connection, clock);
connection.start();

/** @param {View} view */
function openOrClose(view) {
  const lost = slip.open(view.table.phase === "betting" ? (view.betting?.coup ?? null) : null);
  if (lost > 0) status.tell(say("state-dropped", { amount: money.format(lost) }), "refused");
  else if (view.table.phase === "betting" || view.table.phase === "settled") status.settle();
  restoreLaid();
}

/** @param {Patron} told */
function hearPatron(told) {
  if (patron?.currency !== told.currency) money = new Money(told.currency, told.exponent);
  const news = patron !== null && told.last !== null && told.last.coup !== patron.last?.coup;
  if (news && told.last && wonOf(told.last) > 0) late.afterwards(() => sounds.play("paid"));
  patron = told;
  slip.hear(told);
  restoreLaid();
  renderBets();
}

/** The page may have been loaded anew in another language, with chips laid. */
function restoreLaid() {
  if (isRestored || patron === null || store.view === null) return;
  isRestored = true;
  slip.restore(recallLaid(feltHere()));
}

/** Whose chips on which coup: what is kept under it means nothing on any other. */
function feltHere() {
  return JSON.stringify([store.table, store.epoch, store.view?.shoe?.number, slip.coup, patron?.name, patron?.currency]);
}

/** @param {string} spot */
function layChip(spot) {
  const [currency, room] = [currencyHere(), roomHere(spot)];
  if (currency === null || slip.coup === null) return;
  status.settle();
  if (room !== null && room >= chips.value) {
    slip.lay({ move: "place", spot, amount: chips.value });
    sounds.play("chip");
  } else {
    status.tell(`${sayCode("bet", spot)}: ${say("spot-room", { room: money.format(room ?? 0) })}`, "refused");
  }
}

function renderBets() {
  const view = store.view;
  if (view === null) return;
  const currency = currencyHere();
  if (currency !== null) chips.render(currency.step, Object.values(currency.spots), money);
  const ended = lastOf(view);
  // What came of it is told when it is seen, and until then the stakes lie there.
  const last = ended && lastOf(late.scene.view);
  const returned = last === null ? null : new Map(last.returned);
  const accepted = ended === null ? slip.accepted : new Map(ended.stakes);
  const all = totals === null || patron === null ? {} : (totals.currencies[patron.currency] ?? {});
  const lying = slip.lying;
  // Without a link chips stay where they lie, and nothing can be asked of the table.
  const open = slip.coup !== null && patron?.seated === true && connection.state === "live";
  spots.render(
    (spot) => ({
      accepted: accepted.get(spot) ?? 0,
      laid: last === null ? (lying.get(spot) ?? 0) - (slip.accepted.get(spot) ?? 0) : 0,
      all: all[spot] ?? 0,
      limits: currency?.spots[spot] ?? null,
      room: roomHere(spot),
      closed: isClosed(view, spot),
      returned: returned?.has(spot) || accepted.has(spot) ? (returned?.get(spot) ?? (last === null ? null : 0)) : null,
    }),
    money,
    open,
  );
  status.render(slip, totalOf(last === null ? accepted : slip.accepted), last, money);
  renderPurse(totalOf(last === null ? lying : accepted));
  renderWays(open);
}

/** Return the patron's stakes and returns of the coup on the felt, once it is over. @param {View | null} view */
function lastOf(view) {
  const last = patron?.last ?? null;
  return view?.table.phase === "settled" && last !== null && last.coup === view.coup?.number ? last : null;
}

/** @param {number} staked */
function renderPurse(staked) {
  byId("tray").hidden = patron === null;
  byId("seat").hidden = patron !== null && !patron.asked && patron.seated;
  setText(byId("seat"), patron === null ? say("seat-none") : patron.asked ? say("seat-asked") : say("seat-lost"));
  byId("accounts").hidden = patron === null || patron.accounts === "ok";
  setText(byId("accounts"), say("accounts-unavailable"));
  if (patron === null) return;
  byId("play-money").hidden = !patron.fun;
  setText(byId("balance"), patron.balance === null ? say("balance_unknown") : money.format(patron.balance));
  setText(byId("total-bet"), money.format(staked));
}

/** @param {boolean} open */
function renderWays(open) {
  const lies = slip.isLaid || slip.accepted.size > 0;
  allow("undo", open && lies && !slip.isSending);
  allow("clear", open && lies && !slip.isSending);
  allow("rebet", open && slip.previous.size > 0);
  allow("rebet-x2", open && slip.previous.size > 0);
  allow("confirm", open && slip.isLaid && !slip.isSending);
  setText(byId("confirm"), slip.isLaid ? say("confirm-amount", { amount: money.format(slip.change) }) : say("confirm"));
}

/**
 * Disabled rather than greyed by a class: nothing here has a reason to read but that there is nothing to do.
 * @param {string} id
 * @param {boolean} allowed
 */
function allow(id, allowed) {
  /** @type {HTMLButtonElement} */ (byId(id)).disabled = !allowed;
}

/**
 * @param {string} id
 * @param {() => Promise<Answer | null | undefined> | void} act
 */
function onPress(id, act) {
  byId(id).addEventListener("click", async () => {
    status.settle();
    const answer = await act();
    if (answer === null || answer?.ok === false) status.tell(sayRefused(answer, money), "refused");
    renderBets();
  });
}

function currencyHere() {
  return (patron && store.view?.offer?.currencies[patron.currency]) ?? null;
}

/** @param {string} spot */
function roomHere(spot) {
  const currency = currencyHere();
  if (currency === null || patron === null) return null;
  const all = totals?.currencies[patron.currency] ?? {};
  return roomOn(spot, { currency, limits: patron.limits, totals: all, accepted: slip.accepted, lying: slip.lying });
}

/**
 * @param {View} view
 * @param {string} spot
 */
function isClosed(view, spot) {
  const closes = view.offer?.spots.find(({ name }) => name === spot)?.closes_after ?? null;
  return closes !== null && (view.coup?.number ?? 0) > closes;
}

/** @param {string} code Why the patron plays here no more, or what was wrong with a request. */
function sayFault(code) {
  if (code !== "idle") return status.tell(sayCode("refused", code), "refused");
  if (patron !== null) patron = { ...patron, seated: false, asked: false };
  return renderBets();
}

/**
 * @param {import("./connection.js").LinkState} state
 * @param {string} code
 */
function onState(state, code) {
  renderLink(byId("link"), state);
  document.documentElement.classList.toggle("out-of-touch", state !== "live");
  if (state === "live") requests.again();
  renderBets();
  if (state !== "refused") return;
  dropToken();
  byId("lobby").setAttribute("href", lobbyAddress(null));
  byId("stage").hidden = true;
  byId("turned-away").hidden = false;
  setText(byId("turned-away"), sayCode("turned_away", code));
}
