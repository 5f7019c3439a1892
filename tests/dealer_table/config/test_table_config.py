"""A table's configuration: what it gives when sound, and each fault with its file, key and remedy. I/O: files."""

from pathlib import Path

import pytest

from dealer_table.baccarat.paytables import LIVE_TABLE
from dealer_table.config.table_config import (
    TableConfig,
    check_table_config,
    check_table_configs,
    load_table_config,
    load_table_configs,
)
from dealer_table.config.token_keys import write_new_keys
from dealer_table.errors import ConfigError
from dealer_table.procedure.house import HouseProcedure

REPOSITORY = Path(__file__).parents[3]
TOUCH = '[touch]\nid = "t2"\njournal = "t2.sqlite"\n'
EURO = TOUCH + "[touch.limits.EUR]\nstep = 1\nminimum = 1\nmaximum = 1\n"
TABLE = '[table]\nid = "t1"\njournal = "t1.sqlite"\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def sound(path: Path, text: str = TABLE) -> TableConfig:
    path.write_text(text, "utf-8")
    config, faults = check_table_config(path)
    assert faults == []
    assert config is not None
    return config


def fault(path: Path, text: str) -> ConfigError:
    """Return the one fault of a configuration."""
    path.write_text(text, "utf-8")
    config, faults = check_table_config(path)
    assert config is None
    (only,) = faults
    return only


def test_the_shipped_configuration_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    config = REPOSITORY / "config" / "table.toml"
    monkeypatch.setenv("DEALER_TABLE__TABLE__JOURNAL", "table-1.sqlite")
    assert load_table_config(config).house == HouseProcedure(), "the shipped rules are the seed's"


def test_what_is_not_said_has_the_defaults_of_one_machine(path: Path) -> None:
    config = sound(path)
    assert (config.table, config.journal, config.house) == ("t1", path.parent / "t1.sqlite", HouseProcedure())
    assert (config.broker.host, config.broker.port, config.embedded_broker) == ("127.0.0.1", 1883, False)
    assert (config.http.section.host, config.http.section.port) == ("127.0.0.1", 8080)
    assert (config.http.token_keys, config.http.tls, config.has_scanners) == (None, None, False)
    assert (config.money.operator, config.touch, config.play_money) == (None, None, 100_000)
    assert [spot.bet for spot in config.betting.spots] == list(LIVE_TABLE)


def test_paths_are_relative_to_the_file(path: Path) -> None:
    write_new_keys(path.parent / "keys.json")
    (path.parent / "rules.toml").write_text("packs = 6\n", "utf-8")
    text = TABLE.replace("[table]\n", '[table]\nrules = "rules.toml"\n')
    config = sound(path, text + '[http]\ntoken_keys_file = "keys.json"\n')
    assert config.house.packs == 6
    assert config.http.token_keys is not None


def test_equal_rules_have_equal_digests_however_they_are_written(path: Path) -> None:
    (path.parent / "rules.toml").write_text("# the default, said aloud\npacks = 8\n", "utf-8")
    said = sound(path, TABLE + 'rules = "rules.toml"\n')
    assert said.rules_digest == sound(path).rules_digest
    (path.parent / "rules.toml").write_text("packs = 6\n", "utf-8")
    assert said.rules_digest != sound(path, TABLE + 'rules = "rules.toml"\n').rules_digest


@pytest.mark.parametrize(
    ("name", "value", "port"), [("DEALER_TABLE__HTTP__PORT", "9000", 9000), ("DEALER_TABLE__HTTP__HOST", "::1", 8081)]
)
def test_the_environment_overrides_one_key_and_leaves_the_others(
    path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, port: int
) -> None:
    monkeypatch.setenv(name, value)
    config = sound(path, TABLE + "[http]\nport = 8081\nconnections = 7\n")
    assert (config.http.section.port, config.http.section.connections) == (port, 7)


def test_the_environment_is_checked_as_the_file_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEALER_TABLE__HTTP__PORT", "99999")
    assert fault(path, TABLE).key == "http.port"


