"""Rule sets as data: the table of the presets, house rules by name, fields, what does not fit."""

from dataclasses import FrozenInstanceError

import pytest

from cambio_edu.cards import CABO, FRENCH, JOKERS_FOR_RED_KINGS, Pack, card
from cambio_edu.errors import RulesError
from cambio_edu.rules import (
    FIELD_NAMES,
    HOUSE_RULES,
    PRESETS,
    check_seats,
    field_value,
    rules,
    seats_allowed,
)

ALL = ("cambio", "cambio-jokers", "cabo", "cabo-lenient")

#: Each row of the table: a field, and its value in each preset.
TABLE = {
    "pack": (FRENCH, JOKERS_FOR_RED_KINGS, CABO, CABO),
    "seats": ((2, 6), (2, 5), (2, 4), (2, 4)),
    "grid": ((2, 2), (2, 2), (4,), (4,)),
    "first_look": ("nearest", "nearest", "choose", "choose"),
    "queen": ("look", "switch", "switch", "switch"),
    "taken_face_up": (False, True, False, False),
    "exchange_many": (False, True, True, True),
    "stacking": ("own turn", "no", "no", "no"),
    "early_call": (True, True, True, True),
    "caller_protected": (False, True, False, False),
    "stock_out": ("reshuffle", "end", "reshuffle", "reshuffle"),
    "lowest_zero": (True, False, True, True),
    "both_tied_zero": (False, False, False, False),
    "caller_penalty": (10, 10, 5, 5),
    "kamikaze": (False, True, True, False),
    "empty_ends": (False, False, False, False),
    "lucky_100": ("no", "once", "always", "always"),
    "match_end": ("out", "over", "over", "over"),
    "limit": (100, 100, 100, 100),
    "fixed_hands": (0, 0, 0, 0),
    "teams": (False, False, False, False),
    "winner_starts": (False, False, True, True),
}


@pytest.mark.parametrize("field", TABLE)
def test_the_table_of_the_presets(field: str) -> None:
    assert tuple(getattr(PRESETS[name], field) for name in ALL) == TABLE[field]


def test_what_a_failed_claim_costs() -> None:
    assert [PRESETS[name].failed_claim for name in ALL[1:]] == ["add", "add", "discard"]


def test_cambio_is_the_default() -> None:
    assert rules() == PRESETS["cambio"] == rules("cambio")
    assert tuple(PRESETS) == ALL


@pytest.mark.parametrize(
    ("preset", "worth"),
    [
        ("cambio", {"AS": 1, "2H": 2, "7D": 7, "10C": 10, "JS": 11, "QH": 12, "KS": 0, "KC": 0,
                    "KH": -2, "KD": -2}),
        ("cambio-jokers", {"JK": 0, "AD": 1, "2S": 2, "10H": 10, "JC": 11, "QD": 12, "KS": 13,
                           "KC": 13}),
        ("cabo", {str(n): n for n in range(14)}),
        ("cabo-lenient", {str(n): n for n in range(14)}),
    ],
)  # fmt: skip
def test_points_of_the_cards(preset: str, worth: dict[str, int]) -> None:
    assert {text: PRESETS[preset].points(card(text)) for text in worth} == worth


@pytest.mark.parametrize(
    ("preset", "actions"),
    [
        ("cambio", {"7S": "peek", "8H": "peek", "9D": "spy", "10C": "spy", "JS": "switch",
                    "QH": "look", "KH": "", "KS": "", "AC": "", "6D": ""}),
        ("cambio-jokers", {"7S": "peek", "8H": "peek", "9D": "spy", "10C": "spy", "JS": "switch",
                           "QH": "switch", "KS": "", "JK": "", "AC": "", "6D": ""}),
        ("cabo", {"7": "peek", "8": "peek", "9": "spy", "10": "spy", "11": "switch",
                  "12": "switch", "13": "", "0": "", "6": ""}),
        ("cabo-lenient", {"7": "peek", "8": "peek", "9": "spy", "10": "spy", "11": "switch",
                          "12": "switch", "13": "", "0": "", "1": ""}),
    ],
)  # fmt: skip
def test_actions_of_the_cards(preset: str, actions: dict[str, str]) -> None:
    assert {text: PRESETS[preset].action(card(text)) for text in actions} == actions


# House rules by name


