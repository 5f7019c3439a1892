import socket
import subprocess
from pathlib import Path

import pytest

from dealer_table.config.broker import is_this_machine
from dealer_table.config.table_config import load_table_config
from dealer_table.errors import ConfigError
from scanner_drivers.bridge_config import check_bridge_config, load_bridge_config, scanner_faults
from scanner_drivers.drivers.ascii_line import DRIVER
from scanner_drivers.rolling_capture import CaptureSettings

ROOT = Path(__file__).parents[2]
GOOD = """
table = "BAC-1"
[mqtt]
host = "127.0.0.1"
[[scanner]]
name = "shoe"
driver = "ascii_line"
port = "/dev/serial/by-id/usb-scanner"
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "scanner.toml"
    path.write_text(text)
    return path


def faults(folder: Path, text: str) -> list[str]:
    config, found = check_bridge_config(write(folder, text))
    assert config is None
    return [f"{fault.key}: {fault.problem} ({fault.remedy})" for fault in found]


def test_the_least_that_is_enough(tmp_path: Path) -> None:
    config = load_bridge_config(write(tmp_path, GOOD))
    assert (config.table, config.broker.host, config.broker.port) == ("BAC-1", "127.0.0.1", 1883)
    (scanner,) = config.scanners
    assert (scanner.name, scanner.spec, scanner.codebook.name) == ("shoe", DRIVER, "studio_four_digit")
    assert scanner.line == DRIVER.line
    assert scanner.build_driver() is not scanner.build_driver()


def test_the_example_is_good() -> None:
    config, found = check_bridge_config(ROOT / "config" / "scanner.toml")
    assert found == []
    assert config is not None


def test_line_and_settings_go_over_the_drivers_own(tmp_path: Path) -> None:
    config = load_bridge_config(write(tmp_path, GOOD + "line = { baud = 115200 }\nsettings = { aim = true }"))
    assert config.scanners[0].line.baud == 115200
    assert config.scanners[0].line.data_bits == 8
    assert config.scanners[0].settings == {"aim": True}


@pytest.mark.parametrize("mqtt", ["", "[mqtt]\nembedded = true", '[mqtt]\nhost = "localhost"\nport = 1884'])
def test_the_tables_own_file_serves_too(tmp_path: Path, mqtt: str) -> None:
    scanner = GOOD[GOOD.index("[[scanner]]") :]
    text = f'[table]\nid = "BAC-1"\njournal = "j"\n{mqtt}\n[http]\nport = 8080\n{scanner}'
    config = load_bridge_config(write(tmp_path, text))
    assert config.table == "BAC-1"
    assert is_this_machine(config.broker.host)


def test_every_fault_is_told_with_its_key(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        """
        tabel = "BAC-1"
        table = "a/b"
        [mqtt]
        host = "10.0.0.5"
        [[scanner]]
        name = "shoe"
        driver = "ascii_line"
        port = "nonsense://x"
        codebook = "missing"
        line = { baud = 1, speed = 9600 }
        settings = { aimm = true, longest_line = 1 }
        [[scanner]]
        name = "discard"
        driver = "unheard_of"
        port = "/dev/ttyUSB1"
        [[scanner]]
        nam = "x"
        """,
    )
    for start in (
        "tabel: unknown key",
        "table: 'a/b'",
        "mqtt: 10.0.0.5 is not this machine",
        "scanner.0.port: not a port",
        "scanner.0.codebook: no codebook missing",
        "scanner.0.line.baud:",
        "scanner.0.line.speed: unknown key",
        "scanner.0.settings.aimm: unknown key (did you mean aim?)",
        "scanner.0.settings.longest_line:",
        "scanner.1.driver: no scanner driver unheard_of",
        "scanner.2.nam: unknown key (did you mean name?)",
        "scanner.2.driver: Field required",
    ):
        assert any(fault.startswith(start) for fault in found), f"{start} not in {found}"


def test_a_setting_against_the_codebook_is_told_with_its_key(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, GOOD + 'settings = { cut_card_code = "1010" }')
    assert fault.startswith("scanner.0.settings.cut_card_code: 1010 is the code of AS")


def test_the_error_names_file_key_and_remedy(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD + "colour = 1")
    with pytest.raises(ConfigError) as refusal:
        load_bridge_config(path)
    assert str(refusal.value).startswith(f"{path}: scanner.0.colour: unknown key (")


def test_two_scanners_share_neither_name_nor_port(tmp_path: Path) -> None:
    found = faults(tmp_path, GOOD + GOOD[GOOD.index("[[scanner]]") :])
    assert [fault.split(":")[0] for fault in found] == ["scanner.name", "scanner.port"]


@pytest.mark.parametrize("text", ["", 'table = "BAC-1"', "not toml"])
def test_what_is_missing_is_told(tmp_path: Path, text: str) -> None:
    assert faults(tmp_path, text)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone\.toml"):
        load_bridge_config(tmp_path / "gone.toml")


def certificate(cert: Path, key: Path) -> None:
    command = [
        "openssl",
        "req",
        "-x509",
        "-nodes",
        "-days",
        "2",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
    ]
    subprocess.run([*command, "-subj", "/CN=shoe", "-keyout", key, "-out", cert], check=True, capture_output=True)


def secured(folder: Path, host: str = "broker.studio.example") -> str:
    certificate(folder / "shoe.pem", folder / "shoe.key")
    (folder / "ca.pem").write_bytes((folder / "shoe.pem").read_bytes())
    (folder / "password").write_text("secret\n")
    tls = '[mqtt.tls]\nca = "ca.pem"\ncert = "shoe.pem"\nkey = "shoe.key"'
    return GOOD.replace(
        'host = "127.0.0.1"', f'host = "{host}"\nport = 8883\nusername = "shoe"\npassword_file = "password"\n{tls}'
    )


def test_a_distant_broker_with_tls_and_password_is_taken(tmp_path: Path) -> None:
    broker = load_bridge_config(write(tmp_path, secured(tmp_path))).broker
    assert (broker.username, broker.password) == ("shoe", "secret")
    assert broker.tls is not None and len(broker.tls.get_ca_certs()) == 1
    assert "secret" not in repr(broker)


@pytest.mark.parametrize("line", ['username = "shoe"\n', 'password_file = "password"\n'])
def test_a_distant_broker_without_a_password_is_refused(tmp_path: Path, line: str) -> None:
    (fault,) = faults(tmp_path, secured(tmp_path).replace(line, ""))
    assert fault.startswith("mqtt: broker.studio.example is not this machine")


def test_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    text = secured(tmp_path)
    (tmp_path / "password").unlink()
    (tmp_path / "ca.pem").unlink()
    assert [fault.split(":")[0] for fault in faults(tmp_path, text)] == ["mqtt.tls", "mqtt.password_file"]


def test_a_certificate_without_its_key_is_refused(tmp_path: Path) -> None:
    text = secured(tmp_path).replace('key = "shoe.key"', "")
    (fault,) = faults(tmp_path, text)
    assert fault.startswith("mqtt.tls: cert and key go together")


def test_the_tables_check_hears_of_its_scanners(tmp_path: Path) -> None:
    table = '[table]\nid = "BAC-1"\njournal = "j"\n'
    assert scanner_faults(write(tmp_path, table)) == []
    (fault,) = scanner_faults(write(tmp_path, table + GOOD[GOOD.index("[[scanner]]") :].replace("ascii_line", "none")))
    assert fault.key == "scanner.0.driver"


def test_a_bridge_is_known_by_its_machine_and_its_first_scanner_unless_it_is_named(tmp_path: Path) -> None:
    config = load_bridge_config(write(tmp_path, GOOD))
    assert config.bridge == f"{socket.gethostname()}.shoe"[-64:]
    assert config.metrics_port is None
    named = GOOD.replace("[mqtt]", '[bridge]\nname = "shoe-pc"\nmetrics_port = 9200\n[mqtt]')
    config = load_bridge_config(write(tmp_path, named))
    assert (config.bridge, config.metrics_port) == ("shoe-pc", 9200)


def test_the_tables_file_may_name_its_bridge(tmp_path: Path) -> None:
    scanner = GOOD[GOOD.index("[[scanner]]") :]
    path = write(tmp_path, f'[table]\nid = "BAC-1"\njournal = "j"\n[bridge]\nname = "here"\n{scanner}')
    assert load_bridge_config(path).bridge == load_bridge_config(path).bridge == "here"
    assert load_table_config(path).has_scanners


@pytest.mark.parametrize(
    ("section", "start"),
    [
        ('name = "a/b"', "bridge.name: 'a/b' cannot be part of a topic"),
        ("metrics_port = 0", "bridge.metrics_port:"),
        ("metric_port = 9200", "bridge.metric_port: unknown key (did you mean metrics_port?)"),
    ],
)
def test_a_faulty_bridge_is_told(tmp_path: Path, section: str, start: str) -> None:
    (fault,) = faults(tmp_path, GOOD.replace("[mqtt]", f"[bridge]\n{section}\n[mqtt]"))
    assert fault.startswith(start)


def test_a_capture_has_a_folder_a_bound_and_a_rule(tmp_path: Path) -> None:
    text = GOOD + 'capture = "captures"\ncapture_megabytes = 2\ncapture_fsync = true\nrefuse_without_capture = true'
    (scanner,) = load_bridge_config(write(tmp_path, text)).scanners
    assert scanner.capture == CaptureSettings(tmp_path / "captures", 2_000_000, fsync=True, required=True)
    assert load_bridge_config(write(tmp_path, GOOD)).scanners[0].capture is None


@pytest.mark.parametrize(
    ("setting", "start"),
    [
        ('capture = "no/where"', "scanner.0.capture: no folder"),
        ("refuse_without_capture = true", "scanner.0: refuse_without_capture needs a folder"),
        ('capture = "c"\ncapture_megabytes = 0', "scanner.0.capture_megabytes:"),
    ],
)
def test_a_capture_that_cannot_be_is_told(tmp_path: Path, setting: str, start: str) -> None:
    (fault,) = faults(tmp_path, GOOD + setting)
    assert fault.startswith(start)
