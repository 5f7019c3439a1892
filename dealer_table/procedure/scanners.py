"""Scanners that come and go, the one the table deals by and its spares. Pure.

The first scanner that is heard of is the table's; any other reads along, hot and silent. What a spare reads is
recorded and never dealt, so two scanners that report one card are one card.
"""

from typing import assert_never

from dealer_table.procedure import commands as c
from dealer_table.procedure import events as e
from dealer_table.procedure.draft import Draft
from dealer_table.procedure.words import SYSTEM, HoldKind, SpareSaw

SpareFact = c.RecordCardRead | c.RecordCutCard | c.RecordMisread | c.RecordShoeResult


def is_spare(draft: Draft, scanner: str) -> bool:
    """Tell whether the table deals by another scanner than this."""
    return draft.state.primary not in ("", scanner)


def spare_read(draft: Draft, fact: SpareFact) -> None:
    """Record what a spare saw."""
    match fact:
        case c.RecordCardRead(card=card):
            draft.add(e.SpareRead(fact.at, fact.read, SpareSaw.CARD, card))
        case c.RecordCutCard():
            draft.add(e.SpareRead(fact.at, fact.read, SpareSaw.CUT_CARD, None))
        case c.RecordMisread():
            draft.add(e.SpareRead(fact.at, fact.read, SpareSaw.MISREAD, None))
        case c.RecordShoeResult():
            draft.add(e.SpareRead(fact.at, fact.read, SpareSaw.SHOE_RESULT, None))
        case _:
            assert_never(fact)


def reads_lost(draft: Draft, fact: c.RecordReadsLost) -> None:
    """Record that reads are missing for good, and stop when the table deals by them."""
    if fact.last <= draft.state.cursors.get((fact.scanner, fact.boot), 0):
        return
    draft.add(e.ReadsLost(fact.at, fact.scanner, fact.boot, fact.first, fact.last))
    _hold_for(draft, fact.scanner, "reads_missing")


def scanner_status(draft: Draft, fact: c.RecordScannerStatus) -> None:
    """Record that a scanner came or went; a spare may take over, but what was missed people must look for."""
    was_online = fact.scanner in draft.state.scanners_online
    if fact.online and not was_online:
        draft.add(e.ScannerOnline(fact.at, fact.scanner))
    elif was_online and not fact.online:
        draft.add(e.ScannerOffline(fact.at, fact.scanner, fact.reason))
        _hold_for(draft, fact.scanner, "scanner_offline")
        _let_spare_take_over(draft, fact.scanner)


def _hold_for(draft: Draft, scanner: str, cause: str) -> None:
    if draft.state.hold is None and draft.state.card_due and not is_spare(draft, scanner):
        draft.add(e.HoldRaised(draft.at, HoldKind.READS_LOST, cause))


def _let_spare_take_over(draft: Draft, gone: str) -> None:
    spares = draft.state.scanners_online
    if draft.house.spare_takes_over and spares and gone == draft.state.primary:
        draft.add(e.ScannerSwapped(draft.at, SYSTEM, gone, min(spares)))
