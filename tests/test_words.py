"""The words: four languages say the same things, and every sentence can be filled in."""

import random
from collections.abc import Iterator, Mapping
from string import Formatter

import pytest
from hands import game

from cambio_edu.cards import Pack
from cambio_edu.errors import CambioError
from cambio_edu.explain import explain
from cambio_edu.hand import Hand, deal
from cambio_edu.rules import HOUSE_RULES, PRESETS, rules
from cambio_edu.telling import sentence
from cambio_edu.view import view
from cambio_edu.words import LANGUAGES, words

OTHERS = tuple(language for language in LANGUAGES if language != "en")
EN = words("en")

#: What is the same in English: names, entries of placeholders alone, and words that both have.
SAME: dict[str, set[str]] = {
    "de": {"house.blind"},
    "nl": {
        "house.blind", "house.jokers", "house.teams", "player.beginner", "prompt.ack.card",
        "tag.up",
    },
    "it": set(),
}  # fmt: skip
NAMES = {
    "rules.cambio", "rules.cabo", "pile.hand.card", "drawing.seat", "player.you", "inspect.hidden",
}  # fmt: skip

#: Rules under which random hands show every kind of move, right and wrong.
TOLD = (
    rules("cambio", "empty grid wins; grid=1-1", Pack.from_counts({"5S": 9, "QH": 9, "9C": 9})),
    rules("cambio", "stacking in any turn"),
    rules("cambio", "exchange_many=yes; failed_claim=discard; first_look=choose"),
    rules("cambio-jokers"),
    rules("cabo"),
)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


class Asked(dict[str, str]):
    """Words that remember what was asked for."""

    def __init__(self, of: Mapping[str, str]) -> None:
        super().__init__(of)
        self.keys_asked: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.keys_asked.add(key)
        return super().__getitem__(key)


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    """Random hands at their ends."""
    return [
        game(deal(in_force, 2 + seed % 3, random.Random(seed)), seed)[-1]
        for in_force in TOLD
        for seed in range(40)
    ]


def told(spoken: Mapping[str, str], hand: Hand) -> Iterator[str]:
    """Every sentence on a hand, as each seat and somebody who watches would read it."""
    for seat in (*range(hand.seats), None):
        seen = view(hand, seat)
        for event in seen.history:
            yield sentence(spoken, seen, event)
            yield sentence(spoken, seen, event, secrets=False)


# The tables of words


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_keys_of_english_in_their_order(language: str) -> None:
    assert list(words(language)) == list(EN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_gives_its_code(language: str) -> None:
    assert words(language)["lang"] == language


@pytest.mark.parametrize("language", OTHERS)
def test_an_entry_has_the_placeholders_of_the_english_one(language: str) -> None:
    spoken = words(language)
    unlike = [key for key in EN if placeholders(spoken[key]) != placeholders(EN[key])]
    assert unlike == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_plain_names_that_the_front_end_can_fill_in_too(language: str) -> None:
    for key, text in words(language).items():
        for _, name, form, conversion in Formatter().parse(text):
            assert name is None or (name.isidentifier() and not form and not conversion), key


@pytest.mark.parametrize("language", OTHERS)
def test_no_entry_is_empty_or_has_stray_blanks(language: str) -> None:
    for key, text in words(language).items():
        assert bool(text) == bool(EN[key]), key
        assert text == " ".join(text.split()), key


@pytest.mark.parametrize("language", OTHERS)
def test_no_entry_was_left_in_english(language: str) -> None:
    spoken = words(language)
    assert {key for key in EN if spoken[key] == EN[key]} == NAMES | SAME[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_ends_as_the_english_one_does(language: str) -> None:
    unlike = [
        key
        for key, text in words(language).items()
        if EN[key][-1:] in ".:?!" and EN[key] and text[-1] != EN[key][-1]
    ]
    assert unlike == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_and_apostrophes_are_typographic(language: str) -> None:
    assert [key for key, text in words(language).items() if "'" in text or '"' in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_note_quotes_the_button_by_its_name(language: str) -> None:
    spoken = words(language)
    assert spoken["act.match"] in spoken["note.resumed"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_things_have_different_names(language: str) -> None:
    spoken = words(language)
    groups = ("rules.", "house.", "suit.", "rank.", "spot.", "pile.", "act.", "player.")
    for group in groups:
        named = [text for key, text in spoken.items() if key.startswith(group)]
        assert len(set(named)) == len(named), group


@pytest.mark.parametrize("language", ["xx", "", "EN", "../en"])
def test_no_such_language(language: str) -> None:
    with pytest.raises(CambioError, match="no language here"):
        words(language)


# Sentences filled in


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_is_told(language: str, hands: list[Hand]) -> None:
    spoken = Asked(words(language))
    for hand in hands:
        for text in told(spoken, hand):
            assert text
            assert not set("{}") & set(text), text
    of_moves = {key for key in EN if key.startswith("log.")}
    assert of_moves - spoken.keys_asked == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_with_braces_is_told_as_it_is(language: str) -> None:
    hand = game(deal(rules(), ("{x}", "{cards}"), random.Random(3)), 3)[-1]
    for seat in (0, 1, None):
        seen = view(hand, seat)
        for event in seen.history:
            text = sentence(words(language), seen, event)
            if event.seat != seat:
                assert seen.names[event.seat] in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_set_is_explained(preset: str, language: str) -> None:
    text = explain(rules(preset), language)
    assert not set("{}") & set(text)
    assert len(text.splitlines()) == len(explain(rules(preset)).splitlines())
    assert all(line[-1] == "." for line in text.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("house", HOUSE_RULES)
def test_every_house_rule_is_explained(house: str, language: str) -> None:
    preset = "cambio-jokers" if house == "cabo cards" else "cambio"
    assert not set("{}") & set(explain(rules(preset, house), language))
    assert words(language)[f"house.{house}"]
