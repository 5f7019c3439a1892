"""What a camera's link tells its driver: for every frame a line, with the codes that were found in it. Pure.

    ["1010"]
    []

So a camera is captured, monitored and replayed as any other scanner, and no picture is kept of anybody.
"""

import json
from collections.abc import Iterable
from typing import Literal

Symbology = Literal["code_128", "code_39", "code_93", "codabar", "itf", "qr", "data_matrix", "aztec"]

MOST_TEXTS = 8
LONGEST_TEXT = 64
_NO_TEXTS: tuple[str, ...] = ()


def frame_line(texts: Iterable[str]) -> bytes:
    """Write what was found in a frame; beyond any that a table could show, codes are left out and cut."""
    return json.dumps([text[:LONGEST_TEXT] for text in texts][:MOST_TEXTS]).encode("ascii") + b"\n"


def texts_of(line: bytes) -> tuple[str, ...] | None:
    """Read a frame's line, without its end; None when it is none."""
    if line == b"[]":
        return _NO_TEXTS
    try:
        texts = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(texts, list) or len(texts) > MOST_TEXTS:
        return None
    return tuple(texts) if all(isinstance(text, str) and len(text) <= LONGEST_TEXT for text in texts) else None
