"""Counting: in how many ways hidden cards give each total.

Hidden cards lie in *urns*. Within one urn every deal is equally likely, so each probability is a
count of deals divided by the count of all. Two ways of counting answer all questions, and tests
hold them together: `joint` follows all totals of a few hands, `low_count` and `low_totals` follow
several hands as long as none of them is above its bound.

An urn is `((worth, cards), …)` with the worths (points) falling; the hands say how many cards each
gets of each urn, `(hands, urns)`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, islice, permutations, product, repeat
from math import comb, factorial, inf, prod

Urn = tuple[tuple[int, int], ...]
Shape = tuple[tuple[int, ...], ...]  # cards of each urn in each hand, (hands, urns)
State = tuple[int, ...]  # one number for each hand

#: How many coefficients may be held at once; each takes some ten bytes.
MOST_HELD = 40_000_000


class TooMuchWork(Exception):  # noqa: N818 - no mistake of anybody's; it is caught, never shown
    """Counting would take more steps than it may."""


class Meter:
    """How many steps counting may still take, for all parts of a question together.

    Args:
        limit: how many it may take.
    """

    def __init__(self, limit: int) -> None:
        self.left = limit

    def spend(self, steps: int) -> None:
        """Take so many steps.

        Raises:
            TooMuchWork: so many are not left.
        """
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork


def urn(counts: Mapping[int, int]) -> Urn:
    """An urn from how many cards there are of each worth."""
    return tuple(sorted(((worth, n) for worth, n in counts.items() if n), reverse=True))


def size(cards: Urn) -> int:
    """How many cards an urn holds."""
    return sum(n for _, n in cards)


def worths(cards: Urn) -> list[int]:
    """The worth of each card of an urn (points)."""
    return [worth for worth, n in cards for _ in range(n)]


def deals(urns: Sequence[Urn], shape: Shape) -> int:
    """In how many ways the hands can be dealt: for each urn a multinomial coefficient."""
    return prod(
        _multinomial(size(cards), [hand[n] for hand in shape]) for n, cards in enumerate(urns)
    )


def _multinomial(cards: int, dealt: Sequence[int]) -> int:
    """In how many ways hands of those sizes can be dealt from so many cards."""
    rest = cards - sum(dealt)
    return factorial(cards) // prod(map(factorial, (*dealt, rest)))


# All totals of a few hands: a product of polynomials, one for each worth, kept in long integers


def joint(
    urns: Sequence[Urn], shape: Shape, known: Sequence[int] | None = None
) -> dict[tuple[int, ...], int]:
    """In how many ways each combination of totals arises.

    Every card worth v adds v to the exponent of its hand, so the coefficients of a polynomial
    are the counts. A polynomial is kept as one long integer, a fixed number of bytes a
    coefficient: then adding, shifting and multiplying integers is the whole arithmetic (Kronecker
    substitution).

    Args:
        urns: the urns.
        shape: cards of each urn in each hand, `(hands, urns)`.
        known: what is added to the total of each hand, `(hands,)` points.

    Returns: ways by totals, `(hands,)` points each; totals that cannot be are left out.

    >>> joint([((5, 1), (1, 2))], ((1,), (1,)))
    {(1, 1): 2, (5, 1): 2, (1, 5): 2}
    """
    spans, strides = _layout(urns, shape)
    width = deals(urns, shape).bit_length() // 8 + 1  # bytes
    whole = 1
    for number, cards in enumerate(urns):
        whole *= _polynomial(cards, tuple(hand[number] for hand in shape), strides, 8 * width)
    lowest = [cards[-1][0] if cards else 0 for cards in urns]
    least = [
        base + sum(k * low for k, low in zip(hand, lowest, strict=True))
        for base, hand in zip(known or [0] * len(shape), shape, strict=True)
    ]
    return dict(_unpacked(whole, width, spans, least))


def _unpacked(
    whole: int, width: int, spans: Sequence[int], least: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """The totals and the coefficients of a polynomial, where they are not 0."""
    packed = whole.to_bytes(width * prod(spans), "little")
    axes = [range(low, low + span) for low, span in zip(least, spans, strict=True)]
    for at, totals in enumerate(product(*reversed(axes))):
        if ways := int.from_bytes(packed[at * width : at * width + width], "little"):
            yield totals[::-1], ways


def cost(urns: Sequence[Urn], shape: Shape) -> float:
    """How many steps `joint` takes, roughly; a step takes about as long as one of `low_count`.

    What would not fit into memory takes more than anybody allows.
    """
    spans, _ = _layout(urns, shape)
    held = prod(spans) * max((prod(k[n] + 1 for k in shape) for n in range(len(urns))), default=1)
    if held > MOST_HELD:
        return inf
    length = 1 + prod(spans) // 25
    additions = sum(
        length * len(cards) * prod((k[n] + 1) * (k[n] + 2) // 2 for k in shape)
        for n, cards in enumerate(urns)
    )
    return prod(spans) + additions // 100


def _layout(urns: Sequence[Urn], shape: Shape) -> tuple[list[int], tuple[int, ...]]:
    """How many totals each hand can have, and how far apart its neighbours lie."""
    spreads = [cards[0][0] - cards[-1][0] if cards else 0 for cards in urns]
    spans = [1 + sum(k * s for k, s in zip(hand, spreads, strict=True)) for hand in shape]
    return spans, tuple(accumulate(spans[:-1], lambda a, b: a * b, initial=1))


def _polynomial(cards: Urn, need: tuple[int, ...], strides: tuple[int, ...], bits: int) -> int:
    """The packed counts of one urn; worths are taken less the least one, so none is negative."""
    steps_of = {n: _steps(need, strides, n) for _, n in cards}
    lowest = cards[-1][0] if cards else 0
    found = [1] + [0] * (prod(k + 1 for k in need) - 1)
    for worth, n in cards:
        shift = (worth - lowest) * bits
        for target, source, ways, reach in steps_of[n]:
            if found[source]:
                found[target] += (found[source] * ways) << (shift * reach)
    return found[-1]


@lru_cache(maxsize=1024)
def _steps(
    need: tuple[int, ...], strides: tuple[int, ...], cards: int
) -> tuple[tuple[int, int, int, int], ...]:
    """How the cards of one worth can go to the hands, for every number of cards dealt before.

    Returns: target, source, ways and reach of each: with falling targets no source has been
        changed yet when it is used.
    """
    sizes = list(accumulate((k + 1 for k in need[::-1]), lambda a, b: a * b, initial=1))[-2::-1]
    steps = []
    for dealt in sorted(product(*(range(k + 1) for k in need)), reverse=True):
        target = sum(d * s for d, s in zip(dealt, sizes, strict=True))
        for take in product(*(range(min(d, cards) + 1) for d in dealt)):
            if 0 < sum(take) <= cards:
                source = target - sum(t * s for t, s in zip(take, sizes, strict=True))
                reach = sum(t * s for t, s in zip(take, strides, strict=True))
                steps.append((target, source, _multinomial(cards, take), reach))
    return tuple(steps)


# Low totals of several hands: worth after worth, and whoever cannot stay low is left out


def low_count(urns: Sequence[Urn], shape: Shape, budgets: Sequence[int], meter: Meter) -> int:
    """In how many ways all hands stay within their budgets.

    Args:
        urns: the urns.
        shape: cards of each urn in each hand, `(hands, urns)`.
        budgets: the most points each hand may have, `(hands,)`.
        meter: how many steps it may take.

    Raises:
        TooMuchWork: it would take more steps.

    >>> low_count([((5, 1), (1, 2))], ((1,), (1,)), (1, 5), Meter(100))
    4
    """
    alike = len(urns) == 1 or len(set(zip(shape, budgets, strict=True))) == 1
    counter = _Low(meter, alike, clip=len(urns) == 1)
    return sum(counter.count(urns, shape, budgets).values())


def low_totals(
    urns: Sequence[Urn], shape: Shape, budgets: Sequence[int], meter: Meter
) -> dict[tuple[int, ...], int]:
    """In how many ways each combination of low totals arises.

    Args and raises: as `low_count`.

    Returns: ways by totals, `(hands,)` points each.

    >>> sorted(low_totals([((5, 1), (1, 2))], ((1,), (1,)), (1, 5), Meter(100)).items())
    [((1, 1), 2), ((1, 5), 2)]
    """
    alike = len(set(zip(shape, budgets, strict=True))) == 1
    meter.spend(prod(_low_spans(urns, shape, budgets)))  # as many results as that, nearly
    left = _Low(meter, alike, clip=False).count(urns, shape, budgets)
    return {
        tuple([budget - points for budget, points in zip(budgets, state, strict=True)]): ways
        for state, ways in (_apart(left) if alike else left).items()
    }


def _low_spans(urns: Sequence[Urn], shape: Shape, budgets: Sequence[int]) -> list[int]:
    """How many totals within its budget each hand can have."""
    spans, _ = _layout(urns, shape)
    lowest = [cards[-1][0] if cards else 0 for cards in urns]
    return [
        max(0, min(span, 1 + budget - sum(k * low for k, low in zip(hand, lowest, strict=True))))
        for span, hand, budget in zip(spans, shape, budgets, strict=True)
    ]


def _apart(states: Mapping[State, int]) -> dict[State, int]:
    """Counts that stand together for every order of a tuple, shared out among its orders."""
    found = {}
    for state, ways in states.items():
        orders = set(permutations(state))
        found.update(dict.fromkeys(orders, ways // len(orders)))
    return found


class _Low:
    """Counts deals in which all hands stay low, within a limit of steps.

    The lowest worths are dealt first: what a hand then still needs must come from dearer cards,
    so that most deals are given up early. A hand is one number, `need * base + points`: the cards
    that it still needs and the points that it may still take; then the numbers of all hands add
    up to what all of them need and may take.

    Args:
        meter: how many steps may be taken.
        alike: whether only the hands, not whose they are, make a difference: deals that are the
            same but for the order of hands are counted together.
        clip: whether points that a hand can no longer use up may be forgotten.
    """

    def __init__(self, meter: Meter, alike: bool, clip: bool) -> None:
        self.base = 1
        self.meter = meter
        self.alike = alike
        self.clip = clip

    def count(self, urns: Sequence[Urn], shape: Shape, budgets: Sequence[int]) -> dict[State, int]:
        """Ways by what is left of the budgets."""
        leasts = [
            _least(cards[::-1], sum(hand[n] for hand in shape)) for n, cards in enumerate(urns)
        ]
        spare = [
            budget - sum(least[k] for k, least in zip(hand, leasts, strict=True))
            for hand, budget in zip(shape, budgets, strict=True)
        ]
        states = {tuple(spare): 1} if min(spare, default=0) >= 0 else {}
        for number, cards in enumerate(urns):
            states = self._deal(cards, [hand[number] for hand in shape], states)
        return states

    def _deal(self, cards: Urn, need: list[int], spare: Mapping[State, int]) -> dict[State, int]:
        """Deal from one urn: from what each hand has to spare to what it has to spare after it."""
        lowest = cards[-1][0] if cards else 0
        above = [(worth - lowest, n) for worth, n in reversed(cards)]  # rising from 0
        least = _least(above, sum(need))
        states = {
            tuple([p + least[k] for k, p in zip(need, points, strict=True)]): ways
            for points, ways in spare.items()
        }
        # above all points there are, and no longer than it must be, as short integers are fast
        self.base = 1 << max(map(sum, states), default=0).bit_length()
        most = max(chain.from_iterable(states), default=0)
        states = {
            tuple([k * self.base + p for k, p in zip(need, points, strict=True)]): ways
            for points, ways in states.items()
        }
        above = [(worth, n) for worth, n in above if worth <= most]  # nobody can take the others
        for number, (worth, n) in enumerate(above):
            later = above[number + 1 :]
            states = self._column(states, worth, n, later, _least(later, sum(need)))
        return states  # nobody needs a card any more, so a hand is just its points

    def _column(
        self,
        states: Mapping[State, int],
        worth: int,
        cards: int,
        later: Sequence[tuple[int, int]],
        least: Sequence[int],
    ) -> dict[State, int]:
        """Deal the cards of one worth; `later` come after them, `least` is what those cost."""
        choose = [[comb(left, j) for j in range(left + 1)] for left in range(cards + 1)]
        takes: dict[int, list[tuple[int, int]]] = {}
        found: dict[State, int] = {}
        base, alike = self.base, self.alike
        for state, ways in states.items():
            for hand in state:
                if hand not in takes:
                    takes[hand] = list(self._takes(hand, worth, cards, later, least))
            for after, _, n in self._placed([takes[hand] for hand in state], cards, choose):
                need, points = divmod(sum(after), base)
                if need < len(least) and least[need] <= points:
                    key = tuple(sorted(after)) if alike else after
                    found[key] = found.get(key, 0) + n * ways
        return found

    def _placed(
        self,
        takes: Sequence[Sequence[tuple[int, int]]],
        cards: int,
        choose: Sequence[Sequence[int]],
    ) -> list[tuple[State, int, int]]:
        """Every way in which hands take cards of one worth: hands, cards left over, and ways."""
        placed: list[tuple[State, int, int]] = [((), cards, 1)]
        steps = 0
        for options in takes:
            placed = [
                ((*state, after), left - j, n * choose[left][j])
                for state, left, n in placed
                for j, after in options
                if j <= left
            ]
            steps += len(placed)
        self.meter.spend(steps)
        return placed

    def _takes(
        self,
        hand: int,
        worth: int,
        cards: int,
        later: Sequence[tuple[int, int]],
        least: Sequence[int],
    ) -> Iterator[tuple[int, int]]:
        """How many cards of a worth a hand can take and stay low, and what it is then."""
        need, points = divmod(hand, self.base)
        highest = later[-1][0] if later else 0
        for j in range(min(need, cards) + 1):
            rest, spare = need - j, points - j * worth
            if rest < len(least) and least[rest] <= spare:
                yield j, rest * self.base + (min(spare, rest * highest) if self.clip else spare)


def _least(cards: Sequence[tuple[int, int]], most: int) -> list[int]:
    """The least that any number of cards, up to `most`, can be worth (points), by that number.

    The worths of the cards rise.
    """
    rising = chain.from_iterable(repeat(worth, n) for worth, n in cards)
    return list(accumulate(islice(rising, most), initial=0))
