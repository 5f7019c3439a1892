"""docs/procedure.md says what the procedure does, and nothing that it does not. I/O: reads docs/."""

from pathlib import Path

from dealer_table.procedure.house import RESOLUTIONS
from dealer_table.procedure.transitions import NEXT_PHASE
from dealer_table.procedure.words import HoldKind, Phase, Resolution
from tools.generate_procedure_doc import DOES, PHASES, RAISED_BY, procedure_doc

DOCUMENT = Path(__file__).parents[3] / "docs" / "procedure.md"


def test_the_document_is_what_the_code_says() -> None:
    assert DOCUMENT.read_text("utf-8") == procedure_doc(), "docs/procedure.md drifted: run make docs"


def test_every_phase_hold_and_resolution_is_explained() -> None:
    assert set(PHASES) == set(Phase)
    assert set(RAISED_BY) == set(HoldKind) == set(RESOLUTIONS)
    assert set(DOES) == set(Resolution)


def test_every_way_from_phase_to_phase_is_drawn() -> None:
    drawn = procedure_doc()
    for (before, _), after in NEXT_PHASE.items():
        if after is not Phase.CLOSED:
            assert f"    {before.value} --> {after.value}: " in drawn
