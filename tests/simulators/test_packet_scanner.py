import socket
from pathlib import Path

from dealer_table.baccarat.cards import Card
from simulators.devices.hid_pos import HidPosScanner
from simulators.packet_scanner import PacketScanner
from tests.fixtures.broker_talk import until


class Answering(HidPosScanner):
    def answer(self, received: bytes) -> bytes:
        return received * 2


def host_of(path: Path) -> socket.socket:
    host = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    host.settimeout(20)
    host.connect(str(path))
    return host


async def test_messages_stay_apart_and_are_answered(tmp_path: Path) -> None:
    scanner = PacketScanner(tmp_path / "scanner", Answering(), 64)
    assert not scanner.write(b"nobody is there")
    scanner.plug()
    with host_of(scanner.path) as host:
        await until(lambda: scanner.connected)
        assert scanner.write(scanner.device.show(Card.ACE_OF_SPADES) * 2)
        assert [len(host.recv(4096)) for _ in range(2)] == [64, 64]
        host.send(b"?")
        host.setblocking(False)
        answers: list[bytes] = []
        await until(lambda: answers or _received(host, answers))
        assert answers == [b"??"]
    await until(lambda: not scanner.connected)
    scanner.unplug()
    assert not scanner.path.exists()


async def test_a_pulled_cable_hangs_up(tmp_path: Path) -> None:
    scanner = PacketScanner(tmp_path / "scanner", HidPosScanner(), 64)
    scanner.plug()
    scanner.plug()  # it is in already
    with host_of(scanner.path) as host:
        await until(lambda: scanner.connected)
        scanner.unplug()
        assert host.recv(64) == b""
    scanner.unplug()


def _received(host: socket.socket, answers: list[bytes]) -> bool:
    try:
        answers.append(host.recv(4096))
    except BlockingIOError:
        return False
    return True
