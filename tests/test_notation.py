"""The text of a hand, both ways, and a state as data."""

import json
import random

import pytest
from hands import WORKED, cards, game, games, go, grid, known, laid, points
from hypothesis import given, settings
from hypothesis import strategies as st

from cambio_edu.cards import Pack
from cambio_edu.errors import NotationError
from cambio_edu.hand import Hand, deal
from cambio_edu.moves import read_move
from cambio_edu.notation import json_text, read, replay, state, write
from cambio_edu.rules import PRESETS, rules

CABO_PACK = " ".join(map(str, PRESETS["cabo"].pack.cards))
FRENCH_PACK = " ".join(map(str, PRESETS["cambio"].pack.cards))


def text(*moves: str, rules: str = "cambio", house: str = "", seats: str = "Ann Ben") -> str:
    """The text of a hand dealt from a pack in order: A has AS 3S 5S 7S, B 2S 4S 6S 8S, 9S is up."""
    pack = CABO_PACK if rules.startswith("cabo") else FRENCH_PACK
    heads = [f'[Rules "{rules}"]', f'[House "{house}"]', f'[Seats "{seats}"]', f'[Pack "{pack}"]']
    return "\n".join([*heads, *moves])


# The worked hand


#: The state after the first four lines but for the last `done`, as the notation gives it.
CUT = {
    "rules": "cambio", "house": ["no penalty"], "seats": ["Ann", "Ben", "Cara"],
    "phase": "end",
    "mover": "A",
    "caller": None,
    "holding": None,
    "stock": 35,
    "discard": ["8C", "9S", "AC", "2S"],
    "grids": {"A": {"1": "4S", "2": "KH", "3": "7D", "4": "9D"},
              "B": {"1": "KD", "2": "6C", "3": "JS", "4": "5H", "5": "3C"},
              "C": {"1": "2D", "2": "QH", "3": "9C", "4": "10S"}},
    "face_up": [],
    "known": {"A": {"A1": "4S", "A2": "KH", "B2": "6C", "B4": "5H", "C3": "9C"},
              "B": {"B1": "KD", "B2": "6C", "B4": "5H", "C3": "9C"},
              "C": {"B4": "5H", "C1": "2D", "C2": "QH", "C3": "9C"}},
    "legal": ["stack 1", "stack 2", "stack 3", "stack 4", "done"],
    "scores": None,
}  # fmt: skip


def cut() -> str:
    lines = WORKED.splitlines()
    return "\n".join([*lines[:8], lines[8].removesuffix(" done")])


def test_the_worked_hand_leads_to_this_state() -> None:
    assert state(read(cut())) == CUT
    assert list(state(read(cut())))[: len(CUT)] == list(CUT)
    assert json.loads(json_text(state(read(cut())))) == CUT
    for seat in "ABC":
        assert list(CUT["grids"][seat]) == list(state(read(cut()))["grids"][seat])
        assert list(CUT["known"][seat]) == list(state(read(cut()))["known"][seat])


def test_the_worked_hand_as_one_seat_sees_it() -> None:
    seen = state(read(cut()), 1)
    assert seen["grids"] == {
        "A": {"1": None, "2": None, "3": None, "4": None},
        "B": {"1": "KD", "2": "6C", "3": None, "4": "5H", "5": None},
        "C": {"1": None, "2": None, "3": "9C", "4": None},
    }
    assert seen["known"] == {"B": CUT["known"]["B"]}
    assert "legal" not in seen  # it is A to act
    same = set(CUT) - {"grids", "known", "legal"}
    assert {key: seen[key] for key in same} == {key: CUT[key] for key in same}
    assert state(read(cut()), 0)["legal"] == CUT["legal"]


