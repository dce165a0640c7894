"""The still picture and the words for where no kernel runs."""

import random
import re
from base64 import b64decode
from copy import deepcopy
from typing import Any
from xml.etree import ElementTree

import pytest
from tables import GAMES, ask, lay, most_seats, wanted

from cambio_edu.widgets.drawing import described, drawing, html_picture
from cambio_edu.words import LANGUAGES, words

EN = words("en")
SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<b>&\"'</b>\x00\ud800{0.x}"

#: One hand, written down: a held card, a pencilled one, one turned up, one gone, one added.
HAND: dict[str, Any] = {
    "seat": "A", "rules": "cambio", "house": ["no penalty"], "rows": [2, 2], "phase": "holding",
    "seats": [{"letter": "A", "name": "You"}, {"letter": "B", "name": "Ben"}],
    "turn": "A", "mover": "A", "caller": "B", "result": None,
    "holding": {"seat": "A", "card": "5H", "taken": False},
    "stock": 35, "stock_card": None, "discard": ["8C", "9S"], "discards": 12,
    "log": [{"n": 1, "seat": "A", "text": "You draw 5♥."}], "last": {"places": ["B2"]},
    "grids": {
        "A": [
            {"slot": 1, "card": "4S", "up": False, "seen": ["A"], "mark": "seen", "showing": False},
            {"slot": 3, "card": None, "up": False, "seen": [], "mark": None, "showing": False},
            {"slot": 4, "card": "10D", "up": False, "seen": ["A"], "mark": "undone",
             "showing": False},
            {"slot": 5, "card": None, "up": False, "seen": [], "mark": None, "showing": False},
        ],
        "B": [
            {"slot": 1, "card": None, "up": False, "seen": ["B"], "mark": None, "showing": False},
            {"slot": 2, "card": "KH", "up": True, "seen": ["A", "B"], "mark": None,
             "showing": False},
        ],
    },
}  # fmt: skip


def texts(svg: str) -> list[str]:
    """Every text that stands in a picture, in its order."""
    root = ElementTree.fromstring(svg)
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def backs(svg: str) -> int:
    return svg.count('<use href="#cambio-back"')


def named(*names: str) -> dict[str, Any]:
    """The hand with other names."""
    seats = [{"letter": "AB"[n], "name": name} for n, name in enumerate(names)]
    return HAND | {"seats": seats}


def test_described_says_who_has_what():
    assert described(HAND, EN).splitlines() == [
        "Cards in the stock: 35; on top of the discard pile: 9♠.",
        "A You: 1 4♠, 3 hidden, 4 10♦, 5 hidden",
        "B Ben: 1 hidden, 2 K♥",
        "A holds 5♥.",
        "B has called.",
        "A is to move.",
    ]


def test_described_tells_how_a_hand_ended():
    line = {"letter": "A", "name": "You", "score": 0, "why": "Called, and nobody is lower: 0."}
    over = HAND | {
        "phase": "over", "mover": None, "holding": None, "discard": [], "discards": 0,
        "result": {"title": "You win.", "lines": [line]},
    }  # fmt: skip
    said = described(over, EN).splitlines()
    assert said[0].endswith("discard pile: –.")
    assert said[-3:] == ["B has called.", "You win.", "A You: Called, and nobody is lower: 0."]
    svg = drawing(over, EN)
    assert "0 points" in texts(svg)
    assert "You win." in texts(svg)


def test_the_picture_shows_the_cards_of_the_state_and_no_other():
    svg = drawing(HAND, EN)
    shown = texts(svg)
    assert [text for text in shown if re.search("[♠♥♦♣]", text)] == [
        "You draw 5♥.", "K♥", "9♠", "5♥", "4♠", "↶10♦",
    ]  # fmt: skip
    assert backs(svg) == 1 + 4 + 1  # Ben's, those of one's own (two pencilled), the stock
    assert {"Stock · 35", "Discard pile · 12", "In your hand", "all"} <= set(shown)
    assert "your move" in shown
    assert "called" in shown
    assert "Cambiono penalty" in shown  # the two stand apart by a shift, not by a space


def test_slots_that_were_emptied_are_left_open_and_added_cards_stand_beside():
    svg = drawing(HAND, EN)
    places = re.findall(r'href="#cambio-none" x="(\d+)" y="(\d+)"', svg)
    assert len(places) == 1 + 2
    slots = [text for text in texts(svg) if text in "12345"]
    assert sorted(slots) == ["1", "1", "2", "3", "4", "5"]


@pytest.mark.parametrize("seat", ["A", "B", None])
def test_the_picture_tells_readers_what_is_to_be_seen(seat: str | None):
    svg = drawing(HAND | {"seat": seat}, EN)
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Cambio"
    assert root.findtext(f"{SVG}desc") == " ".join(described(HAND, EN).splitlines())
    assert {"You", "Ben"} <= set(texts(svg))


