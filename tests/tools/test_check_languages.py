from collections.abc import Mapping
from pathlib import Path

import pytest

from tools.check_languages import WEB, faults_of

PAGE = """<html data-catalogues="table"><body><h1 data-say="heading">Baccarat</h1>
<script type="module" src="/static/js/page.js"></script></body></html>"""
WHOLE: Mapping[str, str] = {
    "page.html": PAGE,
    "js/page.js": 'import { show } from "./show.js";\nsay("left", { count: 3 });\nshow(`phase-${phase}`);',
    "js/show.js": "export const show = (phase) => say(`phase-${phase}`);",
    "languages/en/table.ftl": "heading = Table\nleft = { $count } left\nphase-burn = Burn\nphase-ready = On\n",
    "languages/fi/table.ftl": "heading = Pöytä\nleft = Jäljellä { $count }\nphase-burn = Poisto\nphase-ready = On\n",
}


def faults_with(folder: Path, **changes: str) -> list[str]:
    """Return the faults of the whole example, changed: page, script, show, en, fi."""
    names = {
        "page": "page.html",
        "script": "js/page.js",
        "show": "js/show.js",
        "en": "languages/en/table.ftl",
        "fi": "languages/fi/table.ftl",
    }
    files = dict(WHOLE) | {names.get(name, name): text for name, text in changes.items()}
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return faults_of(folder)


def test_the_pages_are_whole() -> None:
    assert faults_of(WEB) == []


def test_what_is_whole_has_no_faults(tmp_path: Path) -> None:
    assert faults_with(tmp_path) == []


FI, EN, SCRIPT = (WHOLE[name] for name in ("languages/fi/table.ftl", "languages/en/table.ftl", "js/page.js"))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"fi": FI.replace("heading = Pöytä\n", "")}, "fi/table.ftl: heading: missing"),
        ({"fi": FI + "more = Enemmän\n"}, "languages/fi/table.ftl:5: more: there is no such message in en"),
        ({"fi": FI.replace("$count", "$total")}, "languages/fi/table.ftl:2: left: the value $count stands in en only"),
        ({"fi": FI + "heading = Taas\n"}, "languages/fi/table.ftl:5: heading: said twice"),
        ({"fi": FI + "?\n"}, "languages/fi/table.ftl:5: not Fluent: Expected an entry start"),
        ({"en": EN + "more = More\n", "fi": FI + "more = Lisää\n"}, "languages/en/table.ftl:5: more: no page says it"),
        ({"script": SCRIPT + 'say("nowhere");'}, "js/page.js:3: nowhere: there is no such message"),
        ({"script": SCRIPT + "say(`nowhere-${x}`);"}, "js/page.js:3: nowhere\\-.+: there is no such message"),
        ({"script": SCRIPT + "say(x);"}, "js/page.js:3: say(x): nobody can tell which message this is"),
        ({"script": SCRIPT.replace("{ count: 3 }", "{}")}, "js/page.js:2: left: the value $count is not given"),
        ({"script": SCRIPT.replace("count: 3", "count, x")}, "js/page.js:2: left: the value $x is given in vain"),
        ({"script": SCRIPT + 'setText(x, "Hello");'}, 'js/page.js:3: "Hello": words outside the catalogues'),
        ({"script": SCRIPT + "x.title = `Hello ${x}`;"}, "js/page.js:3: `Hello ${x}`: words outside the catalogues"),
        (
            {"script": SCRIPT + 'element("p", { class: "one two" }, a ? "Hello" : b);'},
            'js/page.js:3: "Hello": words outside the catalogues',
        ),
        (
            {"script": SCRIPT + 'element("p", { "aria-label": "Hello" });'},
            'js/page.js:3: "Hello": words outside the catalogues',
        ),
        (
            {"script": SCRIPT + 'let x = "hi there";'},
            'js/page.js:3: "hi there": a sentence outside the catalogues',
        ),
        (
            {"page": PAGE.replace("<h1", "<p>Hello</p><h1")},
            "page.html:1: 'Hello': words outside the catalogues",
        ),
        (
            {"page": PAGE.replace("<h1", '<img alt="A hello"><h1')},
            "page.html:1: alt='A hello': words outside the catalogues",
        ),
    ],
)
def test_each_fault_is_told_with_its_place(tmp_path: Path, changes: Mapping[str, str], fault: str) -> None:
    assert fault in faults_with(tmp_path, **changes)


def test_a_page_loads_what_its_modules_say(tmp_path: Path) -> None:
    more = {"languages/en/desk.ftl": "desk = Desk\n", "languages/fi/desk.ftl": "desk = Työpöytä\n"}
    saying = {"js/later.js": 'say("desk");', "script": SCRIPT + 'import("./later.js");'}
    assert faults_with(tmp_path, **more, **saying) == [
        "page.html: desk (js/later.js:1) stands in desk.ftl, which it does not load"
    ]
    assert faults_with(tmp_path, **more, **saying | {"show": WHOLE["js/show.js"] + 'loadCatalogue("desk");'}) == []
