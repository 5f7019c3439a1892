// @ts-check
/** What everybody must be told beside the phase: a hold, a void, the last coup, the end of the day. */

import { element } from "./dom.js";
import { say, sayCode } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {import("./shapes.js").View} view
 * @param {string} correction What was put right after its settlement, "" for nothing of late.
 */
export function renderBanners(root, view, correction) {
  const notices = noticesOf(view);
  if (correction !== "") notices.push({ kind: "corrected", text: correction });
  const shown = notices.map(({ kind, text }) => `${kind}:${text}`).join("|");
  if (root.dataset.shown === shown) return;
  root.dataset.shown = shown;
  root.replaceChildren(
    ...notices.map(({ kind, text }) =>
      element(
        "p",
        { class: `banner banner--${kind}`, "data-testid": `banner-${kind}` },
        element("span", { class: "banner-sign", "aria-hidden": true }, SIGNS[kind]),
        text,
      ),
    ),
  );
}

/** @type {Record<string, string>} */
const SIGNS = { hold: "!", void: "×", corrected: "✎", last: "◆", cut: "◆", closing: "☾" };

/** @param {import("./shapes.js").View} view */
function noticesOf({ coup, hold, shoe, table }) {
  const notices = [];
  if (hold !== null) notices.push({ kind: "hold", text: sayCode("hold", hold.kind) });
  if (coup?.void_reason) notices.push({ kind: "void", text: say("notice-void", { reason: coup.void_reason }) });
  if (table.last_coup) notices.push({ kind: "last", text: say("notice-last_coup") });
  else if (shoe?.cut_card_out && table.phase !== "shoe_over") notices.push({ kind: "cut", text: say("notice-cut_card") });
  if (table.closing) notices.push({ kind: "closing", text: say("notice-closing") });
  return notices;
}

/** @param {import("./shapes.js").TableEvent} event Of the type "coup_corrected". */
export function sayCorrection({ coup, outcome, reason }) {
  return say("notice-corrected", { coup, outcome: say(`outcome-${outcome}`), reason });
}
