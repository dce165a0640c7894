"""The inspector: every card, what each seat knows, how far off it is; never while it matters."""

import random
from fractions import Fraction
from math import log2

import pytest
from hands import Game, games, go, laid
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import ask, hand_of, lay, play, step

from cambio_edu.belief import believe
from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand
from cambio_edu.inspector import inspect
from cambio_edu.moves import Place
from cambio_edu.notation import write
from cambio_edu.view import view
from cambio_edu.widgets import Inspector, Playground, Replay
from cambio_edu.words import LANGUAGES

GRIDS = ("4S KH 7D 9C", "5S 6C 8D QH")


@pytest.fixture
def hand() -> Hand:
    """A has looked at 4S and KH, B at 5S and 6C; 8C lies up."""
    return laid("cambio", GRIDS, "8C", "9S")


def shown(widget: object) -> str:
    return widget._shown.value


# What it says


def test_what_each_seat_knows_of_each_card(hand: Hand) -> None:
    own, other = inspect(hand).knowledge(0, 0), inspect(hand).knowledge(1, 0)
    assert [k.is_known for k in own.values()] == [True, True, False, False]
    assert own[2].chance == 1
    assert own[2].mean == -2
    assert str(other[2].card) == "KH"
    assert other[2].chance == Fraction(1, 49)  # one of the 49 that B has not seen
    assert other[2].mean == Fraction(308 - 5 - 6 - 8, 49)


def test_how_far_a_belief_is_from_the_truth(hand: Hand) -> None:
    found = inspect(hand).distance(0)
    mean = Fraction(308 - 4 + 2 - 8, 49)
    assert found.totals == (4 - 2 + 7 + 9, 5 + 6 + 8 + 12)
    assert found.means == (4 - 2 + 2 * mean, 4 * mean)
    assert found.error == (abs(found.means[0] - 18) + abs(found.means[1] - 31)) / 2
    # six hidden cards, each one of those that are left
    assert found.chance == Fraction(1, 49 * 48 * 47 * 46 * 45 * 44)
    assert found.surprise == pytest.approx(log2(49 * 48 * 47 * 46 * 45 * 44))


def test_who_knows_everything_is_not_surprised(hand: Hand) -> None:
    over = go(hand, "A call", "B draw discard skip done")
    for observer in (0, 1, None):
        found = inspect(over).distance(observer)
        assert (found.error, found.surprise, found.chance) == (0, 0, 1)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(games(length=100), st.integers(0, 2**32))
def test_the_truth_is_never_impossible(states: Game, seed: int) -> None:
    rng = random.Random(seed)
    for hand in rng.sample(states, min(len(states), 4)):
        observer = rng.choice([*range(hand.seats), None])
        found = inspect(hand)
        assert 0 < found.distance(observer).chance <= 1
        assert found.distance(observer).surprise >= 0
        for seat in range(hand.seats):
            for known in found.knowledge(observer, seat).values():
                assert known.chance > 0
                assert known.chance == 1 or not known.is_known


def test_the_chance_of_several_cards_goes_card_by_card(hand: Hand) -> None:
    belief = believe(view(hand, 0))
    cards = inspect(hand).cards
    both = {place: cards[place] for place in (Place(1, 1), Place(1, 2))}
    assert belief.chance_of(both) == Fraction(1, 49 * 48)
    assert belief.chance_of({Place(0, 1): cards[Place(0, 1)]}) == 1
    assert belief.chance_of({Place(0, 1): cards[Place(0, 2)]}) == 0
    same = cards[Place(1, 1)]
    assert belief.chance_of({Place(1, 1): same, Place(1, 2): same}) == 0  # there is only one
    assert belief.chance_of({}) == 1
    with pytest.raises(CambioError, match="no card in B9"):
        belief.chance_of({Place(1, 9): same})


def test_as_text_everything_stands_side_by_side(hand: Hand) -> None:
    text = str(inspect(go(hand, "A draw")))
    assert "Every card is shown here." in text
    assert "A Ann     4♠  K♥  7♦  9♣     18" in text
    assert "In the hand of Ann: 9♠" in text
    assert "What B Ben knows" in text
    assert text.splitlines()[2].startswith("Stock, next card first: ")
    assert "Discard pile, top card last: 8♣" in text


