"""What happened to bets and money, in the past tense, in the same journal as the cards. Pure.

Each event tells all that folding it and paying it needs. Stakes and returns are lists by spot, in the order of the
rules, without spots on which nothing lies; a return counts the stake that comes back.
"""

from dataclasses import dataclass

from dealer_table.betting.rules import BettingRules
from dealer_table.betting.words import Left, Means, Patron, PatronLimits, Stake
from dealer_table.procedure.words import Actor


@dataclass(frozen=True, slots=True)
class SpotsOffered:
    """What may be bet on and how much, under the rules with this digest; bets that name it are paid by it.

    It stands after each ShoeLoaded again, or before the shoe's first bet: whoever reads from there, a restart or an
    auditor, can settle from the journal alone, whatever the house's files say by then.
    """

    at: int
    digest: str
    rules: BettingRules


@dataclass(frozen=True, slots=True)
class PatronSeated:
    """A patron may bet at this table, within these limits."""

    at: int
    patron: Patron
    limits: PatronLimits


@dataclass(frozen=True, slots=True)
class PatronAsked:
    """A patron has not bet for so many coups and was asked whether they still play."""

    at: int
    patron: Patron
    idle_coups: int


@dataclass(frozen=True, slots=True)
class PatronLeft:
    """A patron is at the table no more; bets that were accepted stand."""

    at: int
    patron: Patron
    why: Left


@dataclass(frozen=True, slots=True)
class BetsAccepted:
    """All that lies of a patron on the spots of a coup, after one request; the rules with this digest apply to it.

    `change` is by how much it is more than before: what was taken from the patron under the name `movement`, or, below
    nought, what goes back. `undone` is how many requests before it in this coup it took back: undo goes on from there.
    """

    at: int
    coup: int
    patron: Patron
    request: str
    stakes: tuple[Stake, ...]
    change: int
    movement: str
    rules_digest: str
    undone: int = 0


@dataclass(frozen=True, slots=True)
class BetsSettled:
    """What a patron had on a coup and what came back: losers are settled too, with nothing."""

    at: int
    coup: int
    patron: Patron
    stakes: tuple[Stake, ...]
    returned: tuple[Stake, ...]
    rules_digest: str


@dataclass(frozen=True, slots=True)
class StakesReturned:
    """A patron's stakes went back whole: the coup was voided, or never begun."""

    at: int
    coup: int
    patron: Patron
    stakes: tuple[Stake, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SettlementCorrected:
    """A coup put right after its settlement returned something else: the difference was settled, both stand here.

    `owed` is what could not be taken back, because the patron's account did not hold it: they owe it. Below nought it
    is what a later correction of the coup pays of that, before the patron gets the rest.
    """

    at: int
    coup: int
    patron: Patron
    before: tuple[Stake, ...]
    after: tuple[Stake, ...]
    owed: int = 0


@dataclass(frozen=True, slots=True)
class FundsDeposited:
    """Money came into a patron's account in this house; `reference` is the cashier's own, unique."""

    at: int
    by: Actor
    patron: Patron
    amount: int
    reference: str


@dataclass(frozen=True, slots=True)
class FundsWithdrawn:
    """Money went out of a patron's account in this house; `reference` is the cashier's own, unique."""

    at: int
    by: Actor
    patron: Patron
    amount: int
    reference: str


@dataclass(frozen=True, slots=True)
class DebtSettled:
    """What a patron owed after a correction became less: paid at the cage, out of the account, or forgiven.

    `reference` is the cashier's own, unique among deposits and withdrawals too; the `reason` stands for what is
    forgiven.
    """

    at: int
    by: Actor
    patron: Patron
    amount: int
    means: Means
    reference: str
    reason: str = ""


BettingEvent = (
    SpotsOffered
    | PatronSeated
    | PatronAsked
    | PatronLeft
    | BetsAccepted
    | BetsSettled
    | StakesReturned
    | SettlementCorrected
    | FundsDeposited
    | FundsWithdrawn
    | DebtSettled
)
