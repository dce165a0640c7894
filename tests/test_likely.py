"""What is likely on the table: when asked for, from the view alone, after a guess if wanted."""

import json
import random
from fractions import Fraction
from unittest.mock import patch

import pytest
from hands import exchanged, game, laid
from tables import ask, lay, step

from cambio_edu.belief import believe
from cambio_edu.cards import Pack
from cambio_edu.errors import CambioError
from cambio_edu.hand import deal
from cambio_edu.moves import Place
from cambio_edu.probability import Estimate
from cambio_edu.rules import rules
from cambio_edu.view import view
from cambio_edu.widgets import table
from cambio_edu.widgets.likely import outlook, read_guess, short_percent
from cambio_edu.widgets.table import Table
from cambio_edu.words import LANGUAGES, words

EN = words("en")
GRIDS = ("4S KH 7D 9C", "5S 6C 8D QH", "AS 2H 3C JD")


def shown(seat: int | None = 0) -> dict:
    return outlook(view(laid("cambio", GRIDS, "8C", "9S"), seat), EN)


# What is shown


def test_nothing_is_shown_or_reckoned_until_it_is_asked_for() -> None:
    with patch.object(table, "outlook", side_effect=AssertionError):
        quiet = lay("cambio", "", 3)
        assert quiet.state["likely"] is None
        step(quiet, random.Random(1))
        assert quiet.state["likely"] is None
    quiet.likely = True
    assert quiet.state["likely"]["given"] == "Given what you have seen"
    quiet.likely = False
    assert quiet.state["likely"] is None


def test_every_hidden_place_has_a_strip_and_a_mean_and_a_seen_one_has_none() -> None:
    found = shown()
    assert set(found["places"]) == {
        f"{letter}{slot}" for letter in "ABC" for slot in range(1, 5)
    } - {"A1", "A2"}
    urn = found["urns"][found["places"]["B1"]]
    points = believe(view(laid("cambio", GRIDS, "8C", "9S"), 0)).points("B1")
    assert points.mean == Fraction(308 - 4 + 2 - 8, 49)  # the pack less 4S, KH and 8C
    assert urn["mean"] == "6.1"
    assert urn["from"] == -2
    assert urn["bars"] == [round(1000 * points[x]) for x in range(-2, 13)]
    assert "6.1 points on average, most likely 1, 2, 3…" in urn["text"]


def test_every_grid_has_its_total_and_the_chance_to_be_lowest() -> None:
    seats = shown()["seats"]
    belief = believe(view(laid("cambio", GRIDS, "8C", "9S"), 0))
    for seat, letter in enumerate("ABC"):
        assert seats[letter]["total"] == f"total {float(belief.total(seat).mean):.1f}"
        assert sum(seats[letter]["bars"]) == pytest.approx(1000, abs=30)
        assert short_percent(belief.lowest()[seat], EN) in seats[letter]["text"]


def test_the_stock_is_counted_by_rank() -> None:
    found = shown()
    assert dict(found["left"]) == {
        rank: 4 - (rank in ("4", "8", "K"))
        for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    }
    assert found["next"] == "The next card from the stock is worth 6.1 points on average."


def test_a_call_says_what_it_would_risk() -> None:
    call = shown()["call"]
    truth = believe(view(laid("cambio", GRIDS, "8C", "9S"), 0)).call()
    assert call["parts"] == [
        round(1000 * float(p)) for p in (truth.lowest, truth.tied, truth.beaten)
    ]
    assert call["risk"].startswith("beaten ≈\N{NO-BREAK SPACE}")
    assert "If you called now" in call["text"]
    assert "±" in call["text"]  # an estimate says so
    assert any("≈ marks an estimate" in note for note in shown()["notes"])


def test_who_watches_sees_what_is_public_and_no_call() -> None:
    found = shown(None)
    assert found["call"] is None
    assert found["given"] == "Given what everybody has seen"
    assert len(found["places"]) == 12


def test_nothing_is_shown_once_all_cards_lie_open() -> None:
    over = lay("cambio", "", 2, likely=True)
    rng = random.Random(3)
    while over.state["phase"] != "over":
        step(over, rng)
    assert over.state["likely"] is None


def test_places_of_different_stocks_are_told_apart() -> None:

    in_force = rules("cabo", "grid=2; blind", Pack.from_counts({"1": 4, "2": 4, "9": 4}))
    urns = set()
    for seed in range(60):
        for hand in game(deal(in_force, 2, random.Random(seed)), seed, 60):
            if hand.shuffles and hand.mover is not None:
                urns.add(len(outlook(view(hand, 0), EN)["urns"]))
    assert max(urns) >= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_written_as_the_language_writes_them(language: str) -> None:
    seen = view(laid("cambio", GRIDS, "8C", "9S"), 0)
    found = outlook(seen, words(language))
    assert found["urns"][0]["mean"] == ("6.1" if language == "en" else "6,1")


def test_percents_are_never_rounded_to_certainty() -> None:
    assert short_percent(Fraction(1, 1000), EN) == "<1%"
    assert short_percent(Fraction(999, 1000), EN) == ">99%"
    assert short_percent(Fraction(0), EN) == "0%"
    assert short_percent(Fraction(1), EN) == "100%"
    assert short_percent(Estimate(0.237, 0.012, 800, 800.0), EN) == "≈ 24% ± 1%"


# Secrets and size


def test_what_is_likely_depends_on_the_view_alone() -> None:
    rng = random.Random(4)
    watched = lay("cambio", "stacking in any turn", 3, likely=True, seed=6)
    for _ in range(60):
        hand, seat = watched._session.hand, watched._session.seat
        if hand.mover is None:
            break
        secret = [
            n for n in range(len(hand.pack))
            if n in hand.stock
            or any(p and p.card == n and not p.seen >> seat & 1 for g in hand.grids for p in g)
        ]  # fmt: skip
        other = exchanged(hand, secret, rng)
        assert outlook(view(other, seat), EN) == outlook(view(hand, seat), EN)
        step(watched, rng)


