// @ts-check
/** The dealer's page: the next thing to do, the felt, the buttons the procedure allows, holds and scanners. */

import { nameIn } from "./claims.js";
import { ServerClock } from "./clock.js";
import { TableConnection } from "./connection.js";
import { CountdownRing } from "./countdown.js";
import { exposeForTests, mirrorOnRoot } from "./debug_hook.js";
import { DeskCommands } from "./desk_commands.js";
import { renderDealers } from "./desk_dealers.js";
import { DeskDeckCheck } from "./desk_deck_check.js";
import { DeskHoldPanel } from "./desk_hold.js";
import { nextLine } from "./desk_next.js";
import { DeskProposal } from "./desk_proposal.js";
import { DeskScanners } from "./desk_scanners.js";
import { deskOf } from "./desk_shift.js";
import { byId, setText } from "./dom.js";
import { Felt } from "./felt.js";
import { offerLanguages } from "./language_choice.js";
import { renderLink } from "./link_badge.js";
import { logInAgain, offerLogin, offerLogout } from "./login.js";
import { mayMove } from "./motion.js";
import { keepStillAfterMoves } from "./moved.js";
import { needsLogin, Requests } from "./requests.js";
import { ShoeProgress } from "./shoe_progress.js";
import { listenForShortcuts } from "./shortcuts.js";
import { TableStore } from "./store.js";
import { dropToken, takeToken } from "./token.js";
import { fillPage, say, sayCode } from "./words.js";

const HINT_MS = 5_000;

fillPage();
offerLanguages(byId("language"));

const token = takeToken();
const me = nameIn(token);
const store = new TableStore();
const clock = new ServerClock();
const connection = new TableConnection({
  store,
  clock,
  token,
  onState,
  onReply: (reply) => {
    requests.answered(reply);
    if (needsLogin(reply)) void askAgain();
  },
  onCondition: ({ troubles }) => renderTroubles(troubles),
});
const requests = new Requests((message) => connection.send(message));

const felt = new Felt(byId("hands"), byId("shoe"));
const ring = new CountdownRing(byId("ring"), clock);
const shoe = new ShoeProgress(byId("shoe"));
const commands = new DeskCommands(byId("commands"), run, hint);
const hold = new DeskHoldPanel(byId("hold"), run, hint, clock);
const deckCheck = new DeskDeckCheck(byId("deck-check"));
const proposal = new DeskProposal(byId("proposal"), me, clock, run, hint);
const scanners = new DeskScanners(byId("scanners"), clock, run, hint);

store.watch(["coup"], (view, change) => felt.render(view.coup, mayMove(change, clock)));
store.watch(["betting"], (view) => ring.render(view.betting));
store.watch(["shoe"], (view) => shoe.render(view.shoe));
store.watch(["desk", "coup", "table", "shoe"], renderDesk);
store.watchAll(() => mirrorOnRoot(store));
keepStillAfterMoves(byId("desk"), ["troubles", "proposal", "hold", "deck-check"].map(byId));
byId("notice-dismiss").addEventListener("click", () => tell(""));
listenForShortcuts(/** @type {HTMLInputElement} */ (byId("shortcuts")), () => [...hold.buttons, ...commands.buttons, ...scanners.buttons]);

offerLogout(byId("logout"), token);
exposeForTests(store, connection, clock);
if (token === null) {
  turnAway(say("desk-token_missing"));
  void offerLogin(byId("turned-away"), { expired: false });
} else connection.start();

/** @param {import("./shapes.js").View} view */
function renderDesk(view) {
  if (view.desk === undefined) {
    turnAway(say("desk-not_a_dealer"));
    return;
  }
  const desk = deskOf(view.desk, me);
  const { text, tone } = nextLine(desk);
  showNext(text, tone);
  byId("next").dataset.action = desk.next.action;
  setText(byId("on-duty"), desk.dealer ? say("desk-on_duty", { dealer: desk.dealer }) : say("desk-nobody_on_duty"));
  commands.render(desk);
  hold.render({ ...view, desk });
  deckCheck.render(desk);
  proposal.render(desk);
  scanners.render(desk);
  renderDealers(byId("dealers-section"), byId("dealers"), desk.dealers);
  renderNumbers(view);
}

