// @ts-check
/** The rules page: to be read without a stake, a token or a table that answers. `?game=touch` is Baccarat Touch. */

import { ServerClock } from "./clock.js";
import { TableConnection } from "./connection.js";
import { exposeForTests } from "./debug_hook.js";
import { byId, element } from "./dom.js";
import { offerLanguages } from "./language_choice.js";
import { renderLink } from "./link_badge.js";
import { liveRules, touchRules } from "./rules_text.js";
import { TableStore } from "./store.js";
import { fillPage, say } from "./words.js";

fillPage();
offerLanguages(byId("language"));

const asked = new URLSearchParams(location.search);
const isTouch = asked.get("game") === "touch";
const store = new TableStore();
const clock = new ServerClock();
const connection = new TableConnection({
  store,
  clock,
  token: null,
  onState: (state) => renderLink(byId("link"), state),
});

store.watch(["offer"], render);
exposeForTests(store, connection, clock);
render();
if (!isTouch) connection.start();
else byId("link").hidden = true;

function render() {
  const rules = isTouch ? touchRules() : liveRules(store.view?.offer ?? null, store.view?.shoe?.packs ?? null);
  byId("text").replaceChildren(ways(), ...rules);
}

/** The way from one game's rules to the other's. */
function ways() {
  return element("nav", { class: "rules-ways" }, way("live", say("rules-live")), way("touch", say("rules-touch")));
}

/**
 * @param {string} game
 * @param {string} name
 */
function way(game, name) {
  const address = new URLSearchParams(asked);
  address.set("game", game);
  const isHere = (game === "touch") === isTouch;
  return element("a", { href: `?${address}`, "aria-current": isHere ? "page" : undefined }, name);
}
