"""What the people who run the table get beyond the view, as pydantic models. Pure."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from dealer_table.projections.coup_dossier import CoupDossier
from dealer_table.projections.patron_records import PatronRecord


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class JournalEntry(_Message):
    """One record as it stands in the journal; `body` as docs/record.md describes it."""

    position: int
    at: int
    name: str
    body: dict[str, Any]


class CoupRecord(_Message):
    """One coup: what came of it, and every record of it but those of single bets, which `patrons` sums up."""

    type: Literal["coup_record"] = "coup_record"
    id: str
    coup: CoupDossier
    patrons: tuple[PatronRecord, ...]
    entries: tuple[JournalEntry, ...]
