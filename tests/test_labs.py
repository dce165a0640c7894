"""The laboratories: their answers against every possible deal of small packs, and what they say."""

import html
import re
from collections import Counter
from dataclasses import FrozenInstanceError
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest

from cambio_edu.cards import Card, Pack, card
from cambio_edu.errors import CambioError
from cambio_edu.labs import call_risk, explore_stock, explore_total, matching
from cambio_edu.probability import DEALS, Estimate
from cambio_edu.report import Table, percent
from cambio_edu.rules import PRESETS, Rules, rules
from cambio_edu.scoring import scores
from cambio_edu.words import LANGUAGES

COUNTS = {"1": 2, "2": 1, "5": 1, "12": 3, "13": 3}
SMALL = rules("cabo", pack=Pack.from_counts(COUNTS))
LENIENT = rules("cabo-lenient", pack=Pack.from_counts(COUNTS))
LABS = {
    explore_total: {"known": "AS KD", "hidden": 2},
    explore_stock: {"seen": "AS KD", "hidden_elsewhere": 8, "want": "A KH", "draws": 4},
    call_risk: {"own": "AS AD 2S AH"},
    matching: {"known": "7S", "hidden": 1, "top": "5S", "hand": "3S"},
}


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(card, text.split()))


def left(pack: Pack, text: str) -> list[Card]:
    """The cards of the pack without some."""
    counts = pack.counts
    counts.subtract(cards(text))
    return list(counts.elements())


def share(found: list[bool]) -> Fraction:
    return Fraction(sum(found), len(found))


def mean(found: list[int]) -> Fraction:
    return Fraction(sum(found), len(found))


def plain(text: str) -> str:
    """What a person reads of HTML."""
    return html.unescape(re.sub("<[^>]*>", " ", text))


# Totals


@pytest.mark.parametrize("hidden", range(5))
def test_each_total_is_as_likely_as_the_hands_that_have_it(hidden: int):
    answer = explore_total(SMALL, known="1 13", hidden=hidden, seen="12", points=30)
    hands = list(combinations(left(SMALL.pack, "1 13 12"), hidden))
    totals = Counter(14 + sum(map(SMALL.points, hand)) for hand in hands)
    assert dict(answer.pmf.counts) == totals
    assert answer.at_most == share([14 + sum(map(SMALL.points, hand)) <= 30 for hand in hands])


def test_known_kings_count_by_their_colour():
    assert explore_total("cambio", known="KD KS", hidden=0).pmf.values() == [-2]
    assert explore_total("cambio", known="KD KS", hidden=0, house="open kings").pmf.values() == [0]


def test_the_table_counts_ways_and_adds_up():
    text = str(explore_total("cambio", known="", hidden=4))
    assert "C(52, 4) = 270,725 ways" in text
    rows = re.findall(r"^ *(-?\d+) +([\d,]+) +[\d.]+% +([\d.]+)%", text, re.MULTILINE)
    assert sum(int(ways.replace(",", "")) for _, ways, _ in rows) == comb(52, 4)
    assert rows[0][0] == "-4"
    assert rows[-1][2] == "100"


# The stock


@pytest.mark.parametrize("draws", range(6))
@pytest.mark.parametrize(("want", "fits"), [("13", {"13"}), ("1 5", {"1", "5"}), ("2,2", {"2"})])
def test_the_chance_in_the_next_draws_is_that_of_all_deals(draws: int, want: str, fits: set[str]):
    answer = explore_stock(SMALL, seen="12 1", want=want, draws=draws)
    deals = list(combinations(left(SMALL.pack, "12 1"), draws))
    found = [sum(c.rank in fits for c in deal) for deal in deals]
    assert answer.at_least_one == share([n > 0 for n in found])
    assert answer.exactly.mean == answer.expected == mean(found)
    for n in range(draws + 1):
        assert answer.exactly[n] == share([m == n for m in found])


def test_ranks_suits_and_cards_may_be_wanted_together():
    for want, fit in (("K", 4), ("h", 13), ("K ♥", 16), ("KD kd", 1), ("10D, T", 4)):
        assert explore_stock("cambio", want=want).fit == fit
    assert explore_stock("cambio", want="K H", seen="KH 2H KS").fit == 13


def test_where_hidden_cards_lie_changes_no_chance_but_bounds_the_draws():
    plain_stock = explore_stock("cambio", want="K", draws=5)
    with_grids = explore_stock("cambio", want="K", draws=5, hidden_elsewhere=12)
    assert plain_stock.at_least_one == with_grids.at_least_one
    with pytest.raises(CambioError, match=r"draws: 41 .* from 0 to 40"):
        explore_stock("cambio", draws=41, hidden_elsewhere=12)


