"""House rules as they are played: each by name, each by its field, and several together."""

import pytest
from hands import go, grid, known, laid, legal, pile, points

from cambio_edu.cards import Pack
from cambio_edu.hand import Hand, Placed
from cambio_edu.rules import PRESETS

TWO = "AS 2S 3S 4S", "AH 2H 3H 4H"
THREE = (*TWO, "AD 2D 3D 4D")
FOUR = (*THREE, "AC 2C 3C 4C")
CABO2 = "1 2 3 4", "1 2 3 4"
ANY = "stacking in any turn"


def of(preset: str, house: str, seats: int = 2, stock: str = "") -> Hand:
    """A plain hand of any preset, past its first look; the stock in French cards."""
    if PRESETS[preset].pack.is_cabo:
        number = {"J": "11", "Q": "12", "K": "13", "A": "1"}
        words = [number.get(word[:-1], word[:-1]) for word in stock.split()]
        hand = laid(preset, ["1 2 3 4"] * seats, "5", " ".join(words), house)
    else:
        hand = laid(preset, FOUR[:seats], "5S", stock, house)
    while hand.phase == "first look":
        hand = hand.play("see 1 2")
    return hand


# no early call


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("house", ["no early call", "early_call=no"])
def test_no_early_call(preset: str, house: str) -> None:
    hand = of(preset, house, seats=3)
    for _ in range(3):
        assert "call" not in legal(hand)
        hand = hand.play("take").play("swap 4")
        hand = hand.play("done") if hand.phase == "end" else hand
    assert "call" in legal(hand)
    assert "call" in legal(of(preset, ""))


# grids


@pytest.mark.parametrize("preset", PRESETS)
def test_six_cards(preset: str) -> None:
    cabo = PRESETS[preset].pack.is_cabo
    grids = ["1 2 3 4 5 6"] * 2 if cabo else ["AS 2S 3S 4S 5S 6S", "AH 2H 3H 4H 5H 6H"]
    hand = laid(preset, grids, "7" if cabo else "7S", house="six cards")
    assert grid(hand, 1) == grids[1]
    assert [known(hand, seat) for seat in (0, 1)] == [{"A1", "A2"}, {"B1", "B2"}]
    assert hand.phase == "start"
    assert "swap 6" in legal(hand.play("take"))


@pytest.mark.parametrize("preset", PRESETS)
def test_five_cards(preset: str) -> None:
    cabo = PRESETS[preset].pack.is_cabo
    grids = ["1 2 3 4 5"] * 2 if cabo else ["AS 2S 3S 4S 5S", "AH 2H 3H 4H 5H"]
    hand = laid(preset, grids, "7" if cabo else "7S", house="five cards")
    assert (grid(hand, 1), hand.rules.limit) == (grids[1], 150)
    assert hand.phase == ("first look" if cabo else "start")


def test_any_grid() -> None:
    hand = laid("cambio", ("AS 2S 3S", "AH 2H 3H"), "5S", house="grid=1-2")
    assert [known(hand, seat) for seat in (0, 1)] == [{"A1", "A2"}, {"B1", "B2"}]
    hand = laid("cambio", ("AS", "AH"), "5S", house="grid=1")
    assert [known(hand, seat) for seat in (0, 1)] == [{"A1"}, {"B1"}]
    assert legal(hand) == ["stack 1", "draw", "take", "call"]
    hand = laid("cabo", ("1 2", "1 2"), "5", house="grid=2")
    assert legal(hand) == ["see 1 2"]
    assert laid("cabo", ("1", "1"), "5", house="grid=1; blind").phase == "start"


# the first look


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("house", ["blind", "first_look=none"])
def test_blind(preset: str, house: str) -> None:
    hand = of(preset, house)
    assert hand.history == ()
    assert hand.phase == "start"
    assert known(hand, 0) == known(hand, 1) == set()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_first_look_of_either_kind(preset: str) -> None:
    cabo = PRESETS[preset].pack.is_cabo
    grids, up = (CABO2, "5") if cabo else (TWO, "5S")
    assert laid(preset, grids, up, house="first_look=choose").phase == "first look"
    nearest = laid(preset, grids, up, house="first_look=nearest")
    assert known(nearest, 1) == {"B1", "B2"}


