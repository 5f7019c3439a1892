// @ts-check
/** A new shoe's burn: the indicator face up, and the backs of the cards that leave. Their faces are never sent. */

import { makeBack, makeCard } from "./card.js";
import { cardName } from "./card_name.js";
import { element, setText } from "./dom.js";
import { dealFrom } from "./motion.js";
import { say } from "./words.js";

export class Burn {
  #root;
  #shoe;
  #indicator = element("div", { class: "burn-indicator", "data-testid": "burn-indicator" });
  #backs = element("div", { class: "burn-backs", "data-testid": "burn-backs" });
  #progress = element("p", { class: "burn-progress", "data-testid": "burn-progress" });

  /**
   * @param {HTMLElement} root
   * @param {Element} shoe
   */
  constructor(root, shoe) {
    this.#root = root;
    this.#shoe = shoe;
    root.append(element("div", { class: "burn-cards" }, this.#indicator, this.#backs), this.#progress);
  }

  /**
   * @param {import("./shapes.js").ShoeSection | null} shoe
   * @param {boolean} burning
   * @param {boolean} moving
   */
  render(shoe, burning, moving) {
    this.#root.hidden = !burning || shoe === null;
    if (!burning || shoe === null) {
      this.#indicator.replaceChildren();
      this.#backs.replaceChildren();
      return;
    }
    this.#renderIndicator(shoe.indicator, moving);
    this.#renderBacks(shoe.burn_due, shoe.burn_done, moving);
    const progress = say("burn-progress", { done: shoe.burn_done, due: shoe.burn_due });
    setText(this.#progress, shoe.burn_due ? progress : say("burn-indicator_due"));
    this.#progress.title = shoe.indicator ? say("burn-indicator", { card: cardName(shoe.indicator) }) : "";
  }

  /**
   * @param {string | null} card
   * @param {boolean} moving
   */
  #renderIndicator(card, moving) {
    const place = /** @type {HTMLElement | null} */ (this.#indicator.firstElementChild);
    if (place?.dataset.card === (card ?? undefined)) return;
    this.#indicator.replaceChildren();
    if (card !== null) this.#put(this.#indicator, makeCard(card), card, moving);
  }

  /**
   * @param {number} due
   * @param {number} done
   * @param {boolean} moving
   */
  #renderBacks(due, done, moving) {
    while (this.#backs.children.length > due) this.#backs.lastElementChild?.remove();
    while (this.#backs.children.length < due) this.#backs.append(element("div", { class: "burn-place" }));
    Array.from(this.#backs.children).forEach((place, at) => {
      const filled = place.childElementCount > 0;
      if (at < done && !filled) this.#put(/** @type {HTMLElement} */ (place), makeBack(), "", moving);
      if (at >= done && filled) place.replaceChildren();
    });
  }

  /**
   * @param {HTMLElement} where
   * @param {HTMLElement} card
   * @param {string} name
   * @param {boolean} moving
   */
  #put(where, card, name, moving) {
    const place = element("div", { class: "card-place", "data-card": name }, card);
    where.append(place);
    if (moving) dealFrom(place, this.#shoe);
  }
}
