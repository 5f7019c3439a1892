from scanner_drivers.conversation import Command, Conversation, Purpose
from scanner_drivers.decoding import Answer
from scanner_drivers.driver import NOTHING, Reaction
from scanner_drivers.sightings import DeviceEvent

SET_UP = Command(b"set up", Purpose.SETUP, answered=True)
MORE_SET_UP = Command(b"more", Purpose.SETUP, answered=True)
ON = Command(b"on", Purpose.TRIGGER, answered=True)
OFF = Command(b"off", Purpose.TRIGGER, answered=True)
BEEP = Command(b"beep", Purpose.SIGNAL, answered=True)
SHOUT = Command(b"shout", Purpose.SIGNAL)

TAKEN, REFUSED = Answer(), Answer(refused=True, code=5)
NO_ANSWER = DeviceEvent("no_answer")


def conversation(*setup: Command) -> Conversation:
    return Conversation(setup, patience_ms=500)


def test_a_device_that_needs_no_setting_up_is_ready_from_the_start() -> None:
    talk = conversation()
    assert talk.ready
    assert talk.start(0) == ()
    assert talk.ready


def test_setting_up_goes_step_by_step_and_everything_else_waits() -> None:
    talk = conversation(SET_UP, MORE_SET_UP)
    assert talk.start(0) == (b"set up",)
    assert talk.say([ON], 10) == ()
    assert talk.hear(TAKEN, 20) == Reaction(replies=(b"more",))
    assert not talk.ready
    assert talk.hear(TAKEN, 30) == Reaction(replies=(b"on",))
    assert talk.ready


def test_what_is_not_answered_is_not_waited_for() -> None:
    talk = conversation()
    assert talk.say([SHOUT, SHOUT], 0) == (b"shout", b"shout")
    assert talk.deadline is None


def test_a_refused_set_up_is_told_and_lasts_until_the_next_connection() -> None:
    talk = conversation(SET_UP)
    talk.start(0)
    assert talk.hear(REFUSED, 10).seen == (DeviceEvent("refused", 5),)
    talk.alive()
    assert not talk.ready
    talk.start(20)
    talk.hear(TAKEN, 30)
    assert talk.ready


def test_a_silent_device_is_told_once_and_asked_again_until_it_answers() -> None:
    talk = conversation(SET_UP)
    talk.start(0)
    assert talk.expire(499) == NOTHING
    assert talk.expire(500) == Reaction((NO_ANSWER,), (b"set up",))
    assert talk.expire(1500) == Reaction(replies=(b"set up",))
    assert talk.hear(TAKEN, 1600) == NOTHING
    assert talk.ready
    assert talk.deadline is None


def test_a_trigger_that_is_not_answered_makes_the_device_not_ready_until_it_lives() -> None:
    talk = conversation()
    talk.say([ON], 0)
    talk.expire(500)
    assert not talk.ready
    talk.alive()
    assert talk.ready


def test_the_opposite_replaces_a_trigger_that_was_never_answered() -> None:
    talk = conversation()
    talk.say([ON], 0)
    talk.expire(500)
    assert talk.say([OFF], 600) == (b"off",)
    assert talk.expire(1100) == Reaction(replies=(b"off",))


def test_a_later_word_replaces_an_earlier_one_that_waits() -> None:
    talk = conversation()
    talk.say([ON], 0)
    talk.say([OFF], 10)
    talk.say([BEEP], 15)
    talk.say([ON], 20)
    assert talk.hear(TAKEN, 30).replies == (b"beep",)
    assert talk.hear(TAKEN, 40).replies == (b"on",)


def test_a_beep_that_is_not_answered_is_let_go() -> None:
    talk = conversation()
    talk.say([BEEP], 0)
    talk.say([ON], 10)
    assert talk.expire(500) == Reaction((NO_ANSWER,), (b"on",))
    assert talk.ready


def test_an_answer_to_nothing_is_a_sign_of_life_and_its_refusal_is_told() -> None:
    talk = conversation()
    assert talk.hear(TAKEN, 0) == NOTHING
    assert talk.hear(REFUSED, 0).seen == (DeviceEvent("refused", 5),)
    assert talk.ready


def test_a_new_connection_forgets_what_was_asked_on_the_old_one() -> None:
    talk = conversation()
    talk.say([ON, BEEP], 0)
    assert talk.start(10) == ()
    assert talk.deadline is None
    assert talk.expire(1000) == NOTHING
