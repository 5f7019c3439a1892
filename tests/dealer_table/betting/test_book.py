"""What folding the journal gives, from the beginning and from the last shoe. Pure."""

from dataclasses import fields, replace

from immutables import Map

from dealer_table.betting.book import Book, fold_book
from dealer_table.betting.commands import DepositFunds, LeaveTable
from dealer_table.betting.words import PatronLimits, Stake
from dealer_table.procedure import commands as c
from dealer_table.procedure.words import Actor, Role
from tests.dealer_table.betting.felt_at_work import (
    ANN,
    BOB,
    CLEAR,
    RULES,
    UNDO,
    FeltAtWork,
    felt_open,
    felt_with_shoe,
    place,
    restarted,
)
from tests.dealer_table.procedure.table_at_work import BANKER_NATURAL, DEALER, PLAYER_NATURAL

CASHIER = Actor(Role.ADMINISTRATOR, "Cora")
SUPERVISOR = Actor(Role.SUPERVISOR, "Sue")


def money(book: Book) -> Book:
    """Return the book without what a restart is allowed to forget."""
    forgotten = Book()
    return replace(
        book,
        seats=forgotten.seats,
        previous=forgotten.previous,
        answers_before=forgotten.answers_before,
        references=forgotten.references,
    )


def busy_felt() -> FeltAtWork:
    """Return a table in mid-coup, with coups and a shoe behind it."""
    felt = felt_open()
    felt.bet(ANN, place("player", 500))
    felt.bet(BOB, place("banker", 300), place("tie", 100))
    felt.play_out(PLAYER_NATURAL)
    felt.ask(DepositFunds(felt.now, CASHIER, ANN, 500, "slip 1"))
    felt.give(c.ChangeShoe(felt.now, DEALER))
    felt.give(c.LoadShoe(felt.now, DEALER))
    for cards in (BANKER_NATURAL, PLAYER_NATURAL):
        felt.open_betting()
        felt.bet(ANN, place("player", 500))
        felt.play_out(cards)
    felt.correct_coup(1, "4S 5S", "4S 5H")
    felt.open_betting()
    felt.void()
    felt.open_betting()
    felt.bet(ANN, place("player", 500))
    felt.bet(ANN, place("tie", 100))
    felt.bet(BOB, place("tie", 100))
    felt.bet(BOB, CLEAR)
    return felt


def test_the_book_is_the_fold_of_the_journal() -> None:
    felt = busy_felt()
    assert fold_book(felt.journal) == felt.book


def test_a_fold_from_the_last_shoe_loses_nothing_about_money() -> None:
    felt = busy_felt()
    assert money(restarted(felt)) == money(felt.book)
    felt.seat(ANN)
    felt.bet(ANN, UNDO)
    assert felt.lies(ANN) == {"player": 500}


def test_a_fold_from_the_last_shoe_knows_the_seats_taken_since() -> None:
    felt = felt_with_shoe(patrons=(ANN,))
    felt.give(c.ChangeShoe(felt.now, DEALER))
    felt.give(c.LoadShoe(felt.now, DEALER))
    felt.seat(BOB)
    assert set(felt.book.seats) == {ANN, BOB}
    assert set(restarted(felt).seats) == {BOB}


def test_what_a_patron_sees_of_the_coup_that_is_over() -> None:
    felt = felt_open()
    assert felt.book.last_of(ANN) is None
    felt.bet(ANN, place("player", 500))
    felt.play_out(PLAYER_NATURAL)
    last = felt.book.last_of(ANN)
    assert last is not None and last.hands is not None
    assert (last.number, last.hands.outcome.letter, last.void) == (1, "P", False)
    assert last.returned[ANN] == (Stake("player", 1_000),)
    assert felt.book.last_of(BOB) is None
    felt.open_betting()
    felt.bet(ANN, place("tie", 100))
    felt.void()
    last = felt.book.last_of(ANN)
    assert last is not None
    assert (last.number, last.void, last.returned[ANN]) == (2, True, (Stake("tie", 100),))
    felt.open_betting()
    felt.play_out(PLAYER_NATURAL)
    assert felt.book.last_of(ANN) == last


def test_a_new_shoe_closes_the_accounts_of_the_one_before() -> None:
    felt = busy_felt()
    assert felt.book.shoe == 2
    assert [coup.number for coup in felt.book.settled] == [1, 2]
    assert {coup.shoe for coup in felt.book.settled} == {2}


def test_a_patron_who_left_leaves_nothing_to_bet_again() -> None:
    felt = felt_open(patrons=(ANN,))
    felt.bet(ANN, place("player", 500))
    felt.play_out(PLAYER_NATURAL)
    assert felt.book.previous_of(ANN) == (Stake("player", 500),)
    for _ in range(RULES.leave_after):
        felt.open_betting()
        felt.tie()
    assert felt.book.seats == Map()
    assert felt.book.previous_of(ANN) == ()


def test_a_patron_who_leaves_in_mid_coup_leaves_nothing_to_bet_again_either() -> None:
    felt = felt_open(patrons=(ANN,))
    felt.bet(ANN, place("player", 500))
    felt.ask(LeaveTable(felt.now, ANN))
    felt.play_out(PLAYER_NATURAL)
    assert felt.book.previous == Map()


def test_a_bet_leaves_everything_else_as_it_was() -> None:
    """The book and its coup are written out field by field there, so none may be forgotten."""
    felt = felt_with_shoe()
    felt.ask(DepositFunds(felt.now, CASHIER, ANN, 100, "slip"))
    for _ in range(2):
        felt.open_betting()
        felt.bet(ANN, place("player", 100))
        felt.tie()
    felt.open_betting()
    felt.bet(ANN, place("player", 100))
    felt.close_betting()
    felt.give(c.VoidCoup(felt.now, SUPERVISOR, "a card fell"))
    felt.open_betting()
    coup = felt.book.open_coup
    assert coup is not None
    before = felt.book = replace(felt.book, open_coup=replace(coup, hands=felt.book.settled[-1].hands))
    assert all(getattr(before, one.name) != getattr(Book(), one.name) for one in fields(Book)), "or nothing is shown"
    felt.bet(ANN, place("tie", 100))
    after, coup = felt.book.open_coup, before.open_coup
    assert after is not None
    assert coup is not None
    assert replace(felt.book, open_coup=coup) == before
    assert (after.number, after.closes_at, after.hands) == (coup.number, coup.closes_at, coup.hands)


def test_nothing_lies_where_no_coup_is_open() -> None:
    assert Book().stakes_of(ANN) == ()
    assert Book().totals("EUR") == {}
    assert Book().answered(ANN, "r1") is None


def test_a_seat_that_is_renewed_keeps_the_limits_it_is_told() -> None:
    felt = felt_with_shoe(patrons=())
    felt.seat(ANN, limits=PatronLimits(spot_maximum=100))
    felt.seat(ANN, limits=PatronLimits(spot_maximum=200))
    assert felt.book.seats[ANN].limits == PatronLimits(spot_maximum=200)