def test_the_worked_hand_ends_with_these_scores() -> None:
    hand = read(WORKED)
    assert hand.is_over
    assert points(hand) == [31, 0, 33]
    data = state(hand)
    assert data["scores"] == {"A": 31, "B": 0, "C": 33}
    assert (data["mover"], data["legal"], data["caller"]) == (None, [], "C")
    assert len(data["face_up"]) == 13
    for seat in range(3):
        seen = state(hand, seat)
        assert "legal" not in seen
        assert (seen["grids"], seen["scores"]) == (data["grids"], data["scores"])
        assert list(seen["known"].values()) == [data["known"]["A"]]


def test_the_worked_hand_is_written_as_it_was_read() -> None:
    plain = WORKED.replace("          # a wrong stack: 5H on 9S; 3C is added as B5", "")
    assert write(read(WORKED)) == plain


# What is held in a hand


def test_the_card_in_hand_is_there_for_who_may_see_it() -> None:
    drawn = read(text("A draw"))
    assert state(drawn)["holding"] == "10S"
    assert [state(drawn, seat)["holding"] for seat in (0, 1)] == ["10S", None]
    taken = read(text("A take"))
    assert [state(taken, seat)["holding"] for seat in (0, 1)] == ["9S", "9S"]


def test_emptied_slots_are_absent_and_an_empty_grid_is_an_empty_object() -> None:
    hand = go(laid("cambio", ("5H 2S", "AH 2H"), "5S", house="grid=2"), "A stack 1")
    assert state(hand)["grids"]["A"] == {"2": "2S"}
    hand = go(laid("cambio", ("5H", "AH"), "5S", house="grid=1"), "A stack 1")
    assert state(hand)["grids"]["A"] == state(hand, 1)["grids"]["A"] == {}


def test_face_up_cards_are_listed_and_known_to_all() -> None:
    hand = go(laid("cambio-jokers", ("AS 2S 3S 4S", "AH 2H 3H 4H"), "5S"), "A take swap 2")
    for seat in (None, 0, 1):
        data = state(hand, seat)
        assert data["face_up"] == ["A2"]
        assert all(known["A2"] == "5S" for known in data["known"].values())


def test_every_phase_has_its_name() -> None:
    assert read(text(rules="cabo")).phase == "first look"
    phases = [hand.phase for hand in replay(text("A draw discard spy B1 done"))]
    assert phases == ["start", "holding", "action", "end", "start"]
    hand = laid("cambio", ("AS 2S 3S 4S", "AH 2H 3H 4H"), "5S", "QD", "stacking in any turn")
    assert go(hand, "A draw discard").phase == "window"
    assert go(hand, "A draw discard", "B pass", "A look 1 B1").phase == "look"
    assert read(WORKED).phase == "over"


# Headers


def test_headers_that_may_be_left_out() -> None:
    hand = read(f'[Seats "Ann Ben"]\n[Pack "{FRENCH_PACK}"]')
    assert (hand.rules, hand.first) == (rules(), 0)


def test_headers_in_any_order_and_an_empty_house() -> None:
    hand = read(f'[Pack "{FRENCH_PACK}"]\n[House ""]\n[First "B"]\n[Seats "Ann Ben"]')
    assert (hand.rules.house, hand.first) == ((), 1)
    assert "House" not in write(hand)
    assert read(f'[House "  "]\n[Seats "Ann Ben"]\n[Pack "{FRENCH_PACK}"]').rules == rules()


def test_house_rules_are_kept_as_they_were_written_in_order() -> None:
    hand = read(text(house="limit=50 ;no penalty;  blind"))
    assert state(hand)["house"] == ["limit=50", "no penalty", "blind"]
    assert '[House "limit=50; no penalty; blind"]' in write(hand)
    assert read(write(hand)) == hand


def test_named_rules_come_into_force_before_fields() -> None:
    assert read(text(house="limit=50; fixed hands=3")).rules.limit == 50
    assert read(text(house="grid=2-2; five cards")).rules.grid == (2, 2)


