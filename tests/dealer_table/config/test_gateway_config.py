from pathlib import Path

import pytest

from dealer_table.config.gateway_config import load_gateway_config
from dealer_table.errors import ConfigError

EXAMPLE = Path(__file__).parents[3] / "config" / "gateway.toml"


def write(folder: Path, text: str) -> Path:
    path = folder / "gateway.toml"
    path.write_text(text)
    return path


def test_the_example_is_good() -> None:
    config = load_gateway_config(EXAMPLE)
    assert (config.table, config.broker.host, config.http.section.port) == ("table-1", "127.0.0.1", 8081)


def test_the_environment_overrides_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEALER_TABLE__HTTP__PORT", "9000")
    assert load_gateway_config(EXAMPLE).http.section.port == 9000


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "mqtt"),
        ('table = "t"\n[mqtt]\nhost = "broker.example"', "is not this machine"),
        ('table = "t"\n[mqtt]\nembedded = true', "unknown key"),
        ('table = "t"\n[mqtt]\n[http]\nhost = "0.0.0.0"', "set tls_cert and tls_key"),
        ('table = "t"\n[mqtt]\n[http]\ntoken_keys_file = "keys.json"', "http.token_keys_file"),
        ('table = "t"\n[mqtt]\npassword_file = "gone"', "mqtt.password_file"),
        ("not toml", "not TOML"),
    ],
)
def test_a_fault_is_told(tmp_path: Path, text: str, fault: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ConfigError, match=fault) as told:
        load_gateway_config(path)
    assert str(path) in str(told.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone\.toml"):
        load_gateway_config(tmp_path / "gone.toml")
