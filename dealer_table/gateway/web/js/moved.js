// @ts-check
/** Presses that were meant for what stood there before: when a panel comes or goes, what is beneath it moves. */

const STILL_MS = 400;

/**
 * Take no press for a moment after one of `panels` has come, gone, or become another.
 * @param {HTMLElement} root What moves.
 * @param {HTMLElement[]} panels
 */
export function keepStillAfterMoves(root, panels) {
  let timer = 0;
  const watch = new MutationObserver((records) => {
    // An attribute that is set to what it was is told as well.
    if (records.every(({ target, attributeName, oldValue }) => /** @type {Element} */ (target).getAttribute(attributeName ?? "") === oldValue)) return;
    root.classList.add("moved");
    clearTimeout(timer);
    timer = window.setTimeout(() => root.classList.remove("moved"), STILL_MS);
  });
  for (const panel of panels) watch.observe(panel, { attributeFilter: ["hidden", "data-kind"], attributeOldValue: true });
}