def test_a_header_may_stand_apart_and_end_in_a_comment() -> None:
    hand = read(
        f'\n# a hand\n  [Seats   "Ann Ben"]  # two of them, "so far"\n\n[Pack\t"{FRENCH_PACK}"]\n'
    )
    assert hand.names == ("Ann", "Ben")


def test_a_number_sign_in_quotes_is_no_comment() -> None:
    hand = read(text("A draw # [Nonsense", seats="#1 B#n"))
    assert hand.names == ("#1", "B#n")
    assert hand.phase == "holding"
    assert read(write(hand)) == hand


def test_scores_may_stand_among_the_headers() -> None:
    lines = WORKED.strip().splitlines()
    assert read("\n".join([lines[-1], *lines[:-1]])) == read(WORKED)
    assert read("\n".join([*lines[:3], lines[-1], *lines[3:-1]])) == read(WORKED)
    assert read("\n".join(lines[:-1])) == read(WORKED)


@pytest.mark.parametrize("names", ["Zoë Łucja 李", "Ann Ann", "a]b [c", "👩‍💻 🂡", "it's \\n"])
def test_any_word_is_a_name(names: str) -> None:
    hand = deal(rules(), names.split(), random.Random(1))
    assert hand.names == tuple(names.split())
    assert read(write(hand)) == hand


@pytest.mark.parametrize("name", ["", "Ann Bo", 'A"n', "An\nn", "An\tn", " Ann", "An\u2028n"])
def test_a_name_that_cannot_stand_in_a_header(name: str) -> None:
    hand = deal(rules(), [name, "Ben"], random.Random(1))
    with pytest.raises(NotationError, match="one word without quotation marks"):
        write(hand)


# Spelling


def test_line_ends_byte_order_mark_and_blank_lines() -> None:
    plain = read(WORKED)
    for line_end in ("\r\n", "\r", "\n\n", " \t\n"):
        assert read(WORKED.replace("\n", line_end)) == plain
    assert read("\ufeff" + WORKED) == plain
    assert read("\n  ".join(WORKED.split("\n"))) == plain


def test_cards_may_be_written_in_other_ways() -> None:
    other = WORKED.replace("10", "T")
    pack = next(line for line in other.splitlines() if line.startswith("[Pack"))
    small = pack[:6] + pack[6:].lower().translate(str.maketrans("shdc", "♠♥♦♣"))
    assert read(other.replace(pack, small)) == read(WORKED)
    assert "10D" in write(read(other))


def test_other_spellings_of_moves_are_read_and_written_back_plainly() -> None:
    hand = read(text("A see 1 2", "B see 1 2", "A draw swap 3+1", rules="cabo"))
    for move in ("swap A1+A3", "swap A3+1", "swap 1+3"):
        assert read(text("A see 1 2", "B see 1 2", f"A draw {move}", rules="cabo")) == hand
    assert write(hand).endswith("A draw swap 1+3\n")
    hand = read(text("A stack A4 draw swap A2"))
    assert write(hand).endswith("A stack 4 draw swap 2\n")


def test_a_turn_may_go_on_over_several_lines() -> None:
    one = read(text("A draw discard spy B2 done", "B take swap 1"))
    two = read(text("A draw", "A   discard\tspy  B2", "# now", "", "A done", "B take", "B swap 1"))
    assert one == two
    assert write(two).endswith("\nA draw discard spy B2 done\nB take swap 1\n")


def test_a_shuffle_is_written_after_the_word_that_needed_it_and_read_back() -> None:
    hand = laid("cambio", ("AS", "2S"), "3S", "4S 5D", house="grid=1", whole=False)
    hand = go(hand, "A draw discard done", "B draw discard done")
    for order in ("3S 4S", "4S 3S"):
        after = hand.play("draw", cards(order))
        assert write(after).endswith(f"A draw shuffle {order}\n")
        assert read(write(after)) == after
        assert state(after)["holding"] == order[:2]
    stacked = hand.play("stack 1", cards("4S 3S"))
    assert write(stacked).endswith("A stack 1 shuffle 4S 3S\n")
    assert grid(stacked, 0) == "AS 4S"
    other = write(after).replace("shuffle 4S 3S", "shuffle 4♠ 3s discard done")
    assert read(other).mover == 1


