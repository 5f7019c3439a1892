"""Who of the staff has done nothing for so long that they must log in again (GLI-19 2.5.4). Pure.

By token, not by connection: another page, or a link that broke, is no proof that the same person sits there. Times are
in milliseconds.
"""

from dealer_table.wire.launch_token import LaunchToken


class IdleWatch:
    """Remembers when each token was last used to do something; `limit` 0 is never too long."""

    def __init__(self, limit: int = 0, *, links_too: bool = False) -> None:
        self._limit = limit
        self._links_too = links_too
        self._acted: dict[LaunchToken, int] = {}

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

    def _watches(self, token: LaunchToken) -> bool:
        return self._limit > 0 and (token.logged_in or self._links_too)
