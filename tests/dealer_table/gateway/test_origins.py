import pytest

from dealer_table.gateway.origins import is_loopback, origin_allowed


@pytest.mark.parametrize(
    ("origin", "host", "bound_to", "allowed"),
    [
        (None, "anything", "127.0.0.1", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "127.0.0.1", True),
        ("http://localhost:8000", "localhost:8000", "127.0.0.1", True),
        ("http://[::1]:8000", "[::1]:8000", "::1", True),
        ("http://127.0.0.1:9000", "127.0.0.1:8000", "127.0.0.1", False),
        ("http://evil.example", "127.0.0.1:8000", "127.0.0.1", False),
        # A name of the attacker's that was made to point here.
        ("http://evil.example:8000", "evil.example:8000", "127.0.0.1", False),
        ("https://table.example", "TABLE.example", "10.0.0.5", True),
        ("https://evil.example", "table.example", "10.0.0.5", False),
        ("null", "127.0.0.1:8000", "127.0.0.1", False),
        ("file://", "", "127.0.0.1", False),
    ],
)
def test_only_our_own_pages_unless_told_otherwise(origin: str | None, host: str, bound_to: str, allowed: bool) -> None:
    assert origin_allowed(origin, host, allowed=(), bound_to=bound_to) is allowed


def test_a_list_of_origins_is_the_whole_truth() -> None:
    allowed = ("https://casino.example",)
    assert origin_allowed("https://casino.example", "10.0.0.5", allowed=allowed, bound_to="10.0.0.5")
    assert not origin_allowed("https://10.0.0.5", "10.0.0.5", allowed=allowed, bound_to="10.0.0.5")


@pytest.mark.parametrize(("host", "answer"), [("localhost", True), ("127.9.9.9", True), ("::1", True), ("a.b", False)])
def test_loopback_names(host: str, answer: bool) -> None:
    assert is_loopback(host) is answer
