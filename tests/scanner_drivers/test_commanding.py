from dealer_table.baccarat.cards import Card
from dealer_table.procedure.words import MisreadCause
from scanner_drivers.commanding import Commander, CommandSettings, Dialect
from scanner_drivers.conversation import Command, Purpose
from scanner_drivers.driver import Reaction
from scanner_drivers.intents import BadRead, GoodRead, NothingWanted, Overdraw, ReadWanted
from scanner_drivers.sightings import CardSeen, CutCardSeen, DeviceEvent, Misread, Suppressed

DIALECT = Dialect(
    trigger_on=(Command(b"on", Purpose.TRIGGER),),
    trigger_off=(Command(b"off", Purpose.TRIGGER),),
    good=(Command(b"good", Purpose.SIGNAL),),
    bad=(Command(b"bad", Purpose.SIGNAL),),
)
CARD = CardSeen(Card.ACE_OF_SPADES)
NO_READ = Misread(MisreadCause.NO_READ, "NR")
GARBLED = Misread(MisreadCause.GARBLED, "\\xff")


def commander(*, trigger: str = "host", retrigger_ms: int = 0) -> Commander:
    settings = CommandSettings.model_validate({"trigger": trigger, "retrigger_ms": retrigger_ms})
    return Commander(DIALECT, settings)


def test_a_device_that_reads_by_itself_is_never_triggered() -> None:
    commands = commander(trigger="device", retrigger_ms=100)
    assert commands.act(ReadWanted(), 0) == commands.act(NothingWanted(), 10) == ()
    assert commands.deadline is None


def test_a_reading_is_started_for_a_card_that_is_due_and_ended_when_none_is() -> None:
    commands = commander()
    assert commands.act(NothingWanted(), 0) == ()
    assert commands.act(ReadWanted(), 10) == (b"on",)
    assert commands.act(NothingWanted(), 20) == (b"off",)
    assert commands.act(NothingWanted(), 30) == ()


def test_outcomes_are_signalled() -> None:
    commands = commander(trigger="device")
    assert commands.act(GoodRead(), 0) == (b"good",)
    assert commands.act(BadRead(), 0) == commands.act(Overdraw(), 0) == (b"bad",)


def test_a_card_still_in_view_and_the_cut_card_do_not_end_the_wait() -> None:
    commands = commander()
    assert commands.saw(CutCardSeen(), 0).replies == ()
    commands.act(ReadWanted(), 0)
    for sighting in (Suppressed(Card.ACE_OF_SPADES), CutCardSeen()):
        assert commands.saw(sighting, 10) == Reaction((sighting,), (b"on",))


def test_after_a_read_or_a_misread_the_table_says_whether_another_is_wanted() -> None:
    for sighting in (CARD, NO_READ):
        commands = commander(retrigger_ms=100)
        commands.act(ReadWanted(), 0)
        assert commands.saw(sighting, 10) == Reaction((sighting,))
        assert commands.deadline is None
        assert commands.act(ReadWanted(), 20) == (b"on",)


def test_a_reading_that_comes_to_nothing_is_started_again() -> None:
    commands = commander(retrigger_ms=100)
    commands.act(ReadWanted(), 0)
    assert commands.deadline == 100
    assert commands.expire(99).replies == ()
    assert commands.expire(100).replies == (b"on",)
    assert commands.deadline == 200
    commands.act(NothingWanted(), 150)
    assert commands.deadline is None


def test_what_was_wanted_is_wanted_on_a_new_connection_too() -> None:
    commands = commander()
    assert commands.connected(0) == ()
    commands.act(ReadWanted(), 10)
    assert commands.connected(20) == (b"on",)
    assert commands.act(NothingWanted(), 30) == (b"off",)


def test_the_failure_of_a_reading_that_was_called_off_is_told_once_and_is_no_misread() -> None:
    commands = commander()
    commands.act(ReadWanted(), 0)
    commands.act(NothingWanted(), 100)
    assert commands.saw(NO_READ, 200).seen == (DeviceEvent("nothing_read"),)
    assert commands.saw(NO_READ, 210).seen == ()
    assert commands.saw(NO_READ, 700).seen == (NO_READ,)


def test_the_failure_of_the_next_reading_is_one() -> None:
    commands = commander()
    commands.act(ReadWanted(), 0)
    commands.act(NothingWanted(), 100)
    commands.act(ReadWanted(), 110)
    assert commands.saw(NO_READ, 200).seen == (NO_READ,)


def test_noise_is_no_sign_of_life() -> None:
    answered = Dialect(trigger_on=(Command(b"on", Purpose.TRIGGER, answered=True),))
    commands = Commander(answered, CommandSettings(trigger="host"))
    commands.act(ReadWanted(), 0)
    commands.expire(500)
    commands.saw(GARBLED, 600)
    assert not commands.ready
    commands.saw(CARD, 700)
    assert commands.ready
