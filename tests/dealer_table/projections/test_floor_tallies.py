"""What scanners and dealers did in a shoe, as the floor counts it. Pure."""

from dataclasses import replace

from dealer_table.baccarat.cards import Card
from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.words import Actor, MisreadCause, Role, SpareSaw
from dealer_table.projections.floor_tallies import DealerTally, DeckResult, FloorTallies, ScannerTally
from tests.dealer_table.procedure.table_at_work import (
    DEALER,
    PLAYER_NATURAL,
    TableAtWork,
    table_in_coup,
    table_with_shoe,
)


def tallied(*events: e.Event, burning: bool = False) -> ScannerTally:
    (tally,) = FloorTallies().after(events, burning).scanners.values()
    return tally


def of_table(table: TableAtWork) -> FloorTallies:
    """Fold what happened at `table`, one decision at a time as the table tells it."""
    tallies = FloorTallies()
    for events in table.decisions:
        tallies = tallies.after(events, burning=False)
    return tallies


def read_at(at: int, scanner: str = "shoe") -> e.CardRead:
    return e.CardRead(at, c.ReadId(scanner, "b1", at), Card("8S"), None, None)


# ---- scanners -----------------------------------------------------------------------------------------------------


def test_a_scanners_reads_are_counted_with_the_last_card_and_when() -> None:
    tally = replace(tallied(e.ScannerOnline(1, "shoe"), read_at(2), read_at(3)), mean_gap_ms=None)
    assert tally == ScannerTally("shoe", online=True, reads=2, misreads=0, last_card=Card("8S"), last_at=3)


def test_of_a_burned_card_the_desk_learns_only_that_it_was_read() -> None:
    tally = tallied(read_at(2), burning=True)
    assert (tally.reads, tally.last_card, tally.last_at) == (1, None, 2)


def test_a_spares_card_is_counted_and_named_to_nobody_for_it_may_be_a_burned_one_told_late() -> None:
    spare = e.SpareRead(2, c.ReadId("spare", "b1", 1), SpareSaw.CARD, Card("8S"))
    tally = tallied(spare)
    assert (tally.reads, tally.misreads, tally.last_card, tally.last_at) == (1, 0, None, 2)


def test_a_spares_misread_is_a_misread_and_its_cut_card_only_a_sign() -> None:
    misread = e.SpareRead(2, c.ReadId("spare", "b1", 1), SpareSaw.MISREAD, None)
    cut_card = e.SpareRead(3, c.ReadId("spare", "b1", 2), SpareSaw.CUT_CARD, None)
    tally = tallied(misread, cut_card)
    assert (tally.reads, tally.misreads, tally.last_at) == (0, 1, 3)


def test_a_misread_hides_the_last_card_and_an_absence_keeps_the_counts() -> None:
    misread = e.MisreadRecorded(5, c.ReadId("shoe", "b1", 4), MisreadCause.NO_READ, "??", due=True)
    tally = tallied(read_at(2), misread, e.ScannerOffline(6, "shoe", "cable"))
    assert tally == ScannerTally("shoe", online=False, reads=1, misreads=1, last_card=None, last_at=5)


def test_a_fresh_shoe_counts_anew_for_the_scanners_that_are_there_and_the_tables_own() -> None:
    before = FloorTallies().after([read_at(2), e.ScannerOnline(1, "attic")], burning=False)
    loaded = e.ShoeLoaded(9, DEALER, 2, 8, "d", (), ("spare",), primary="shoe")
    assert before.after([loaded], burning=True).scanners == {
        "shoe": ScannerTally("shoe", online=False),
        "spare": ScannerTally("spare", online=True),
    }


def test_what_no_scanner_did_counts_for_none() -> None:
    assert FloorTallies().after([e.TableOpened(1, DEALER)], burning=False).scanners == {}


def test_each_showing_again_is_a_rescan_of_the_scanner_it_was_shown_to() -> None:
    table = table_in_coup()
    table.scanner(online=True, name="spare")
    table.misread()
    table.misread()
    table.swap()
    table.read("4S", scanner="spare")
    scanners = of_table(table).scanners
    assert (scanners["shoe"].misreads, scanners["shoe"].rescans) == (2, 1)
    assert (scanners["spare"].misreads, scanners["spare"].rescans) == (0, 1)


def test_the_time_between_cards_leaves_bets_and_holds_out() -> None:
    table = table_with_shoe()
    for gap in (1_000, 2_000):
        table.now += 60_000
        table.begin_coup()
        for card in PLAYER_NATURAL.split():
            table.read(card)
            table.now += gap
    assert of_table(table).scanners["shoe"].mean_gap_ms == 1_500
    table.begin_coup()
    table.read("4S")
    table.misread()
    table.now += 90_000
    table.read("2H")
    table.now += 1_000
    table.read("5S")
    assert of_table(table).scanners["shoe"].mean_gap_ms == round((3 * 1_000 + 3 * 2_000 + 1_000) / 7)


def test_one_card_alone_has_no_time_between() -> None:
    assert tallied(read_at(2)).mean_gap_ms is None


def test_each_scanner_has_its_own_pace() -> None:
    tallies = FloorTallies().after([read_at(1), read_at(5, "spare"), read_at(11), read_at(8, "spare")], burning=False)
    assert {name: tally.mean_gap_ms for name, tally in tallies.scanners.items()} == {"shoe": 10, "spare": 3}


# ---- dealers ------------------------------------------------------------------------------------------------------

EVE = Actor(Role.DEALER, "Eve")


def test_what_goes_wrong_in_a_coup_counts_for_who_began_it() -> None:
    table = table_with_shoe()
    table.begin_coup()
    table.misread()
    table.deal(PLAYER_NATURAL)
    table.relieve(EVE)
    table.begin_coup()
    table.misread()
    table.misread()
    table.void()
    table.open_betting()
    assert of_table(table).dealers == {
        "Dana": DealerTally("Dana", coups=1, misreads=1, rescans=1),
        "Eve": DealerTally("Eve", coups=2, misreads=2, rescans=1, voids=1),
    }


def test_what_goes_wrong_before_the_first_coup_counts_for_no_dealer() -> None:
    table = table_with_shoe()
    table.misread()
    assert of_table(table).dealers == {}


def test_a_fresh_shoe_counts_its_dealers_anew() -> None:
    table = table_in_coup(cards=PLAYER_NATURAL)
    table.give(c.ChangeShoe(table.now, DEALER))
    table.misread()
    assert of_table(table).dealers["Dana"].misreads == 0
    table.give(c.LoadShoe(table.now, DEALER))
    assert of_table(table).dealers == {}


# ---- the deck check -----------------------------------------------------------------------------------------------

FOUND = e.DeckChecked(1, DEALER, 8, 415, missing=(Card("8S"),), extra=(), foreign=())


def test_how_a_deck_was_found_is_kept_until_its_shoe_is_loaded_or_it_is_checked_again() -> None:
    found = FloorTallies().after([FOUND], burning=False)
    assert found.deck_result == DeckResult(8, 415, (Card("8S"),), (), (), whole=False)
    for end in (
        e.ShoeLoaded(2, DEALER, 1, 8, "d", (), ()),
        e.DeckCheckStarted(2, DEALER, 8),
        e.TableClosed(2, DEALER),
    ):
        assert found.after([end], burning=False).deck_result is None


def test_a_checked_card_is_a_read_with_its_name() -> None:
    tally = tallied(e.CardChecked(3, c.ReadId("shoe", "b1", 1), Card("8S"), None))
    assert (tally.reads, tally.last_card) == (1, Card("8S"))
