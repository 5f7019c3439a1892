// @ts-check
/**
 * The words of the page's language, out of its catalogues (`languages/<tag>/*.ftl`); no other file holds text that
 * people read. The page names the catalogues it needs: `<html data-catalogues="table desk">`.
 */

import { FluentBundle, FluentResource } from "./fluent.js";
import { chooseLanguage } from "./languages.js";

/** @typedef {Record<string, import("@fluent/bundle").FluentVariable>} Values */

export let language = chooseLanguage();

let bundle = await readCatalogues(language);

/** @param {string} tag */
async function readCatalogues(tag) {
  const names = (document.documentElement.dataset.catalogues ?? "").split(" ");
  // Our languages all run from left to right: marks around each value would only be in the way of searching.
  const filled = new FluentBundle(tag, { useIsolating: false });
  const texts = await Promise.all(names.map(async (name) => (await fetch(`/static/languages/${tag}/${name}.ftl`)).text()));
  for (const text of texts) filled.addResource(new FluentResource(text));
  return filled;
}

/**
 * Say everything in another language from now on; what is said already, whoever said it says again.
 * @param {string} tag
 */
export async function speak(tag) {
  bundle = await readCatalogues(tag);
  language = tag;
}

/**
 * Say the message `id`, with `values` in its places; numbers are written as the language writes them.
 * @param {string} id
 * @param {Values} [values]
 * @returns {string}
 */
export function say(id, values) {
  const pattern = bundle.getMessage(id)?.value;
  // A word that the linter let slip shows as its name: what is around it still helps.
  return pattern ? bundle.formatPattern(pattern, values, []) : id;
}

/**
 * Say the message of a stable code: `<family>-<code>`; a code too new for this page is shown as plain words.
 * @param {string} family
 * @param {string} code
 * @param {Values} [values]
 * @returns {string}
 */
export function sayCode(family, code, values) {
  const known = [`${family}-${code}`, `${family}-other`].find((id) => bundle.hasMessage(id));
  return known ? say(known, values) : code.replaceAll("_", " ");
}

/** Fill in every `data-say` of the page, and every `data-say-label` that only a screen reader hears. */
export function fillPage() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-say]")) {
    node.textContent = say(/** @type {HTMLElement} */ (node).dataset.say ?? "");
  }
  for (const node of document.querySelectorAll("[data-say-label]")) {
    node.setAttribute("aria-label", say(/** @type {HTMLElement} */ (node).dataset.sayLabel ?? ""));
  }
}
