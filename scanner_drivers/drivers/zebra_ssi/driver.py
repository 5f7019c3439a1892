"""Zebra and Symbol imagers, and their many clones, that speak SSI in packets. Pure.

A scanner in raw mode sends plain text instead, and nothing in it says so: that is the driver `ascii_line`.
"""

from collections.abc import Iterable
from typing import Literal, Self

from pydantic import Field, model_validator

from dealer_table.procedure.words import MisreadCause
from scanner_drivers.code_reading import CodeReader, CodeSettings
from scanner_drivers.codebook import Codebook
from scanner_drivers.commanding import BeepSettings, Commander, Dialect
from scanner_drivers.conversation import Command, Purpose
from scanner_drivers.decoding import Answer
from scanner_drivers.driver import NOTHING, DriverSpec, Reaction
from scanner_drivers.drivers.zebra_ssi.host_side import HostSide
from scanner_drivers.drivers.zebra_ssi.packet import (
    ACK,
    CODE_TYPES,
    LED_OFF,
    LED_ON,
    MULTIPACKET_ACK,
    NAK_RESEND,
    SCAN_DISABLE,
    SCAN_ENABLE,
    SEND_PACKETS,
    START_SESSION,
    STOP_SESSION,
    NakCause,
    Opcode,
    Packet,
    from_host,
)
from scanner_drivers.drivers.zebra_ssi.packet_stream import BadCheck, Fragment, PacketStream
from scanner_drivers.drivers.zebra_ssi.reception import Assembly, Decoded, Retransmissions, Unusable
from scanner_drivers.intents import Intent
from scanner_drivers.sightings import DeviceEvent, Misread, Sighting, printable

_BEEPS = 27


class ZebraSsiSettings(CodeSettings, BeepSettings):
    """The settings of `zebra_ssi`; the scanner must be set to packeted decode data (parameter EEh = 01)."""

    code_types: tuple[str, ...] = Field(
        default=(), description="the symbologies that cards carry, as code_128; any other is no code; none named: all"
    )
    handshake: bool = Field(
        default=True, description="software handshaking: every packet is acknowledged, a damaged one asked for again"
    )
    set_packeted: bool = Field(
        default=False, description="on connecting, tell the scanner to send packets, for as long as it is switched on"
    )
    reading: Literal["session", "enable"] = Field(
        default="session", description="with trigger = host: a decode session a card, or scanning enabled and disabled"
    )
    lamp: bool = Field(default=False, description="the scanner's LED is lit by a bad read until the next good one")
    good_beep: int = Field(default=0, ge=0, lt=_BEEPS, description="the number of the beep for a good read")
    bad_beep: int = Field(default=0x12, ge=0, lt=_BEEPS, description="the number of the beep for a bad read")
    wake_up_ms: int = Field(
        default=0,
        ge=0,
        le=1_000,
        description="a 00 is sent so long before a command, to a scanner that sleeps; 0 never",
    )
    character_timeout_ms: int = Field(
        default=200, ge=20, le=5_000, description="a packet that stops for so long is cut off (parameter EFh)"
    )
    retransmission_within_ms: int = Field(
        default=3_000,
        ge=500,
        le=20_000,
        description="a packet comes again within this time when its acknowledgement was lost: the scanner's response "
        "time-out (parameter 9Bh), and some",
    )

    @model_validator(mode="after")
    def _known_code_types(self) -> Self:
        unknown = sorted(set(self.code_types) - set(CODE_TYPES.values()))
        if unknown:
            raise ValueError(f"code_types: {', '.join(unknown)}; known are {', '.join(CODE_TYPES.values())}")
        return self


