"""Who of the staff must log in again, having done nothing for long (GLI-19 2.5.4), and whose account is gone. Pure.

What is done counts by token, not by connection: another page, or a link that broke, is no proof that the same person
sits there. Times are in milliseconds.
"""

from collections.abc import Mapping

from dealer_table.ports.staff import name_key
from dealer_table.wire.launch_token import LaunchToken


class StaffWatch:
    """Remembers when each token was last used to do something; `limit` 0 is never too long."""

    def __init__(self, limit: int = 0, *, links_too: bool = False) -> None:
        self._limit = limit
        self._links_too = links_too
        self._acted: dict[LaunchToken, int] = {}
        self._good_since: dict[str, int] | None = None

    def greet(self, token: LaunchToken, now: int) -> None:
        """Learn that somebody came with this token; that alone is nothing done."""
        if not self._watches(token):
            return
        for old in [known for known in self._acted if known.expires_at <= now]:
            del self._acted[old]
        # After a restart nobody remembers what was done with a login; a link says nothing of when it was opened.
        self._acted.setdefault(token, token.issued_at if token.logged_in else now)

    def must_log_in(self, token: LaunchToken, now: int) -> bool:
        """Tell whether nothing was done with this token for too long."""
        return self._watches(token) and now - self._acted.get(token, now) >= self._limit

    def acted(self, token: LaunchToken, now: int) -> None:
        """Learn that something was done."""
        if self._watches(token):
            self._acted[token] = now

    def hear_accounts(self, good_since: Mapping[str, int]) -> None:
        """Learn from when on each account's tokens are good; who is not there is locked or gone."""
        self._good_since = dict(good_since)

    def admit(self, name: str, now: int) -> None:
        """Learn that somebody just came in by name and password."""
        if self._good_since is not None:
            self._good_since.setdefault(name_key(name), now)

    def is_over(self, token: LaunchToken) -> bool:
        """Tell whether the account of a login was locked or removed, or given another password, since then."""
        if not token.logged_in or self._good_since is None:
            return False
        since = self._good_since.get(name_key(token.name))
        # A token knows the second it was issued in, no more.
        return since is None or token.issued_at < since // 1000 * 1000

    def _watches(self, token: LaunchToken) -> bool:
        return self._limit > 0 and (token.logged_in or self._links_too)
