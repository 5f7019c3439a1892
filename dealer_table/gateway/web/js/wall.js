// @ts-check
/** The wall display: one table, to be read from afar, with nothing to touch; in several languages by turns if asked. */

import { ServerClock } from "./clock.js";
import { TableConnection } from "./connection.js";
import { exposeForTests, mirrorOnRoot } from "./debug_hook.js";
import { byId } from "./dom.js";
import { askedLanguages } from "./languages.js";
import { renderLink } from "./link_badge.js";
import { TableStore } from "./store.js";
import { WallBoard } from "./wall_board.js";
import { fillPage, speak } from "./words.js";

const TURN_MS = 15_000;
const AGAIN_MS = 30_000;

const store = new TableStore();
const clock = new ServerClock();
/** @type {import("./connection.js").LinkState} */
let link = "connecting";
let board = newBoard();
let turn = 0;

const connection = new TableConnection({
  store,
  clock,
  token: null,
  onState: (state) => {
    link = state;
    renderLink(byId("link"), state);
    if (state === "refused") setTimeout(startAgain, AGAIN_MS);
  },
});

store.watchAll((view) => {
  board.render(view, store.table);
  mirrorOnRoot(store);
});
exposeForTests(store, connection, clock);
connection.start();
if (askedLanguages().length > 1) setInterval(takeTurns, TURN_MS);

function newBoard() {
  fillPage();
  return new WallBoard(byId("wall"), clock);
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
  if (store.view !== null) board.render(store.view, store.table);
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
