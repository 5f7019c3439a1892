// @ts-check
/** The proof of the shuffle: what was promised before the bet, what was opened after it, and whether they agree. */

import { element } from "./dom.js";
import { saveText } from "./save_text.js";
import { showDialog } from "./touch_dialog.js";
import { prove } from "./touch_proof.js";
import { say } from "./words.js";

/** @typedef {import("./shapes.js").TouchRound} TouchRound */

/** @type {Record<import("./touch_proof.js").ProofStep, () => string>} */
const STEPS = {
  hash: () => say("touch-proof_hash"),
  packs: () => say("touch-proof_packs"),
  head: () => say("touch-proof_head"),
};

/**
 * Show what the next round is promised to be.
 * @param {{ round: number, commitment: string }} next
 */
export function showPromise({ round, commitment }) {
  const body = [element("p", {}, say("touch-fair_text")), ...fact(say("touch-round", { number: round }), say("touch-commitment"), commitment)];
  showDialog("fairness", say("touch-fair"), body);
}

/**
 * Check a round that is over, and show how.
 * @param {TouchRound} round
 * @param {string | undefined} promised What was shown before it, undefined when this browser was not there.
 */
export async function showProof(round, promised) {
  const steps = await prove(round, promised);
  const holds = [...steps.values()].every((step) => step !== false);
  const verdict = element("p", { class: "fair-verdict", "data-agrees": String(holds), "data-testid": "fair-verdict" }, holds ? sayAgreed(steps, promised) : say("touch-fair_bad"));
  const list = [...steps].map(([step, agrees]) => element("li", { "data-step": step, "data-agrees": String(agrees) }, `${agrees === null ? "?" : agrees ? "✓" : "✗"} ${STEPS[step]()}`));
  const { commitment, opened: { order, nonce } } = round;
  const body = [
    verdict,
    element("ul", { class: "proof-steps" }, ...list),
    element("p", {}, say("touch-fair_text")),
    ...fact(say("touch-round", { number: round.round }), say("touch-commitment"), promised ?? commitment),
    ...fact("", say("touch-nonce"), nonce),
    ...fact("", say("touch-order"), order),
    ...fact("", say("touch-proof_command"), ["dealer-table", "touch", "verify", fileOf(round), "--commitment", promised ?? commitment].join(" ")),
  ];
  showDialog("fairness", say("touch-fair"), body, waysToKeep(round));
}

/**
 * @param {Map<string, boolean | null>} steps
 * @param {string | undefined} promised
 */
function sayAgreed(steps, promised) {
  if (steps.get("hash") === null) return say("touch-proof_no_hash");
  return promised === undefined ? say("touch-proof_unseen") : say("touch-fair_ok");
}

/** @param {TouchRound} round */
function fileOf({ round }) {
  return `round-${round}.json`;
}

/** @param {TouchRound} round */
function waysToKeep(round) {
  const text = JSON.stringify(round);
  const save = element("button", { type: "button", class: "button", "data-testid": "proof-save" }, say("touch-proof_save"));
  save.addEventListener("click", () => saveText(fileOf(round), "application/json", text));
  // Without TLS there is no clipboard; the file is there always.
  if (navigator.clipboard === undefined) return [save];
  const copy = element("button", { type: "button", class: "button", "data-testid": "proof-copy" }, say("touch-proof_copy"));
  const told = element("span", { class: "unseen", role: "status" });
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    copy.textContent = told.textContent = say("touch-proof_copied");
  });
  return [save, copy, told];
}

/**
 * @param {string} heading
 * @param {string} name
 * @param {string} value
 */
function fact(heading, name, value) {
  const code = element("code", { tabindex: 0, role: "group", "aria-label": name }, value);
  const said = element("div", { class: "fair-fact" }, element("span", {}, name), code);
  return heading === "" ? [said] : [element("h3", { class: "group-name" }, heading), said];
}
