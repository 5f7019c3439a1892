// @ts-check
/** The words of the page's language, and how they are filled in. No other file holds text that people read. */

import { english } from "./languages/english.js";

/** @type {Record<string, typeof english>} */
const LANGUAGES = { en: english };

/** Choose by `?lang=`, else by what the browser prefers, else English. */
function choose() {
  const asked = new URLSearchParams(location.search).get("lang");
  const wanted = [asked, ...navigator.languages].map((tag) => (tag ?? "").split("-")[0]);
  return LANGUAGES[wanted.find((tag) => tag in LANGUAGES) ?? "en"];
}

export const words = choose();

/**
 * Put `values` in the places of `template`: fill("Coup {number}", { number: 3 }).
 * @param {string} template
 * @param {Record<string, string | number>} values
 */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * Look a stable code up in a table of words; a code too new for this page is shown as plain words, never hidden.
 * @param {Record<string, any>} table
 * @param {string} code
 * @returns {string}
 */
export function wordFor(table, code) {
  return table[code] ?? table.other ?? code.replaceAll("_", " ");
}

/** @param {string} card A card's name, "8S". */
export function cardName(card) {
  return fill(words.card_name, { rank: wordFor(words.rank, card[0]), suit: wordFor(words.suit, card[1]) });
}

/** Fill in every `data-word` of the page: the path of its text in the table of words. */
export function fillPage() {
  document.documentElement.lang = words.language;
  for (const node of document.querySelectorAll("[data-word]")) {
    const path = /** @type {HTMLElement} */ (node).dataset.word ?? "";
    node.textContent = path.split(".").reduce((/** @type {any} */ table, step) => table[step], words);
  }
}
