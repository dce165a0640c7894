"""What choices give away: worlds weighed by a model, held against every order of the pack."""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest
from hands import game, go, laid

from cambio_edu.belief import believe
from cambio_edu.cards import Pack
from cambio_edu.choices import (
    bayes,
    card_at,
    decision,
    given_choices,
    model,
    points_at,
    total_of,
)
from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand, deal
from cambio_edu.moves import Move
from cambio_edu.pmf import Pmf
from cambio_edu.probability import Estimate, Sample
from cambio_edu.rules import rules
from cambio_edu.strategies import make
from cambio_edu.view import View, view

EIGHT = Pack.from_counts({"AS": 2, "5H": 2, "9C": 2, "QD": 1, "KH": 1})
SMALL = rules("cambio", "grid=2", EIGHT)


def positions() -> Iterator[tuple[View, Hand]]:
    """Views of seat A early in small hands in which B has swapped a card in."""
    for seed in range(60):
        hand = deal(SMALL, 2, random.Random(seed))
        while hand.mover is not None and len(hand.history) < 9:
            hand = hand.play(make("careful")(view(hand, hand.mover)))
            event = hand.history[-1][0]
            if event.seat == 1 and event.move.verb == "swap" and hand.mover is not None:
                yield view(hand, 0), hand
                break


def every_hand(seen: View, hand: Hand) -> Iterator[list[Hand]]:
    """Every hand, state by state, from every order of the pack that gives this very view."""
    for pack in set(permutations(SMALL.pack.cards)):
        states = [deal(SMALL, 2, pack)]
        try:
            for event in seen.history:
                states.append(states[-1].play(event.move))
        except CambioError:
            continue
        if view(states[-1], 0) == seen:
            yield states


@pytest.mark.parametrize("who", ["careful", "beginner"])
def test_worlds_are_weighed_as_bayes_says_over_every_order_of_the_pack(who: str) -> None:
    likely = model(who, Fraction(1, 5), players=2)
    told = 0
    for seen, hand in list(positions())[:3]:
        posterior: dict[int, Fraction] = {}
        for states in every_hand(seen, hand):
            weight = Fraction(1)
            for before, event in zip(states, seen.history, strict=False):
                if event.seat == 1 and len(before.legal) > 1:
                    weight *= likely(view(before, 1), event.move)
            total = total_of(1)(states[-1])
            posterior[total] = posterior.get(total, Fraction(0)) + weight
        found = given_choices(seen, {1: likely})
        assert isinstance(found, Pmf)
        assert found.map(total_of(1)) == Pmf(posterior)
        told += Pmf(posterior) != believe(seen).total(1)
    assert told  # the choices did say something


def test_without_a_model_worlds_are_what_belief_says() -> None:
    for seen, _ in positions():
        worlds = given_choices(seen, {})
        assert isinstance(worlds, Pmf)
        for place in ("B1", "B2"):
            if seen.slots(1).get(int(place[1])):
                assert worlds.map(card_at(place)) == believe(seen).cards(place)
        assert worlds.map(total_of(1)) == believe(seen).total(1)


def test_every_world_gives_the_same_view_and_the_true_one_is_among_them() -> None:
    for seen, hand in positions():
        worlds = given_choices(seen, {1: "careful"})
        assert all(view(world, 0) == seen for world in worlds)
        assert any(world.cards == hand.cards for world in worlds)


def test_a_sample_says_how_good_it_is_and_agrees_with_the_exact_answer() -> None:
    seen = max((seen for seen, _ in positions()), key=lambda seen: len(given_choices(seen, {})))
    exact = given_choices(seen, {1: "careful"})
    sample = given_choices(seen, {1: "careful"}, limit=len(exact) - 1)
    again = given_choices(seen, {1: "careful"}, limit=len(exact) - 1)
    assert isinstance(exact, Pmf)
    assert isinstance(sample, Sample)
    assert isinstance(again, Sample)
    assert sample.weights == again.weights  # the same seed draws the same
    found = sample.mean(total_of(1))
    assert found.worlds == len(exact) - 1
    assert 1 <= found.effective < found.worlds
    assert abs(found.value - exact.map(total_of(1)).mean) < 4 * found.standard_error


def test_a_swap_makes_a_high_card_less_likely_where_it_went_in() -> None:
    hand = laid("cambio", ("5S 9H QC 3D", "AH 2H 8C KD"), "7C", "4D JC 10D")
    seen = view(go(hand, "A draw discard done", "B draw swap 3 done"), 0)
    number = next(n for n, event in enumerate(seen.history) if event.move == Move("swap", (3,)))
    table = decision(seen, number, points_at("B3"), "careful", limit=200)
    rows = {row.hypothesis: row for row in table.rows}
    assert table.worlds == 200
    assert all(isinstance(row.posterior, Estimate) for row in table.rows)
    assert float(rows[2].posterior) > float(rows[2].prior)
    assert float(rows[12].posterior) < float(rows[12].prior)
    assert "estimated from 200 worlds" in str(table)


