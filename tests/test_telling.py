"""What happened, in words: every event, for whoever did it and for everybody else."""

import random
from collections.abc import Iterator, Mapping

import pytest
from hands import WORKED, go, laid
from tables import GAMES, lay, step

from cambio_edu import notation
from cambio_edu.cards import Card, Pack
from cambio_edu.hand import Hand, deal
from cambio_edu.rules import rules
from cambio_edu.scoring import REASONS
from cambio_edu.telling import names_text, sentences
from cambio_edu.view import view
from cambio_edu.widgets.picture import GUIDED, picture
from cambio_edu.words import words

WORDS = words("en")


class Asked(Mapping[str, str]):
    """Words that remember which of them were asked for."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.words, self.asked = words, set()

    def __getitem__(self, key: str) -> str:
        self.asked.add(key)
        return self.words[key]

    def __contains__(self, key: object) -> bool:
        return key in self.words

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)


def told(hand: Hand, seat: int | None, last: int = 100) -> list[str]:
    """The sentences for a seat."""
    return [str(line["text"]) for line in sentences(WORDS, view(hand, seat), last)]


def newest(hand: Hand, seat: int | None) -> str:
    return told(hand, seat)[-1]


# Sentences


@pytest.mark.parametrize(
    ("seat", "lines"),
    [
        (0, {2: "You look at card 2 of Ben.", 16: "Ben looks at your card 2."}),
        (1, {2: "Ann looks at your card 2.", 16: "You look at card 2 of Ann."}),
        (2, {2: "Ann looks at card 2 of Ben.", 18: "You call “Cambio!”"}),
        (None, {2: "Ann looks at card 2 of Ben.", 18: "Cara calls “Cambio!”"}),
    ],
)
def test_a_hand_is_told_to_each_seat_in_its_own_way(seat, lines):
    texts = told(notation.read(WORKED), seat)
    assert {n: texts[n] for n in lines} == lines


def test_a_whole_hand_as_it_is_told():
    assert told(notation.read(WORKED), 0)[4:14] == [
        "Ben tries to lay down card 4: it does not fit. A card is added as card 5.",
        "Ben draws a card.",
        "Ben swaps card 1; 9♣ goes to the discard pile.",
        "Ben ends the turn.",
        "Cara takes 9♣ from the discard pile.",
        "Cara swaps card 3; A♣ goes to the discard pile.",
        "Cara ends the turn.",
        "You draw a card.",
        "You discard 2♠.",
        "You end your turn.",
    ]


def cambio(stock: str, **more) -> Hand:
    return laid("cambio", ["AS 2S 3S 4S", "AH 2H 3H 4H"], "8S", stock, **more)


EVENTS = [
    ("draw", "9D", "You draw 9♦.", "Ann draws a card."),
    ("draw discard", "9D", "You discard 9♦.", "Ann discards 9♦."),
    (
        "draw swap 3",
        "9D",
        "You swap your card 3; 3♠ goes to the discard pile.",
        "Ann swaps card 3; 3♠ goes to the discard pile.",
    ),
    ("take", "", "You take 8♠ from the discard pile.", "Ann takes 8♠ from the discard pile."),
    (
        "draw discard peek 3",
        "7D",
        "You look at your card 3: 3♠.",
        "Ann looks at their own card 3.",
    ),
    (
        "draw discard spy B2",
        "9D",
        "You look at card 2 of Ben: 2♥.",
        "Ann looks at your card 2.",
    ),
    (
        "draw discard switch 3 B2",
        "JD",
        "You switch your card 3 with card 2 of Ben, without looking.",
        "Ann switches their card 3 with your card 2, without looking.",
    ),
    (
        "draw discard look 4 B1",
        "QD",
        "You look at your card 4 and at card 1 of Ben: 4♠, A♥.",
        "Ann looks at their card 4 and at your card 1.",
    ),
    (
        "draw discard look 4 B1 switch",
        "QD",
        "You switch the two cards.",
        "Ann switches the two cards.",
    ),
    (
        "draw discard look 4 B1 leave",
        "QD",
        "You leave them where they are.",
        "Ann leaves them where they are.",
    ),
    (
        "draw discard skip",
        "QD",
        "You do without the action.",
        "Ann does without the action.",
    ),
    (
        "draw discard stack 3",
        "3D",
        "You lay down your card 3: 3♠ fits.",
        "Ann lays down card 3: 3♠ fits.",
    ),
    (
        "stack 3",
        "9D",
        "You try to lay down your card 3: 3♠ does not fit. A card is added as card 5.",
        "Ann tries to lay down card 3: 3♠ does not fit. A card is added as card 5.",
    ),
    ("draw discard done", "5D", "You end your turn.", "Ann ends the turn."),
    ("call", "", "You call “Cambio!”", "Ann calls “Cambio!”"),
]


@pytest.mark.parametrize(("moves", "stock", "you", "others"), EVENTS, ids=[e[0] for e in EVENTS])
def test_each_event_for_you_and_for_others(moves, stock, you, others):
    hand = go(cambio(stock), f"A {moves}")
    assert (newest(hand, 0), newest(hand, 1)) == (you, others)


def test_a_first_look_is_told():
    hand = go(laid("cabo", ["1 2 3 4", "5 6 7 8"], "9"), "A see 2 4")
    assert newest(hand, 0) == "You look at your cards 2, 4: 2, 4."
    assert newest(hand, 1) == "Ann looks at cards 2, 4."


def test_a_window_is_told():
    hand = cambio("2D", house="stacking in any turn")
    hand = go(hand, "A draw discard", "B pass")
    assert (newest(hand, 0), newest(hand, 1)) == ("Ben lays nothing down.", "You lay nothing down.")


def claiming(own: str, *house: str) -> Hand:
    hand = laid("cabo", [own, "5 6 7 8"], "9", "10", house="; ".join(["first_look=none", *house]))
    return go(hand, "A draw swap 1+3")


def test_claims_are_told_and_the_card_in_hand_is_none_of_theirs():
    fits = claiming("3 2 3 4")
    assert newest(fits, 0) == "You swap your cards 1, 3 for one: 3, 3 are equal."
    assert newest(fits, 1) == "Ann swaps cards 1, 3 for one: 3, 3 are equal."
    added = claiming("3 2 1 4", "failed_claim=add")
    assert newest(added, 0) == (
        "You claim that your cards 1, 3 are equal. They are not: 3, 1. A card is added as card 5."
    )
    gone = claiming("3 2 1 4", "failed_claim=discard")
    assert newest(gone, 1) == (
        "Ann claims that cards 1, 3 are equal. They are not: 3, 1. 10 goes to the discard pile."
    )
    later = go(gone, "B draw")
    assert told(later, 1)[-2] == (
        "Ann claims that cards 1, 3 are equal. They are not. 10 goes to the discard pile."
    )


def test_a_stack_that_ends_the_hand_is_told_with_the_card_in_hand():
    hand = laid("cambio", ["8C", "AH"], "8S", "KD", house="grid=1; empty grid wins")
    with_a_card = go(hand, "A draw stack 1")
    assert newest(with_a_card, 1) == (
        "Ann lays down card 1: 8♣ fits. "
        "The grid is empty, and the hand is over; the card in hand was K♦."
    )
    without = go(hand, "A stack 1")
    assert newest(without, 0) == "You lay down your card 1: 8♣ fits."


def test_a_shuffle_is_told():
    pack = Pack.from_counts({"1": 3, "2": 3})
    hand = deal(rules("cabo", "grid=1; first_look=none", pack), 2, random.Random(1))
    while not hand.shuffles:
        move = "draw" if hand.phase == "start" else "discard"
        hand = hand.play(move)
    assert newest(hand, None).startswith("The discards are shuffled into a new stock. ")


def test_what_was_seen_in_private_is_named_in_the_newest_sentence_alone():
    hand = go(cambio("7D 5D"), "A draw discard peek 3")
    assert newest(hand, 0) == "You look at your card 3: 3♠."
    hand = go(hand, "A done")
    assert told(hand, 0)[-2:] == ["You look at your card 3.", "You end your turn."]


def test_a_stack_that_failed_is_not_named_later():
    hand = go(cambio("9D 5D"), "A stack 3 draw")
    assert told(hand, 0)[0] == (
        "You try to lay down your card 3: it does not fit. A card is added as card 5."
    )


def test_the_last_sentences_keep_their_numbers():
    lines = sentences(WORDS, view(notation.read(WORKED), 0), 3)
    assert [(line["n"], line["seat"]) for line in lines] == [(24, "B"), (25, "B"), (26, "B")]
    assert sentences(WORDS, view(cambio(""), 0), 5) == []


def test_cards_and_names_in_a_row():
    shown = [card.shown for card in (Card("5", "H"), Card("JK"), Card("12"))]
    assert shown == ["5♥", "JK", "12"]
    assert names_text(["Ann", "Ben"]) == "Ann, Ben"


# Words for all that can happen


def test_there_is_a_reason_for_every_score():
    assert {f"why.{reason}" for reason in REASONS} <= set(WORDS)


def test_there_is_guidance_for_whatever_can_be_done():
    keys = {*GUIDED, "guide.ack", "guide.over", "guide.called", "guide.waiting"}
    assert keys == {key for key in WORDS if key.startswith("guide.")}
    asked = Asked(WORDS)
    for seed, (preset, house) in enumerate(GAMES):
        table, rng = lay(preset, house, seed=seed), random.Random(seed)
        while step(table, rng):
            assert picture(table._session, asked, "remember", guide=True)["guide"]
    looking = lay("cambio", "", 2, names=["Ann", "Ben"])._session
    looking.turn_back()
    for moves in ("A draw discard", "A draw discard look 4 B1"):
        looking.past = [go(cambio("QD"), moves)]
        picture(looking, asked, "remember", guide=True)
    assert keys <= asked.asked


def test_guidance_fits_what_can_be_done():
    table = lay("cambio", "", 2, first="A", guide=True)
    assert table.state["guide"] == WORDS["guide.ack"]
    for message, key in (
        ({"type": "ack"}, "start"),
        ({"type": "move", "move": "take"}, "taken"),
        ({"type": "move", "move": "swap 1"}, "end"),
        ({"type": "move", "move": "done"}, "waiting"),
    ):
        table.ask(message | {"position": table.state["position"]})
        assert table.state["guide"] == WORDS[f"guide.{key}"]
    assert lay("cambio", "", 2).state["guide"] == ""


def test_the_sentences_of_a_table_are_in_its_language():
    table = lay("cambio", "", 2, first="A", language="nl")
    for message in ({"type": "ack"}, {"type": "move", "move": "call"}):
        table.ask(message | {"position": table.state["position"]})
    assert table.state["log"][-1]["text"] == words("nl")["log.call.you"]
