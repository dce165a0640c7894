"""Belief against every world that a seat cannot tell from the true one: equal fractions."""

import pickle
import random
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
from hands import Game, deals, exchanged, game, games, laid, rule_sets, stock_of
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import World, distribution, secret, worlds

from cambio_edu.belief import Belief, believe, sample_world
from cambio_edu.cards import Card, Pack
from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand, deal
from cambio_edu.moves import Place
from cambio_edu.pmf import Pmf
from cambio_edu.probability import Sample
from cambio_edu.rules import PRESETS, rules, seats_allowed
from cambio_edu.scoring import scores, team_totals
from cambio_edu.view import view

ENOUGH = 10**9
PACKS = (
    Pack.from_counts({"7": 4, "9": 4, "11": 4, "12": 4, "13": 2}),
    Pack.from_counts({"1": 6, "8": 6, "10": 5, "12": 5}),
    Pack.from_counts({"AS": 2, "AH": 2, "QD": 3, "QS": 3, "JK": 3, "KH": 2, "7C": 3, "7D": 2}),
    Pack.from_counts({"12": 4, "13": 4, "1": 2}),
    Pack.from_counts({"QD": 4, "KH": 3, "KS": 2, "3C": 2, "JS": 2}),
)
GRIDS = ("grid=1-2", "grid=2", "grid=1", "grid=2-2")
HOUSE = (
    "teams", "stacking=any turn", "stacking=own turn", "empty_ends=yes", "kamikaze=yes", "blind",
    "both tied score 0", "caller_penalty=7", "stock_out=reshuffle", "stock_out=end",
    "taken_face_up=yes", "exchange_many=yes", "failed_claim=discard", "lowest_zero=no",
)  # fmt: skip


def small_game(seed: int) -> Game | None:
    """A random hand with a small pack under some preset and some house rules."""
    rng = random.Random(seed)
    preset, pack = rng.choice(list(PRESETS)), rng.choice(PACKS)
    house = "; ".join([rng.choice(GRIDS), *rng.sample(HOUSE, 3)])
    try:
        in_force = rules(preset, house, pack)
        seats = rng.choice(seats_allowed(in_force))
    except CambioError:
        return None  # these do not go together
    return game(deal(in_force, seats, rng, rng.randrange(seats)), seed, 120)


# Everything at once, over random hands of every preset and house rule


def totals(hand: Hand, world: World) -> tuple[int, ...]:
    return tuple(sum(map(hand.rules.points, grid)) for grid in world.cards)


def check_places(hand: Hand, belief: Belief, found: list[World]) -> None:
    for seat, grid in enumerate(hand.grids):
        for slot, placed in enumerate(grid):
            if placed:
                place = Place(seat, slot + 1)
                cards = distribution(found, lambda w, s=seat, n=slot: w.grids[s][n])
                assert dict(belief.cards(place).items()) == cards
                assert belief.points(place) == Pmf(cards).map(hand.rules.points)
                assert cards[hand.pack[placed.card]] > 0


def check_totals(hand: Hand, belief: Belief, found: list[World]) -> None:
    every = distribution(found, lambda world: totals(hand, world))
    jointly = belief.totals(limit=ENOUGH)
    assert isinstance(jointly, Pmf)
    assert dict(jointly.items()) == every
    for seat in range(hand.seats):
        assert belief.total(seat) == Pmf(every).map(lambda t, s=seat: t[s])


def check_calls(hand: Hand, belief: Belief, found: list[World]) -> None:
    chances = belief.lowest(ENOUGH)
    for seat in range(hand.seats):
        team = {seat, hand.rules.partner(seat, hand.seats)}

        def standing(world: World, seat: int = seat, team: set[int] = team) -> str:
            of_team = team_totals(hand.rules, world.cards)
            if of_team[seat] > min(of_team):
                return "beaten"
            others = [total for n, total in enumerate(of_team) if n not in team]
            return "tied" if of_team[seat] in others else "lowest"

        def score(world: World, seat: int = seat) -> int:
            return scores(hand.rules, world.cards, caller=seat)[seat].points

        call, true = belief.call(seat, ENOUGH), distribution(found, standing)
        assert (call.lowest, call.tied, call.beaten) == tuple(
            true.get(name, 0) for name in ("lowest", "tied", "beaten")
        )
        assert call.lowest + call.tied == chances[seat]
        assert call.score == Pmf(distribution(found, score)).mean


