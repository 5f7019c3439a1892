// What the gateway sends fits what the pages expect: `make lint` compiles this file, nothing runs it.

import type * as page from "../dealer_table/gateway/web/js/shapes.js";
import type * as wire from "./to_client";

type Fits<_Sent extends Expected, Expected> = true;

export type Agreed = [
  Fits<wire.Snapshot, page.Snapshot>,
  Fits<wire.View, page.View>,
  Fits<wire.DeskSection, page.DeskSection>,
  Fits<wire.OfferSection, page.OfferSection>,
  Fits<wire.Update, page.Update>,
  Fits<wire.Resumed, page.Resumed>,
  Fits<wire.Answer, page.Answer>,
  Fits<wire.Pong, page.Pong>,
  Fits<wire.Heartbeat, page.Heartbeat>,
  Fits<wire.Condition, page.Condition>,
  Fits<wire.Fault, page.Fault>,
  Fits<wire.PatronView, page.Patron>,
  Fits<wire.Totals, page.Totals>,
  Fits<wire.History, page.History>,
  Fits<wire.Recall, page.Recall>,
  Fits<wire.CoupRecord, page.CoupRecord>,
  Fits<wire.TouchView, page.TouchView>,
  Fits<wire.TouchRound, page.TouchRound>,
  Fits<wire.TouchHistory, page.TouchHistory>,
  // And there is nothing that the pages do not know.
  Fits<wire.ToClient, page.FromServer>,
];
