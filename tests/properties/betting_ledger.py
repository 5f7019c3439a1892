"""What must always hold of bets and money: books kept by hand from the journal, with none of the table's code. Pure."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from dealer_table.baccarat.cards import Card
from dealer_table.betting import events as b
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.rules import BettingRules
from dealer_table.betting.words import Left, Means, Patron, PatronLimits, Stake
from dealer_table.procedure import events as e

Lying = dict[str, int]

_VALUES = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))


def paid_on_paper(spot: str, stake: int, player: tuple[Card, ...], banker: tuple[Card, ...], fair_banker: bool) -> int:
    """Return what comes back of a stake, written as a croupier knows it; `fair_banker` pays no commission."""
    p, b = (sum(_VALUES[card.value[0]] for card in hand) % 10 for hand in (player, banker))
    banker_pays = (150 if b == 6 else 200) if fair_banker else 195
    hundredths = {
        "player": 200 * (p > b) + 100 * (p == b),
        "banker": banker_pays * (b > p) + 100 * (p == b),
        "tie": 900 * (p == b),
        "player_pair": 1_200 * (player[0].value[0] == player[1].value[0]),
        "banker_pair": 1_200 * (banker[0].value[0] == banker[1].value[0]),
        "lucky_six": (1_300 if len(banker) == 2 else 2_100) * (b > p and b == 6),
        "player_natural": 450 * (len(player) == 2 and p >= 8),
        "banker_natural": 450 * (len(banker) == 2 and b >= 8),
    }
    return stake * hundredths[spot] // 100


@dataclass(slots=True)
class Paid:
    """What a patron had on a coup, and what came back of it last."""

    stakes: Lying
    returned: tuple[Stake, ...]
    digest: str


@dataclass(slots=True)
class BettingLedger:
    """Books of one table's bets; `offers` is what each digest stands for, `fair` which of them pay no commission."""

    offers: Mapping[str, BettingRules]
    fair: frozenset[str]
    balances: Counter[tuple[str, str]] = field(default_factory=Counter)
    seats: dict[Patron, PatronLimits] = field(default_factory=dict)
    idle: Counter[Patron] = field(default_factory=Counter)
    asked: set[Patron] = field(default_factory=set)
    lying: dict[Patron, Lying] = field(default_factory=dict)
    paid: dict[tuple[int, Patron], Paid] = field(default_factory=dict)
    cards: dict[int, tuple[tuple[Card, ...], tuple[Card, ...]]] = field(default_factory=dict)
    offered: set[str] = field(default_factory=set)
    in_force: str = ""
    digest: str | None = None
    coup: int = 0
    closes_at: int | None = None
    owing: str = ""

    def enter(self, event: RecordedEvent) -> None:
        """Enter one record, and fail when it may not follow what is in the books."""
        match event:
            case e.RulesAdopted(digest=digest):
                self.in_force = digest
            case e.ShoeLoaded():
                assert not self.lying, "a stake was left on the felt"
                self.offered, self.paid, self.cards = set(), {}, {}
            case e.BettingOpened(coup=coup, closes_at=closes_at):
                assert not self.lying, "a stake was left on the felt"
                self.coup, self.closes_at, self.digest = coup, closes_at, None
            case e.BettingClosed():
                self.closes_at = None
            case (
                e.CoupCompleted(coup=coup, player=player, banker=banker)
                | e.CoupCorrected(coup=coup, player=player, banker=banker)
            ):
                self.cards[coup] = (player, banker)
            case e.CoupSettled():
                self.owing = "settlement"
                self.idle.update(patron for patron in self.seats if patron not in self.lying)
            case e.CoupVoided() | e.ShoeRemoved() | e.TableClosed():
                self.owing, self.closes_at = self.owing or "return", None
            case b.SpotsOffered(digest=digest, rules=rules):
                assert digest == self.in_force and rules == self.offers[digest]
                self.offered.add(digest)
            case b.PatronSeated() | b.PatronAsked() | b.PatronLeft():
                self._seat(event)
            case b.BetsAccepted():
                self._accept(event)
            case b.BetsSettled() | b.StakesReturned() | b.SettlementCorrected():
                self._pay(event)
            case b.FundsDeposited(patron=patron, amount=amount):
                self._move("cage", patron, amount)
            case b.FundsWithdrawn(patron=patron, amount=amount):
                self._move("cage", patron, -amount)
            case b.DebtSettled():
                self._settle_debt(event)
            case _:
                pass

    def _settle_debt(self, event: b.DebtSettled) -> None:
        patron, amount = event.patron, event.amount
        assert event.means is not Means.FORGIVEN or event.reason
        assert 0 < amount <= self.owed(patron), "nobody pays what is not owed"
        sources = {Means.CASH: "cage", Means.ACCOUNT: f"patron:{patron.name}", Means.FORGIVEN: "house"}
        self.balances[sources[event.means], patron.currency] -= amount
        self.balances[f"owed:{patron.name}", patron.currency] += amount

    def owed(self, patron: Patron) -> int:
        """Return what the patron owes."""
        return -self.balances[f"owed:{patron.name}", patron.currency]

    def _move(self, source: str, patron: Patron, amount: int) -> None:
        self.balances[source, patron.currency] -= amount
        self.balances[f"patron:{patron.name}", patron.currency] += amount

    def balance(self, patron: Patron) -> int:
        """Return what the patron may bet with."""
        return self.balances[f"patron:{patron.name}", patron.currency]

    def _seat(self, event: b.PatronSeated | b.PatronAsked | b.PatronLeft) -> None:
        patron = event.patron
        match event:
            case b.PatronSeated(limits=limits):
                self.seats[patron] = limits
                self._plays(patron)
            case b.PatronAsked(idle_coups=coups):
                assert patron in self.seats and patron not in self.asked and coups == self.idle[patron] > 0
                self.asked.add(patron)
            case b.PatronLeft(why=why):
                assert why is not Left.IDLE or self.idle[patron] > 0
                del self.seats[patron]
                self._plays(patron)

    def _plays(self, patron: Patron) -> None:
        del self.idle[patron]
        self.asked.discard(patron)

    def _accept(self, event: b.BetsAccepted) -> None:
        patron = event.patron
        assert self.closes_at is not None and event.at < self.closes_at, "a bet was taken after the close"
        assert event.coup == self.coup and patron in self.seats
        if self.digest is None:
            self.digest = self.in_force
        assert event.rules_digest == self.digest and self.digest in self.offered
        before, after = self.lying.get(patron, {}), dict(event.stakes)
        assert event.change == sum(after.values()) - sum(before.values())
        self._check_limits(patron, before, after)
        self._move("stakes", patron, -event.change)
        self.lying.pop(patron, None)
        if after:
            self.lying[patron] = after
        self._plays(patron)

    def _check_limits(self, patron: Patron, before: Lying, after: Lying) -> None:
        rules = self.offers[self.digest or ""]
        currency, own = rules.currencies[patron.currency], self.seats[patron]
        order = [spot.name for spot in rules.spots]
        assert list(after) == [spot for spot in order if spot in after]
        for spot, amount in after.items():
            limits = currency.spots[spot]
            assert amount > 0 and amount % currency.step == 0 and amount >= limits.minimum
            grows = amount - before.get(spot, 0)
            if grows > 0:
                bet = rules.bet_on(spot)
                assert bet is not None and (bet.closes_after is None or self.coup <= bet.closes_after)
                assert amount <= limits.maximum and amount <= (own.spot_maximum or amount)
                total = self.total(patron.currency, spot) + grows
                assert spot in ("player", "banker") or total <= limits.table_maximum
        if sum(after.values()) > sum(before.values()):
            assert sum(after.values()) <= (own.coup_maximum or sum(after.values()))
        apart = self.total(patron.currency, "player") - self.total(patron.currency, "banker")
        grows = after.get("player", 0) - before.get("player", 0) - after.get("banker", 0) + before.get("banker", 0)
        assert abs(apart + grows) <= max(currency.differential, abs(apart))

    def total(self, currency: str, spot: str) -> int:
        """Return what lies on the spot of everybody in this currency."""
        return sum(lying.get(spot, 0) for patron, lying in self.lying.items() if patron.currency == currency)

    def _pay(self, event: b.BetsSettled | b.StakesReturned | b.SettlementCorrected) -> None:
        patron, key = event.patron, (event.coup, event.patron)
        if isinstance(event, b.SettlementCorrected):
            paid = self.paid[key]
            assert paid.returned == event.before != event.after == self._returned(event.coup, paid)
            paid.returned = event.after
            more = sum(stake.amount for stake in event.after) - sum(stake.amount for stake in event.before)
            self._move("house", patron, more + event.owed)
            debt = f"owed:{patron.name}", patron.currency
            # A debt is paid before anything is paid out, and no more than it is.
            assert event.owed >= min(0, -more)
            self.balances[debt] -= event.owed
            assert self.balances[debt] <= 0
            self.balances["house", patron.currency] += event.owed
            return
        stakes = self.lying.pop(patron)
        assert event.coup == self.coup and dict(event.stakes) == stakes
        total = sum(stakes.values())
        if isinstance(event, b.StakesReturned):
            assert self.owing == "return" and event.reason
            self._move("stakes", patron, total)
            return
        assert self.owing == "settlement" and event.rules_digest == self.digest
        paid = self.paid[key] = Paid(stakes, event.returned, event.rules_digest)
        assert event.returned == self._returned(event.coup, paid)
        self.balances["stakes", patron.currency] -= total
        self.balances["house", patron.currency] += total
        self._move("house", patron, sum(stake.amount for stake in event.returned))

    def _returned(self, coup: int, paid: Paid) -> tuple[Stake, ...]:
        hands, fair = self.cards[coup], paid.digest in self.fair
        back = (Stake(spot, paid_on_paper(spot, amount, *hands, fair)) for spot, amount in paid.stakes.items())
        return tuple(stake for stake in back if stake.amount)

    def check_decision(self) -> None:
        """Fail unless everything that the last decision owed was paid in it."""
        assert not (self.owing and self.lying), "a coup is over, and a stake is left"
        self.owing = ""
        for (account, _), balance in self.balances.items():
            assert balance >= 0 or not account.startswith(("patron:", "stakes")), f"{account} is below nought"
        for currency in {currency for _, currency in self.balances}:
            of_currency = {name: balance for (name, code), balance in self.balances.items() if code == currency}
            assert sum(of_currency.values()) == 0, "money came from nowhere"
            lies = sum(sum(lying.values()) for patron, lying in self.lying.items() if patron.currency == currency)
            assert of_currency.get("stakes", 0) == lies, "stakes are not what lies on the felt"