# cards and actions


def test_jokers_count_minus_five_and_have_no_action() -> None:
    hand = laid("cambio", ("JK 2S 3S 4S", TWO[1]), "5S", "JK", house="jokers")
    hand = go(hand, "A draw discard")
    assert hand.phase == "end"
    assert hand.rules.points(hand.cards[0][0]) == -5
    hand = go(hand, "A stack 1")
    assert hand.history[-1][0].fits is False  # a joker on a joker


def test_cabo_cards_with_the_rules_of_the_jokers() -> None:
    hand = laid("cambio-jokers", CABO2, "5", "12", house="cabo cards")
    assert known(hand, 0) == {"A1", "A2"}
    hand = go(hand, "A draw discard")
    assert legal(hand)[0] == "switch 1 B1"
    hand = go(hand, "A skip", "B take swap 1")
    assert hand.grids[1][0] is not None
    assert hand.grids[1][0].face_up


def test_open_kings() -> None:
    hand = laid("cambio", ("KH KD", "KS KC"), "5S", "6S", house="open kings; grid=2")
    assert points(go(hand, "A call", "B draw discard done")) == [0, 0]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_queen_by_her_field(preset: str) -> None:
    look = go(of(preset, "queen=look", stock="QD"), "A draw discard")
    assert legal(look)[0] == "look 1 B1"
    assert legal(look.play("look 1 B1")) == ["switch", "leave"]
    assert look.play("look 1 B1").play("switch").turns == (preset != "cambio")
    switch = go(of(preset, "queen=switch", stock="QD"), "A draw discard")
    assert legal(switch)[0] == "switch 1 B1"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_taken_card_by_its_field(preset: str) -> None:
    for house, up in (("taken_face_up=yes", True), ("taken_face_up=no", False)):
        hand = go(of(preset, house), "A take swap 3")
        assert hand.grids[0][2] == Placed(8, 0b111, up)


@pytest.mark.parametrize("preset", PRESETS)
def test_claims_by_their_field(preset: str) -> None:
    assert "swap 1+2" in legal(of(preset, "exchange_many=yes").play("draw"))
    assert "swap 1+2" not in legal(of(preset, "exchange_many=no").play("draw"))
    add = go(of(preset, "exchange_many=yes; failed_claim=add"), "A draw swap 1+2")
    assert (len(grid(add, 0).split()), len(add.discard)) == (5, 1)
    back = go(of(preset, "exchange_many=yes; failed_claim=discard"), "A draw swap 1+2")
    assert (len(grid(back, 0).split()), len(back.discard)) == (4, 2)
    back = go(of(preset, "exchange_many=yes; failed_claim=discard"), "A take swap 1+2")
    assert (len(grid(back, 0).split()), len(back.discard)) == (4, 1)


def test_a_face_up_card_of_a_lenient_failed_claim_goes_back_to_the_pile() -> None:
    house = "taken_face_up=yes; failed_claim=discard"
    hand = go(of("cabo", house), "A take swap 1+2")
    assert pile(hand) == "5"
    assert not any(placed and placed.face_up for placed in hand.grids[0])


def test_claims_leave_face_up_cards_out() -> None:
    hand = go(of("cambio-jokers", ""), "A take swap 1", "B take swap 1", "A draw")
    assert legal(hand) == [
        "swap 2", "swap 2+3", "swap 2+3+4", "swap 2+4", "swap 3", "swap 3+4", "swap 4", "discard",
    ]  # fmt: skip