def check_fits(hand: Hand, belief: Belief, found: list[World]) -> None:
    top = hand.pack[hand.discard[-1]].rank if hand.discard else ""
    for move in hand.legal:
        if move.verb == "stack" or (move.verb == "swap" and len(move.slots) > 1):

            def fits(world: World, move=move) -> bool:
                ranks = {world.grids[hand.mover][slot - 1].rank for slot in move.slots}
                return ranks == {top} != {"JK"} if move.verb == "stack" else len(ranks) == 1

            true = distribution(found, fits).get(True, 0)
            assert belief.fits(move, hand.mover) == true
            assert belief.fits(str(move), hand.mover) == true


def check_stock(hand: Hand, belief: Belief, seat: int | None) -> None:
    unseen = Counter(hand.pack[n].rank for n in (*secret(hand, seat), *hand.stock))
    assert belief.left == dict(unseen)
    may_come = hand.discard[:-1]  # shuffled when the stock is empty
    if hand.stock:
        last = stock_of(hand, hand.stock[0])
        hidden = (*secret(hand, seat), *hand.stock)
        may_come = tuple(n for n in hidden if stock_of(hand, n) == last)
    elif hand.rules.stock_out == "end" or not may_come:
        with pytest.raises(CambioError, match="0 cards are left"):
            belief.next_card()
        return
    counts = Counter(hand.pack[n] for n in may_come)
    assert belief.next_card() == Pmf(counts)
    rank = hand.pack[may_come[0]].rank
    first = sum(n for card, n in counts.items() if card.rank == rank)
    assert belief.at_least_one(rank, 1) == Fraction(first, counts.total())


def test_belief_is_what_all_worlds_say_for_hands_of_every_kind() -> None:
    seen: Counter[str] = Counter()
    rng = random.Random(1)
    for seed in range(200):
        states = small_game(seed)
        for hand in rng.sample(states, min(len(states), 4)) if states else []:
            seat = rng.choice([*range(hand.seats), None])
            found = worlds(hand, seat)
            if found is None:
                continue
            belief = believe(view(hand, seat))
            for check in (check_places, check_totals, check_calls, check_fits):
                check(hand, belief, found)
            check_stock(hand, belief, seat)
            seen.update(happened(hand, seat, found))
    print(dict(seen))
    assert not [name for name in WANTED if seen[name] < 6], seen


WANTED = (
    *PRESETS, *HOUSE, "watching", "many worlds", "shuffled", "two stocks", "switched", "peeked",
    "claim failed", "stack failed", "penalty card", "face up", "emptied slot", "emptied grid",
    "over", "in hand", "negative points",
)  # fmt: skip


def happened(hand: Hand, seat: int | None, found: list[World]) -> list[str]:
    """What a hand that was checked had in it."""
    events = [step[-1] for step in hand.history]
    lying = [placed for grid in hand.grids for placed in grid if placed]
    stocks = {stock_of(hand, n) for n in secret(hand, seat)}
    is_so = {
        "watching": seat is None,
        "many worlds": len(found) > 20,
        "shuffled": bool(hand.shuffles),
        "two stocks": len(stocks) > 1,
        "switched": any(event.move.verb == "switch" for event in events),
        "peeked": any(event.move.verb in ("peek", "spy", "look") for event in events),
        "claim failed": any(e.fits is False and e.move.verb == "swap" for e in events),
        "stack failed": any(e.fits is False and e.move.verb == "stack" for e in events),
        "penalty card": any(event.added for event in events),
        "face up": any(placed.face_up for placed in lying) and hand.mover is not None,
        "emptied slot": any(placed is None for grid in hand.grids for placed in grid),
        "emptied grid": not all(map(any, hand.grids)),
        "over": hand.is_over,
        "in hand": hand.holding is not None and hand.holding in secret(hand, seat),
        "negative points": any(hand.rules.points(card) < 0 for card in hand.pack),
    }
    return [name for name, so in is_so.items() if so] + [hand.rules.preset, *hand.rules.house]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(games(length=80), st.integers(0, 2**32))
def test_belief_is_what_all_worlds_say_for_any_rules(states: Game, seed: int) -> None:
    rng = random.Random(seed)
    for hand in rng.sample(states, min(len(states), 3)):
        seat = rng.randrange(hand.seats)
        found = worlds(hand, seat)
        if found is not None:
            belief = believe(view(hand, seat))
            check_places(hand, belief, found)
            check_calls(hand, belief, found)


# What an urn is: every order of a tiny pack, replayed move by move by the engine


