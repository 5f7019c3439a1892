// @ts-check
/** The table as everybody sees it, wired to its view: felt, phase, ring, notices, burn, roads, counts, shoe, speech. */

import { renderBanners, sayCorrection } from "./banner.js";
import { Burn } from "./burn.js";
import { CountdownRing } from "./countdown.js";
import { mirrorOnRoot } from "./debug_hook.js";
import { byId, setText } from "./dom.js";
import { Felt } from "./felt.js";
import { mayMove, revealLater } from "./motion.js";
import { phaseLine } from "./phase_line.js";
import { Roads } from "./roads.js";
import { ShoeProgress } from "./shoe_progress.js";
import { Speech } from "./speech.js";
import { Statistics } from "./statistics.js";
import { say } from "./words.js";

/** @typedef {import("./shapes.js").View} View */

/**
 * Draw every part of the page that shows the table, now and at each change.
 * @param {import("./store.js").TableStore} store
 * @param {import("./clock.js").ServerClock} clock
 */
export function showTable(store, clock) {
  const shoePicture = byId("shoe-picture");
  const felt = new Felt(byId("hands"), shoePicture);
  const burn = new Burn(byId("burn"), shoePicture);
  const ring = new CountdownRing(byId("ring"), clock);
  const roads = new Roads(byId("roads"));
  const statistics = new Statistics(byId("statistics"));
  const shoe = new ShoeProgress(byId("shoe"));
  const speech = new Speech(byId("live-region"));

  // A correction is no state of the table: it is told until the next betting opens.
  let correction = "";
  store.watch(["table", "coup", "hold"], (view, change) => {
    const isNews = renderPhase(view);
    const isResult = view.hold === null && Boolean(view.coup?.outcome);
    const isDealt = change?.events.some(({ type }) => type === "card_dealt");
    if (isNews && isResult && isDealt && mayMove(change, clock)) revealLater(byId("phase"));
  });
  store.watch(["table", "coup"], (view, change) => felt.render(view.coup, mayMove(change, clock)));
  store.watch(["table", "shoe"], (view, change) => {
    const burning = view.table.phase === "burn";
    burn.render(view.shoe, burning, mayMove(change, clock));
    byId("hands").hidden = burning;
  });
  store.watch(["betting"], (view) => ring.render(view.betting));
  store.watch(["roads"], (view, change) => roads.render(view.roads, mayMove(change, clock)));
  store.watch(["statistics"], (view) => statistics.render(view.statistics));
  store.watch(["shoe"], (view) => shoe.render(view.shoe));
  store.watch(["shoe", "coup"], (view) => renderNumbers(view, store.table));
  store.watchAll((view, change) => {
    for (const event of change?.events ?? []) {
      if (event.type === "coup_corrected") correction = sayCorrection(event);
      else if (event.type === "betting_opened") correction = "";
    }
    renderBanners(byId("banners"), view, correction);
    speech.say(view, change?.events ?? []);
    mirrorOnRoot(store);
  });
}

/**
 * @param {View} view
 * @returns {boolean} Whether another line stands there now.
 */
function renderPhase(view) {
  const { text, detail, tone } = phaseLine(view);
  const line = byId("phase");
  const isNews = text !== byId("phase-text").textContent;
  line.dataset.tone = tone;
  setText(byId("phase-text"), text);
  setText(byId("phase-detail"), detail);
  return isNews;
}

/**
 * @param {View} view
 * @param {string} table
 */
function renderNumbers({ coup, shoe }, table) {
  setText(byId("table-name"), say("table", { table }));
  setText(byId("shoe-number"), shoe ? say("shoe_number", { number: shoe.number }) : "");
  setText(byId("coup-number"), coup ? say("coup_number", { number: coup.number }) : "");
  setText(byId("free-coup"), coup?.free ? say("free_coup") : "");
}
