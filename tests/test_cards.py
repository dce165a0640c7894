"""Cards and packs."""

import random
import subprocess
import sys

import pytest

from cambio_edu.cards import CABO, FRENCH, JOKERS_FOR_RED_KINGS, Card, Pack, card
from cambio_edu.errors import CambioError, CardError
from cambio_edu.rules import PRESETS


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("AS", "AS"), ("as", "AS"), ("10D", "10D"), ("TD", "10D"), ("td", "10D"), ("t♦", "10D"),
        ("K♥", "KH"), ("k♣", "KC"), ("7♠", "7S"), ("JK", "JK"), ("jk", "JK"), ("JC", "JC"),
        ("qh", "QH"), ("0", "0"), ("13", "13"), ("10", "10"), ("2c", "2C"),
    ],
)  # fmt: skip
def test_cards_are_read_as_they_may_be_written(text: str, written: str) -> None:
    assert str(card(text)) == written
    assert card(str(card(text))) == card(text)


@pytest.mark.parametrize(
    "text",
    ["", "A", "S", "T", "AX", "1S", "0S", "11S", "14", "-1", "01", "SA", "A S", "TTS", "1OS",
     "JOKER", "10♠♠", "A♤", "Aſ", "٣", "１", "JKS", "KH ", "T10D", "♠"],
)  # fmt: skip
def test_what_is_no_card_is_refused_with_what_would_be_one(text: str) -> None:
    with pytest.raises(CardError, match="cards are written AS, 10D, KH, JK, or 0 to 13"):
        card(text)


def test_every_card_of_every_pack_reads_back() -> None:
    for rules in PRESETS.values():
        assert [card(str(one)) for one in rules.pack.cards] == list(rules.pack.cards)


def test_the_french_pack_has_four_suits_of_thirteen() -> None:
    assert len(FRENCH) == 52
    assert len(FRENCH.counts) == 52
    assert {one.suit for one in FRENCH.cards} == set("SHDC")
    assert FRENCH.most_equal == 4
    assert not FRENCH.is_cabo


def test_the_pack_with_jokers_has_two_of_them_and_black_kings_alone() -> None:
    counts = JOKERS_FOR_RED_KINGS.counts
    assert len(JOKERS_FOR_RED_KINGS) == 52
    assert counts[card("JK")] == 2
    assert [str(one) for one in counts if one.rank == "K"] == ["KS", "KC"]


def test_the_cabo_pack_has_four_of_each_but_two_at_either_end() -> None:
    counts = {str(one): n for one, n in CABO.counts.items()}
    assert counts == {"0": 2, "13": 2} | {str(n): 4 for n in range(1, 13)}
    assert CABO.is_cabo


def test_a_pack_of_ones_own() -> None:
    pack = Pack.from_counts({"1": 3, "ks": 1, "T♦": 0, "JK": 2})
    assert sorted(map(str, pack.cards)) == ["1", "1", "1", "JK", "JK", "KS"]
    assert pack.most_equal == 3
    assert len(pack.with_more(card("5"))) == 7


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        ({"1": 3}, "at least 4 cards, not 3"),
        ({}, "at least 4 cards, not 0"),
        ({"1": -1, "2": 9}, "-1 copies of '1': a count is a whole number from 0"),
        ({"1": 2.5, "2": 9}, "2.5 copies of '1'"),
        ({"1": True, "2": 9}, "True copies of '1'"),
        ({"1": "4", "2": 9}, "'4' copies of '1'"),
        ({"14": 4}, "'14' is no card"),
    ],
)
def test_a_pack_that_cannot_be_is_refused(counts: dict[str, int], says: str) -> None:
    with pytest.raises(CardError, match=says.replace("+", r"\+")):
        Pack.from_counts(counts)


def test_every_error_of_the_package_is_one_family() -> None:
    assert issubclass(CardError, CambioError)
    assert issubclass(CambioError, ValueError)


def test_numbers_and_colours() -> None:
    assert [card(c).number for c in ("JK", "AS", "10H", "JD", "QC", "KS", "0", "13")] == [
        0, 1, 10, 11, 12, 13, 0, 13,
    ]  # fmt: skip
    assert [card(c).is_red for c in ("AH", "AD", "AS", "AC", "JK", "5")] == [
        True, True, False, False, False, False,
    ]  # fmt: skip


def test_a_shuffle_keeps_every_card_and_follows_the_generator() -> None:
    one, two = FRENCH.shuffled(random.Random(5)), FRENCH.shuffled(random.Random(5))
    assert one == two
    assert sorted(one) == sorted(FRENCH.cards)
    assert one != FRENCH.shuffled(random.Random(6))


def test_every_order_of_a_shuffle_is_about_equally_likely() -> None:
    rng, pack = random.Random(0), Pack(tuple(Card(str(n)) for n in range(4)))
    seen: dict[tuple[Card, ...], int] = {}
    for _ in range(24_000):
        order = pack.shuffled(rng)
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 24
    # 1000 expected of each, standard deviation 31: five of them either way
    assert all(845 < count < 1155 for count in seen.values())


def test_the_engine_needs_no_numpy_and_no_widgets() -> None:
    code = (
        "import sys, cambio_edu.strategies, cambio_edu.notation, cambio_edu.__main__; "
        "print([m for m in ('numpy', 'ipywidgets', 'anywidget', 'IPython') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