def test_urns_are_what_every_order_of_the_pack_and_every_shuffle_says() -> None:
    pack = Pack.from_counts({"1": 2, "2": 1, "3": 1, "7": 1, "11": 2})
    in_force = rules("cabo", "grid=1; blind; first_look=none", pack)
    checked = 0
    for seed in range(400):
        hand = game(deal(in_force, 2, random.Random(seed)), seed, 12)[-1]
        if len(hand.shuffles) != 1 or hand.mover is None or checked == 6:
            continue
        seen, belief = view(hand, 0), believe(view(hand, 0))
        found: Counter[tuple[Card | None, ...]] = Counter()
        orders = set(permutations(hand.shuffles[0])), permutations(hand.pack)
        for order, deck in product(orders[0], set(orders[1])):
            other = replayed(hand, deck, [deck[n] for n in order])
            if other is not None and view(other, 0) == seen:
                found[tuple(other.pack[p.card] if p else None for (p,) in other.grids)] += 1
        whole = found.total()
        for seat in range(2):
            if hand.grids[seat][0]:
                one: Counter[Card] = Counter()
                for cards, ways in found.items():
                    one[cards[seat]] += ways
                true = {card: Fraction(n, whole) for card, n in one.items()}
                assert dict(belief.cards(Place(seat, 1)).items()) == true
        checked += 1
    assert checked == 6


def replayed(hand: Hand, deck: tuple[Card, ...], order: list[Card]) -> Hand | None:
    """The same moves with another pack and another shuffle, where they can be made."""
    other = deal(hand.rules, hand.seats, deck, hand.first)
    try:
        for step in hand.history:
            other = other.play(step[-1].move, order if step[-1].shuffled else None)
    except CambioError:
        return None
    return other


# The view alone, and worlds drawn from it


@settings(max_examples=60, deadline=None, derandomize=True)
@given(games(length=100), st.integers(0, 2**32))
def test_belief_depends_on_the_view_alone(states: Game, seed: int) -> None:
    rng = random.Random(seed)
    for hand in rng.sample(states, min(len(states), 3)):
        seat = rng.choice([*range(hand.seats), None])
        other = exchanged(hand, [*secret(hand, seat), *hand.stock], rng)
        for slot_seat in range(hand.seats):
            seen, as_well = view(hand, seat), pickle.loads(pickle.dumps(view(other, seat)))
            assert believe(seen).total(slot_seat) == believe(as_well).total(slot_seat)
        assert believe(seen).lowest(0) == believe(as_well).lowest(0)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(games(length=100), st.integers(0, 2**32))
def test_a_world_that_is_drawn_gives_the_very_same_view(states: Game, seed: int) -> None:
    rng = random.Random(seed)
    for hand in rng.sample(states, min(len(states), 3)):
        seat = rng.choice([*range(hand.seats), None])
        seen = view(hand, seat)
        world = sample_world(seen, random.Random(seed))
        assert view(world, seat) == seen
        assert sorted(world.pack) == sorted(hand.pack)
        assert world == sample_world(seen, random.Random(seed))


#: 99.9 % points of chi-squared by degrees of freedom, from the usual tables.
CHI_SQUARED = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52, 8: 26.12, 11: 31.26, 15: 37.70}


def quantile(freedom: int) -> float:
    """The 99.9 % point of chi-squared: from the table, else by Wilson and Hilferty (1931)."""
    rough = freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3
    return CHI_SQUARED.get(freedom, rough)


def chi_squared(true: Pmf, drawn: Counter) -> float:
    assert set(drawn) <= set(true)
    many = drawn.total()
    return sum((drawn[x] - many * p) ** 2 / float(many * p) for x, p in true.floats().items())


def test_worlds_are_drawn_as_likely_as_belief_says() -> None:
    pack = Pack.from_counts({"1": 3, "2": 2, "8": 2, "11": 3, "12": 2})
    in_force = rules("cabo", "grid=2; blind", pack)
    checked = 0
    for seed in range(60):
        states = game(deal(in_force, 2, random.Random(seed)), seed, 45)
        for hand in [h for h in states if h.shuffles and h.mover is not None][::6]:
            seen, rng, drawn = view(hand, 0), random.Random(7), Counter()
            true = believe(seen).totals(limit=ENOUGH)
            if len(true) < 4 or min(p for _, p in true.items()) < Fraction(1, 100):
                continue  # the test wants several outcomes, none of them rare
            for _ in range(1000):
                world = sample_world(seen, rng)
                drawn[tuple(sum(map(in_force.points, grid)) for grid in world.cards)] += 1
            assert chi_squared(true, drawn) < quantile(len(true) - 1), seed
            checked += 1
    assert checked >= 3


def test_single_places_of_a_sample_fit_belief_too() -> None:
    seen = view(laid("cambio", ("4S KH 7D 9C", "5S 6C 8D QH", "AS 2H 3C JD"), "8C"), 0)
    belief, rng, drawn = believe(seen), random.Random(11), Counter()
    for _ in range(4000):
        world = sample_world(seen, rng)
        drawn[world.rules.points(world.cards[1][2])] += 1
    true = belief.points("B3")
    assert chi_squared(true, drawn) < quantile(len(true) - 1)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(deals(), st.integers(0, 2**32))
