"""A patron's own table and its rounds, as the patron is told of them. Pure."""

from dealer_table.betting.rules import CurrencyLimits, Spot
from dealer_table.betting.words import PatronLimits
from dealer_table.gateway.patron_view import Purse
from dealer_table.projections.roads import Roads
from dealer_table.touch.rounds import Round, dealing_order
from dealer_table.touch.rules import RETURNS_TO_PLAYER, SPOTS, TouchRules
from dealer_table.touch.state import Session
from dealer_table.wire.touch_messages import OpenedShoe, TouchRound, TouchSpot, TouchView


def touch_round(played: Round) -> TouchRound:
    """Return a round that is over."""
    assert played.end is not None, "a round in play is nobody's to know"
    return TouchRound(
        round=played.number,
        request=played.request,
        at=played.begun_at,
        end=played.end,
        reason=played.reason,
        commitment=played.shoe.commitment,
        cards=dealing_order(played.coup),
        player=played.player,
        banker=played.banker,
        outcome=played.outcome,
        stakes=played.stakes,
        returned=played.returned,
        opened=OpenedShoe(order=played.shoe.order, nonce=played.shoe.nonce),
    )


def touch_view(
    room: str, session: Session, rules: TouchRules, purse: Purse, *, before: Round | None, now: int
) -> TouchView:
    """Return how things stand for a patron; `before` is the last round of an earlier session."""
    patron, currency = session.patron, rules.currencies[session.patron.currency]
    last = session.last or before
    return TouchView(
        room=room,
        server_time=now,
        name=patron.name,
        currency=patron.currency,
        exponent=currency.exponent,
        step=currency.step,
        fun=patron.plays_for_fun,
        balance=purse.balance,
        accounts="ok" if purse.available else "unavailable",
        limits=session.limits,
        spots=tuple(_spot(spot, currency, session.limits) for spot in SPOTS),
        round=session.round,
        commitment=session.commitment,
        dealing=session.in_play is not None,
        previous=session.previous,
        last=None if last is None else touch_round(last),
        roads=_roads(session).section(),
        idle_at=session.active_at + rules.idle_minutes * 60_000 if rules.idle_minutes else None,
        unfinished=rules.unfinished,
    )


def _spot(spot: Spot, currency: CurrencyLimits, patron: PatronLimits) -> TouchSpot:
    limits = currency.spots[spot.name]
    own = (limits.maximum, patron.spot_maximum, patron.coup_maximum)
    return TouchSpot(
        name=spot.name,
        minimum=limits.minimum,
        maximum=min(one for one in own if one is not None),
        pays_to_one=str(spot.bet.payouts[0].to_one),
        return_percent=RETURNS_TO_PLAYER[spot.name],
    )


def _roads(session: Session) -> Roads:
    roads = Roads()
    for coup in session.coups:
        natural = coup.player.is_natural or coup.banker.is_natural
        roads = roads.with_coup(coup.outcome, coup.pairs, natural)
    return roads