@pytest.mark.parametrize("preset", ALL)
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("no early call", {"early_call": False}),
        ("no lucky 100", {"lucky_100": "no"}),
        ("six cards", {"grid": (2, 2, 2), "first_look": "nearest", "cards_each": 6}),
        ("blind", {"first_look": "none"}),
        ("five cards", {"grid": (2, 2, 1), "limit": 150, "cards_each": 5}),
        ("teams", {"teams": True}),
        ("no penalty", {"caller_penalty": 0}),
        ("stacking in any turn", {"stacking": "any turn"}),
        ("both tied score 0", {"both_tied_zero": True}),
        ("empty grid wins", {"empty_ends": True}),
        ("fixed hands", {"fixed_hands": 5}),
        ("fixed hands=7", {"fixed_hands": 7}),
    ],
)
def test_a_named_house_rule_changes_these_fields_alone(
    preset: str, name: str, change: dict[str, object]
) -> None:
    plain, changed = PRESETS[preset], rules(preset, name)
    expected = {f: getattr(plain, f) for f in (*TABLE, "cards_each", "failed_claim")} | change
    assert {f: getattr(changed, f) for f in expected} == expected
    assert changed.house == (name,)
    assert changed.preset == preset


def test_jokers_of_minus_five_join_the_plain_pack() -> None:
    joined = rules("cambio", "jokers")
    assert len(joined.pack) == 54
    assert joined.pack.counts - FRENCH.counts == {card("JK"): 2}
    assert joined.points(card("JK")) == -5
    assert joined.action(card("JK")) == ""


def test_cabo_cards_replace_the_pack_alone() -> None:
    changed = rules("cambio-jokers", "cabo cards")
    assert changed.pack == CABO
    assert [changed.points(card(c)) for c in ("0", "12", "13")] == [0, 12, 13]
    assert changed.action(card("12")) == "switch"
    assert (changed.taken_face_up, changed.lowest_zero) == (True, False)


def test_open_kings_are_worth_nothing_red_or_black() -> None:
    for preset in ("cambio", "cambio-jokers"):
        changed = rules(preset, "open kings")
        assert [changed.points(card(c)) for c in ("KS", "KC", "KH", "KD")] == [0, 0, 0, 0]


def test_a_blind_hand_of_six_cards_stays_blind_in_either_order() -> None:
    for house in ("blind; six cards", "six cards; blind"):
        assert rules("cabo", house).first_look == "none"


def test_named_rules_come_first_then_the_fields() -> None:
    assert rules("cambio", "limit=50; five cards").limit == 50
    assert rules("cambio", "five cards; limit=50").limit == 50
    assert rules("cambio", "joker=-3; jokers").points(card("JK")) == -3
    assert rules("cambio", "fixed_hands=9; fixed hands").fixed_hands == 9
    assert rules("cabo", "first_look=choose; six cards").first_look == "choose"


def test_a_house_rule_that_changes_nothing_is_accepted() -> None:
    assert rules("cambio", "no lucky 100").lucky_100 == "no"
    assert rules("cabo", "stacking=no; caller_penalty=5; grid=4").grid == (4,)
    assert rules("cabo", "red_king=0; black_king=0").pack == CABO


# Fields by name


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("caller_penalty=0", 0), ("caller_penalty=25", 25), ("red_king=-1", -1),
        ("black_king=13", 13), ("joker=-7", -7), ("grid=1", (1,)), ("grid=2-2-1", (2, 2, 1)),
        ("grid=1-3", (1, 3)), ("first_look=nearest", "nearest"), ("first_look=none", "none"),
        ("first_look=choose", "choose"), ("queen=look", "look"), ("queen=switch", "switch"),
        ("taken_face_up=yes", True), ("taken_face_up=no", False), ("exchange_many=yes", True),
        ("exchange_many=no", False), ("failed_claim=add", "add"),
        ("failed_claim=discard", "discard"), ("stacking=no", "no"),
        ("stacking=own turn", "own turn"), ("stacking=any turn", "any turn"),
        ("early_call=no", False), ("early_call=yes", True), ("caller_protected=yes", True),
        ("caller_protected=no", False), ("stock_out=reshuffle", "reshuffle"),
        ("stock_out=end", "end"), ("lowest_zero=yes", True), ("lowest_zero=no", False),
        ("both_tied_zero=yes", True), ("both_tied_zero=no", False), ("kamikaze=yes", True),
        ("kamikaze=no", False), ("empty_ends=yes", True), ("empty_ends=no", False),
        ("lucky_100=no", "no"), ("lucky_100=once", "once"), ("lucky_100=always", "always"),
        ("match_end=out", "out"), ("match_end=over", "over"), ("limit=1", 1), ("limit=200", 200),
        ("fixed_hands=0", 0), ("fixed_hands=3", 3), ("teams=yes", True), ("teams=no", False),
    ],
)  # fmt: skip
def test_every_field_takes_each_of_its_values(text: str, value: object) -> None:
    name, _, word = text.partition("=")
    assert field_value(name, word) == value
    for preset in ALL:
        changed = rules(preset, text if text != "grid=1" else "grid=1; blind")
        assert getattr(changed, name) == value


