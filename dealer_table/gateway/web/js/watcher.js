// @ts-check
/** The watcher's page: the table, and nothing to touch. */

import { ServerClock } from "./clock.js";
import { TableConnection } from "./connection.js";
import { exposeForTests } from "./debug_hook.js";
import { byId } from "./dom.js";
import { offerLanguages } from "./language_choice.js";
import { LateTable } from "./late_table.js";
import { renderLink } from "./link_badge.js";
import { TableStore } from "./store.js";
import { showStudio } from "./studio_picture.js";
import { showTable } from "./table_scene.js";
import { takeToken } from "./token.js";
import { fillPage } from "./words.js";

fillPage();
offerLanguages(byId("language"));

const store = new TableStore();
const clock = new ServerClock();
const connection = new TableConnection({
  store,
  clock,
  token: takeToken(),
  onState: (state) => renderLink(byId("link"), state),
});

const late = new LateTable(store);
showTable(late.scene, clock);
showStudio(byId("picture"), store, late);
exposeForTests(store, connection, clock);
connection.start();