# stacking


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("house", [ANY, "stacking=any turn"])
def test_stacking_in_any_turn_turns_stacking_on(preset: str, house: str) -> None:
    hand = of(preset, house, seats=3)
    assert legal(hand)[:4] == ["stack 1", "stack 2", "stack 3", "stack 4"]
    hand = go(hand, "A take swap 1")
    assert (hand.phase, hand.mover) == ("window", 1)
    hand = go(hand, "B stack 1", "B pass", "C pass")  # an ace on an ace
    assert hand.history[-3][0].fits
    assert (hand.phase, hand.mover) == ("end", 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_stacking_by_its_field(preset: str) -> None:
    assert "stack 1" not in legal(of(preset, "stacking=no"))
    own = of(preset, "stacking=own turn")
    assert "stack 1" in legal(own)
    assert go(own, "A take swap 1").phase == "end"
    assert go(of(preset, "stacking=no"), "A take swap 1").mover == 1


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("house", ["empty grid wins", "empty_ends=yes"])
def test_an_empty_grid_ends_the_hand_at_once(preset: str, house: str) -> None:
    cabo = PRESETS[preset].pack.is_cabo
    grids, up, drawn = (("5", "3"), "5", "7") if cabo else (("5H", "3S"), "5S", "7D")
    house = f"{house}; grid=1; stacking=own turn; first_look=nearest"
    hand = laid(preset, grids, up, drawn, house=house)
    at_once = go(hand, "A stack 1")
    assert at_once.is_over
    assert points(at_once) == [0, 3]
    hand = go(hand, "A draw stack 1")
    assert hand.is_over
    assert pile(hand).split()[-1] == drawn  # discarded before all, without an action
    assert [str(one) for one in hand.history[-1][1].cards] == [grids[0], drawn]
    assert hand.holding is None


def test_an_empty_grid_in_the_window_of_another_ends_the_hand() -> None:
    house = f"empty grid wins; grid=1; {ANY}"
    hand = laid("cambio", ("5H", "6H", "KH"), "5S", "6S", house=house)
    hand = go(hand, "A draw discard", "B stack 1")
    assert hand.is_over
    assert points(hand) == [5, 0, -2]


def test_a_card_in_the_hand_of_the_turn_is_laid_down_when_another_empties_its_grid() -> None:
    house = f"empty grid wins; grid=2; {ANY}"
    hand = laid("cambio", ("5H 9S", "5D 5C"), "5S", "7D", house=house)
    hand = go(hand, "A draw stack 1", "B stack 1", "B stack 2")
    assert hand.is_over
    assert pile(hand) == "5S 5H 5D 5C 7D"
    assert [str(one) for one in hand.history[-1][2].cards] == ["5C", "7D"]
    assert points(hand) == [9, 0]


def test_an_empty_grid_ends_the_hand_also_after_a_call_and_without_a_penalty() -> None:
    hand = laid("cambio", ("9S", "5H"), "5S", "6S", house="empty grid wins; grid=1")
    hand = go(hand, "A call", "B stack 1")
    assert points(hand) == [9, 0]
    plain = laid("cambio", ("9S", "5H"), "5S", "6S", house="grid=1")
    plain = go(plain, "A call", "B stack 1")
    assert not plain.is_over
    assert points(go(plain, "B draw discard done")) == [19, 0]


def test_a_kamikaze_counts_however_the_hand_ended() -> None:
    house = "empty grid wins; kamikaze=yes; stacking=any turn; blind"
    pack = Pack.from_counts({"12": 2, "13": 2, "5": 6, "6": 1})
    hand = laid("cabo", ("12 12 13 13", "5 5 5 5"), "6", "5 5", house=house, pack=pack)
    hand = go(hand, "A draw discard", "B stack 1", "B stack 2", "B stack 3", "B stack 4")
    assert hand.is_over
    assert points(hand) == [0, 50]


# calling and the stock


@pytest.mark.parametrize("preset", PRESETS)
def test_the_protection_of_the_caller_by_its_field(preset: str) -> None:
    for house, moves in (("caller_protected=yes", 1), ("caller_protected=no", 17)):
        hand = go(of(preset, house, stock="JD"), "A call", "B draw discard")
        assert len(legal(hand)) == moves
    spying = go(of(preset, "caller_protected=yes", stock="9D"), "A call", "B draw discard")
    assert "spy A1" in legal(spying)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_end_of_the_stock_by_its_field(preset: str) -> None:
    for way in ("reshuffle", "end"):
        house = f"stock_out={way}; grid=1; blind"
        hand = laid(preset, ("1", "2"), "3", "4", house=house, whole=False)
        hand = go(hand, "A draw discard")
        hand = hand.play("done") if hand.phase == "end" else hand
        assert hand.is_over == (way == "end")
        assert ("draw" in legal(hand)) == (way == "reshuffle")


@pytest.mark.parametrize("preset", PRESETS)
def test_the_penalty_by_its_field(preset: str) -> None:
    for house, penalty in (("no penalty", 0), ("caller_penalty=0", 0), ("caller_penalty=3", 3)):
        hand = go(laid_low(preset, house), "A call")
        hand = hand.play("draw").play("discard")
        hand = hand.play("done") if hand.phase == "end" else hand
        assert points(hand)[0] == 6 + penalty


def laid_low(preset: str, house: str) -> Hand:
    """A has 6 and B has 1, a card each."""
    cabo = PRESETS[preset].pack.is_cabo
    grids, up, drawn = (("6", "1"), "5", "4") if cabo else (("6S", "AS"), "5S", "4S")
    return laid(preset, grids, up, drawn, house=f"{house}; grid=1; first_look=none")


# teams


def test_a_partner_is_no_opponent_for_spying_and_switching() -> None:
    for drawn, verb in (("9D", "spy"), ("JD", "switch"), ("QD", "look")):
        hand = go(laid("cambio", FOUR, "5S", drawn, house="teams"), "A draw discard")
        seats = {move.split()[-1][0] for move in legal(hand) if move.startswith(verb)}
        assert seats == {"B", "D"}


def test_partners_of_six_sit_opposite() -> None:
    six = (*FOUR, "6S 6H 7S 7H", "8S 8H 10S 10H")
    hand = go(laid("cambio", six, "5S", "9D", house="teams", first=1), "B draw discard")
    assert {move[4] for move in legal(hand) if move != "skip"} == {"A", "C", "D", "F"}


def test_one_partner_calls_for_both_and_the_other_has_one_more_turn() -> None:
    hand = go(laid("cambio", FOUR, "5S", "5H 5D 5C", house="teams"), "A call")
    hand = go(hand, "B draw discard done", "C draw discard done", "D draw discard done")
    assert hand.is_over
    assert points(hand) == [0, 20, 0, 20]  # all have 10, so the teams are tied


def test_protection_covers_the_seat_of_the_caller_alone() -> None:
    hand = laid("cambio-jokers", FOUR, "5S", "JD 5H", house="teams")
    hand = go(hand, "A call", "B draw discard")
    seats = {move.split()[-1][0] for move in legal(hand) if move != "skip"}
    assert seats == {"C"}


def test_an_empty_grid_of_a_team() -> None:
    grids = "5H", "2S", "9S", "3S"
    hand = laid("cambio", grids, "5S", "6S 6H 6D 6C", house="teams; grid=1")
    hand = go(hand, "A stack 1 call")
    for seat in "BCD":
        hand = go(hand, f"{seat} draw discard done")
    assert points(hand) == [19, 0, 19, 0]
    wins = laid("cambio", grids, "5S", house="teams; grid=1; empty grid wins")
    assert points(go(wins, "A stack 1")) == [0, 5, 0, 5]


# several together


def test_many_house_rules_at_once() -> None:
    house = f"jokers; open kings; six cards; blind; {ANY}; both tied score 0; no early call; teams"
    seats = "AS 2S 3S 4S 5S 6S", "AH 2H 3H 4H 5H 6H", "AD 2D 3D 4D 5D 6D", "JK JK KS KH KD KC"
    hand = laid("cambio", seats, "7S", "6C", house=house)
    assert (known(hand, 0), "call" in legal(hand)) == (set(), False)
    hand = go(hand, "A draw discard", "B stack 6", "B pass", "C stack 6", "B pass", "C pass")
    hand = go(hand, "D stack 1")
    assert hand.history[-1][0].fits is False
    assert legal(hand)[-1] == "done"


def test_jokers_rules_with_stacking_and_face_up_cards() -> None:
    hand = laid("cambio-jokers", ("5H 2S 3S 4S", TWO[1]), "5S", "6S", house="stacking=own turn")
    hand = go(hand, "A take swap 1")
    assert (hand.phase, legal(hand)) == ("end", ["stack 2", "stack 3", "stack 4", "done"])
    hand = go(hand, "A stack 2")
    assert hand.history[-1][0].fits is False
    assert legal(hand) == ["done"]
