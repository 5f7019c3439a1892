"""The configuration of a real table's broker, tried: TLS, passwords, who may hear what. I/O: processes."""

import getpass
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiomqtt
import pytest

from tests.fixtures.broker_talk import Peer, running, until
from tests.fixtures.brokers import MosquittoBroker, free_port

CONFIG = Path(__file__).parents[3] / "config" / "mosquitto"
USERS = ("table", "table-1.shoe-1", "gateway-1")
READ = "dealer-table/table-1/scanner/shoe-1/read"
ACK = "dealer-table/table-1/scanner/shoe-1/ack"
VIEW = "dealer-table/table-1/view"
WANTED = "dealer-table/table-1/scanner/shoe-1/wanted"
VERDICT = "dealer-table/table-1/scanner/shoe-1/verdict"
BRIDGE = "dealer-table/table-1/bridge/shoe-pc-1/status"


class TablePcBroker:
    """mosquitto with the files of config/mosquitto, moved from /etc and /var to a directory of the test's."""

    def __init__(self, directory: Path) -> None:
        self.port = free_port()
        self._conf = directory / "table-pc.conf"
        self.authority = directory / "certs" / "ca.crt"
        (directory / "certs").mkdir()
        self._certify(directory / "certs")
        acl = directory / "table-pc.acl"
        acl.write_text((CONFIG / "table-pc.acl").read_text())
        passwords = directory / "table.passwd"
        passwords.touch()
        for user in USERS:
            subprocess.run(["mosquitto_passwd", "-b", str(passwords), user, f"{user}'s secret"], check=True)
        conf = (CONFIG / "table-pc.conf").read_text()
        for installed, here in (("/etc/mosquitto", directory), ("/var/lib/mosquitto", directory)):
            conf = conf.replace(installed, str(here))
        conf = conf.replace("listener 8883", f"listener {self.port} 127.0.0.1").replace(
            "log_dest syslog", "log_dest none"
        )
        self._conf.write_text(f"user {getpass.getuser()}\n{conf}")

    def broker(self) -> MosquittoBroker:
        """Return the broker, not yet started."""
        return MosquittoBroker(self._conf, self.port, own_listener=True)

    @asynccontextmanager
    async def client(self, user: str, password: str | None = None) -> AsyncIterator[Peer]:
        """Connect `user`, who listens to everything there is."""
        async with aiomqtt.Client(
            "127.0.0.1",
            self.port,
            username=user,
            password=f"{user}'s secret" if password is None else password,
            tls_context=ssl.create_default_context(cafile=self.authority),
            timeout=10,
        ) as client:
            await client.subscribe("#", 1)
            peer = Peer(client)
            async with running(peer.listen()):
                yield peer

    def _certify(self, directory: Path) -> None:
        key, certificate = directory / "table.key", directory / "table.crt"
        command = ["openssl", "req", "-x509", "-nodes", "-days", "2"]
        kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
        names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
        files = ["-keyout", str(key), "-out", str(certificate)]
        subprocess.run([*command, *kind, *names, *files], check=True, capture_output=True)
        self.authority.write_bytes(certificate.read_bytes())


@pytest.fixture
def table_pc(tmp_path: Path) -> Iterator[TablePcBroker]:
    table_pc = TablePcBroker(tmp_path)
    broker = table_pc.broker()
    broker.start()
    yield table_pc
    broker.stop()


async def test_a_wrong_password_opens_nothing(table_pc: TablePcBroker) -> None:
    with pytest.raises(aiomqtt.MqttError):
        async with table_pc.client("gateway-1", "guess"):
            pass


async def test_only_the_table_hears_a_scanner_and_only_a_scanner_is_heard(table_pc: TablePcBroker) -> None:
    async with (
        table_pc.client("table") as table,
        table_pc.client("table-1.shoe-1") as shoe,
        table_pc.client("gateway-1") as gateway,
    ):
        await gateway.say(READ, b"forged by a gateway")
        await shoe.say(READ.replace("shoe-1", "shoe-2"), b"forged by another scanner")
        await shoe.say(VIEW, b"forged by a scanner")
        await gateway.say(VIEW, b"forged by a gateway")
        await shoe.say(READ, b"a burned card")
        await until(lambda: table.on(READ))
        await table.say(ACK, b"committed")
        await table.say(VIEW, b"public")
        await until(lambda: shoe.on(ACK) and gateway.on(VIEW))
        assert [payload for _, payload, _ in table.heard] == [b"a burned card"]
        assert [payload for _, payload, _ in shoe.heard] == [b"committed"]
        assert [payload for _, payload, _ in gateway.heard] == [b"public"]


async def test_the_table_alone_arms_a_scanner_and_a_bridge_speaks_for_itself_only(table_pc: TablePcBroker) -> None:
    async with (
        table_pc.client("table") as table,
        table_pc.client("table-1.shoe-1") as shoe,
        table_pc.client("gateway-1") as gateway,
    ):
        for forger in (gateway, shoe):
            await forger.say(WANTED, b"forged")
            await forger.say(VERDICT, b"forged")
        await gateway.say(BRIDGE, b"forged by a gateway")
        await shoe.say(BRIDGE.replace("pc-1", "pc-2"), b"forged by another bridge")
        await table.say(BRIDGE, b"forged by the table")
        await table.say(WANTED, b"a card")
        await table.say(VERDICT, b"good")
        await shoe.say(BRIDGE, b"online")
        await until(lambda: shoe.on(WANTED) and shoe.on(VERDICT) and gateway.on(BRIDGE) and table.on(BRIDGE))
        assert {payload for _, payload, _ in shoe.heard} == {b"a card", b"good", b"online"}
        assert [payload for _, payload, _ in gateway.heard] == [b"online"]
        assert [payload for _, payload, _ in table.heard] == [b"online"]
