"""What holds for every test: those that start real processes are marked by where they are. Pure."""

from pathlib import Path

import pytest
from hypothesis import settings

END_TO_END = Path(__file__).parent / "end_to_end"

# No example has a time to keep: how fast this is, is measured elsewhere. Where CI is set, its own profile stays the
# base, and finds the same examples in every run.
settings.register_profile("unhurried", settings(deadline=None))
settings.load_profile("unhurried")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is in end_to_end/ as `e2e`, so that `-m "not e2e"` is the quick half."""
    for item in items:
        if item.path.is_relative_to(END_TO_END):
            item.add_marker(pytest.mark.e2e)