def test_a_section_from_the_environment_is_json(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = "DEALER_TABLE__TOUCH__LIMITS"
    monkeypatch.setenv(limits, '{"SEK": {"step": 1, "minimum": 1, "maximum": 2}}')
    config = sound(path, TABLE + TOUCH)
    assert config.touch is not None
    assert list(config.touch.rules.currencies) == ["SEK"]
    monkeypatch.setenv(limits, "SEK")
    found = fault(path, TABLE + TOUCH)
    assert found.source == "the environment"
    assert '"touch"' in str(found) and "JSON" in str(found)


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        (TABLE + 'rules = "none.toml"\n', "", "cannot be read"),
        (TABLE + 'speed = "fast"\n', "table.speed", "unknown key"),
        (TABLE + "[http]\nprot = 80\n", "http.prot", "unknown key"),
        (TABLE + "[htpp]\nport = 80\n", "htpp", "did you mean http?"),
        (TABLE.replace("t1.sqlite", "nowhere/t1.sqlite"), "table.journal", "mkdir -p"),
        ('[table]\njournal = "t1.sqlite"\n', "table.id", "required"),
        ('[table]\nid = "t1"\n', "table.journal", "required"),
        (TABLE.replace("t1", "t/1", 1), "table.id", "cannot be part of a topic"),
        (TABLE + "[http]\nport = -1\n", "http.port", "greater than or equal to 0"),
        (TABLE + '[http]\nport = "eighty"\n', "http.port", "integer"),
        (TABLE + '[http]\nhost = "0.0.0.0"\n', "http", "set tls_cert and tls_key, or listen on 127.0.0.1"),
        (TABLE + '[http]\nhost = "table.example"\n', "http", "set tls_cert and tls_key"),
        (TABLE + '[http]\ntls_cert = "c.pem"\n', "http", "go together"),
        (TABLE + '[http]\ntls_cert = "c.pem"\ntls_key = "k.pem"\n', "http.tls_cert", "cannot be used"),
        (TABLE + '[http]\ntoken_keys_file = "none.json"\n', "", "dealer-table token new-keys"),
        (TABLE + '[money]\naccounts = "seamless"\n', "money", "need url, key_file, wallet too"),
        (TABLE + '[money]\ncurencies = ["EUR"]\n', "money.curencies", "did you mean currencies?"),
        (TABLE + '[money]\ncurrencies = ["JPY"]\n', "money.currencies", "add [limits.JPY] to the rules file"),
        (TABLE + '[touch]\nid = "t2"\n', "touch.journal", "required"),
        (TABLE + '[touch]\nid = "t/2"\njournal = "t2.sqlite"\n', "touch.id", "cannot be part of a topic"),
        (TABLE + '[touch]\nid = "t1"\njournal = "t2.sqlite"\n', "touch.id", "the id t1 is taken by table.id"),
        (TABLE + '[touch]\nid = "t2"\njournal = "./t1.sqlite"\n', "touch.journal", "is taken by table.journal"),
        (TABLE + '[touch]\nid = "t2"\njournal = "t2.sqlite"\nunfinished = "lost"\n', "touch.unfinished", "'refund'"),
        (TABLE + TOUCH + "[touch.limits.EUR]\nstep = 1\nminimum = 1\n", "touch.limits.EUR.maximum", "required"),
        (
            TABLE + EURO + "stpe = 1\n",
            "touch.limits.EUR.stpe",
            "did you mean step?",
        ),
        (TABLE + '[mqtt]\nhost = "10.0.0.7"\n', "mqtt", "tls, username and password_file"),
        (TABLE + '[mqtt]\nembedded = true\nhost = "10.0.0.7"\n', "mqtt", "this machine"),
        (TABLE + '[mqtt]\nembedded = true\nusername = "me"\n', "mqtt", "knows no passwords"),
        (TABLE + '[mqtt]\npassword_file = "none"\n', "mqtt.password_file", "cannot be read"),
        (TABLE + '[mqtt.tls]\nca = "none.pem"\n', "mqtt.tls", "cannot be used"),
        (TABLE + '[mqtt.tls]\ncert = "c.pem"\n', "mqtt.tls", "go together"),
    ],
)
def test_a_fault_names_its_key_and_what_to_do(path: Path, text: str, key: str, words: str) -> None:
    found = fault(path, text)
    assert found.key == key
    assert str(path.parent) in found.source
    assert words in str(found)


@pytest.mark.parametrize("text", ["[table", "id = \xff", b"\xff\xfe".decode("latin-1") + "["])
def test_what_is_not_toml_is_said_to_be_none(path: Path, text: str) -> None:
    assert "not TOML" in str(fault(path, text))