def test_the_tempting_answers_stand_beside_the_right_one():
    answer = explore_stock("cambio", want="K", draws=13)
    assert answer.expected == 1
    assert answer.with_replacement == 1 - Fraction(12, 13) ** 13
    text = str(answer)
    assert "First the opposite, none of the next 13 is wanted: C(48, 13) / C(52, 13)" in text
    for named in ("right: no card", "wrong: 1 − (1 − K/N)ⁿ", "tempting and wrong: n × K/N"):
        assert named in text
    assert re.search(r"tempting and wrong.* 100%", text)
    assert answer.with_replacement < answer.at_least_one < 1


# Calls


@pytest.mark.parametrize(
    ("opponents", "lower"),
    [
        (1, Fraction(449, 194580)),
        (2, Fraction(5540611, 1200655890)),
        (3, Fraction(5540113, 800437260)),
    ],
)
def test_a_good_hand_is_beaten_this_often(opponents: int, lower: Fraction):
    answer = call_risk("cambio", own="AS AD 2S AH", opponents=opponents)
    assert answer.exact
    assert answer.call.beaten == answer.lower[5, opponents] == lower
    assert answer.call.score == 15 * lower
    assert answer.call.lowest + answer.call.tied + answer.call.beaten == 1


def all_deals(in_force: Rules, own: tuple[Card, ...], pool: list[Card]):
    """The grids of a caller and an opponent, every way to deal the opponent's."""
    for hand in combinations(range(len(pool)), 4):
        yield own, tuple(pool[n] for n in hand)


def check_call(in_force: Rules, answer, deals: list) -> None:
    totals = [[sum(map(in_force.points, grid)) for grid in grids] for grids in deals]
    assert answer.call.beaten == share([b < a for a, b in totals])
    assert answer.call.tied == share([b == a for a, b in totals])
    assert answer.call.lowest == share([b > a for a, b in totals])
    assert answer.call.score == mean([scores(in_force, g, caller=0)[0].points for g in deals])


@pytest.mark.parametrize("own", ["1 1 2 12", "12 12 13 1", "12 12 13 13", "1 1"])
@pytest.mark.parametrize("house", ["", "both tied score 0; caller_penalty=3", "kamikaze=no"])
def test_a_call_is_scored_as_the_rules_score_every_deal(own: str, house: str):
    in_force = rules("cabo", house, SMALL.pack)
    answer = call_risk(in_force, own=own, opponents=1)
    check_call(in_force, answer, list(all_deals(in_force, cards(own), left(SMALL.pack, own))))


@pytest.mark.parametrize("total", [9, 28, 39, 50])
def test_a_total_stands_for_all_hands_that_have_it(total: int):
    pack = list(SMALL.pack.cards)
    answer = call_risk(SMALL, total=total, opponents=1)
    deals = [
        deal
        for hand in combinations(range(len(pack)), 4)
        if sum(SMALL.points(pack[n]) for n in hand) == total
        for deal in all_deals(
            SMALL,
            tuple(pack[n] for n in hand),
            [c for n, c in enumerate(pack) if n not in hand],
        )
    ]
    check_call(SMALL, answer, deals)


def test_the_table_holds_totals_around_and_fewer_opponents():
    answer = call_risk("cambio", own="AS AD 2S AH", opponents=2)
    assert set(answer.lower) == {(t, k) for t in range(3, 8) for k in (1, 2)}
    hand = explore_total("cambio", known="", seen="AS AD 2S AH", hidden=4).pmf
    assert all(answer.lower[t, 1] == hand.below(t) for t in range(3, 8))
    assert answer.lower[5, 2] == answer.call.beaten
    assert "5 (you)" in str(answer)


def test_the_tie_rule_and_the_penalty_can_be_chosen():
    by_rule = call_risk("cambio", total=5)
    chosen = call_risk("cambio", total=5, penalty=0, both_tied=True)
    assert by_rule.call.score == 15 * by_rule.call.beaten
    assert chosen.call.score == 5 * chosen.call.beaten
    assert "whoever ties with you 5." in str(by_rule)
    assert "so does whoever ties with you." in str(chosen)


def test_an_estimate_says_so_and_is_right():
    exact = call_risk("cambio", own="2S 3S 4D 5D", opponents=2)
    rough = call_risk("cambio", own="2S 3S 4D 5D", opponents=2, limit=1)
    assert exact.call.exact
    assert not rough.call.exact
    assert not rough.exact
    for close, far in zip(exact.call[1:], rough.call[1:], strict=True):
        assert isinstance(far, Estimate)
        assert abs(float(close) - far.value) < 4 * far.standard_error
    assert "≈" in str(rough)
    assert f"estimate from {DEALS} random deals" in str(rough)
    assert "≈" not in str(exact)


