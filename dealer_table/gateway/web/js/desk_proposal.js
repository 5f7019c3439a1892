// @ts-check
/** What a first person proposed and a second one confirms, by giving the same command within a minute. */

import { cardName } from "./card_name.js";
import { DeskButton } from "./desk_button.js";
import { element, setText } from "./dom.js";
import { formatList } from "./numbers.js";
import { say } from "./words.js";

/** @typedef {import("./shapes.js").ProposalSection} ProposalSection */

export class DeskProposal {
  #root;
  #me;
  #clock;
  #text = element("p", { class: "proposal-text", "data-testid": "proposal-text" });
  #left = element("p", { class: "proposal-left" });
  #confirm;
  /** @type {ProposalSection | null} */
  #proposal = null;

  /**
   * @param {HTMLElement} root
   * @param {string} me
   * @param {import("./clock.js").ServerClock} clock
   * @param {import("./desk_commands.js").Run} run
   * @param {(reason: string) => void} onRefused
   */
  constructor(root, me, clock, run, onRefused) {
    this.#root = root;
    this.#me = me;
    this.#clock = clock;
    const label = say("desk-proposal_confirm");
    const act = async () => {
      if (this.#proposal !== null) await run(this.#proposal.what === "void" ? "void_coup" : "correct_coup", fieldsOf(this.#proposal), label);
    };
    this.#confirm = new DeskButton({ testid: "proposal-confirm", label, tone: "danger", act }, onRefused);
    root.append(this.#text, this.#left, this.#confirm.node);
    setInterval(() => this.#tick(), 1000);
  }

  /** @param {import("./shapes.js").DeskSection} desk */
  render({ proposal, role }) {
    this.#proposal = proposal;
    if (proposal !== null) {
      setText(this.#text, sayProposal(proposal));
      this.#confirm.setRefusal(proposal.by === this.#me ? "second_person_needed" : null);
      this.#confirm.node.hidden = role === "dealer";
    }
    this.#tick();
  }

  #tick() {
    const proposal = standing(this.#proposal, this.#clock);
    this.#root.hidden = proposal === null;
    if (proposal !== null) setText(this.#left, say("desk-proposal_left", { seconds: Math.ceil((proposal.closes_at - this.#clock.now()) / 1000) }));
  }
}

/**
 * Return the proposal while it stands: the table says nothing when its minute is over.
 * @param {ProposalSection | null | undefined} proposal
 * @param {import("./clock.js").ServerClock} clock
 */
export function standing(proposal, clock) {
  return proposal && clock.now() < proposal.closes_at ? proposal : null;
}

/** @param {ProposalSection} proposal */
function sayProposal({ what, by, coup, reason, player, banker }) {
  if (what === "void") return say("desk-proposal_void", { who: by, coup, reason });
  return say("desk-proposal_correct", { who: by, coup, reason, player: formatList(player.map(cardName)), banker: formatList(banker.map(cardName)) });
}

/**
 * @param {ProposalSection} proposal
 * @returns {import("./requests.js").Fields}
 */
function fieldsOf({ what, coup, player, banker, reason }) {
  return what === "void" ? { reason } : { coup, player, banker, reason };
}
