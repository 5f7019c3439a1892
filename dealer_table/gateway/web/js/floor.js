// @ts-check
/** The floor: every table that the supervisor's token opens, at a glance, and one of them opened to act on. */

import { nameIn } from "./claims.js";
import { byId, setText } from "./dom.js";
import { FloorDetail } from "./floor_detail.js";
import { FloorTable } from "./floor_table.js";
import { offerLanguages } from "./language_choice.js";
import { renderLink } from "./link_badge.js";
import { logInAgain, offerLogin, offerLogout } from "./login.js";
import { formatList } from "./numbers.js";
import { dropToken, takeToken } from "./token.js";
import { fillPage, say, sayCode } from "./words.js";

const LOBBY_EVERY_MS = 5_000;

/** @typedef {{ id: string, kind: "live" | "touch", patrons: number }} InLobby */

fillPage();
offerLanguages(byId("language"));

let token = takeToken();
const me = nameIn(token);
/** @type {Map<string, FloorTable>} */
const tables = new Map();
/** @type {Map<string, FloorDetail>} A table that was opened once keeps its detail. */
const details = new Map();
/** @type {string | null} */
let opened = null;
/** Whether a table was opened, by a person or because it is the only one: from then on it is the person's to choose. */
let chosen = false;

byId("notice-dismiss").addEventListener("click", () => tell(""));
setText(byId("who"), me);
offerLogout(byId("logout"), token);
if (token === null) {
  turnAway(say("floor-token_missing"));
  void offerLogin(byId("turned-away"), { expired: false, supervisors: true });
} else void lookAround();

/** See which tables there are, now and from time to time: a table may be opened while the floor is watched. */
async function lookAround() {
  try {
    /** @type {InLobby[]} */
    const places = await (await fetch("/api/tables", { cache: "no-store" })).json();
    for (const { id, kind, patrons } of places) {
      if (kind !== "live") continue;
      if (!tables.has(id)) addTable(id, token ?? "");
      tables.get(id)?.hearPatrons(patrons);
    }
  } catch {
    // The links say themselves that the gateway is away.
  }
  if (!byId("floor").hidden) setTimeout(() => void lookAround(), LOBBY_EVERY_MS);
}

/**
 * @param {string} id
 * @param {string} good
 */
function addTable(id, good) {
  const table = new FloorTable(id, good, me, { onOpen: () => open(id), onChange: renderAll, onLoginNeeded: () => void askAgain() });
  tables.set(id, table);
  table.start();
}

/** Nothing was done here for long: who sits here now? */
async function askAgain() {
  const fresh = await logInAgain(me, { supervisors: true });
  if (fresh === null) return;
  token = fresh;
  for (const table of tables.values()) table.connection.renew(fresh);
  tell(say("login-again_done"));
}

function renderAll() {
  const shown = [...tables.values()].filter((table) => table.isMine);
  const nodes = shown.map((table) => table.card);
  const root = byId("tables");
  if (nodes.length !== root.childElementCount || nodes.some((node, at) => node !== root.children[at])) root.replaceChildren(...nodes);
  if (tables.size > 0 && shown.length === 0) {
    const [{ refusal }] = tables.values();
    if (refusal) dropToken();
    turnAway(refusal ? sayCode("desk-turned_away", refusal) : say("floor-token_missing"));
    if (refusal === "token_refused") void offerLogin(byId("turned-away"), { expired: true, supervisors: true });
    return;
  }
  const [first] = shown;
  if (!chosen && shown.length === 1 && first.store.view?.desk !== undefined) open(first.id);
  renderLink(byId("link"), worst(shown));
  renderSummary(shown);
  if (opened !== null) details.get(opened)?.render();
}

/** @param {FloorTable[]} shown */
function renderSummary(shown) {
  const waiting = shown.filter((table) => table.waitsFor !== null);
  const mine = waiting.filter((table) => table.waitsFor === "supervisor").map(({ id }) => id);
  const theirs = waiting.filter((table) => table.waitsFor === "dealer").map(({ id }) => id);
  const summary = byId("summary");
  summary.dataset.tone = mine.length > 0 ? "mine" : theirs.length > 0 ? "theirs" : "calm";
  const parts = [];
  if (mine.length > 0) parts.push(say("floor-waits_for_you", { tables: formatList(mine) }));
  if (theirs.length > 0) parts.push(say("floor-waits_for_dealers", { tables: formatList(theirs) }));
  setText(summary, parts.join(" ") || say("floor-calm", { count: shown.length }));
}

/** @param {string} id Show this table in full, or put it away when it is shown. */
function open(id) {
  chosen = true;
  opened = opened === id ? null : id;
  for (const [name, table] of tables) table.showOpened(name === opened);
  const place = byId("detail");
  place.hidden = opened === null;
  const table = tables.get(id);
  if (opened === null || table === undefined) return;
  if (!details.has(id)) details.set(id, new FloorDetail(table, tell));
  const detail = /** @type {FloorDetail} */ (details.get(id));
  place.replaceChildren(detail.node);
  detail.render();
  detail.refresh();
}

/** @param {FloorTable[]} shown */
function worst(shown) {
  const states = shown.map(({ state }) => state);
  if (states.includes("reconnecting")) return "reconnecting";
  return states.includes("connecting") ? "connecting" : "live";
}

/** @param {string} text What must be read; "" puts it away. */
function tell(text) {
  setText(byId("notice-text"), text);
  byId("notice").hidden = text === "";
}

/** @param {string} why */
function turnAway(why) {
  renderLink(byId("link"), "refused");
  byId("floor").hidden = true;
  byId("turned-away").hidden = false;
  setText(byId("turned-away"), why);
}
