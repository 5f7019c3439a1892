"""A table at work whose patrons bet: what stands in its journal is the cards' and the bets' events together. Pure."""

from dealer_table.baccarat.cards import Card
from dealer_table.betting.book import Book, fold_book
from dealer_table.betting.commands import BettingCommand, DepositFunds, PlaceBets, SeatPatron, WithdrawFunds
from dealer_table.betting.consequences import consequences
from dealer_table.betting.decide import decide_bets
from dealer_table.betting.events import BetsAccepted
from dealer_table.betting.recorded import RecordedEvent
from dealer_table.betting.rules import BettingRules, CurrencyLimits, SpotLimits
from dealer_table.betting.words import Gesture, Move, Patron
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.house import HouseProcedure
from dealer_table.procedure.words import Actor, Role
from tests.dealer_table.procedure.table_at_work import DEALER, NO_BURN, SUPERVISOR, TableAtWork

ANN, BOB = Patron("ann", "EUR"), Patron("bob", "EUR")
CASHIER = Actor(Role.ADMINISTRATOR, "Carol")
DIGEST = "d" * 64

_SPOT = SpotLimits(minimum=1, maximum=10**9, table_maximum=10**12)
_NAMES = [spot.name for spot in BettingRules().spots]
RULES = BettingRules(
    currencies={
        currency: CurrencyLimits(2, step=1, differential=10**12, spots=dict.fromkeys(_NAMES, _SPOT))
        for currency in ("EUR", "FUN")
    },
    ask_after=0,
    leave_after=0,
)


class TableWithBets(TableAtWork):
    """Carries out the betting's commands too, and the consequences of the table's own."""

    def __init__(self, house: HouseProcedure = NO_BURN) -> None:
        super().__init__(house)
        self.book = Book()
        self.recorded: list[tuple[RecordedEvent, ...]] = []

    @property
    def record(self) -> list[RecordedEvent]:
        """Return all that stands in the journal."""
        return [event for decision in self.recorded for event in decision]

    def give(self, command: c.Command) -> tuple[e.Event, ...]:
        events = super().give(command)
        decision = (*events, *consequences(self.book, self.state, events, RULES))
        self._keep(decision)
        return events

    def give_bets(self, command: BettingCommand) -> None:
        self._keep(decide_bets(self.book, self.state, command, RULES, DIGEST))

    def load(self) -> None:
        """Open, under rules with a known digest, and load a shoe."""
        self.give(c.AdoptRules(self.now, DEALER, DIGEST))
        self.give(c.OpenTable(self.now, DEALER))
        self.scanner(online=True)
        self.give(c.LoadShoe(self.now, DEALER))

    def bet(self, patron: Patron, **stakes: int) -> None:
        """Seat the patron and place what `stakes` says on top of what lies there."""
        self.give_bets(SeatPatron(self.now, patron))
        gestures = tuple(Gesture(Move.PLACE, spot, amount) for spot, amount in stakes.items())
        self._place(patron, gestures, sum(stakes.values()))

    def undo(self, patron: Patron) -> None:
        """Take back what the patron's last request placed."""
        self._place(patron, (Gesture(Move.UNDO),), 0)

    def play_with(self, cards: str, *bets: tuple[Patron, dict[str, int]]) -> None:
        """Deal a whole coup, 30 seconds of it, that these patrons bet on."""
        self.open_betting()
        for patron, stakes in bets:
            self.now += 1
            self.bet(patron, **stakes)
        self.now += 29_000
        self.close_betting()
        self.deal(cards)
        self.now += 1_000

    def correct(self, coup: int, player: str, banker: str) -> None:
        """Put right what the cards of a coup were."""
        hands = (tuple(map(Card, player.split())), tuple(map(Card, banker.split())))
        self.give(c.CorrectCoup(self.now, SUPERVISOR, coup, *hands, reason="seen on the film"))

    def deposit(self, patron: Patron, amount: int, reference: str) -> None:
        self.give_bets(DepositFunds(self.now, CASHIER, patron, amount, reference))

    def withdraw(self, patron: Patron, amount: int, reference: str) -> None:
        self.give_bets(WithdrawFunds(self.now, CASHIER, patron, amount, reference))

    def _place(self, patron: Patron, gestures: tuple[Gesture, ...], taken: int) -> None:
        assert self.book.open_coup is not None
        number = len([event for event in self.record if isinstance(event, BetsAccepted)]) + 1
        coup, movement = self.book.open_coup.number, f"m{number}"
        self.give_bets(PlaceBets(self.now, patron, f"r{number}", coup, gestures, taken, movement))

    def _keep(self, decision: tuple[RecordedEvent, ...]) -> None:
        self.book = fold_book(decision, self.book)
        if decision:
            self.recorded.append(decision)


def loaded_table(house: HouseProcedure = NO_BURN) -> TableWithBets:
    """Return a table that is ready for its first coup."""
    table = TableWithBets(house)
    table.load()
    return table