def test_an_own_pack_is_the_pack_of_the_text() -> None:
    pack = Pack.from_counts({"AS": 3, "5H": 3, "JK": 1})
    hand = deal(rules("cambio", "grid=1", pack), 2, random.Random(1)).play("draw")
    assert '[House "grid=1; pack=own"]' in write(hand)
    assert read(write(hand)) == hand
    assert read(write(hand)).rules.pack.counts == pack.counts


def test_a_hand_of_each_preset_reads_back() -> None:
    for preset in PRESETS:
        for hand in game(deal(rules(preset), 3, random.Random(4)), 4)[::7]:
            assert read(write(hand)) == hand


# What is refused, with line, word, and what would be right


@pytest.mark.parametrize(
    ("bad", "line", "word", "says"),
    [
        ("", 0, "", 'the header [Seats "…"] is missing'),
        ('[Seats "Ann Ben"]', 0, "", 'the header [Pack "…"] is missing'),
        (text().replace("[Rules", "[Rule"), 1, "Rule", "headers are Rules, House, Seats, First"),
        (text().replace("[Rules", "[rules"), 1, "rules", "no such header"),
        (text() + '\n[Seats "Ann Ben"]', 5, "Seats", "given before; once is enough"),
        (text().replace('"cambio"]', '"cambio]'), 1, '[Rules "cambio]', '[Name "value"]'),
        (text().replace('"cambio"]', '"cambio"'), 1, '[Rules "cambio"', '[Name "value"]'),
        (text().replace('"cambio"', "cambio"), 1, "[Rules cambio]", '[Name "value"]'),
        (text(rules="whist"), 1, "whist", "there are cambio, cambio-jokers, cabo, cabo-lenient"),
        (text(house="no fun"), 2, "no fun", "'no fun' is no house rule; there are no early call"),
        (text(house="blind;"), 2, "blind;", "is no house rule"),
        (text(house="blind; blind"), 2, "blind; blind", "given twice"),
        (text(house="grid=x"), 2, "grid=x", "rows of 1 to 9 cards"),
        (text(house="open kings", rules="cabo"), 2, "open kings", "leave it out"),
        (text(seats="Ann"), 3, "Seats", "2, 3, 4, 5, 6 can"),
        (text(seats=""), 3, "Seats", "2, 3, 4, 5, 6 can"),
        (text(seats="a b c d e f g"), 3, "Seats", "2, 3, 4, 5, 6 can"),
        (text(seats="a b c", house="teams"), 3, "Seats", "4, 6 can"),
        (text() + '\n[First "C"]', 5, "C", "one of the seats A, B is wanted"),
        (text() + '\n[First "AB"]', 5, "AB", "one of the seats A, B is wanted"),
        (text() + '\n[First ""]', 5, "", "one of the seats A, B is wanted"),
        (text().replace("AS 2S", "AS AS"), 4, "Pack", "the pack holds 2S 0 times; in 'cambio'"),
        (text().replace("AS 2S", "AX 2S"), 4, "AX", "cards are written AS, 10D, KH, JK"),
        (text().replace("AS 2S", "2S"), 4, "Pack", "the pack holds AS 0 times"),
        (text(house="pack=own").replace(FRENCH_PACK, "AS AS 2S"), 2, "pack=own", "at least 4"),
        (text("a draw"), 5, "a", "it is A to act, so its letter begins"),
        (text("draw"), 5, "draw", "it is A to act, so its letter begins"),
        (text("B draw"), 5, "B", "it is A to act"),
        (text("A"), 5, "A", "a move must follow"),
        (text("A jump"), 5, "jump", "no such move; moves are see, stack"),
        (text("A Draw"), 5, "Draw", "no such move"),
        (text("A draw jump"), 5, "draw jump", "0 words are wanted after 'draw'"),
        (text("A draw draw"), 5, "draw", "not allowed now; legal for A: stack 1, stack 2"),
        (text("A draw swap 5"), 5, "swap 5", "legal for A: stack 1, stack 2, stack 3, stack 4"),
        (text("A draw swap x"), 5, "swap x", "own slots is wanted; legal for A"),
        (text("A draw swap 1+1"), 5, "swap 1+1", "named twice; name each once; legal for A"),
        (text("A draw swap 1+2"), 5, "swap 1+2", "not allowed now; legal for A"),
        (text("A draw discard spy B9"), 5, "spy B9", "legal for A: spy B1, spy B2"),
        (text("A draw discard spy b1"), 5, "spy b1", "a place is wanted, such as B3; legal"),
        (text("A draw discard peek 1"), 5, "peek 1", "legal for A: spy B1"),
        (text("A draw discard spy"), 5, "spy", "1 words are wanted after 'spy'"),
        (text("A draw discard done"), 5, "done", "legal for A: spy B1"),
        (text("A see 1 2"), 5, "see 1 2", "not allowed now"),
        (text("A draw swap 1 done draw"), 5, "draw", "it is B to act; a new line begins with B"),
        (text("A draw swap 1 done B"), 5, "B", "a new line is wanted"),
        (text("A call take"), 5, "take", "it is B to act; a new line begins with B"),
        (text("A see 1 2 see 1 2", rules="cabo"), 5, "see 1 2", "a new line begins with B"),
        (text("A see 2 1", rules="cabo"), 5, "see 2 1", "legal for A: see 1 2"),
        (text("A shuffle AS"), 5, "shuffle", "a shuffle follows a draw or a failed stack"),
        (text("A draw shuffle AS"), 5, "draw", "needs no shuffle now; leave it out"),
        (text("A draw", '[First "A"]'), 6, "First", "headers stand before the moves"),
        (text("A draw", '[Scores "1 2"]'), 6, "Scores", "the hand is not over"),
        (text("A draw", '[Scores "1 2"]', "A discard"), 7, "A", "no moves may follow the scores"),
        (WORKED.replace('"31 0 33"', '"31 0 34"'), 14, "31 0 34", "of this hand are 31 0 33"),
        (WORKED.replace('"31 0 33"', '"31 0"'), 14, "31 0", "of this hand are 31 0 33"),
        (WORKED.replace('"31 0 33"', '""'), 14, "", "of this hand are 31 0 33"),
        (WORKED.replace('[Scores "31 0 33"]', "A draw"), 14, "A", "the hand is over"),
        (WORKED.replace("B draw discard switch 3 A2 done",
                        "B draw discard switch 3 A2 done draw"), 13, "draw", "the hand is over"),
    ],
)  # fmt: skip
def test_a_text_that_cannot_be_read(bad: str, line: int, word: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        read(bad)
    message = str(error.value)
    assert (error.value.line, error.value.word) == (line, word)
    assert says in message
    assert message.startswith(f"line {line}: ") == bool(line)
    assert "\n" not in message


def test_a_shuffle_that_is_missing_or_wrong() -> None:
    hand = laid("cambio", ("AS", "2S"), "3S", "4S 5D", house="grid=1", whole=False)
    begun = write(go(hand, "A draw discard done", "B draw discard done"))
    line = begun.count("\n") + 1
    for more, word, says in (
        ("A draw", "draw", "'shuffle' and the new stock must follow"),
        ("A draw discard", "draw", "'shuffle' and the new stock must follow"),
        ("A stack 1", "stack 1", "'shuffle' and the new stock must follow"),
        ("A draw shuffle", "draw", "leaves out 3S"),
        ("A draw shuffle 3S", "draw", "leaves out 4S"),
        ("A draw shuffle 3S 4S 5D", "draw", "5D is not among the discards"),
        ("A draw shuffle 3S 4X", "4X", "cards are written"),
        ("A take shuffle 3S 4S", "take", "needs no shuffle"),
        ("A draw shuffle 3S 4S shuffle", "shuffle", "cards are written AS"),
    ):
        with pytest.raises(NotationError) as error:
            read(begun + more)
        assert (error.value.line, error.value.word) == (line, word), more
        assert says in str(error.value)


def test_a_window_begins_a_new_line_with_each_seat() -> None:
    house = "stacking in any turn"
    good = text("A take swap 1", "B pass", "A done", house=house)
    assert write(read(good)).endswith("A take swap 1\nB pass\nA done\n")
    for bad in ("A take swap 1 pass", "A take swap 1 done"):
        with pytest.raises(NotationError, match="it is B to act; a new line begins with B"):
            read(text(bad, house=house))
    with pytest.raises(NotationError, match="it is A to act; a new line begins with A"):
        read(text("A take swap 1", "B pass done", house=house))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.data())
