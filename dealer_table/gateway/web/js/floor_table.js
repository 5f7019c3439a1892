// @ts-check
/** One table on the floor: its link, what is known of it, and its card among the others. */

import { ServerClock } from "./clock.js";
import { TableConnection } from "./connection.js";
import { nextLine } from "./desk_next.js";
import { standing } from "./desk_proposal.js";
import { element, setText } from "./dom.js";
import { Money } from "./numbers.js";
import { needsLogin, Requests } from "./requests.js";
import { TableStore } from "./store.js";
import { say, sayCode } from "./words.js";

/** @typedef {import("./shapes.js").View} View */

export class FloorTable {
  id;
  me;
  store = new TableStore();
  clock = new ServerClock();
  connection;
  requests;
  /** @type {import("./connection.js").LinkState} */
  state = "connecting";
  /** Why the table does not let the token in. */
  refusal = "";
  card;
  #parts = {
    name: element("strong", { class: "floor-card-name" }),
    line: element("span", { class: "floor-card-line", "data-testid": "card-line" }),
    who: element("span", { class: "floor-card-who", "data-testid": "card-who" }),
    facts: element("span", { class: "floor-card-facts", "data-testid": "card-facts" }),
    money: element("span", { class: "floor-card-money", "data-testid": "card-money" }),
  };
  #onChange;
  #patrons = 0;
  /** @type {Record<string, string>} */
  #troubles = {};
  /** @type {import("./shapes.js").Totals | null} */
  #totals = null;

  /**
   * @param {string} id
   * @param {string} token
   * @param {string} me
   * @param {{ onOpen: () => void, onChange: () => void, onLoginNeeded: () => void }} told
   */
  constructor(id, token, me, { onOpen, onChange, onLoginNeeded }) {
    this.id = id;
    this.me = me;
    this.#onChange = onChange;
    this.card = element("button", { type: "button", class: "floor-card", "data-testid": `table-${id}`, "aria-expanded": "false" }, ...Object.values(this.#parts));
    this.card.addEventListener("click", onOpen);
    this.connection = new TableConnection({
      store: this.store,
      clock: this.clock,
      token,
      table: id,
      onState: (state, code) => this.#onState(state, code),
      onReply: (reply) => {
        this.requests.answered(reply);
        if (needsLogin(reply)) onLoginNeeded();
      },
      onTotals: (totals) => {
        this.#totals = totals;
        this.#render();
      },
      onCondition: ({ troubles }) => {
        this.#troubles = troubles;
        this.#render();
      },
    });
    this.requests = new Requests((message) => this.connection.send(message));
    this.store.watchAll(() => this.#render());
  }

  start() {
    this.connection.start();
  }

  /** @param {number} patrons How many have a page open at this table. */
  hearPatrons(patrons) {
    this.#patrons = patrons;
    this.#render();
  }

  /** @param {boolean} isOpened */
  showOpened(isOpened) {
    this.card.setAttribute("aria-expanded", String(isOpened));
  }

  /** Whether the token opens this table, and to a supervisor. */
  get isMine() {
    return this.state !== "refused" && (this.store.view === null || this.store.view.desk?.role === "supervisor");
  }

  /** Who must act, on a hold or on what another proposed; null while nothing waits. */
  get waitsFor() {
    const proposal = standing(this.store.view?.desk?.proposal, this.clock);
    if (proposal !== null && proposal.by !== this.me) return "supervisor";
    return this.store.view?.desk?.hold?.waits_for ?? null;
  }

  /**
   * @param {import("./connection.js").LinkState} state
   * @param {string} code
   */
  #onState(state, code) {
    this.state = state;
    this.refusal = code;
    // A link that comes back is told anew what is wrong, and not told that nothing is.
    if (state === "live") {
      this.#troubles = {};
      this.requests.again();
    }
    this.#render();
  }

  #render() {
    const { view } = this.store;
    const { name, line, who, facts, money } = this.#parts;
    setText(name, say("table", { table: this.id }));
    const { text, tone } = this.#line(view);
    this.card.dataset.tone = tone;
    this.card.dataset.phase = view?.table.phase ?? "";
    setText(line, text);
    setText(who, this.waitsFor === null ? "" : say(`floor-must_act-${this.waitsFor}`));
    who.hidden = this.waitsFor === null;
    // A fact stays in one line.
    setText(facts, view === null ? "" : this.#facts(view).map((fact) => fact.replaceAll(" ", "\u00a0")).join(" · "));
    const sums = this.#sums(view);
    setText(money, sums.join(" · "));
    money.hidden = sums.length === 0;
    this.#onChange();
  }

  /** @param {View | null} view What the table waits for, or what is wrong with it. */
  #line(view) {
    if (view === null || this.state !== "live") return { text: say(`link-${this.state}`), tone: "away" };
    const [trouble] = Object.keys(this.#troubles);
    if (trouble !== undefined) return { text: sayCode("desk-trouble", trouble), tone: "away" };
    const hold = view.desk?.hold;
    if (hold) return { text: sayCode("desk-hold", hold.kind), tone: hold.waits_for };
    if (view.table.phase === "closed") return { text: say("phase-closed"), tone: "closed" };
    return { text: view.desk ? nextLine(view.desk).text : say(`phase-${view.table.phase}`), tone: "runs" };
  }

  /** @param {View} view */
  #facts({ table, shoe, coup }) {
    return [
      table.dealer ? say("desk-on_duty", { dealer: table.dealer }) : say("desk-nobody_on_duty"),
      shoe ? say("shoe_number", { number: shoe.number }) : "",
      coup ? say("coup_number", { number: coup.number }) : "",
      say("floor-patrons", { count: this.#patrons }),
    ].filter(Boolean);
  }

  /** @param {View | null} view What lies on the open coup, by currency. */
  #sums(view) {
    if (this.#totals === null || this.#totals.coup !== view?.coup?.number) return [];
    return Object.entries(this.#totals.currencies).map(([currency, spots]) => {
      const sum = Object.values(spots).reduce((all, amount) => all + amount, 0);
      return new Money(currency, view?.offer?.currencies[currency]?.exponent ?? 0).format(sum);
    });
  }
}
