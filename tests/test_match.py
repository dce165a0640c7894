"""Matches: running totals, the 100 rules, who starts, who is out, and who won."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hands import cards, go, laid
from hypothesis import given, settings
from hypothesis import strategies as st

from cambio_edu.cards import Pack
from cambio_edu.errors import MoveError, NotationError, RulesError
from cambio_edu.hand import Hand
from cambio_edu.match import Match, Played, start, winner
from cambio_edu.notation import read_match, write, write_match
from cambio_edu.rules import PRESETS, rules, seats_allowed
from cambio_edu.strategies import make, play_out

NAMES = ("Ann", "Ben", "Cara", "Dan", "Eva", "Finn")
#: A pack and a rule set in which a hand is over after one card, and points are easy to lay out.
QUICK = "grid=1; blind; stock_out=end; stacking=no; lowest_zero=no"


def quick(preset: str = "cambio", seats: int = 2, house: str = "", first: int = 0) -> Match:
    """A match of hands of one card each that end after the first draw, with any points 1 to 13."""
    pack = Pack.from_counts({str(n): 4 for n in range(14)})
    return start(rules(preset, f"{QUICK}; {house}".strip("; "), pack), NAMES[:seats], first)


def at(match: Match, *totals: int, out: Sequence[int] = ()) -> Match:
    """The match with these totals, and these players out."""
    return replace(match, totals=totals, out=tuple(n in out for n in range(len(match.names))))


def played(match: Match, *points: int) -> Match:
    """Book a hand in which those who play hold a card of so many points each."""
    seats, first = len(match.players), match.players.index(match.first)
    assert len(points) == seats
    order = cards(" ".join(str(points[(first + n) % seats]) for n in range(seats)))
    rest = list(match.rules.pack.cards)
    for one in order:
        rest.remove(one)
    hand = match.deal([*order, *rest])
    while not hand.is_over:
        hand = hand.play("draw").play("discard")
        while hand.phase in ("action", "end"):
            hand = hand.play(hand.legal[-1])
    if not match.rules.teams:
        assert [score.points for score in hand.scores or ()] == list(points)
    return match.book(hand)


# Totals and the 100


@pytest.mark.parametrize(
    ("preset", "total"),
    [("cambio", 100), ("cambio-jokers", 50), ("cabo", 50), ("cabo-lenient", 50)],
)
def test_example_94_and_6(preset: str, total: int) -> None:
    after = played(at(quick(preset), 94, 0), 6, 7)
    assert after.totals == (total, 7)
    assert after.is_over == (preset == "cambio")
    assert after.out == (preset == "cambio", False)


def test_once_a_match_for_each_player() -> None:
    match = played(at(quick("cambio-jokers"), 94, 95), 6, 5)
    assert match.totals == (50, 50)
    assert match.lucky == (1, 1)
    again = played(at(match, 94, 50), 6, 7)
    assert again.totals == (100, 57)
    assert not again.is_over  # a second exact 100 stays 100, and play goes on
    over = played(again, 1, 2)
    assert over.totals == (101, 59)
    assert over.winners == (1,)


@pytest.mark.parametrize("preset", ["cabo", "cabo-lenient"])
def test_always(preset: str) -> None:
    match = played(at(quick(preset), 94, 0), 6, 7)
    again = played(at(match, 94, 7), 6, 7)
    assert again.totals == (50, 14)
    assert again.lucky == (2, 0)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("house", ["no lucky 100", "lucky_100=no"])
def test_no_lucky_100(preset: str, house: str) -> None:
    match = played(at(quick(preset, house=house), 94, 0), 6, 7)
    assert match.totals == (100, 7)
    assert match.is_over == (preset == "cambio")  # elsewhere one must be over 100


@pytest.mark.parametrize("preset", PRESETS)
def test_lucky_100_by_its_field(preset: str) -> None:
    for house, totals in (("once", (50, 100)), ("always", (50, 50))):
        match = played(at(quick(preset, house=f"lucky_100={house}"), 94, 0), 6, 7)
        assert match.totals[0] == totals[0]
        again = played(at(match, 94, 0), 6, 7)
        assert again.totals[0] == totals[1]


def test_only_a_hand_that_is_played_makes_an_exact_100() -> None:
    match = at(quick("cambio", 3, "lucky_100=always", first=1), 100, 0, 0, out=[0])
    assert played(match, 5, 6).totals == (100, 5, 6)


def test_the_100_that_is_reset_is_100_whatever_the_limit() -> None:
    match = played(at(quick("cabo", house="limit=150"), 94, 0), 6, 7)
    assert match.totals == (50, 7)


# The end of a match


def test_out_at_100_or_more_and_the_last_one_under_wins() -> None:
    match = played(at(quick("cambio", 3), 95, 94, 0), 5, 5, 1)
    assert (match.out, match.winners, match.players) == ((True, False, False), (), (1, 2))
    match = played(match, 1, 2)  # Ben and Cara alone
    assert match.totals == (100, 100, 3)
    assert match.winners == (2,)
    assert match.played[-1].points == (None, 1, 2)


def test_letters_are_given_anew_to_those_who_play() -> None:
    match = at(quick("cambio", 4, first=3), 100, 0, 0, 0, out=[0])
    hand = match.deal(random.Random(1))
    assert hand.names == ("Ben", "Cara", "Dan")
    assert hand.first == 2


@pytest.mark.parametrize("preset", ["cambio-jokers", "cabo", "cabo-lenient"])
def test_over_100_and_the_lowest_wins(preset: str) -> None:
    match = played(at(quick(preset, 3), 98, 60, 40), 1, 2, 1)
    assert (match.is_over, match.totals) == (False, (99, 62, 41))
    match = played(match, 2, 5, 4)
    assert match.winners == (2,)
    assert match.out == (False, False, False)


@pytest.mark.parametrize("preset", ["cambio-jokers", "cabo", "cabo-lenient"])
def test_an_exact_100_goes_on_where_one_must_be_over(preset: str) -> None:
    match = played(at(quick(preset, house="no lucky 100"), 97, 0), 3, 4)
    assert not match.is_over


def test_an_exact_100_is_reset_before_it_is_asked_who_won() -> None:
    match = played(at(quick("cabo", 3), 95, 90, 60), 5, 11, 4)
    assert match.totals == (50, 101, 64)
    assert match.winners == (0,)
    out = played(at(quick("cambio", 2, "lucky_100=once"), 95, 0), 5, 1)
    assert (out.out, out.is_over) == ((False, False), False)


def test_where_nobody_goes_out_those_tied_win_together() -> None:
    match = played(at(quick("cabo", 3), 100, 40, 39), 7, 4, 5)
    assert match.winners == (1, 2)


def test_all_out_at_once_and_the_lowest_of_them_wins() -> None:
    match = played(at(quick("cambio", 3), 95, 96, 97), 7, 8, 9)
    assert match.out == (True, True, True)
    assert match.winners == (0,)


def test_those_out_before_do_not_win_when_all_the_rest_go_out() -> None:
    match = at(quick("cambio", 3, first=1), 100, 96, 97, out=[0])
    assert played(match, 8, 8).winners == (1,)


def test_all_out_at_once_and_tied_is_settled_by_one_more_hand() -> None:
    match = played(at(quick("cambio", 3), 95, 95, 97), 7, 7, 9)
    assert (match.winners, match.tied, match.players) == ((), (0, 1), (0, 1))
    assert not match.is_over
    assert match.deal(random.Random(1)).names == ("Ann", "Ben")
    decided = played(match, 5, 4)
    assert decided.winners == (1,)
    assert decided.totals == (107, 106, 106)  # booked like any other
    assert decided.tied == ()


def test_a_deciding_hand_that_is_tied_again_is_followed_by_another() -> None:
    match = played(at(quick("cambio", 4), 95, 95, 97, 93), 7, 7, 8, 9)
    assert match.tied == (0, 1, 3)
    match = played(match, 4, 4, 5)
    assert (match.tied, match.winners) == ((0, 1), ())
    assert played(match, 2, 1).winners == (1,)


def test_a_deciding_hand_resets_an_exact_100_too() -> None:
    match = played(at(quick("cambio", 3, "lucky_100=once; limit=60"), 55, 55, 59), 6, 6, 9)
    assert match.tied == (0, 1)
    match = replace(match, totals=(96, 96, 68))
    decided = played(match, 3, 4)
    assert decided.totals == (99, 50, 68)
    assert decided.winners == (0,)  # the lowest score of that hand wins, not the lowest total


def test_a_limit_of_ones_own() -> None:
    assert not played(at(quick("cambio", house="limit=150"), 140, 0), 9, 1).is_over
    assert played(at(quick("cambio", house="limit=150"), 140, 0), 10, 1).winners == (1,)
    assert not played(at(quick("cabo", house="limit=150"), 140, 0), 10, 1).is_over
    assert played(at(quick("cabo", house="limit=150"), 140, 0), 11, 1).winners == (1,)


@pytest.mark.parametrize("preset", PRESETS)
def test_five_cards_go_to_150(preset: str) -> None:
    five = rules(preset, "five cards")
    assert start(five, NAMES[:2]).rules.limit == 150


@pytest.mark.parametrize("preset", PRESETS)
def test_the_end_of_a_match_by_its_field(preset: str) -> None:
    out = played(at(quick(preset, 3, "match_end=out; lucky_100=no"), 97, 0, 0), 3, 4, 5)
    assert (out.out[0], out.is_over) == (True, False)
    over = played(at(quick(preset, 3, "match_end=over; lucky_100=no"), 97, 0, 0), 4, 4, 5)
    assert (over.out[0], over.winners) == (False, (1,))


# A fixed number of hands


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("house", "hands"),
    [("fixed hands", 5), ("fixed hands=2", 2), ("fixed_hands=3", 3), ("fixed hands=7", 7)],
)
def test_a_match_of_fixed_hands(preset: str, house: str, hands: int) -> None:
    match = quick(preset, house=house)
    for n in range(hands):
        assert not match.is_over, n
        match = played(match, 1, 2)
    assert match.winners == (0,)
    assert match.totals == (hands, 2 * hands)


@pytest.mark.parametrize("preset", PRESETS)
def test_with_fixed_hands_nobody_is_out_and_there_is_no_limit(preset: str) -> None:
    match = played(at(quick(preset, 3, "fixed hands"), 300, 99, 7), 5, 6, 7)
    assert (match.out, match.players) == ((False, False, False), (0, 1, 2))
    assert not match.is_over


def test_with_fixed_hands_the_lucky_100_stays() -> None:
    assert played(at(quick("cabo", house="fixed hands"), 94, 0), 6, 7).totals == (50, 7)
    assert played(at(quick("cambio", house="fixed hands"), 94, 0), 6, 7).totals == (100, 7)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_tie_after_fixed_hands_is_settled_by_one_more(preset: str) -> None:
    match = played(quick(preset, 3, "fixed hands=1"), 2, 9, 2)
    assert (match.tied, match.is_over) == ((0, 2), False)
    assert match.deal(random.Random(1)).names == ("Ann", "Cara")
    assert played(match, 5, 4).winners == (2,)


# Who starts


def test_the_deal_moves_clockwise() -> None:
    match = quick("cambio", 3, first=1)
    firsts = []
    for _ in range(4):
        firsts.append(match.first)
        match = played(match, 1, 2, 3)
    assert firsts == [1, 2, 0, 1]


def test_the_deal_skips_those_who_are_out() -> None:
    # Ann deals, Ben is first and goes out: the next dealer is Cara, and Dan starts
    match = played(at(quick("cambio", 4, first=1), 0, 99, 0, 0), 1, 2, 3, 4)
    assert match.players == (0, 2, 3)
    assert match.first == 3
    match = played(match, 1, 2, 3)  # Cara dealt; now Dan does, and Ann starts
    assert match.first == 0
    # Ann deals and goes out herself: the next dealer is Ben, and Cara starts
    match = played(at(quick("cambio", 4, first=1), 99, 0, 0, 0), 1, 2, 3, 4)
    assert match.first == 2
    # Cara goes out: Ben deals, and Dan starts
    match = played(at(quick("cambio", 4, first=1), 0, 0, 99, 0), 1, 2, 3, 4)
    assert match.first == 3
    # a hand later the dealer before Ann, who was first, is Dan
    match = at(quick("cambio", 4, first=0), 0, 0, 99, 0)
    assert played(match, 1, 2, 3, 4).first == 1


@pytest.mark.parametrize("preset", ["cabo", "cabo-lenient"])
def test_the_winner_of_the_last_hand_starts(preset: str) -> None:
    match = played(quick(preset, 3), 5, 3, 4)
    assert match.first == 1
    match = played(match, 5, 3, 1)
    assert match.first == 2


def test_of_several_the_one_with_the_lowest_total_starts_then_the_nearest() -> None:
    match = played(at(quick("cabo", 4, first=2), 20, 10, 10, 0), 3, 3, 4, 5)
    assert match.first == 1  # 13 against 23
    match = played(at(quick("cabo", 4, first=2), 10, 10, 10, 10), 3, 3, 4, 5)
    assert match.first == 0  # equal: Dan would be next after Cara, then Ann
    match = played(at(quick("cabo", 4, first=2), 10, 10, 10, 10), 3, 4, 3, 5)
    assert match.first == 2  # the last first seat itself comes first


def test_totals_are_compared_after_the_hand_and_its_resets() -> None:
    match = played(at(quick("cabo", 3, first=0), 60, 97, 0), 3, 3, 5)
    assert match.totals == (63, 50, 5)
    assert match.first == 1


def test_a_caller_tied_lowest_is_the_winner() -> None:
    hand = laid("cabo", ("3", "3"), "5", "6", house="grid=1; blind")
    hand = go(hand, "A draw discard", "B call", "A draw discard")
    assert [score.points for score in hand.scores or ()] == [3, 0]
    assert winner(hand, (0, 90)) == 1


def test_a_caller_who_is_not_lowest_is_not_the_winner() -> None:
    hand = laid("cabo", ("3", "9", "3"), "5", "6 6", house="grid=1; blind")
    hand = go(hand, "A draw discard", "B call", "C draw discard", "A draw discard")
    assert winner(hand, (10, 0, 9)) == 2
    assert winner(hand, (9, 0, 9)) == 0


def test_a_kamikaze_is_the_winner_before_the_caller() -> None:
    grids = "1 1 1 1", "12 12 13 13"
    hand = laid("cabo", grids, "5", "6 6", house="blind")
    hand = go(hand, "A call", "B draw discard")
    assert [score.points for score in hand.scores or ()] == [50, 0]
    assert winner(hand, (0, 90)) == 1


def test_the_lowest_is_sought_also_where_it_writes_its_total() -> None:
    match = played(quick("cabo", 2), 5, 3)
    assert "lowest_zero=no" in match.rules.house
    assert match.first == 1


def test_the_first_player_by_lot_is_any_of_them() -> None:
    drawn = {start(rules(), NAMES[:3], random.Random(seed)).first for seed in range(30)}
    assert drawn == {0, 1, 2}


# Teams


def test_teams_are_booked_eliminated_and_win_together() -> None:
    match = start(rules("cambio", f"{QUICK}; teams", quick(seats=6).rules.pack), NAMES)
    match = at(match, 95, 50, 60, 95, 50, 60)
    match = played(match, 2, 1, 1, 3, 1, 2)
    assert match.totals == (100, 52, 63, 100, 52, 63)
    assert match.out == (True, False, False, True, False, False)
    assert match.players == (1, 2, 4, 5)
    hand = match.deal(random.Random(1))
    assert hand.names == ("Ben", "Cara", "Eva", "Finn")
    assert hand.rules.partner(0, 4) == 2  # still Ben with Eva
    match = played(at(match, 100, 98, 63, 100, 98, 63, out=[0, 3]), 5, 1, 5, 1)
    assert match.winners == (2, 5)


def test_teams_that_tie_play_one_more_hand() -> None:
    match = start(rules("cambio", f"{QUICK}; teams; fixed hands=1", quick().rules.pack), NAMES[:4])
    match = played(match, 1, 2, 3, 2)
    assert (match.tied, match.is_over) == ((0, 1, 2, 3), False)
    assert played(match, 1, 2, 3, 4).winners == (0, 2)


def test_one_team_of_six_that_leads_has_won_after_fixed_hands() -> None:
    match = start(rules("cambio", f"{QUICK}; teams; fixed hands=1", quick().rules.pack), NAMES)
    assert played(match, 1, 2, 3, 2, 4, 5).winners == (0, 3)
    tied = played(match, 1, 2, 3, 2, 1, 5)
    assert tied.tied == (0, 1, 3, 4)
    assert tied.deal(random.Random(0)).names == ("Ann", "Ben", "Dan", "Eva")


def test_a_team_resets_an_exact_100_together() -> None:
    match = start(rules("cabo", f"{QUICK}; teams", quick().rules.pack), NAMES[:4])
    assert played(at(match, 95, 0, 95, 0), 2, 1, 3, 5).totals == (50, 6, 50, 6)


# What is refused


def test_what_cannot_be_started_dealt_or_booked() -> None:
    with pytest.raises(RulesError, match="2, 3, 4 can"):
        start(rules("cabo"), NAMES)
    for first in (-1, 2):
        with pytest.raises(MoveError, match="players are 0 to 1"):
            start(rules("cabo"), NAMES[:2], first)
    match = quick()
    hand = match.deal(random.Random(1))
    with pytest.raises(MoveError, match="not over yet"):
        match.book(hand)
    over = played(at(quick(), 94, 0), 6, 7)
    with pytest.raises(MoveError, match="the match is over"):
        over.deal(random.Random(1))
    with pytest.raises(MoveError, match="the match is over"):
        over.book(over.played[0].hand)


def test_a_hand_of_another_match_is_not_booked() -> None:
    match = quick(seats=3)
    done = played(match, 1, 2, 3).played[0].hand
    for other in (
        quick(seats=2),
        quick(seats=3, first=1),
        quick(seats=3, house="limit=90"),
        replace(quick(seats=3), names=("Ann", "Ben", "Dora")),
    ):
        with pytest.raises(MoveError, match="not the next hand of the match"):
            other.book(done)
    with pytest.raises(MoveError, match="Ben Cara play 'cambio', Ben first"):
        at(quick(seats=3, first=1), 100, 0, 0, out=[0]).book(done)


def test_players_may_share_a_name() -> None:
    match = start(rules("cambio-jokers"), ["Ann", "Ann"])
    hand = play_out(match.deal(random.Random(3)), [make("careful")] * 2)
    assert len(match.book(hand).played) == 1


# Whole matches


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    st.sampled_from(sorted(PRESETS)),
    st.sampled_from(["", "match_end=out", "match_end=over", "fixed hands=2", "limit=40; blind",
                     "teams", "stacking in any turn; empty grid wins", "lucky_100=once"]),
    st.integers(0, 2**32),
)  # fmt: skip
def test_whole_matches_end_and_read_back(preset: str, house: str, seed: int) -> None:
    rng = random.Random(seed)
    in_force = rules(preset, house)
    names = NAMES[: rng.choice(seats_allowed(in_force))]
    match = start(in_force, names, rng)
    while not match.is_over:
        hand = match.deal(rng)
        hand = play_out(hand, [make("random", (seed, n)) for n in range(hand.seats)])
        totals = match.totals
        match = match.book(hand)
        check_totals(totals, match)
        assert len(match.played) < 400
    assert read_match(write_match(match)) == (match, None)


def check_totals(before: tuple[int, ...], match: Match) -> None:
    """Totals are the old ones and the points, but for the 100 rules."""
    last: Played = match.played[-1]
    for old, points, new, lucky in zip(before, last.points, last.totals, match.lucky, strict=True):
        if points is None:
            assert old == new
        elif old + points == 100 and lucky:
            assert new in (50, 100)
        else:
            assert new == old + points


# Text


def matched(house: str = "", hands: int = 3) -> tuple[Match, Hand]:
    match = start(rules("cabo", house), NAMES[:3], 1)
    rng = random.Random(5)
    for _ in range(hands):
        hand = match.deal(rng)
        match = match.book(play_out(hand, [make("careful")] * 3))
    return match, match.deal(rng)


def test_a_match_and_the_hand_that_goes_on_read_back() -> None:
    match, hand = matched()
    assert read_match(write_match(match, hand)) == (match, hand)
    further = hand.play("see 1 2")
    assert read_match(write_match(match, further)) == (match, further)
    assert read_match(write_match(match)) == (match, None)
    assert write_match(match).count("[Scores") == 3


def test_a_match_with_an_own_pack_reads_back() -> None:
    match = played(quick("cabo", 3), 5, 3, 4)
    match = played(match, 5, 3, 1)
    hand = match.deal(random.Random(1))
    assert read_match(write_match(match, hand)) == (match, hand)


def test_a_match_reads_with_comments_indented_headers_crlf_and_scores_among_headers() -> None:
    match, hand = matched(hands=2)
    texts = write_match(match, hand).split("\n\n")
    for n, text in enumerate(texts[:2]):
        lines = text.strip().splitlines()
        texts[n] = "\n".join(["  # a comment", lines[-1], *lines[:-1], "   # another"])
    text = "\n\n".join(texts).replace("[Rules", "  [Rules")
    assert read_match(text) == (match, hand)
    for line_end in ("\r\n", "\r"):
        assert read_match(text.replace("\n", line_end)) == (match, hand)
    without = "\n".join(line for line in text.splitlines() if "[Scores" not in line)
    assert read_match(without) == (match, hand)


def test_a_text_that_is_no_match_is_refused() -> None:
    match, hand = matched(hands=1)
    text = write_match(match, hand)
    begins = text[: text.index("[Rules", 1)].count("\n") + 1
    other = "ABC"[(hand.first + 1) % 3]
    done, dealt = f"{write_match(match)}\n", write(hand)
    wrong_first = done + dealt.replace(f'[First "{"ABC"[hand.first]}"]', f'[First "{other}"]')
    wrong_rules = done + dealt.replace('[Rules "cabo"]', '[Rules "cabo-lenient"]')
    unfinished = write(hand.play("see 1 2")) + "\n" + text
    for bad, says in (
        ("", "there is no hand in this text"),
        ("\n \n", "there is no hand in this text"),
        (wrong_first, f"line {begins}: this is not the next hand of the match"),
        (wrong_rules, f"line {begins}: this is not the next hand"),
        (unfinished, "line 1: the hand is not over yet"),
        (text + "\nA dance", f"line {text.count(chr(10)) + 2}: 'dance': no such move"),
    ):
        with pytest.raises(NotationError, match=says):
            read_match(bad)


def test_nothing_follows_a_match_that_is_over() -> None:
    match = played(at(quick(), 0, 0), 1, 2)
    text = write_match(match).replace("lowest_zero=no", "lowest_zero=no; limit=2")
    assert read_match(text)[0].winners == (0,)
    with pytest.raises(NotationError, match="the match is over"):
        read_match(text + "\n" + text)