class ZebraSsiDriver:
    """Turn packets into card reads and answer them; turn the table's wishes into commands."""

    def __init__(self, settings: ZebraSsiSettings, codebook: Codebook) -> None:
        self._settings = settings
        self._stream = PacketStream(settings.character_timeout_ms)
        self._retransmissions = Retransmissions(settings.retransmission_within_ms)
        self._assembly = Assembly()
        self._reader = CodeReader(settings, codebook)
        self._commander = Commander(_dialect(settings), settings)
        self._host = HostSide(settings.wake_up_ms)

    @property
    def ready(self) -> bool:
        return self._commander.ready

    @property
    def deadline(self) -> float | None:
        machines = (self._stream, self._retransmissions, self._commander, self._host)
        return min((machine.deadline for machine in machines if machine.deadline is not None), default=None)

    def connected(self, now: float) -> Reaction:
        """Start afresh, but for the memory of the last packet: it may be sent again over the new line."""
        cut_off = self._stream.reset()
        self._assembly.reset()
        self._host.forget()
        seen = (Misread(MisreadCause.TRUNCATED, printable(cut_off)),) if cut_off else ()
        told = Reaction(seen, self._host.send(self._commander.connected(now), now))
        return _together([self._never_sent_again(now), told])

    def feed(self, data: bytes, now: float) -> Reaction:
        return _together(self._take(piece, now) for piece in self._stream.feed(data, now))

    def expire(self, now: float) -> Reaction:
        pieces = [self._take(piece, now) for piece in self._stream.expire(now)]
        seen, commands = self._commander.expire(now)
        told = Reaction(seen, self._host.expire(now) + self._host.send(commands, now))
        overdue = (deadline := self._retransmissions.deadline) is not None and now >= deadline
        return _together([*pieces, self._never_sent_again(now) if overdue else NOTHING, told])

    def act(self, intent: Intent, now: float) -> Reaction:
        return Reaction(replies=self._host.send(self._commander.act(intent, now), now))

    def _take(self, piece: Packet | BadCheck | Fragment, now: float) -> Reaction:
        match piece:
            case Fragment(raw, cause):
                return self._told(Misread(cause, printable(raw)), now)
            case BadCheck():
                return self._damaged(piece, now)
            case Packet(Opcode.ACK):
                return self._answered(Answer(), now)
            case Packet(Opcode.NAK, data):
                why = data[0] if data else None
                again = self._host.resend() if why == NakCause.RESEND else ()
                return Reaction(replies=again) if again else self._answered(Answer(refused=True, code=why), now)
            case Packet():
                lost = NOTHING if piece.is_retransmission else self._never_sent_again(now)
                told = self._new_message(piece, now)
                return _together([lost, Reaction(told.seen, self._acknowledgement(piece) + told.replies)])

    def _damaged(self, bad: BadCheck, now: float) -> Reaction:
        if bad.raw[1] in (Opcode.ACK, Opcode.NAK) and len(bad.raw) <= len(NAK_RESEND):
            return NOTHING  # an answer is not answered; the command will be missed and said again
        if not self._settings.handshake:
            return self._told(Misread(MisreadCause.CHECK_FAILED, printable(bad.raw)), now)
        self._retransmissions.damaged(bad, now)
        return Reaction(replies=(NAK_RESEND,))

    def _never_sent_again(self, now: float) -> Reaction:
        """Tell of a packet that came damaged, if there is one, that it is lost."""
        raw = self._retransmissions.give_up()
        return self._told(Misread(MisreadCause.CHECK_FAILED, printable(raw)), now) if raw else NOTHING

    def _new_message(self, packet: Packet, now: float) -> Reaction:
        match self._retransmissions.take(packet, now):
            case "new":
                return self._told(self._message(packet), now)
            case "unsure":
                # The same card again, or another like it that came damaged: a person looks.
                return self._told(Misread(MisreadCause.CHECK_FAILED, printable(packet.data)), now)
            case "known":
                return NOTHING

    def _message(self, packet: Packet) -> Decoded | Sighting | None:
        match packet.opcode:
            case Opcode.DECODE_DATA:
                message = self._assembly.decode_data(packet)
            case Opcode.MULTIPACKET_SEGMENT:
                message = self._assembly.segment(packet)
            case Opcode.EVENT:
                return DeviceEvent("event", packet.data[0] if packet.data else None)
            case _:
                return DeviceEvent("unused_message", packet.opcode)
        return Misread(MisreadCause.GARBLED, printable(message.raw)) if isinstance(message, Unusable) else message

    def _told(self, message: Decoded | Sighting | None, now: float) -> Reaction:
        if message is None:
            return NOTHING
        sighting = self._read(message, now) if isinstance(message, Decoded) else message
        seen, commands = self._commander.saw(sighting, now)
        return Reaction(seen, self._host.send(commands, now))

    def _read(self, decoded: Decoded, now: float) -> Sighting:
        content = decoded.text.rstrip(b"\r\n")
        accepted = self._settings.code_types
        sighting = self._reader.read(content, now)
        name = CODE_TYPES.get(decoded.code_type, f"{decoded.code_type:02X}")
        if accepted and name not in accepted and not isinstance(sighting, Misread):
            return Misread(MisreadCause.UNKNOWN_CODE, f"{name} {printable(content)}")
        return sighting

    def _answered(self, answer: Answer, now: float) -> Reaction:
        seen, commands = self._commander.heard(answer, now)
        return Reaction(seen, self._host.send(commands, now))

    def _acknowledgement(self, packet: Packet) -> tuple[bytes, ...]:
        if not self._settings.handshake:
            return ()
        if packet.opcode == Opcode.MULTIPACKET_SEGMENT and self._assembly.is_open:
            return (MULTIPACKET_ACK,)
        return (ACK,)


def _dialect(settings: ZebraSsiSettings) -> Dialect:
    begin, end = (START_SESSION, STOP_SESSION) if settings.reading == "session" else (SCAN_ENABLE, SCAN_DISABLE)
    good, bad = [], []
    if settings.lamp:
        good.append(LED_OFF)
        bad.append(LED_ON)
    if settings.beep:
        good.append(from_host(Opcode.BEEP, settings.good_beep))
        bad.append(from_host(Opcode.BEEP, settings.bad_beep))
    return Dialect(
        setup=_commands(Purpose.SETUP, *([SEND_PACKETS] if settings.set_packeted else [])),
        trigger_on=_commands(Purpose.TRIGGER, begin),
        trigger_off=_commands(Purpose.TRIGGER, end),
        good=_commands(Purpose.SIGNAL, *good),
        bad=_commands(Purpose.SIGNAL, *bad),
    )


def _commands(purpose: Purpose, *packets: bytes) -> tuple[Command, ...]:
    return tuple(Command(packet, purpose, answered=True) for packet in packets)


def _together(reactions: Iterable[Reaction]) -> Reaction:
    seen: list[Sighting] = []
    replies: list[bytes] = []
    for reaction in reactions:
        seen += reaction.seen
        replies += reaction.replies
    return Reaction(tuple(seen), tuple(replies))


DRIVER = DriverSpec(
    name="zebra_ssi",
    summary="Zebra and Symbol imagers, and clones, in packeted SSI; in raw mode they are ascii_line",
    settings=ZebraSsiSettings,
    build=ZebraSsiDriver,
)
