"""The last updates of one audience, so that a client that comes back gets only what it missed. Pure."""

from collections import deque


class History:
    """Keep the last `capacity` updates as a chain from version to version."""

    def __init__(self, capacity: int, head: int = 0) -> None:
        assert capacity > 0, "a history keeps something"
        self._links: deque[tuple[int, bytes]] = deque(maxlen=capacity)  # (version before, frame)
        self._head = head

    @property
    def head(self) -> int:
        """Return the version of the newest update."""
        return self._head

    def append(self, version: int, prev: int, frame: bytes) -> None:
        """Add the update that leads from `prev` to `version`."""
        assert prev == self._head < version, f"update {prev} -> {version} does not follow {self._head}"
        self._links.append((prev, frame))
        self._head = version

    def since(self, version: int) -> list[bytes] | None:
        """Return the updates after `version`, oldest first; None when it was never a version or is too old."""
        if version == self._head:
            return []
        missed: list[bytes] = []
        for prev, frame in reversed(self._links):
            missed.append(frame)
            if prev == version:
                return missed[::-1]
            if prev < version:
                break
        return None
