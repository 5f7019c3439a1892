"""Every kind of port on one bridge, from what stands for the device to the broker."""

from pathlib import Path

from dealer_table.baccarat.cards import Card
from dealer_table.wire.card_read import CardReadMessage, ScannerMessage, parse_scanner_message, parse_scanner_status
from dealer_table.wire.topics import scanner_read, scanner_status
from scanner_drivers.bridge import run_bridges
from scanner_drivers.bridge_config import load_bridge_config
from scanner_drivers.capture import Recorder
from simulators.devices.hid_keyboard import KeyboardScanner
from simulators.devices.hid_pos import HidPosScanner
from simulators.packet_scanner import PacketScanner
from tests.fixtures.broker_talk import Peer, peer, running, until
from tests.fixtures.brokers import Broker
from tests.fixtures.card_pictures import fill_folder, picture_of

pytest_plugins = ["tests.fixtures.broker_fixtures"]

ACE, TEN = Card.ACE_OF_SPADES, Card.TEN_OF_HEARTS
SCANNER = """
[[scanner]]
name = "{name}"
driver = "{driver}"
port = "{port}"
settings = {settings}
"""


def configured(tmp_path: Path, broker: Broker, *scanners: str) -> Path:
    head = f'table = "BAC-1"\n[mqtt]\nhost = "{broker.host}"\nport = {broker.port}\n'
    (tmp_path / "scanner.toml").write_text(head + "".join(scanners))
    return tmp_path / "scanner.toml"


def scanner(name: str, driver: str, port: str, settings: str = "{}") -> str:
    return SCANNER.format(name=name, driver=driver, port=port, settings=settings)


def messages(connection: Peer, name: str) -> list[ScannerMessage]:
    """Return what was published, without what was sent again."""
    by_number = {
        message.seq: message for message in map(parse_scanner_message, connection.on(scanner_read("BAC-1", name)))
    }
    return [by_number[number] for number in sorted(by_number)]


def cards(connection: Peer, name: str) -> list[Card]:
    return [message.card for message in messages(connection, name) if isinstance(message, CardReadMessage)]


def was_online(connection: Peer, name: str, *, now: bool) -> bool:
    told = [parse_scanner_status(payload).online for payload in connection.on(scanner_status("BAC-1", name))]
    return bool(told) and told[-1] is now


async def deal_over_a_pulled_cable(connection: Peer, name: str, device: PacketScanner) -> None:
    """Show a card, then one whose last keys the cable does not carry any more, and a third on a new cable."""
    device.plug()
    await until(lambda: device.connected and was_online(connection, name, now=True))
    device.write(device.device.show(ACE))
    await until(lambda: cards(connection, name) == [ACE])
    device.write(device.device.show(TEN)[: 64 + 9 * 24])
    device.unplug()
    await until(lambda: was_online(connection, name, now=False))
    device.plug()
    await until(lambda: device.connected and was_online(connection, name, now=True))
    device.write(device.device.show(Card.KING_OF_CLUBS))
    await until(lambda: cards(connection, name)[-1] == Card.KING_OF_CLUBS)


async def test_hid_devices_are_read_and_read_again_after_they_were_unplugged(broker: Broker, tmp_path: Path) -> None:
    shoe = PacketScanner(tmp_path / "pos", HidPosScanner(), 64)
    spare = PacketScanner(tmp_path / "kbd", KeyboardScanner(french=True), 24)
    config = configured(
        tmp_path,
        broker,
        scanner("shoe", "hid_pos", f"hid+unix://{shoe.path}"),
        scanner("spare", "hid_keyboard", f"evdev+unix://{spare.path}", '{ layout = "fr" }'),
    )
    async with peer(broker) as connection, running(run_bridges(load_bridge_config(config))):
        await deal_over_a_pulled_cable(connection, "shoe", shoe)
        await deal_over_a_pulled_cable(connection, "spare", spare)
    assert cards(connection, "shoe") == [ACE, TEN, Card.KING_OF_CLUBS]
    assert [message.kind for message in messages(connection, "spare")] == ["card", "misread", "card"]
    for device in (shoe, spare):
        device.unplug()


async def test_a_camera_deals_from_pictures(broker: Broker, tmp_path: Path) -> None:
    (tmp_path / "frames").mkdir()
    ace, none, ten = picture_of("1010", turned=12), picture_of(), picture_of("2100", turned=190, blur=0.7)
    fill_folder(tmp_path / "frames", [none, ace, ace, ace, none, ten, none, ten, ten])
    port = f"camera+folder://{tmp_path / 'frames'}"
    config = configured(tmp_path, broker, scanner("shoe", "camera", port, "{ frames_to_rearm = 2 }"))
    async with peer(broker) as connection, running(run_bridges(load_bridge_config(config))):
        await until(lambda: cards(connection, "shoe") == [ACE, TEN])


async def test_a_recording_deals_and_is_then_over(broker: Broker, tmp_path: Path) -> None:
    recording = tmp_path / "shoe.jsonl"
    with recording.open("w") as file:
        recorder, device = Recorder(file), HidPosScanner()
        for moment, report in enumerate((device.show(ACE), device.show(TEN), device.show_cut_card())):
            recorder.record("rx", report, moment * 20.0)
    settings = '{ driver = "hid_pos", settings = { cut_card_code = "9990" } }'
    config = configured(tmp_path, broker, scanner("shoe", "capture_file", f"capture://{recording}", settings))
    async with peer(broker) as connection, running(run_bridges(load_bridge_config(config))):
        await until(lambda: len(messages(connection, "shoe")) == 3)
        await until(lambda: was_online(connection, "shoe", now=False))
    assert [message.kind for message in messages(connection, "shoe")] == ["card", "card", "cut_card"]
