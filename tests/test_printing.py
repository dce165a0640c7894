"""The printed cards are the packs that are played with, and the stored file is what is made."""

import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

from cambio_edu import launcher
from cambio_edu.errors import CambioError
from cambio_edu.explain import explain
from cambio_edu.lessons.printing import EXPLAINED, PACKS, PIPS, printed
from cambio_edu.rules import rules
from cambio_edu.words import LANGUAGES, words

ROOT = Path(__file__).parent.parent
STORED = ROOT / "notebooks" / "teacher" / "cards.html"
CARD = re.compile(
    r'<div class="card (\w+)" role="group" aria-label="([^"]+)"><div class="corner">'
    r'(?:<b[^>]*>(\w+)</b>)?(?:<svg[^>]*><use href="#(\w+)"/></svg>)?<i>(−?\d+)</i></div>'
    r'<div class="middle">.*?((?:<p>[^<]*</p>)*)</div><div class="corner foot"'
)
CARDS = CARD.findall(printed())


def lettered(rank: str, sign: str) -> str:
    """A card in notation, as its corner shows it."""
    return f"{rank}{sign}"


def said(notation: str) -> list[str]:
    """The notes on a card."""
    found = next(card for card in CARDS if lettered(card[2], card[3]) == notation)
    return [unescape(note) for note in re.findall("<p>(.*?)</p>", found[5])]


def test_every_card_of_both_packs_is_there_once() -> None:
    shown = Counter(lettered(rank, sign) for _, _, rank, sign, _, _ in CARDS)
    packs = [rules("cambio", "jokers").pack, rules("cabo").pack]
    assert shown == Counter(str(card) for pack in packs for card in pack.cards)
    assert shown.total() == 54 + 52
    assert shown["JK"] == 2


def test_points_stand_under_each_rank() -> None:
    french, cabo = rules("cambio", "jokers"), rules("cabo")
    wanted = {str(card): french.points(card) for card in french.pack.cards}
    wanted |= {str(card): cabo.points(card) for card in cabo.pack.cards}
    for _, _, rank, sign, points, _ in CARDS:
        assert int(points.replace("−", "-")) == wanted[lettered(rank, sign)]


def test_a_card_says_what_it_does_and_where_that_is_not_so() -> None:
    assert said("7S") == ["Look at one of your own cards"]
    assert said("10") == ["Look at a card of an opponent"]
    assert said("QH")[1].startswith("Cambio with jokers: switch one of your cards")
    assert said("KS") == ["Cambio with jokers: 13 points"]
    assert said("KH") == []
    assert said("JK") == ["Cambio, jokers: −5 points", "Cambio with jokers: 0 points"]
    assert said("2C") == said("0") == []


def test_colours_and_names_tell_the_suits_apart() -> None:
    for colour, name, rank, sign, _, _ in CARDS:
        assert colour == {"H": "red", "D": "red", "": "number"}.get(sign, "black")
        assert sign in ("", "JK") or words()[f"suit.{sign}"] in name
        assert sign != "" or name.endswith(rank)


def test_a_six_and_a_nine_without_a_suit_are_underlined() -> None:
    turned = re.findall(r'<b class="turned">(\d+)</b>(<svg)?', printed())
    assert Counter(turned) == {("6", ""): 8, ("9", ""): 8}  # in two corners of four cards each


def test_the_signs_are_those_of_the_table() -> None:
    front_end = (ROOT / "cambio_edu" / "widgets" / "table.js").read_text(encoding="utf-8")
    for name, path in PIPS.items():
        assert f'{name}: "{path}"' in front_end


@pytest.mark.parametrize("backs", [False, True])
def test_nine_cards_a_page_and_as_many_backs(backs: bool) -> None:
    pages = printed(backs=backs).split('<section class="page')[1:]
    of_cards = [page for page in pages if page.startswith(" cards")]
    assert [page.count('<div class="card') for page in of_cards] == [9] * 12 * (1 + backs)
    assert len(pages) - len(of_cards) == len(EXPLAINED) + 1
    assert [page.count('href="#back"') for page in of_cards] == [0, 9][: 1 + backs] * 12
    assert all('href="#marks"' in page for page in of_cards)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_those_that_are_explained(language: str) -> None:
    text = re.sub(r"<[^>]+>", " ", printed(language)).replace("−", "-")
    shown = re.findall(r"\w+", unescape(text))
    for each in EXPLAINED:
        for line in explain(each, language).splitlines()[1:]:
            wanted = re.findall(r"\w+", line)
            assert any(
                shown[at : at + len(wanted)] == wanted
                for at, word in enumerate(shown)
                if word == wanted[0]
            ), line


def test_each_pack_is_explained() -> None:
    for pack, played in PACKS:
        assert any(each in EXPLAINED for each in played)
        assert all({*each.pack.cards} <= {*pack.cards} for each in played)


def test_there_is_no_such_language() -> None:
    with pytest.raises(CambioError, match="no language here"):
        printed("xx")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_needs_nothing_else(language: str) -> None:
    text = printed(language, backs=True)
    assert len(text.encode()) < 300_000
    assert not re.search(r"https?:|\bsrc=|@import|url\((?!#)|<script|{\w+}", text)
    assert {*re.findall(r'href="#(\w+)"', text)} == {*PIPS, "marks", "back"}


def test_the_stored_page_is_what_is_made() -> None:
    assert STORED.read_text(encoding="utf-8") == printed(), "make store"


# The command


def test_the_command_writes_a_new_file_and_overwrites_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cards.html"
    for _ in range(2):
        assert launcher.main(["cards", str(file)]) == 0
        assert str(file) in capsys.readouterr().out
    assert file.read_text(encoding="utf-8") == printed()
    assert launcher.main(["cards", str(file), "--backs"]) == 2
    assert capsys.readouterr().err == (
        f"cambio-edu: {file}: it is there already; name another file\n"
    )
    assert file.read_text(encoding="utf-8") == printed()


def test_the_command_takes_a_language_and_backs(tmp_path: Path) -> None:
    file = tmp_path / "cards.html"
    assert launcher.main(["cards", str(file), "--backs", "--language", "it"]) == 0
    assert file.read_text(encoding="utf-8") == printed("it", backs=True)


@pytest.mark.parametrize("more", [["--language", "xx"], ["none/cards.html"], ["."]])
def test_what_cannot_be_written_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    name, *options = more if not more[0].startswith("-") else ["cards.html", *more]
    assert launcher.main(["cards", str(tmp_path / name), *options]) == 2
    error = capsys.readouterr().err
    assert error.startswith("cambio-edu: ")
    assert len(error.splitlines()) == 1
    assert not (tmp_path / "cards.html").exists()
