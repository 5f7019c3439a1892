// @ts-check
/** The choice of language in a page's head. */

import { element } from "./dom.js";
import { changeLanguage, LANGUAGES, ownName } from "./languages.js";
import { language, say } from "./words.js";

/** @param {HTMLElement} root */
export function offerLanguages(root) {
  const options = LANGUAGES.map((tag) => element("option", { value: tag, lang: tag, selected: tag === language }, ownName(tag)));
  const choice = element("select", { class: "language", "aria-label": say("language"), "data-testid": "language" }, ...options);
  choice.addEventListener("change", () => changeLanguage(choice.value));
  root.append(choice);
}
