"""See that the pages say everything in every language and nothing else. I/O: reads files.

Usage: python tools/check_languages.py [WEB]      (the folder of the pages; `make lint` runs it)
Fails, with file and key, for a message that is missing or not used, a value that stands in one language only, a value
that the code does not give or gives in vain, a page that does not load the catalogue of what it says, and words that
stand in the code. A catalogue may be written before its page: what no page loads need not be used.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.catalogues import FIRST_LANGUAGE, Message, differences, read_languages
from tools.page_words import Asked, Source, read_module, read_page

WEB = Path(__file__).parent.parent / "dealer_table" / "gateway" / "web"
# The module that looks messages up, whichever it is asked for.
LOOKS_UP = "words.js"

Messages = Mapping[str, Message]


def faults_of(web: Path) -> list[str]:
    """Return all that is wrong with the words of the pages in `web`."""
    languages = read_languages(web / "languages")
    messages = languages[FIRST_LANGUAGE].messages
    pages = {file: read_page(file) for file in sorted(web.glob("*.html"))}
    scripts = [file for file in sorted((web / "js").rglob("*.js")) if file.name != LOOKS_UP]
    modules = {file.resolve(): read_module(file) for file in scripts}
    faults = [*differences(languages)]
    for source in (*pages.values(), *modules.values()):
        faults += source.faults
        for asked in source.asked:
            faults += _wrongly_asked(asked, messages)
    for page, source in pages.items():
        faults += _not_loaded(page, _reached(page, source, modules), messages)
    asked_for = [asked for source in (*pages.values(), *modules.values()) for asked in source.asked]
    loaded = set().union(*(source.catalogues for source in (*pages.values(), *modules.values())))
    faults += _not_used({key: message for key, message in messages.items() if message.file.stem in loaded}, asked_for)
    return [fault.replace(f"{web.resolve()}/", "").replace(f"{web}/", "") for fault in faults]


def _wrongly_asked(asked: Asked, messages: Messages) -> Iterator[str]:
    found = [key for key in messages if asked.pattern.fullmatch(key)]
    if not found:
        yield f"{asked.place}: {asked.exact or asked.pattern.pattern}: there is no such message"
    elif asked.exact is not None and asked.values is not None and asked.values != messages[asked.exact].values:
        for value in sorted(asked.values ^ messages[asked.exact].values):
            fault = "is given in vain" if value in asked.values else "is not given"
            yield f"{asked.place}: {asked.exact}: the value ${value} {fault}"


def _reached(page: Path, source: Source, modules: Mapping[Path, Source]) -> list[Source]:
    """Return the page and every module that it loads, now or later."""
    found: dict[Path, Source] = {page: source}
    waiting = [page.parent / name.removeprefix("/static/") for name in source.modules]
    while waiting:
        file = waiting.pop().resolve()
        if file not in found and file in modules:
            found[file] = modules[file]
            waiting += [file.parent / name for name in modules[file].modules]
    return list(found.values())


def _not_loaded(page: Path, sources: list[Source], messages: Messages) -> Iterator[str]:
    loaded = set().union(*(source.catalogues for source in sources))
    for asked in (asked for source in sources for asked in source.asked):
        homes = {messages[key].file.stem for key in messages if asked.pattern.fullmatch(key)}
        if homes and not homes & loaded:
            key = asked.exact or asked.pattern.pattern
            yield f"{page}: {key} ({asked.place}) stands in {min(homes)}.ftl, which it does not load"


def _not_used(messages: Messages, asked: list[Asked]) -> Iterator[str]:
    exact = {one.exact for one in asked if one.exact is not None}
    patterns = {one.pattern for one in asked if one.exact is None}
    for key, message in messages.items():
        if key not in exact and not any(pattern.fullmatch(key) for pattern in patterns):
            yield f"{message.file}:{message.line}: {key}: no page says it"


if __name__ == "__main__":
    found = faults_of(Path(sys.argv[1]) if len(sys.argv) > 1 else WEB)
    print("\n".join(found), file=sys.stderr)
    sys.exit(bool(found))