def test_these_are_the_fields_that_a_house_rule_may_change() -> None:
    assert set(FIELD_NAMES) == set(TABLE) - {"pack", "seats", "winner_starts"} | {
        "red_king", "black_king", "joker", "failed_claim",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("house", "says"),
    [
        ("grid=", "rows of 1 to 9 cards are wanted, nearest first: 2-2"),
        ("grid=0", "rows of 1 to 9 cards"),
        ("grid=2x2", "rows of 1 to 9 cards"),
        ("grid=2--2", "rows of 1 to 9 cards"),
        ("grid=10", "rows of 1 to 9 cards"),
        ("limit=0", "a whole number from 1 to 10000"),
        ("limit=1e3", "a whole number"),
        ("limit=٣", "a whole number"),
        ("limit=", "a whole number"),
        ("limit=" + "9" * 6000, "a whole number"),
        ("caller_penalty=-1", "a whole number from 0 to 10000"),
        ("red_king=--2", "a whole number from -1000 to 10000"),
        ("fixed hands=x", "a whole number from 0"),
        ("fixed hands=", "a whole number from 0"),
        ("fixed hands=-1", "a whole number from 0"),
        ("teams=maybe", "one of yes, no is wanted"),
        ("teams=YES", "one of yes, no is wanted"),
        ("first_look=any", "one of nearest, choose, none is wanted"),
        ("queen=peek", "one of look, switch is wanted"),
        ("stacking=always", "one of no, own turn, any turn is wanted"),
        ("stock_out=no", "one of reshuffle, end is wanted"),
        ("lucky_100=yes", "one of no, once, always is wanted"),
        ("match_end=in", "one of out, over is wanted"),
        ("failed_claim=no", "one of add, discard is wanted"),
        ("seats=3", "'seats' is no field; fields are red_king, black_king"),
        ("limit =50", "'limit ' is no field"),
        ("limit= 50", "a whole number"),
        ("winner_starts=no", "is no field"),
        ("house=x", "is no field"),
        ("six card", "'six card' is no house rule; there are no early call, no lucky 100"),
        ("Blind", "is no house rule"),
        ("blind;;teams", "'' is no house rule"),
        ("blind; blind", "'blind' is given twice; once is enough"),
        ("limit=5; limit=6", "'limit' is given twice"),
        ("fixed hands; fixed hands=3", "'fixed hands' is given twice"),
        ("blind=yes", "'blind' is no field"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_could(house: str, says: str) -> None:
    with pytest.raises(RulesError) as error:
        rules("cambio", house)
    assert says in str(error.value)


# What does not go together


@pytest.mark.parametrize(
    ("preset", "house", "says"),
    [
        ("cambio-jokers", "jokers", "with the rules 'cambio' only"),
        ("cabo", "jokers", "with the rules 'cambio' only"),
        ("cabo-lenient", "jokers", "with the rules 'cambio' only"),
        ("cabo", "open kings", "CABO pack has none"),
        ("cabo-lenient", "open kings", "CABO pack has none"),
        ("cambio-jokers", "cabo cards; open kings", "CABO pack has none"),
        ("cambio-jokers", "open kings; cabo cards", "CABO pack has none"),
        ("cambio", "cabo cards", "with the rules 'cambio-jokers' only"),
        ("cabo", "cabo cards", "with the rules 'cambio-jokers' only"),
        ("cambio", "six cards; five cards", "take one of them"),
        ("cabo", "five cards; six cards", "take one of them"),
        ("cabo", "grid=1", "take 'first_look=nearest' or a larger grid"),
        ("cambio", "grid=1; first_look=choose", "take 'first_look=nearest' or a larger grid"),
        ("cambio", "grid=9-9-9", "take a smaller grid or a larger pack"),
        ("cambio", "teams; grid=9-4", "take a smaller grid or a larger pack"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_would(preset: str, house: str, says: str) -> None:
    with pytest.raises(RulesError) as error:
        rules(preset, house)
    assert says in str(error.value)


def test_an_unknown_rule_set_is_refused_with_those_there_are() -> None:
    with pytest.raises(RulesError, match="there are cambio, cambio-jokers, cabo, cabo-lenient"):
        rules("Cambio")


@pytest.mark.parametrize(
    ("preset", "house", "seats"),
    [
        ("cambio", "", [2, 3, 4, 5, 6]),
        ("cambio-jokers", "", [2, 3, 4, 5]),
        ("cabo", "", [2, 3, 4]),
        ("cabo-lenient", "", [2, 3, 4]),
        ("cambio", "teams", [4, 6]),
        ("cambio-jokers", "teams", [4]),
        ("cabo", "teams", [4]),
        ("cambio", "six cards", [2, 3, 4, 5, 6]),
        ("cambio", "grid=3-3-3", [2, 3, 4, 5]),  # 6 × 9 + 2 = 56 is more than 52
        ("cambio", "grid=5-5", [2, 3, 4, 5]),  # 5 × 10 + 2 = 52 is just enough
        ("cambio", "grid=9-8", [2]),
        ("cambio", "grid=9-4; jokers", [2, 3, 4]),  # 4 × 13 + 2 = 54
    ],
)
def test_how_many_can_play(preset: str, house: str, seats: list[int]) -> None:
    in_force = rules(preset, house)
    assert seats_allowed(in_force) == seats
    for n in range(-1, 9):
        if n in seats:
            check_seats(in_force, n)
        else:
            with pytest.raises(RulesError, match=f"{', '.join(map(str, seats))} can"):
                check_seats(in_force, n)


# Packs of one's own


def test_a_small_pack_for_teaching() -> None:
    small = rules("cambio", "grid=1", Pack.from_counts({"AS": 3, "5H": 3}))
    assert small.house == ("grid=1", "pack=own")
    assert small.house_text() == "grid=1; pack=own"
    assert seats_allowed(small) == [2, 3, 4]
    assert small.most_equal == 3


def test_the_place_of_pack_own_among_the_house_rules_is_kept() -> None:
    pack = Pack.from_counts({"1": 4, "2": 6})
    assert rules("cabo", "pack=own; blind", pack).house == ("pack=own", "blind")


def test_an_own_pack_does_not_tell_its_order() -> None:
    pack = Pack.from_counts({"1": 4, "2": 6, "3": 4})
    turned = Pack(tuple(reversed(pack.cards)))
    assert rules("cabo", "", pack) == rules("cabo", "", turned)


def test_an_own_pack_without_its_cards_is_refused() -> None:
    with pytest.raises(RulesError, match="needs the cards of that pack"):
        rules("cambio", "pack=own")
    with pytest.raises(RulesError, match="'pack' is no field"):
        rules("cambio", "pack=mine")


def test_an_own_pack_that_is_too_small_is_refused() -> None:
    with pytest.raises(RulesError, match="take a smaller grid or a larger pack"):
        rules("cambio", "", Pack.from_counts({"1": 9}))  # 2 × 4 + 2 = 10


def test_a_rule_set_never_changes() -> None:
    with pytest.raises(FrozenInstanceError):
        rules().limit = 5  # type: ignore[misc]


def test_partners_sit_opposite() -> None:
    teams = rules("cambio", "teams")
    assert [teams.partner(seat, 4) for seat in range(4)] == [2, 3, 0, 1]
    assert [teams.partner(seat, 6) for seat in range(6)] == [3, 4, 5, 0, 1, 2]
    assert rules().partner(3, 6) == 3


def test_every_named_rule_can_be_played_somewhere() -> None:
    for name in HOUSE_RULES:
        preset = "cambio-jokers" if name == "cabo cards" else "cambio"
        assert seats_allowed(rules(preset, name))


def test_a_pack_with_more_claims_than_can_be_listed_is_refused():
    with pytest.raises(RulesError, match="smaller grid"):
        rules("cabo", "grid=9-9-9; first_look=nearest", Pack.from_counts({"1": 60}))