def test_a_state_with_it_stays_under_25_kilobytes() -> None:
    names = [f"{letter}-of-a-longer-name" for letter in "ABCDEF"]
    largest, rng = 0, random.Random(1)
    big = lay(
        "cambio", "six cards; exchange_many=yes", 6, names=names, likely=True, memory="show",
        opponents=["random"] * 5,
    )  # fmt: skip
    for _ in range(120):
        if not step(big, rng):
            ask(big, "hand")
        largest = max(largest, len(json.dumps(big.state).encode()))
    assert 9_000 < largest < 25_000


def test_points_in_the_thousands_make_no_more_bars() -> None:
    steep = lay("cambio", "red_king=-1000", 3, likely=True, seed=2)
    bars = [seat["bars"] for seat in steep.state["likely"]["seats"].values()]
    assert max(map(len, bars)) <= 101
    assert all(abs(sum(each) - 1000) < 30 for each in bars)
    assert len(json.dumps(steep.state)) < 12_000


# Guesses


def guessing(question: str, **more) -> Table:
    asked = lay("cambio", "", 3, seed=3, first="A", likely=True, guess=question, **more)
    ask(asked, "ack")
    return asked


@pytest.mark.parametrize(
    ("question", "typed", "guess"),
    [("total", "20,5", 20.5), ("lowest", "40 %", 0.4), ("call", "30", 0.3), ("B3", "-1", -1.0)],
)
def test_a_guess_comes_first_and_stands_beside_the_truth(question, typed, guess) -> None:
    asked = guessing(question)
    assert set(asked.state["likely"]) == {"ask"}  # nothing is given away
    assert asked.state["likely"]["ask"].startswith("Guess first:")
    ask(asked, "guess", guess=typed)
    kept = asked.guesses[-1]
    assert (kept.question, kept.guess) == (question, guess)
    seen = asked._session.view
    belief = believe(seen)
    truth = {
        "total": belief.total(0).mean,
        "lowest": belief.lowest()[0],
        "call": belief.call().beaten,
        "B3": belief.points(Place(1, 3)).mean,
    }
    assert kept.truth == truth[question]
    assert asked.state["likely"]["guessed"].startswith("You guessed ")
    assert asked.state["likely"]["seats"]


def test_a_guess_is_good_for_one_round() -> None:
    asked, rng = guessing("total"), random.Random(2)
    ask(asked, "guess", guess="20")
    while asked._session.view.turns < 3:
        assert "seats" in asked.state["likely"]
        step(asked, rng)
    assert set(asked.state["likely"]) == {"ask"}


@pytest.mark.parametrize("typed", ["", "many", "nan", "inf", "12 13", "1e9", "٣x"])
def test_what_is_no_guess_is_refused_and_changes_nothing(typed: str) -> None:
    asked = guessing("total")
    before = asked.text
    ask(asked, "guess", guess=typed)
    assert "is no guess here; write a number from -1000 to 1000." in asked.state["note"]
    assert asked.guesses == []
    assert set(asked.state["likely"]) == {"ask"}
    assert asked.text == before


@pytest.mark.parametrize("typed", [None, 7, "9" * 300, ["1"]])
def test_a_guess_that_is_no_text_is_refused(typed: object) -> None:
    asked = guessing("total")
    ask(asked, "guess", guess=typed)
    assert asked.state["note"]
    assert asked.guesses == []


def test_no_guess_is_taken_where_none_is_asked_for() -> None:
    plain = lay("cambio", "", 3, likely=True)
    ask(plain, "guess", guess="12")
    assert "does not ask for a guess" in plain.state["note"]
    assert plain.guesses == []


def test_a_chance_is_a_percentage() -> None:
    assert read_guess("100", "lowest", EN) == 1
    for typed in ("101", "-1"):
        with pytest.raises(CambioError, match="from 0 to 100"):
            read_guess(typed, "call", EN)


def test_a_question_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(CambioError, match="a place is wanted"):
        Table(guess="luck", name="")


def test_what_has_no_answer_is_not_asked() -> None:
    nowhere = lay("cambio", "", 3, likely=True, guess="B9")
    assert nowhere.state["likely"]["seats"]
    assert nowhere.state["likely"]["guessed"] == ""
    watched = lay("cambio", "", 3, likely=True, guess="total", seat=None)
    assert watched.state["likely"]["seats"]
    ask(watched, "guess", guess="12")
    assert "does not ask for a guess" in watched.state["note"]


def test_once_somebody_has_called_a_call_is_no_question_any_more() -> None:
    called = laid("cambio", GRIDS, "8C", "9S", first=1).play("call")
    assert outlook(view(called, 0), EN)["call"] is None
    assert outlook(view(called, 0), EN)["seats"]


def test_what_was_seen_by_moves_taken_back_is_said_not_to_count() -> None:
    table_, rng = lay("cambio", "", 2, likely=True, study=True, first="A", seed=2), random.Random(1)
    ask(table_, "ack")
    assert not any("taken back" in note for note in table_.state["likely"]["notes"])
    while not table_.state["undo"]:
        step(table_, rng)
    ask(table_, "undo")
    assert any("taken back" in note for note in table_.state["likely"]["notes"])


# As words


def test_described_says_what_is_likely() -> None:
    told = lay("cambio", "", 3, likely=True, seed=3).described
    assert "A given what you have seen, " in told
    assert "If you called now" in told
    assert "Guess first" in guessing("total").described