def test_one_observer_can_be_asked_for(hand: Hand) -> None:
    text = str(inspect(hand, "B"))
    assert "What B Ben knows" in text
    assert "What A Ann knows" not in text
    assert str(inspect(hand, 1)) == text
    with pytest.raises(IndexError, match="no seat 2"):
        inspect(hand, "C")
    with pytest.raises(CambioError, match="no language"):
        inspect(hand, language="fr")
    assert repr(inspect(hand)) == "<Inspection of 0 moves>"


# The widget


def test_a_hand_is_stepped_through_move_by_move(hand: Hand) -> None:
    widget = Inspector(go(hand, "A draw discard skip done"))
    assert repr(widget) == "<Inspector: 4 moves>"
    assert widget.step.value == 4
    assert "9♠" in shown(widget).partition("Discard pile")[2]
    for _ in range(6):
        widget.back.click()
    assert widget.step.value == 0
    widget.forward.click()
    assert "In the hand of Ann: 9♠" in shown(widget)
    widget.observer.value = 1
    assert "What B Ben knows" in shown(widget)
    assert "What A Ann knows" not in shown(widget)


def test_it_is_unmistakable(hand: Hand) -> None:
    page = shown(Inspector(hand))
    assert "Inspector – Every card is shown here." in page
    assert "double" in page  # the frame has a shape of its own
    assert page.count("<caption") == 4
    assert 'scope="row"' in page


def test_the_text_of_a_hand_will_do_and_nonsense_is_refused(hand: Hand) -> None:
    assert "4♠" in shown(Inspector(write(hand)))
    with pytest.raises(CambioError):
        Inspector("no hand")


def test_names_stay_text() -> None:
    table = lay("cambio", "", 2, names=["<i>Al</i>", "&amp;"], study=True)
    page = shown(Inspector(table))
    assert "<i>Al" not in page
    assert "&lt;i&gt;Al" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_language(language: str, hand: Hand) -> None:
    page = shown(Inspector(hand, language))
    assert f'lang="{language}"' in page
    assert ("Every card is shown" in page) == (language == "en")


def test_its_still_picture_shows_what_it_shows(hand: Hand) -> None:
    widget = Inspector(hand)
    bundle = widget._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/html"] == shown(widget)


# Never while it matters


def test_a_hand_that_is_being_played_is_not_inspected() -> None:
    table = lay("cambio", "", 2)
    with pytest.raises(CambioError, match="this hand is being played"):
        Inspector(table)
    play(table)
    assert "What A You knows" in shown(Inspector(table))
    ask(table, "hand")
    with pytest.raises(CambioError, match="this hand is being played"):
        Inspector(table)


def test_in_study_mode_it_may_be_opened_and_the_table_knows_nothing_of_it() -> None:
    table = lay("cambio", "", 2, study=True)
    before = dict(table.state)
    widget = Inspector(table)
    stock = str(hand_of(table).pack[hand_of(table).stock[0]])
    assert stock not in str(table.get_state())
    assert table.state == before
    step(table, random.Random(1))
    assert widget.step.max == 0  # it shows the hand as it was when it was opened


def test_the_playground_offers_it_when_it_may_be_opened() -> None:
    ground = Playground(name="", seed=3)
    assert ground._below.children == ()
    play(ground.table)
    assert ground._below.children == (ground.inspect,)
    ground.inspect.click()
    assert isinstance(ground._below.children[1], Inspector)
    ground.inspect.click()
    assert ground._below.children == (ground.inspect,)
    ground.inspect.click()
    ask(ground.table, "hand")  # the next hand is on the table: nothing of it may be seen
    assert ground._below.children == ()


def test_a_replay_shows_it_when_it_is_asked_for(hand: Hand) -> None:
    replay = Replay(write(go(hand, "A draw discard skip done")))
    assert replay._inspected.children == ()
    replay.inspect.value = True
    assert isinstance(replay._inspected.children[0], Inspector)
    replay.inspect.value = False
    assert replay._inspected.children == ()
