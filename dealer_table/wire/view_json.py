"""The view's sections as JSON values. Pure."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from dealer_table.projections.desk_view import DeskSection
from dealer_table.projections.roads import RoadsSection
from dealer_table.projections.statistics import Statistics
from dealer_table.projections.table_view import (
    BettingSection,
    CoupSection,
    HoldSection,
    ShoeSection,
    TableSection,
    TableView,
)
from dealer_table.wire.offer_section import OfferSection

# Every public section by its key in the view.
PUBLIC_SECTIONS: Mapping[str, TypeAdapter[Any]] = {
    "table": TypeAdapter(TableSection),
    "shoe": TypeAdapter(ShoeSection | None),
    "coup": TypeAdapter(CoupSection | None),
    "betting": TypeAdapter(BettingSection | None),
    "hold": TypeAdapter(HoldSection | None),
    "roads": TypeAdapter(RoadsSection),
    "statistics": TypeAdapter(Statistics),
}
# Of a table's rules rather than of its state.
OFFER_SECTION: TypeAdapter[OfferSection | None] = TypeAdapter(OfferSection | None)
DESK_SECTION: TypeAdapter[DeskSection] = TypeAdapter(DeskSection)


def changed_sections(view: TableView, before: TableView | None) -> dict[str, Any]:
    """Return as JSON values the sections in which `view` differs from `before`; all of them when that is None."""
    return {
        key: adapter.dump_python(getattr(view, key), mode="json")
        for key, adapter in PUBLIC_SECTIONS.items()
        if before is None or getattr(before, key) != getattr(view, key)
    }


def desk_json(section: DeskSection) -> Any:
    """Return the desk's section as a JSON value."""
    return DESK_SECTION.dump_python(section, mode="json")
