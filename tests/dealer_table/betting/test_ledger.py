"""Balances are a fold of what events post. Pure."""

from dealer_table.betting.events import BetsSettled, PatronSeated
from dealer_table.betting.ledger import Account, Entry, entries_of, moved
from dealer_table.betting.postings import Posting
from dealer_table.betting.words import PatronLimits, Stake
from dealer_table.procedure.events import BurnDue
from tests.dealer_table.betting.felt_at_work import ANN, FAY

CAGE, HOUSE, PURSE = (Account(name, "EUR") for name in ("cage", "house", "patron:ann"))


def test_a_record_may_have_several_entries_or_none() -> None:
    settled = BetsSettled(1, 1, ANN, (Stake("tie", 100),), (Stake("tie", 900),), "d")
    assert entries_of(7, settled, elsewhere=False) == [
        Entry(7, 1, Posting("stakes", "patron:ann", "EUR", 100, "stake_back")),
        Entry(7, 2, Posting("house", "patron:ann", "EUR", 800, "win")),
    ]
    assert entries_of(8, BurnDue(1, 1), elsewhere=False) == []
    assert entries_of(9, PatronSeated(1, ANN, PatronLimits()), elsewhere=False) == []


def test_only_the_balances_that_moved_are_told_each_as_it_then_is() -> None:
    paid_in = Posting("cage", "patron:ann", "EUR", 500, "deposit")
    lost = Posting("patron:ann", "house", "EUR", 200, "loss")
    before = {CAGE: -10, PURSE: 10, Account("patron:bob", "EUR"): 3}
    assert moved(before, [paid_in, lost]) == {CAGE: -510, PURSE: 310, HOUSE: 200}
    assert moved(before, []) == {}


def test_a_patrons_account_is_told_by_name_and_currency() -> None:
    assert (Account.of(ANN), Account.of(FAY)) == (("patron:ann", "EUR"), ("patron:fay", "FUN"))
