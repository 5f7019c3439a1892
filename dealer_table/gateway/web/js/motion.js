// @ts-check
/** How cards move: out of the shoe, turned over on the way, and off the felt. Still where people ask for stillness. */

import { prefersStillness } from "./dom.js";

// Closer than this, coups are dealt faster than an eye follows: a simulated shoe at full speed.
const RUSH_MS = 150;
// Older than this, a change is what was missed meanwhile.
const LATE_MS = 3_000;
const DEAL_MS = 620;
const CLEAR_MS = 380;

/**
 * Tell whether what changed may be shown with motion: only what happens before one's eyes.
 * @param {import("./store.js").Change} change
 * @param {import("./clock.js").ServerClock} clock
 */
export function mayMove(change, clock) {
  if (change === null || document.visibilityState !== "visible") return false;
  return change.sinceLast >= RUSH_MS && clock.now() - change.at < LATE_MS;
}

/**
 * Let a card arrive from where `source` is on the screen.
 * @param {HTMLElement} place The card's place, already where it belongs.
 * @param {Element} source
 */
export function dealFrom(place, source) {
  if (prefersStillness()) {
    place.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 150 });
    return;
  }
  const from = source.getBoundingClientRect();
  const to = place.getBoundingClientRect();
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  place.animate(
    [
      { transform: `translate(${x}px, ${y}px) rotate(-24deg) scale(.55)`, offset: 0 },
      { transform: "translate(0, 0) rotate(0) scale(1.04)", offset: 0.72 },
      { transform: "none", offset: 1 },
    ],
    { duration: DEAL_MS, easing: "cubic-bezier(.2, .75, .3, 1)" },
  );
  place.querySelector(".card-flip")?.animate(
    [
      { transform: "rotateY(180deg)", offset: 0 },
      { transform: "rotateY(180deg)", offset: 0.45 },
      { transform: "rotateY(0)", offset: 1 },
    ],
    { duration: DEAL_MS + 120, easing: "ease-in-out" },
  );
}

/**
 * Let what tells of a card that is on its way be seen when the card has turned over: a total would give it away.
 * @param {Element} node
 */
export function revealLater(node) {
  if (prefersStillness()) return;
  node.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: DEAL_MS });
}

/**
 * Let a copy of each place's card slide off the felt, while the place itself is free again.
 * @param {HTMLElement[]} places
 */
export function sweepAway(places) {
  if (prefersStillness()) return;
  for (const place of places) {
    const ghost = /** @type {HTMLElement} */ (place.cloneNode(true));
    ghost.classList.add("card-ghost");
    ghost.setAttribute("aria-hidden", "true");
    for (const node of ghost.querySelectorAll("[data-testid]")) node.removeAttribute("data-testid");
    place.parentElement?.append(ghost);
    ghost.animate(
      [{ transform: "none", opacity: 1 }, { transform: "translate(-30vw, -8vh) rotate(-14deg)", opacity: 0 }],
      { duration: CLEAR_MS, easing: "ease-in" },
    ).onfinish = () => ghost.remove();
  }
}

/**
 * Draw the eye to something that has just changed.
 * @param {Element} node
 */
export function pulse(node) {
  if (prefersStillness()) return;
  node.animate([{ transform: "scale(1.6)", opacity: 0.2 }, { transform: "none", opacity: 1 }], {
    duration: 450,
    easing: "ease-out",
  });
}
