import json

import pytest

from dealer_table.errors import ScannerError
from scanner_drivers.extras import extra_library


def test_a_library_that_is_there_is_imported() -> None:
    assert extra_library("json", "any") is json


def test_one_that_is_not_is_named_with_what_installs_it() -> None:
    with pytest.raises(ScannerError, match=r"no_such_library.*pip install 'dealer-table\[camera\]'"):
        extra_library("no_such_library", "camera")
