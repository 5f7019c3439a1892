"""Write again the documents that are drawn from the code, or say which of them drifted. I/O: writes docs/."""

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tools.generate_page_types import page_types
from tools.generate_procedure_doc import procedure_doc
from tools.generate_wallet_api import wallet_document
from tools.generate_wire_doc import wire_protocol
from tools.generate_wire_schemas import schema_documents

ROOT = Path(__file__).parent.parent

# A document, from the repository's root, and what writes its text.
GENERATORS: Mapping[str, Callable[[], str]] = {
    "docs/procedure.md": procedure_doc,
    "tools/to_client.d.ts": page_types,
    "docs/wire-protocol.md": wire_protocol,
    "docs/schema/wallet.openapi.json": wallet_document,
    **schema_documents(),
}


def drifted() -> list[str]:
    """Return the documents that are not what the code says."""
    return [name for name, text in GENERATORS.items() if not _is(ROOT / name, text())]


def _is(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a document drifted")
    check = parser.parse_args().check
    stale = drifted()
    for name in stale:
        if not check:
            (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / name).write_text(GENERATORS[name](), "utf-8")
        print(f"{name}: {'not what the code says; run make docs' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
