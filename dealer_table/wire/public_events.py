"""An event as watchers are told of it, or not at all: burned, held and merely read cards have no public face. Pure."""

from typing import Any

from dealer_table.procedure import events as e


def public_event(event: e.Event) -> dict[str, Any] | None:
    """Return the public form of `event` under its stable name, None when it is nobody's business but the journal's."""
    match event:
        case e.TableOpened():
            return {"type": "table_opened"}
        case e.TableClosing():
            return {"type": "table_closing"}
        case e.TableClosed():
            return {"type": "table_closed"}
        case e.ShoeLoaded(shoe=shoe, packs=packs):
            return {"type": "shoe_loaded", "shoe": shoe, "packs": packs}
        case e.ShoeRemoved(shoe=shoe, reason=reason):
            return {"type": "shoe_removed", "shoe": shoe, "reason": reason}
        case e.ShoeEnded():
            return {"type": "shoe_ended", "shoe": event.shoe, "coups": event.coups, "left": event.left}
        case e.IndicatorDrawn(card=card, burns=burns):
            return {"type": "indicator_drawn", "card": card.value, "burns": burns}
        case e.BurnDue(burns=burns):
            return {"type": "burn_due", "burns": burns}
        case e.CardBurned(index=index, of=of):
            return {"type": "card_burned", "index": index, "of": of}
        case e.BurnCompleted():
            return {"type": "burn_completed"}
        case e.CutCardSeen(last_coup=last_coup):
            return {"type": "cut_card_seen", "last_coup": last_coup}
        case e.HoldRaised(kind=kind):
            return {"type": "hold_raised", "kind": kind.value}
        case e.HoldResolved(kind=kind, resolution=resolution):
            return {"type": "hold_resolved", "kind": kind.value, "resolution": resolution.value}
        case _:
            return _of_coup(event)


def _of_coup(event: e.Event) -> dict[str, Any] | None:
    match event:
        case e.BettingOpened(coup=coup, closes_at=closes_at):
            return {"type": "betting_opened", "coup": coup, "closes_at": closes_at}
        case e.BettingClosed(cause=cause):
            return {"type": "betting_closed", "cause": cause.value}
        case e.FreeCoupStarted(coup=coup):
            return {"type": "free_coup_started", "coup": coup}
        case e.CardDealt(coup=coup, position=position, card=card, keyed_by=keyed_by):
            keyed = keyed_by is not None
            return {"type": "card_dealt", "coup": coup, "position": position.value, "card": card.value, "keyed": keyed}
        case e.CardCorrected(position=position, before=before, after=after):
            return {
                "type": "card_corrected",
                "position": position.value,
                "before": before.value,
                "after": after.value,
            }
        case e.CoupCompleted(coup=coup):
            return {"type": "coup_completed", "coup": coup}
        case e.ResultConfirmed(outcome=outcome):
            return {"type": "result_confirmed", "outcome": outcome.value}
        case e.CoupSettled(coup=coup, outcome=outcome):
            return {"type": "coup_settled", "coup": coup, "outcome": outcome.value}
        case e.FreeCoupEnded(coup=coup, outcome=outcome):
            return {"type": "free_coup_ended", "coup": coup, "outcome": outcome.value}
        case e.CoupCorrected():
            return {
                "type": "coup_corrected",
                "coup": event.coup,
                "player": [card.value for card in event.player],
                "banker": [card.value for card in event.banker],
                "outcome": event.outcome.value,
                "reason": event.reason,
            }
        case e.CoupVoided(coup=coup, reason=reason):
            return {"type": "coup_voided", "coup": coup, "reason": reason}
        case _:
            return None
