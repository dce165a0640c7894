"""One glossary: four languages, what the notebook says, and every link into it."""

import re
from pathlib import Path

import nbformat
import pytest

from cambio_edu.errors import CambioError
from cambio_edu.lessons.glossary import NAMES, glossary, page, term

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
CHAPTERS = {path.name[:2]: path.name for path in NOTEBOOKS.glob("[01][0-9]_*.ipynb")}
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*\.ipynb)?(?:#([^)\s]*))?\)")


def text_of(path: Path) -> str:
    cells = nbformat.read(path, 4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def test_every_term_is_there_in_four_languages() -> None:
    for one in glossary():
        for code in NAMES:
            assert getattr(one, code).strip() == getattr(one, code) != ""
        assert one.means.endswith((".", ")"))
        assert one.game != bool(one.chapter)
        assert one.chapter == "" or one.chapter in CHAPTERS
        assert re.fullmatch(r"[a-z-]+", one.anchor)


def test_no_two_terms_share_a_word() -> None:
    for code in NAMES:
        words = [getattr(one, code).casefold() for one in glossary() if not one.game]
        assert len({*words}) == len(words), code


def test_the_notebook_says_what_the_glossary_says() -> None:
    text = text_of(NOTEBOOKS / "glossary.ipynb")
    for game in (False, True):
        assert page(game, CHAPTERS) in text


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.rglob("*.ipynb")), ids=lambda p: p.stem)
def test_every_link_leads_somewhere(path: Path) -> None:
    anchors = {one.anchor for one in glossary()}
    for file, anchor in LINK.findall(text_of(path)):
        assert not file or (path.parent / file).is_file(), file
        if file.endswith("glossary.ipynb") and anchor:
            assert anchor in anchors, anchor


@pytest.mark.parametrize(
    "number", ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11"]
)
def test_every_chapter_links_to_the_glossary(number: str) -> None:
    assert "(glossary.ipynb#" in text_of(NOTEBOOKS / CHAPTERS[number])


def test_a_word_is_found_in_any_language() -> None:
    for word in ("variance", " Varianz ", "varianza", "VARIANTIE"):
        assert term(word).anchor == "variance"
    with pytest.raises(CambioError, match="'luck' is not in the glossary"):
        term("luck")
