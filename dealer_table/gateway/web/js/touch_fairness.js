// @ts-check
/** The proof of the shuffle: what was promised before the bet, what was opened after it, and whether they agree. */

import { element } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./shapes.js").TouchRound} TouchRound */

/**
 * Show it in a dialog.
 * @param {{ round: number, commitment: string }} next
 * @param {TouchRound | null} last
 * @param {string | undefined} promised What was shown before the last round, undefined when this page was not there.
 */
export async function showFairness(next, last, promised) {
  const close = element("button", { class: "button button--primary", "data-testid": "dialog-close" }, say("close"));
  const parts = [
    element("h2", { class: "dialog-title", id: "fair-title" }, say("touch-fair")),
    element("p", {}, say("touch-fair_text")),
    ...fact(say("touch-round", { number: next.round }), say("touch-commitment"), next.commitment),
  ];
  if (last === null) parts.push(element("p", {}, say("touch-fair_none")));
  else parts.push(...(await opened(last, promised)));
  const dialog = element("dialog", { class: "dialog", "data-testid": "fairness", "aria-labelledby": "fair-title" }, ...parts, element("form", { method: "dialog", class: "dialog-ways" }, close));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {TouchRound} last
 * @param {string | undefined} promised
 */
async function opened({ round, commitment, opened: { order, nonce } }, promised) {
  const parts = [
    ...fact(say("touch-round", { number: round }), say("touch-commitment"), promised ?? commitment),
    ...fact("", say("touch-nonce"), nonce),
    ...fact("", say("touch-order"), order),
  ];
  // A page served without TLS has no digest: then the numbers stand there for another program to check.
  const digest = await digestOf(`${order} ${nonce}`);
  if (digest === null) return parts;
  const agrees = digest === commitment && (promised ?? commitment) === commitment;
  return [element("p", { class: "fair-verdict", "data-agrees": agrees ? "true" : "false", "data-testid": "fair-verdict" }, agrees ? say("touch-fair_ok") : say("touch-fair_bad")), ...parts];
}

/**
 * @param {string} heading
 * @param {string} name
 * @param {string} value
 */
function fact(heading, name, value) {
  const said = element("p", { class: "fair-fact" }, element("span", {}, name), element("code", {}, value));
  return heading === "" ? [said] : [element("h3", { class: "group-name" }, heading), said];
}

/** @param {string} text */
async function digestOf(text) {
  if (globalThis.crypto?.subtle === undefined) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
