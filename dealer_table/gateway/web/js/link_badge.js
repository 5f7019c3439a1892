// @ts-check
/** The connection in one word, and on the root element for whoever waits for it. */

import { setText } from "./dom.js";
import { say } from "./words.js";

/**
 * @param {HTMLElement} badge
 * @param {import("./connection.js").LinkState} state
 */
export function renderLink(badge, state) {
  document.documentElement.dataset.link = state;
  badge.dataset.state = state;
  setText(badge, say(`link-${state}`));
}