def test_an_estimate_for_a_total_is_right_and_always_the_same():
    exact = call_risk("cabo", total=12, opponents=1)
    rough = call_risk("cabo", total=12, opponents=1, limit=1)
    for close, far in zip(exact.call[1:], rough.call[1:], strict=True):
        assert abs(float(close) - far.value) < 4 * far.standard_error
    assert str(rough) == str(call_risk("cabo", total=12, opponents=1, limit=1))


def test_it_says_what_it_takes_as_given():
    text = str(call_risk("cambio", own="AS AD 2S AH", seen="KD"))
    assert "Given what you have seen: 47 of the 52 cards" in text
    assert "taken as random" in text
    assert "every way to have them" in str(call_risk("cambio", total=5))


# Equal cards


@pytest.mark.parametrize("in_force", [SMALL, LENIENT], ids=lambda r: r.preset)
@pytest.mark.parametrize(
    ("known", "hidden"), [("12", 1), ("", 2), ("12 12", 1), ("1 5", 1), ("", 3)]
)
def test_a_claim_gains_what_all_deals_gain(in_force: Rules, known: str, hidden: int):
    answer = matching(in_force, known=known, hidden=hidden, hand="2")
    pool, found, gained = left(SMALL.pack, f"{known} 2"), [], []
    for hand in permutations(pool, hidden):
        claimed = (*cards(known), *hand)
        fits = len({c.rank for c in claimed}) == 1
        found.append(fits)
        lost = 2 if fits or in_force.failed_claim == "add" else 0
        gained.append(fits * sum(map(in_force.points, claimed)) - lost)
    assert answer.claim == share(found)
    assert answer.claim_gain == mean(gained)
    assert answer.swap_gain == mean([in_force.points(c) - 2 for c in pool])


@pytest.mark.parametrize("top", ["12", "1", "5", ""])
def test_laying_down_gains_what_all_deals_gain(top: str):
    answer = matching(SMALL, known="", hidden=1, top=top)
    pool = left(SMALL.pack, top)
    pairs = list(permutations(pool, 2))
    assert answer.fits == share([c.rank == top for c in pool])
    assert answer.stack_gain == mean(
        [SMALL.points(a) if a.rank == top else -SMALL.points(b) for a, b in pairs]
    )


def test_nothing_fits_on_a_joker():
    assert matching("cambio", known="", top="JK", house="jokers").fits == 0


@pytest.mark.parametrize("many", [1, 2, 3, 4, 7])
def test_a_pair_is_as_likely_as_in_all_deals(many: int):
    answer = matching(SMALL, known="12", hidden=1, cards=many)
    hands = list(combinations(left(SMALL.pack, "12"), many))
    equal = [sum(a.rank == b.rank for a, b in combinations(hand, 2)) for hand in hands]
    assert answer.pair == share([n > 0 for n in equal])
    assert answer.pairs == mean(equal)
    assert answer.no_pair == 1 - answer.pair


def test_the_rules_say_what_is_allowed():
    cambio = str(matching("cambio", known="7S 7H", hidden=0, top="5S", hand="AS"))
    assert "no claim of equal cards" in cambio
    assert "claim that the cards are equal" not in cambio
    cabo = str(matching("cabo", known="7 7", hidden=0, top="5", hand="1"))
    assert "nobody lay down" in cabo
    assert re.search(r"claim that the cards are equal +13.00", cabo)
    assert re.search(r"discard it +0.00", cabo)
    assert "cannot fit" in str(matching("cabo", known="7 8", hidden=1))


# What cannot be