def test_a_file_that_is_not_there_is_named(path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file") as refused:
        load_table_config(path)
    assert refused.value.source == str(path)


def test_all_faults_are_told_at_once(path: Path) -> None:
    (path.parent / "rules.toml").write_text("packs = 80\npakcs = 8\nburn_fixed = 9\n", "utf-8")
    path.write_text(TABLE + 'rules = "rules.toml"\n[http]\ntoken_keys_file = "none.json"\n', "utf-8")
    _, faults = check_table_config(path)
    assert [found.key for found in faults] == ["pakcs", "packs", "burn_fixed", ""]
    with pytest.raises(ConfigError) as refused:
        load_table_config(path)
    assert len(str(refused.value).splitlines()) == 4


def test_an_inconsistent_cut_card_is_refused_with_the_arithmetic(path: Path) -> None:
    (path.parent / "rules.toml").write_text('cut_card_rule = "one_more"\ncut_card_depth = 11\n', "utf-8")
    found = fault(path, TABLE + 'rules = "rules.toml"\n')
    assert found.key == "cut_card_depth"
    assert "at most 12 cards" in str(found) and "set cut_card_depth to 12 or more" in str(found)


def test_a_table_with_scanners_has_their_sections_for_the_bridge(path: Path) -> None:
    assert sound(path, TABLE + '[[scanner]]\nname = "shoe"\n').has_scanners


def test_no_secret_is_in_the_words_of_a_configuration(path: Path) -> None:
    write_new_keys(path.parent / "keys.json")
    (path.parent / "password").write_text("swordfish\n", "utf-8")
    config = sound(path, TABLE + '[http]\ntoken_keys_file = "keys.json"\n[mqtt]\npassword_file = "password"\n')
    assert config.broker.password == "swordfish"
    assert config.http.token_keys is not None
    said = repr(config)
    assert "swordfish" not in said
    assert config.http.token_keys.current.secret not in said


def test_the_currencies_a_table_takes_are_part_of_its_rules(path: Path) -> None:
    every, euros = sound(path), sound(path, TABLE + '[money]\ncurrencies = ["EUR"]\n')
    assert list(every.betting.currencies) == ["EUR", "FUN"]
    assert list(euros.betting.currencies) == ["EUR"]
    assert every.rules_digest != euros.rules_digest


def test_an_operator_keeps_the_money_of_table_and_room(path: Path) -> None:
    write_new_keys(path.parent / "wallet_key.json")
    money = '[money]\naccounts = "seamless"\nurl = "http://localhost:9000"\nkey_file = "wallet_key.json"\n'
    config = sound(path, TABLE + money + 'wallet = "w1.sqlite"\n' + TOUCH + 'wallet = "w2.sqlite"\n')
    assert config.money.operator is not None
    assert config.touch is not None
    assert {config.money.wallet, config.touch.wallet} == {path.parent / "w1.sqlite", path.parent / "w2.sqlite"}
    text = TABLE + money + 'wallet = "w1.sqlite"\n' + TOUCH + 'wallet = "w1.sqlite"\n'
    assert fault(path, text).key == "touch.wallet"


# ---- several tables in one process ----------------------------------------------------------------------------------


def two_tables(folder: Path, first: str, second: str) -> list[Path]:
    paths = [folder / "a.toml", folder / "b.toml"]
    for path, text in zip(paths, (first, second), strict=True):
        path.write_text(text, "utf-8")
    return paths


OTHER = TABLE.replace("t1", "t2") + "[http]\nport = 8081\n"


def test_tables_that_want_nothing_of_each_other_run_together(tmp_path: Path) -> None:
    configs = load_table_configs(two_tables(tmp_path, TABLE, OTHER))
    assert [config.table for config in configs] == ["t1", "t2"]


@pytest.mark.parametrize("port", [0, 8080])
def test_where_the_second_table_would_serve_by_itself_is_nobodys_rival(tmp_path: Path, port: int) -> None:
    http = f"[http]\nport = {port}\n"
    paths = two_tables(tmp_path, TABLE + http, TABLE.replace("t1", "t2") + http)
    assert len(load_table_configs(paths)) == 2


@pytest.mark.parametrize(
    ("other", "key", "taken"),
    [
        (OTHER.replace('"t2"', '"t1"'), "table.id", "the id t1 is taken by table.id of"),
        (OTHER.replace("t2.sqlite", "t1.sqlite"), "table.journal", "t1.sqlite is taken by table.journal of"),
        (OTHER + "[mqtt]\nembedded = true\nport = 8080\n", "mqtt.port", "the port 8080 is taken by http.port of"),
        (OTHER + '[touch]\nid = "t1"\njournal = "t3.sqlite"\n', "touch.id", "the id t1 is taken by table.id of"),
        (OTHER + '[touch]\nid = "t3"\njournal = "t1.sqlite"\n', "touch.journal", "is taken by table.journal of"),
    ],
)
def test_two_tables_that_want_the_same_are_refused(tmp_path: Path, other: str, key: str, taken: str) -> None:
    paths = two_tables(tmp_path, TABLE, other)
    _, (fault,) = check_table_configs(paths)
    assert (fault.source, fault.key) == (str(paths[1]), key)
    assert f"{taken} {paths[0]}" in str(fault)
    with pytest.raises(ConfigError, match="is taken by"):
        load_table_configs(paths)


def test_the_faults_of_each_table_are_told_too(tmp_path: Path) -> None:
    configs, faults = check_table_configs(two_tables(tmp_path, TABLE + "zebra = 1\n", OTHER))
    assert [config.table for config in configs] == ["t2"]
    assert [fault.key for fault in faults] == ["table.zebra"]