def test_a_decision_table_is_the_posterior_row_by_row() -> None:
    for seen, _ in positions():
        number = max(n for n, event in enumerate(seen.history) if event.seat == 1)
        if not seen.slots(1).get(2):
            continue
        table = decision(seen, number, points_at("B2"), "careful")
        posterior = given_choices(seen, {1: "careful"}, [number]).map(points_at("B2"))
        assert {row.hypothesis: row.posterior for row in table.rows} == dict(posterior.items())
        assert sum(row.prior for row in table.rows) == 1
        assert sum(row.product for row in table.rows) == table.evidence
        assert {row.hypothesis: row.prior for row in table.rows} == dict(
            believe(seen).points("B2").items()
        )


def test_bayes_by_hand() -> None:
    # 1 of 10 cards is a king; it is kept 9 times in 10, any other card 1 time in 3
    kept = {"king": Fraction(9, 10), "other": Fraction(1, 3)}
    table = bayes(Pmf({"king": 1, "other": 9}), kept.__getitem__)
    king, other = table.rows
    assert king.product == Fraction(9, 100)
    assert other.product == Fraction(3, 10)
    assert table.evidence == Fraction(39, 100)
    assert king.posterior == Fraction(9, 39)
    assert str(table).splitlines()[1].split() == ["king", "10.0%", "90.0%", "9.0%", "23.1%"]
    assert "sum of the products: 39.0%" in str(table)


def test_a_table_is_shown_as_a_table_and_a_name_as_text() -> None:
    table = bayes(Pmf({"<b>": 1, "b": 1}), {"<b>": Fraction(1), "b": Fraction(1, 2)}.__getitem__)
    shown = table._repr_html_()
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown
    assert shown.count('<th scope="row">') == 2


def test_a_model_slips_as_often_as_it_says() -> None:
    hand = laid("cambio", ("5S 9H QC 3D", "AH 2H 8C KD"), "7C", "4D JC 10D")
    seen = view(hand, 0)
    likely = model("careful", Fraction(1, 4), players=1)
    chances = [likely(seen, move) for move in seen.legal]
    assert sum(chances) == 1
    assert sorted(chances)[:-1] == [Fraction(1, 4) / len(seen.legal)] * (len(chances) - 1)
    assert sorted(chances)[-1] == Fraction(3, 4) + Fraction(1, 4) / len(seen.legal)


def test_a_strategy_that_answers_in_notation_is_a_model_too() -> None:
    hand = laid("cambio", ("5S 9H QC 3D", "AH 2H 8C KD"), "7C", "4D JC 10D")
    assert model(lambda seen: "draw", Fraction(0))(view(hand, 0), Move("draw")) == 1


def test_what_cannot_be_is_said_by_its_number() -> None:
    seen, _ = next(positions())
    with pytest.raises(CambioError, match="no seat 7"):
        given_choices(seen, {7: "careful"})
    with pytest.raises(CambioError, match="no move 99"):
        given_choices(seen, {1: "careful"}, [99])
    with pytest.raises(CambioError, match="no move 99"):
        decision(seen, 99, total_of(1), "careful")
    with pytest.raises(CambioError, match="slip of 2"):
        model("careful", Fraction(2))
    with pytest.raises(CambioError, match="0 players"):
        model("careful", players=0)
    with pytest.raises(CambioError, match="no strategy"):
        model("lucky")
    with pytest.raises(CambioError, match="no card in B9"):
        given_choices(seen, {}).map(card_at("B9"))
    with pytest.raises(CambioError, match="probability 0"):
        bayes(Pmf({1: 1}), lambda _: Fraction(0))


def test_worlds_follow_cards_through_a_shuffle() -> None:
    pack = Pack.from_counts({"7": 3, "9": 3, "11": 3, "12": 2, "1": 2})
    in_force = rules("cabo", "grid=2; blind", pack)
    checked = 0
    for seed in range(40):
        for hand in game(deal(in_force, 2, random.Random(seed)), seed, 90)[::7]:
            seen = view(hand, 0)
            if hand.shuffles and hand.mover is not None:
                worlds = given_choices(seen, {}, limit=400)
                checked += isinstance(worlds, Pmf)
                if isinstance(worlds, Pmf):
                    assert worlds.map(total_of(1)) == believe(seen).total(1)
    assert checked > 20
