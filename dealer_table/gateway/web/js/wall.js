// @ts-check
/** The wall display: one table, to be read from afar, with nothing to touch; in several languages by turns if asked. */

import { sayCorrection } from "./banner.js";
import { ServerClock } from "./clock.js";
import { TableConnection } from "./connection.js";
import { exposeForTests, mirrorOnRoot } from "./debug_hook.js";
import { byId } from "./dom.js";
import { askedLanguages } from "./languages.js";
import { renderLink } from "./link_badge.js";
import { Requests } from "./requests.js";
import { TableStore } from "./store.js";
import { WallBoard } from "./wall_board.js";
import { recallResult } from "./wall_result.js";
import { fillPage, speak } from "./words.js";

const TURN_MS = 15_000;
const AGAIN_MS = 30_000;
// The last coup may be a void one, which has no result.
const RECALLED = 5;

const store = new TableStore();
const clock = new ServerClock();
/** @type {import("./connection.js").LinkState} */
let link = "connecting";
let board = newBoard();
let turn = 0;
// A correction is no state of the table: it is told until the next betting opens.
/** @type {import("./shapes.js").TableEvent | null} */
let correction = null;

const connection = new TableConnection({
  store,
  clock,
  token: null,
  onState: (state) => {
    link = state;
    renderLink(byId("link"), state);
    if (state === "live") void recall();
    if (state === "refused") setTimeout(startAgain, AGAIN_MS);
  },
  onReply: (reply) => requests.answered(reply),
});
const requests = new Requests((message) => connection.send(message));

store.watchAll((_, change) => {
  for (const event of change?.events ?? []) {
    if (event.type === "coup_corrected") {
      correction = event;
      void recall();
    } else if (event.type === "betting_opened") correction = null;
  }
  render();
  mirrorOnRoot(store);
});
exposeForTests(store, connection, clock);
connection.start();
if (askedLanguages().length > 1) setInterval(takeTurns, TURN_MS);

function newBoard() {
  fillPage();
  return new WallBoard(byId("wall"), clock);
}

function render() {
  if (store.view !== null) board.render(store.view, store.table, correction === null ? "" : sayCorrection(correction));
}

/** Ask for the last coup: the view of a table that takes bets no longer has its totals. */
async function recall() {
  const reply = await requests.request({ type: "recall", limit: RECALLED });
  if (reply?.type !== "recall") return;
  recallResult(reply.coups);
  render();
}

/** Say all of it in the next language that the address asks for; one that cannot be had now is for the next time. */
async function takeTurns() {
  const languages = askedLanguages();
  turn = (turn + 1) % languages.length;
  try {
    await speak(languages[turn]);
  } catch {
    return;
  }
  board = newBoard();
  renderLink(byId("link"), link);
  render();
}

/** Nobody stands by to try again: a table that was not there may be now. The page that is here stays until one answers. */
async function startAgain() {
  try {
    if ((await fetch(location.pathname)).ok) location.reload();
  } catch {
    // Away altogether.
  }
  setTimeout(startAgain, AGAIN_MS);
}