def test_names_cannot_be_more_than_text():
    state = named(NASTY, "]]><script>alert(1)</script>")
    svg = drawing(state, EN)
    root = ElementTree.fromstring(svg)
    assert not [e for e in root.iter() if e.tag in (f"{SVG}b", f"{SVG}script")]
    assert svg.encode()
    page = html_picture(state, EN)
    assert re.fullmatch(r'<img alt="[^"<>\x00]*" src="data:image/svg\+xml;base64,[\w+/=]+">', page)
    assert page.encode()


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        ("Bartholomew-the-Long", "Bartholo…"),
        ("W" * 12, "WWW…"),
        ("Cara", "Cara"),
        ("李" * 9, "李李李…"),
    ],
)
def test_a_long_name_is_cut_so_that_it_stays_in_its_place(name: str, cut: str):
    assert cut in texts(drawing(named("You", name), EN))
    assert name in described(named("You", name), EN)


def test_five_others_that_need_two_lines_stand_three_and_two():
    seats = [{"letter": letter, "name": letter * 3} for letter in "ABCDEF"]
    six = [{"slot": n, "card": None, "up": False, "seen": [], "mark": None, "showing": False}
           for n in range(1, 7)]  # fmt: skip
    state = HAND | {"seats": seats, "rows": [3, 3], "grids": dict.fromkeys("ABCDEF", six)}
    svg = drawing(state, EN)
    places = re.findall(r'<g transform="translate\((\d+) (\d+)\)">\n', svg)
    assert [len({x for x, other in places if other == y}) for _, y in places] == [3, 3, 3, 2, 2, 1]


def test_the_html_holds_the_very_picture():
    alt, _, data = html_picture(HAND, EN).partition('" src="data:image/svg+xml;base64,')
    assert b64decode(data.removesuffix('">')).decode() == drawing(HAND, EN)
    assert alt.startswith('<img alt="Cards in the stock: 35;')


def test_nothing_from_elsewhere_and_nothing_that_runs():
    svg = drawing(HAND, EN)
    links = re.findall(r'(?:href|src)="([^"]*)"|url\(([^)]*)\)', svg)
    assert all(link.startswith("#") for pair in links for link in pair if link)
    assert not re.search(r"<(script|style|image|foreignObject)|\son\w+=|@import", svg)


def test_numbers_and_jokers_are_cards_too():
    cards = [
        {"slot": n, "card": card, "up": True, "seen": [], "mark": None, "showing": True}
        for n, card in enumerate(("13", "JK", "0"), 1)
    ]
    shown = texts(drawing(HAND | {"grids": {"A": cards, "B": []}, "last": None}, EN))
    assert shown.count("13") == shown.count("JK") == shown.count("0") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_words(language: str):
    said = words(language)
    assert "{" not in described(HAND, said)
    assert said["pile.stock"] in " ".join(texts(drawing(HAND, said)))


@pytest.mark.parametrize("memory", ["remember", "show"])
@pytest.mark.parametrize(("preset", "house"), GAMES)
def test_every_position_of_every_game_can_be_drawn(preset: str, house: str, memory: str):
    """Cards shown face up or pencilled, no more and no fewer than the state gives."""
    table = lay(preset, house, memory=memory, seed=7)
    rng, phases = random.Random(7), set()
    for _ in range(160):
        state = table.state
        phases.add(state["phase"])
        svg = drawing(state, EN)
        ElementTree.fromstring(svg)
        cards = [card for grid in state["grids"].values() for card in grid]
        hidden = sum(card["card"] is None or card["mark"] is not None for card in cards)
        stock = bool(state["stock"]) and not state["stock_card"]
        held = bool(state["holding"]) and not state["holding"]["card"]
        assert backs(svg) == hidden + stock + held
        if (message := wanted(state, rng)) is None:
            break
        ask(table, **message)
    assert phases & {"start", "over"}


@pytest.mark.parametrize(("preset", "house"), [("cambio", "six cards"), ("cabo", "six cards")])
def test_four_seats_stay_under_12_kilobytes(preset: str, house: str):
    seats = min(4, most_seats(preset, house))
    table = lay(preset, house, seats, memory="show", opponents=["careful"] * (seats - 1))
    rng, sizes = random.Random(1), []
    for _ in range(200):
        sizes.append(len(drawing(table.state, EN).encode()))
        if (message := wanted(table.state, rng)) is None:
            break
        ask(table, **message)
    assert max(sizes) < 12_000


def test_the_same_state_gives_the_same_bytes_and_leaves_it_alone():
    copy = deepcopy(HAND)
    assert drawing(HAND, EN) == drawing(copy, EN)
    assert copy == HAND
