"""Where codebooks are kept: in this package by name, anywhere else by path. I/O: reads files."""

from importlib import resources
from pathlib import Path

from dealer_table.errors import ConfigError
from scanner_drivers.codebook import Codebook, parse_codebook

DEFAULT_CODEBOOK = "studio_four_digit"


def codebook_names() -> tuple[str, ...]:
    """Return the names of the codebooks that come with the package."""
    shelf = resources.files("scanner_drivers") / "codebooks"
    return tuple(sorted(Path(book.name).stem for book in shelf.iterdir() if book.name.endswith(".toml")))


def load_codebook(name_or_path: str = DEFAULT_CODEBOOK, *, beside: Path | None = None) -> Codebook:
    """Load a packaged codebook by its name, or any other by the path of its .toml file, relative to `beside`."""
    if not name_or_path.endswith(".toml"):
        book = resources.files("scanner_drivers") / "codebooks" / f"{name_or_path}.toml"
        if name_or_path not in codebook_names():
            known = ", ".join(codebook_names())
            raise ConfigError(f"no codebook {name_or_path}", remedy=f"one of {known}, or the path of a .toml file")
        return parse_codebook(book.read_text("utf-8"), name_or_path)
    path = (beside or Path()) / name_or_path
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read the codebook: {error}", source=str(path)) from None
    return parse_codebook(text, str(path))