def test_beliefs_add_up_to_exactly_1(hand: Hand, seed: int) -> None:
    last = game(hand, seed, 60)[-1]
    seen = view(last, seed % last.seats)
    belief = believe(seen)
    for seat in range(last.seats):
        assert sum(p for _, p in belief.total(seat).items()) == 1
        for slot in seen.slots(seat):
            assert sum(p for _, p in belief.cards(Place(seat, slot)).items()) == 1


# Known values and hands by hand


def test_at_least_one_of_four_aces_in_four_hidden_cards() -> None:
    # 49 unseen cards with all 4 aces among them, four of them in the grid of B
    hand = laid("cambio", ("4S KH 7D 9C", "5S 6C 8D QH"), "8C")
    belief = believe(view(hand, 0))
    none = Fraction(45 * 44 * 43 * 42, 49 * 48 * 47 * 46)
    assert belief.at_least_one("A", 4) == 1 - none
    assert sum(belief.left.values()) == 49


def test_a_switch_takes_what_is_known_along() -> None:
    hand = laid("cambio", ("4S KH 7D 9C", "5S 6C 8D QH"), "8C", "JS")
    for move in ("draw", "discard", "switch 2 B3"):
        hand = hand.play(move)
    belief = believe(view(hand, 0))
    assert belief.cards("B3") == Pmf({Card("K", "H"): 1})
    assert len(belief.cards("A2")) == 48
    assert believe(view(hand, 1)).cards("B1") == Pmf({Card("5", "S"): 1})


def test_a_claim_of_hidden_cards_by_hand() -> None:
    hand = laid("cabo", ("4 5 7 9", "5 6 8 12"), "8", house="blind")
    belief = believe(view(hand, 0))
    # 51 unseen: ranks 0 and 13 twice, 8 three times, the other eleven four times
    pairs = 2 * 1 + 2 * 1 + 3 * 2 + 11 * 4 * 3
    assert belief.fits("swap 1+2") == Fraction(pairs, 51 * 50)


def test_a_card_in_hand_when_the_hand_ends_is_seen_by_all() -> None:
    house = "grid=1; empty grid wins; stacking=own turn"
    hand = laid("cambio", ("5S", "9H"), "5H", "KD", house=house).play("draw").play("stack 1")
    assert hand.is_over
    belief = believe(view(hand, 1))
    assert belief.left["K"] == 3  # the king lies on the discard pile
    assert sum(belief.left.values()) == 52 - 4
    assert len(belief.next_card()) == 48


def test_a_stack_on_a_joker_never_fits() -> None:
    pack = Pack.from_counts({"JK": 6, "AS": 2})
    hand = laid("cambio", ("JK JK", "AS JK"), "JK", house="grid=2", pack=pack)
    assert believe(view(hand, 0)).fits("stack 1") == 0


def test_totals_too_many_to_count_are_a_sample_that_says_so() -> None:
    hand = deal(rules(), 4, random.Random(1))
    belief = believe(view(hand, 0))
    assert isinstance(belief.totals(0, 1, 2, 3), Sample)
    assert isinstance(belief.totals(0, 1), Pmf)


# What cannot be asked


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (lambda b: b.cards("B9"), "no card in B9"),
        (lambda b: b.cards("9B"), "a place is wanted"),
        (lambda b: b.cards(Place(7, 1)), "no seat 7; seats are 0 to 2"),
        (lambda b: b.total(5), "no seat 5; seats are 0 to 2"),
        (lambda b: b.totals(1, 1), "given twice"),
        (lambda b: b.at_least_one("A", 40), "40 cards cannot be drawn; 39 are left"),
        (lambda b: b.at_least_one("A", -1), "-1 cards cannot be drawn"),
        (lambda b: b.at_least_one("Z", 1), "the rank 'Z'"),
        (lambda b: b.fits("draw"), "cannot fail"),
        (lambda b: b.fits("stack 9"), "no card in A9"),
        (lambda b: b.call(3), "no seat 3"),
    ],
)
def test_what_cannot_be_asked_is_said_by_its_number(question, told: str) -> None:
    belief = believe(view(deal(rules(), 3, random.Random(1)), 0))
    with pytest.raises(CambioError, match=told):
        question(belief)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(rule_sets(("cambio",), own_packs=False))
def test_a_belief_is_short_to_read(in_force) -> None:
    hand = deal(in_force, seats_allowed(in_force)[0], random.Random(1))
    assert repr(believe(view(hand, 0))) == "<Belief of A after 0 moves>"
    assert repr(believe(view(hand, None))) == "<Belief of a watcher after 0 moves>"