/**
 * @param {string} text
 * @param {string} tone
 */
function showNext(text, tone) {
  byId("next").dataset.tone = tone;
  setText(byId("next-text"), text);
}

/** @param {import("./shapes.js").View} view */
function renderNumbers({ coup, desk, shoe: box, table }) {
  setText(byId("table-name"), say("table", { table: store.table }));
  setText(byId("shoe-number"), box ? say("shoe_number", { number: box.number }) : "");
  setText(byId("coup-number"), coup ? say("coup_number", { number: coup.number }) : "");
  const notes = [coup?.free ? say("free_coup") : "", table.last_coup ? say("notice-last_coup") : "", table.closing ? say("notice-closing") : ""];
  setText(byId("desk-notes"), notes.filter(Boolean).join(" · "));
  const outcome = desk?.outcome ?? (coup?.void_reason ? null : coup?.outcome);
  setText(byId("screen-result"), outcome ? say("desk-result_shown", { outcome: say(`outcome-${outcome}`) }) : "");
}

/**
 * Send a command and say what became of it; what succeeded shows by itself.
 * @param {string} command
 * @param {import("./requests.js").Fields} fields
 * @param {string} label
 */
async function run(command, fields, label) {
  tell("");
  const answer = await requests.ask(command, fields);
  if (answer === null) tell(say("desk-answer_lost", { command: label }));
  else if (!answer.ok) tell(say("desk-refused", { command: label, reason: sayRefusal(answer) }));
}

/** @param {import("./shapes.js").Answer} answer */
function sayRefusal({ code, detail }) {
  const reason = sayCode("refusal", code);
  return detail ? `${reason} (${detail})` : reason;
}

/** Nothing was done here for long: who sits here now? */
async function askAgain() {
  const fresh = await logInAgain(me);
  if (fresh === null) return;
  connection.renew(fresh);
  tell(say("login-again_done"));
}

/** @param {string} text What the dealer must read; "" puts it away. */
function tell(text) {
  setText(byId("notice-text"), text);
  byId("notice").hidden = text === "";
}

/** @param {string} text What need not be put away: why a greyed button does nothing. */
function hint(text) {
  tell(text);
  setTimeout(() => {
    if (byId("notice-text").textContent === text) tell("");
  }, HINT_MS);
}

/** @param {Record<string, string>} troubles What is wrong with the table itself: then no card may be dealt. */
function renderTroubles(troubles) {
  const parts = Object.keys(troubles);
  setText(byId("troubles"), parts.map((part) => sayCode("desk-trouble", part)).join(" "));
  byId("troubles").hidden = parts.length === 0;
}

/**
 * @param {import("./connection.js").LinkState} state
 * @param {string} code
 */
function onState(state, code) {
  renderLink(byId("link"), state);
  // A link that comes back is told anew what is wrong, and not told that nothing is.
  if (state === "live") renderTroubles({});
  document.documentElement.classList.toggle("out-of-touch", state !== "live");
  if (state === "live") requests.again();
  if (state === "live" && store.view !== null) renderDesk(store.view);
  // What was to be done when the link was lost may be done by now.
  if (state === "reconnecting") showNext(say("desk-next-no_link"), "hold");
  if (state === "refused") {
    dropToken();
    turnAway(sayCode("desk-turned_away", code));
    if (code === "token_refused") void offerLogin(byId("turned-away"), { expired: true });
  }
}

/** @param {string} why Nothing can be dealt from here: say why, and show nothing else. */
function turnAway(why) {
  renderLink(byId("link"), "refused");
  byId("desk").hidden = true;
  byId("turned-away").hidden = false;
  setText(byId("turned-away"), why);
}
