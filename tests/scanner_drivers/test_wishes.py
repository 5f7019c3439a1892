import pytest

from dealer_table.baccarat.hand import Position
from dealer_table.wire.scanner_wants import ReadVerdict, ScannerWanted, Verdict, Want
from scanner_drivers.intents import BadRead, GoodRead, Intent, NothingWanted, Overdraw, ReadWanted
from scanner_drivers.wishes import Wishes

PLAYER_2 = ScannerWanted(want=Want.CARD, position=Position.PLAYER_2)


def after_read(seq: int) -> Wishes:
    wishes = Wishes("b1")
    wishes.read(seq)
    return wishes


@pytest.mark.parametrize(
    ("wanted", "intent"),
    [
        (PLAYER_2, ReadWanted(Position.PLAYER_2)),
        (ScannerWanted(want=Want.BURN), ReadWanted()),
        (ScannerWanted(want=Want.DECK_CHECK), ReadWanted()),
        (ScannerWanted(want=Want.NOTHING), NothingWanted()),
    ],
)
def test_what_is_wanted_is_an_intent(wanted: ScannerWanted, intent: Intent) -> None:
    assert Wishes("b1").hear_wanted(wanted) == (intent,)


@pytest.mark.parametrize(
    ("verdict", "intent"), [(Verdict.GOOD, GoodRead()), (Verdict.BAD, BadRead()), (Verdict.OVERDRAW, Overdraw())]
)
def test_a_verdict_on_the_last_read_is_an_intent(verdict: Verdict, intent: Intent) -> None:
    assert after_read(7).hear_verdict(ReadVerdict(boot="b1", seq=7, verdict=verdict)) == (intent,)


@pytest.mark.parametrize(("boot", "seq"), [("b1", 6), ("b1", 8), ("b0", 7)])
def test_a_verdict_on_another_read_comes_too_late(boot: str, seq: int) -> None:
    assert after_read(7).hear_verdict(ReadVerdict(boot=boot, seq=seq, verdict=Verdict.BAD)) == ()


def test_a_device_that_locks_itself_for_a_card_too_many_is_armed_again_when_one_is_due() -> None:
    wishes = after_read(7)
    wishes.hear_wanted(PLAYER_2)
    overdraw = ReadVerdict(boot="b1", seq=7, verdict=Verdict.OVERDRAW)
    assert wishes.hear_verdict(overdraw) == (Overdraw(), ReadWanted(Position.PLAYER_2))
    wishes.hear_wanted(ScannerWanted(want=Want.NOTHING))
    assert wishes.hear_verdict(overdraw) == (Overdraw(),)
