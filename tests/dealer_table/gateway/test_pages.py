import gzip
import re
from http import HTTPStatus
from pathlib import Path

import pytest

from dealer_table.config.picture import PictureKind, PictureSection
from dealer_table.gateway.pages import WEB, Pages, read_pages, security_headers


@pytest.fixture
def site(tmp_path: Path) -> Pages:
    (tmp_path / "index.html").write_text("<p>hello")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "a.js").write_text("export {}")
    (tmp_path / "secret.key").write_text("not a page")
    pages = Pages()
    pages.add_folder("/p/", tmp_path)
    return pages


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/p/", "text/html; charset=utf-8"),
        ("/p/index.html", "text/html; charset=utf-8"),
        ("/p/parts/a.js", "text/javascript; charset=utf-8"),
    ],
)
def test_files_are_served_by_their_kind(site: Pages, path: str, kind: str) -> None:
    reply = site.reply(path, None)
    assert reply is not None
    assert (reply.status, reply.content_type) == (HTTPStatus.OK, kind)
    assert reply.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["/p", "/", "/p/secret.key", "/p/parts/", "/p/../p/index.html", "/p/%2e%2e/x", "//p/"])
def test_what_was_not_read_does_not_exist(site: Pages, path: str) -> None:
    assert site.reply(path, None) is None


def test_an_unchanged_page_is_not_sent_again(site: Pages) -> None:
    first = site.reply("/p/", None)
    assert first is not None
    etag = first.headers["ETag"]
    for asked in (etag, f'"other", W/{etag}'):
        again = site.reply("/p/", asked)
        assert again is not None
        assert (again.status, again.body, again.headers["ETag"]) == (HTTPStatus.NOT_MODIFIED, b"", etag)
    changed = site.reply("/p/", '"other"')
    assert changed is not None
    assert changed.body == b"<p>hello"


def test_a_page_is_sent_packed_to_whoever_can_unpack_it(tmp_path: Path) -> None:
    text = "<p>hello</p>" * 100
    (tmp_path / "index.html").write_text(text)
    pages = Pages()
    pages.add_folder("/p/", tmp_path)
    plain, packed = pages.reply("/p/", None), pages.reply("/p/", None, accepts_gzip=True)
    assert plain is not None
    assert packed is not None
    assert (plain.body.decode(), "Content-Encoding" in plain.headers) == (text, False)
    assert (gzip.decompress(packed.body).decode(), packed.headers["Content-Encoding"]) == (text, "gzip")
    assert len(packed.body) < len(plain.body) / 10
    assert packed.headers["ETag"] != plain.headers["ETag"]
    again = pages.reply("/p/", packed.headers["ETag"], accepts_gzip=True)
    assert again is not None
    assert again.status == HTTPStatus.NOT_MODIFIED


def test_what_gets_no_smaller_is_sent_as_it_is(site: Pages) -> None:
    reply = site.reply("/p/", None, accepts_gzip=True)
    assert reply is not None
    assert (reply.body, "Content-Encoding" in reply.headers) == (b"<p>hello", False)


def test_every_page_of_ours_has_a_known_kind(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("demo")
    pages = read_pages({"/demo/": tmp_path})
    assert pages.reply("/demo/", None) is not None
    for file in WEB.rglob("*"):
        if file.is_file():
            assert pages.reply(f"/static/{file.relative_to(WEB).as_posix()}", None) is not None, file


def test_every_page_says_in_every_language_that_it_needs_scripts() -> None:
    said = {
        file.name: re.findall(r"<noscript>.*?</noscript>", file.read_text("utf-8"), re.S) for file in WEB.glob("*.html")
    }
    assert len(said) == 8
    first, *others = said.values()
    assert all(other == first for other in others)
    languages = re.findall(r'<p lang="(\w+)">[^<]*JavaScript', "".join(first))
    assert languages == sorted(folder.name for folder in (WEB / "languages").iterdir())


def test_a_page_may_ask_us_and_who_has_the_studios_picture() -> None:
    pictures = [
        PictureSection(url="https://studio.example:8443/one/whep"),
        PictureSection(url="https://studio.example:8443/two/whep"),
        PictureSection(url="https://films.example/live.m3u8", kind=PictureKind.HLS),
    ]
    for asked, connect, media in (
        ([], "'self'", "'self'"),
        (pictures, "'self' https://studio.example:8443", "'self' https://films.example"),
    ):
        policy = security_headers(pictures=asked)["Content-Security-Policy"].split("; ")
        assert {f"connect-src {connect}", f"media-src {media}", "default-src 'none'", "frame-ancestors 'none'"} < set(
            policy
        )
