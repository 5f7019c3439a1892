"""Every MQTT topic of a table, in one place. Pure.

dealer-table/<table>/scanner/<scanner>/read     bridge -> table    one ScannerMessage, QoS 1
dealer-table/<table>/scanner/<scanner>/status   bridge -> all      ScannerStatus, retained, last will
dealer-table/<table>/scanner/<scanner>/ack      table -> bridge    ReadsCommitted, retained
dealer-table/<table>/scanner/<scanner>/wanted   table -> bridge    ScannerWanted, retained
dealer-table/<table>/scanner/<scanner>/verdict  table -> bridge    ReadVerdict, QoS 1
dealer-table/<table>/bridge/<bridge>/status     bridge -> all      BridgeStatus, retained, last will
dealer-table/<table>/events                     table -> gateways  one public update, QoS 1
dealer-table/<table>/view                       table -> gateways  the public snapshot, retained
dealer-table/<table>/anchor                     table -> all       JournalAnchor, retained
dealer-table/<table>/status                     table -> all       TableStatus, retained, last will
"""

from dealer_table.errors import WireError

ROOT = "dealer-table"
_FORBIDDEN = set("+#/\x00")


def checked_name(name: str) -> str:
    """Return `name` when it can be one level of a topic; WireError when it cannot."""
    if not name or len(name) > 64 or set(name) & _FORBIDDEN or any(ord(char) < 32 for char in name):
        raise WireError(f"{name!r} cannot be part of a topic: 1-64 characters without + # / or control characters")
    return name


def scanner_read(table: str, scanner: str) -> str:
    """Return where the bridge publishes what a scanner saw."""
    return f"{ROOT}/{table}/scanner/{scanner}/read"


def scanner_status(table: str, scanner: str) -> str:
    """Return where a scanner's presence is kept."""
    return f"{ROOT}/{table}/scanner/{scanner}/status"


def scanner_ack(table: str, scanner: str) -> str:
    """Return where the table says which reads are committed."""
    return f"{ROOT}/{table}/scanner/{scanner}/ack"


def scanner_wanted(table: str, scanner: str) -> str:
    """Return where the table says what a scanner is to read now."""
    return f"{ROOT}/{table}/scanner/{scanner}/wanted"


def scanner_verdict(table: str, scanner: str) -> str:
    """Return where the table says what became of a scanner's last read."""
    return f"{ROOT}/{table}/scanner/{scanner}/verdict"


def bridge_status(table: str, bridge: str) -> str:
    """Return where a bridge's own presence is kept."""
    return f"{ROOT}/{table}/bridge/{bridge}/status"


def table_events(table: str) -> str:
    """Return where public updates go."""
    return f"{ROOT}/{table}/events"


def table_view(table: str) -> str:
    """Return where the public snapshot is kept."""
    return f"{ROOT}/{table}/view"


def table_anchor(table: str) -> str:
    """Return where the hash of the journal's last record is kept."""
    return f"{ROOT}/{table}/anchor"


def table_status(table: str) -> str:
    """Return where the table's own presence is kept."""
    return f"{ROOT}/{table}/status"


def scanner_of(topic: str) -> str:
    """Return the scanner's name in a scanner topic; WireError when the topic is not one."""
    return _owner_of(topic, "scanner")


def bridge_of(topic: str) -> str:
    """Return the bridge's name in a bridge topic; WireError when the topic is not one."""
    return _owner_of(topic, "bridge")


def _owner_of(topic: str, kind: str) -> str:
    parts = topic.split("/")
    if len(parts) != 5 or parts[0] != ROOT or parts[2] != kind:
        raise WireError(f"{topic!r} is not a {kind} topic")
    return parts[3]