@pytest.mark.parametrize(
    ("ask", "question", "told"),
    [
        (explore_total, {"known": "AS AS"}, "AS is given 2 times"),
        (explore_total, {"known": "AS", "seen": "AS"}, "AS is given 2 times"),
        (explore_total, {"known": "13"}, "13 is not in this pack; its ranks are A, 2"),
        (explore_total, {"known": "XX"}, "'XX' is no card"),
        (explore_total, {"known": "AS", "hidden": 52}, "hidden: 52 .* from 0 to 51"),
        (explore_total, {"hidden": -1}, "hidden: -1"),
        (explore_total, {"hidden": 1.5}, "hidden: 1.5"),
        (explore_total, {"rules": "bridge"}, "'bridge' is no rule set"),
        (explore_total, {"language": "xx"}, "'xx' is no language"),
        (explore_stock, {"want": "Z"}, "'Z' is no rank"),
        (explore_stock, {"want": " "}, "0 ranks"),
        (explore_stock, {"want": "13"}, "'13' is no rank"),
        (explore_stock, {"draws": 53}, "draws: 53 .* from 0 to 52"),
        (explore_stock, {"draws": -2}, "draws: -2"),
        (explore_stock, {"hidden_elsewhere": 60}, "hidden_elsewhere: 60"),
        (call_risk, {}, "a total of None: give the caller's cards"),
        (call_risk, {"total": 49}, "a total of 49: .* -4 to 48"),
        (call_risk, {"total": 6, "own": "AS 2S"}, "a total of 6: those cards have 3"),
        (call_risk, {"total": 5, "opponents": 0}, "opponents: 0 .* from 1 to 12"),
        (call_risk, {"own": "AS", "opponents": 13}, "opponents: 13 .* from 1 to 12"),
        (call_risk, {"total": 5, "opponents": 13}, "opponents: 13 .* from 1 to 12"),
        (call_risk, {"total": 5, "cards_each": 7}, "cards_each: 7 .* from 1 to 6"),
        (call_risk, {"total": 5, "penalty": -1}, "penalty: -1"),
        (call_risk, {"total": 5, "house": "teams"}, "'teams' share"),
        (matching, {"hidden": -1}, "hidden: -1"),
        (matching, {"cards": 0}, "cards: 0"),
        (matching, {"top": "5 6"}, "'5 6' are 2 cards; one is wanted"),
        (matching, {"known": "0 0", "hand": "0"}, "0 is given 3 times"),
    ],
)
def test_what_cannot_be_is_named(ask, question: dict, told: str):
    with pytest.raises(CambioError, match=told):
        ask(**question)


# How it is shown


@pytest.mark.parametrize("ask", LABS, ids=lambda ask: ask.__name__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_text_and_page_say_the_same_in_every_language(ask, language: str):
    answer = ask("cambio", **LABS[ask], language=language)
    text, page = str(answer), answer._repr_html_()
    assert not set("{}") & set(text)
    assert f'lang="{language}"' in page
    assert plain(page).replace("█", "").replace("▌", "").split() == (
        text.replace("█", "").replace("▌", "").split()
    )
    point = r"\d,\d\d" if language != "en" else r"\d\.\d\d"
    assert re.search(point, text)
    assert not re.search(r"\d\.\d\d%" if language != "en" else r"\d,\d\d%", text)


@pytest.mark.parametrize("ask", LABS, ids=lambda ask: ask.__name__)
def test_tables_can_be_read_aloud_and_bars_are_for_the_eye(ask):
    page = ask("cambio", **LABS[ask])._repr_html_()
    assert page.count("<caption") == page.count("<table") > 0
    assert page.count('scope="row"') > 2
    assert all('aria-hidden="true"' in cell for cell in re.findall("<td[^>]*>[█▌]+", page))
    assert "color" not in page


@pytest.mark.parametrize("ask", LABS, ids=lambda ask: ask.__name__)
def test_answers_never_change_and_name_themselves(ask):
    answer = ask("cambio", **LABS[ask])
    with pytest.raises(FrozenInstanceError):
        answer.rules = PRESETS["cabo"]
    assert answer == ask("cambio", **LABS[ask])
    assert re.fullmatch(r"<\w+Answer: [^<>]{5,40}>", repr(answer))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_set_can_be_asked_about(preset: str):
    assert explore_total(preset, known="", hidden=4).pmf.mean > 0
    assert 0 < explore_stock(preset, want="7", draws=3).at_least_one < 1
    assert call_risk(preset, total=10, opponents=1).exact
    assert 0 < matching(preset, known="", hidden=2).claim < 1


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(1, 8), "12.50%"),
        (Fraction(1, 100_000), "0.001%"),
        (1 - Fraction(1, 100_000), "99.999%"),
        (Estimate(0.25, 0.015, 800, 800.0), "≈ 25.0% ± 1.5%"),
    ],
)
def test_a_chance_is_told_from_never_and_always(chance, shown: str):
    assert percent(chance, {"lang": "en"}) == shown


def test_bars_are_as_long_as_what_they_stand_for():
    table = Table(
        "t",
        ("n", "p"),
        [("1", "a"), ("2", "b"), ("3", "c")],
        [Fraction(1), Fraction(2), Fraction(0)],
    )
    assert [len(bar) for bar in table.bars] == [12, 24, 0]
    assert Table("t", ("n",), [("1",)], [Fraction(0)]).bars == [""]
