"""What a patron's gestures lay on the own table before a round, and whether it may lie there. Pure.

The hand and the limits are the live table's own; what differs is that nobody else sits here, and that nothing is
confirmed before the deal, so there is nothing to take back after it.
"""

from collections.abc import Iterable

from dealer_table.betting.coups import Stakes
from dealer_table.betting.gestures import Batch, in_order
from dealer_table.betting.limits import Change, check_limits
from dealer_table.betting.words import Gesture
from dealer_table.errors import CommandRefused
from dealer_table.touch.rules import TouchRules
from dealer_table.touch.state import Session


def laid(gestures: Iterable[Gesture], session: Session, rules: TouchRules) -> Stakes:
    """Return what lies there after the gestures; CommandRefused when it is nothing, or over a limit."""
    currency = rules.currencies[session.patron.currency]
    batch = Batch((), session.previous, currency.step)
    for gesture in gestures:
        batch.move(gesture)
    stakes = in_order(batch.lying, rules.betting)
    if not stakes:
        raise CommandRefused("nothing_to_deal", "nothing lies on the table")
    check_limits(Change(session.round, {}, batch.lying, {}), rules.betting, currency, session.limits)
    return stakes