def test_a_text_with_some_words_changed_is_read_or_refused_but_never_breaks(
    data: st.DataObject,
) -> None:
    base = data.draw(st.sampled_from([WORKED, text("A draw discard spy B2 done", "B take swap 1")]))
    words = base.split(" ")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(words) - 1))
        words[at] = data.draw(
            st.sampled_from([*words, '"', "#", "[", "]", "\n", "shuffle", "A", "0", "swap 1+2", ""])
            | st.text(max_size=6)
        )
    try:
        hand = read(" ".join(words))
    except NotationError:
        return
    assert read(write(hand)) == hand


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(max_size=200))
def test_any_text_at_all_is_refused_in_words(bad: str) -> None:
    with pytest.raises(NotationError):
        read(bad)


# Both ways


@settings(max_examples=150, deadline=None, derandomize=True)
@given(games(length=120))
def test_text_to_hand_to_text(states: list[Hand]) -> None:
    last = states[-1]
    written = write(last)
    assert replay(written) == states  # equal at every move
    assert write(read(written)) == written
    middle = states[len(states) // 2]
    assert read(write(middle)) == middle
    assert json.loads(json_text(state(last))) == state(last)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(games(length=60))
def test_the_data_of_a_seat_differ_from_the_whole_as_is_written(states: list[Hand]) -> None:
    for hand in states[::5]:
        whole = state(hand)
        for seat in range(hand.seats):
            seen, letter = state(hand, seat), "ABCDEF"[seat]
            assert seen["known"] == {letter: whole["known"][letter]}
            assert set(seen["known"][letter]) == known(hand, seat)
            assert ("legal" in seen) == (hand.mover == seat)
            for key in set(seen) - {"known", "grids", "holding"}:
                assert seen[key] == whole[key]
            if seen["holding"] is not None:
                assert seen["holding"] == whole["holding"]
                assert hand.taken or hand.turn == seat
            for owner, cards_of in seen["grids"].items():
                assert list(cards_of) == list(whole["grids"][owner])
                for slot, one in cards_of.items():
                    place = f"{owner}{slot}"
                    assert one == whole["known"][letter].get(place)
                    assert one in (None, whole["grids"][owner][slot])


def test_a_second_seat_in_one_line_is_what_is_wrong():
    text = write(deal(rules("cambio"), 2, random.Random(1)))
    with pytest.raises(NotationError, match=r"line 5: 'B': .* new line"):
        read(text + "A take swap 1 done B draw\n")


def test_a_broken_first_header_is_blamed_itself():
    text = write(deal(rules("cambio"), 2, random.Random(1)))
    with pytest.raises(NotationError, match=r"^line 1: "):
        read(text.removeprefix("["))


def test_a_long_word_is_blamed_in_short() -> None:
    with pytest.raises(NotationError) as error:
        read_move("x" * 5000, 0)
    assert len(str(error.value)) < 400
    assert error.value.word == "x" * 5000
