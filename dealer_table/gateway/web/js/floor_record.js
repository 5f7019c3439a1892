// @ts-check
/** All that is on record of one coup, every read of a card among it. */

import { hand } from "./coup_history.js";
import { element } from "./dom.js";
import { formatTime, Money } from "./numbers.js";
import { saveText } from "./save_text.js";
import { say, sayCode } from "./words.js";

/**
 * @typedef {import("./shapes.js").CoupRecord} CoupRecord
 * @typedef {Record<string, import("./shapes.js").CurrencyOffer>} Currencies
 */

/**
 * @param {string} table
 * @param {CoupRecord} record
 * @param {Currencies} currencies
 */
export function showRecord(table, record, currencies) {
  const { coup, patrons, entries } = record;
  const title = element("h2", { class: "dialog-title", id: "record-title" }, say("floor-record_title", { table, shoe: coup.shoe, coup: coup.coup }));
  const save = element("button", { type: "button", class: "button" }, say("floor-save_record"));
  save.addEventListener("click", () => saveText(`${table}-${coup.shoe}-${coup.coup}.json`, "application/json", JSON.stringify({ table, ...record }, null, 2)));
  const close = element("button", { class: "button button--primary", "data-testid": "record-close" }, say("close"));
  const dialog = element(
    "dialog",
    { class: "dialog record", "data-testid": "record", "aria-labelledby": "record-title" },
    title,
    summaryOf(record),
    ...(patrons.length > 0 ? [element("h3", { class: "group-name" }, say("floor-record_patrons")), element("ul", { class: "record-patrons" }, ...patrons.map((patron) => patronRow(patron, currencies)))] : []),
    element("h3", { class: "group-name" }, say("floor-record_entries")),
    element("ol", { class: "record-entries", "data-testid": "record-entries", tabindex: 0 }, ...entries.map(entryRow)),
    element("form", { method: "dialog", class: "dialog-ways" }, save, close),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {CoupRecord} record */
function summaryOf({ coup }) {
  const [player, banker] = ["player", "banker"].map((side) => coup.cards.filter(({ position }) => position.startsWith(side)).map(({ card }) => card));
  return element(
    "div",
    { class: "record-summary" },
    element("p", { "data-testid": "record-status" }, [sayCode("floor-status", coup.status), coup.outcome ? say(`outcome-${coup.outcome}`) : ""].filter(Boolean).join(" · ")),
    element("div", { class: "coup-hands" }, hand("player", player), hand("banker", banker)),
    element("p", {}, say("floor-record_begun", { time: formatTime(coup.begun_at), who: coup.dealer.name })),
    coup.void_by === null ? "" : element("p", {}, say("floor-record_void", { who: coup.void_by.name, reason: coup.void_reason })),
  );
}

/**
 * @param {import("./shapes.js").PatronRecord} record
 * @param {Currencies} currencies
 */
function patronRow({ patron: [name, currency], stakes, returned }, currencies) {
  const money = new Money(currency, currencies[currency]?.exponent ?? 0);
  const back = new Map(returned);
  const lines = stakes.map(([spot, amount]) => say("floor-record_stake", { bet: sayCode("bet", spot), staked: money.format(amount), returned: money.format(back.get(spot) ?? 0) }));
  return element("li", {}, element("strong", {}, name), " ", lines.join(" · "));
}

/** @param {import("./shapes.js").JournalEntry} entry A record keeps its own words: they are what the auditor finds. */
function entryRow({ position, at, name, body }) {
  const told = Object.entries(body).filter(([key, value]) => key !== "at" && value !== null);
  return element(
    "li",
    { class: "record-entry", "data-name": name },
    element("span", { class: "record-position" }, String(position)),
    element("time", {}, formatTime(at)),
    element("code", { class: "record-name" }, name),
    element("code", { class: "record-body" }, told.map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`).join(" ")),
  );
}
