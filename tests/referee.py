"""A second reading of the rules, plain and slow, that the engine is compared with.

It shares nothing with the engine but the rule set and the cards: moves are words, a grid is a
dictionary, and who knows a card is a set of letters.
"""

from itertools import combinations
from typing import Any

from cambio_edu.cards import Card
from cambio_edu.rules import Rules

ACTIONS = {"7": "peek", "8": "peek", "9": "spy", "10": "spy", "J": "switch", "11": "switch"}


class Referee:
    """One hand, from the deal on; `play` changes it."""

    def __init__(self, rules: Rules, seats: int, pack: tuple[Card, ...], first: str) -> None:
        self.rules, self.pack = rules, pack
        self.letters = "ABCDEF"[:seats]
        self.first = self.turn = self.mover = first
        waiting = list(range(len(pack)))
        self.grids: dict[str, dict[int, int]] = {letter: {} for letter in self.letters}
        for slot in range(1, sum(rules.grid) + 1):
            for letter in first + self.others(first):
                self.grids[letter][slot] = waiting.pop(0)
        self.used = dict.fromkeys(self.letters, sum(rules.grid))
        self.pile, self.stock = [waiting.pop(0)], waiting
        self.knows: dict[int, set[str]] = {card: set() for card in range(len(pack))}
        self.ever: dict[str, set[int]] = {letter: set() for letter in self.letters}
        self.up: set[int] = set()
        self.show(self.pile[0])
        if rules.first_look == "nearest":
            for letter, grid in self.grids.items():
                for slot in set(grid) & {1, 2}:
                    self.learn(grid[slot], letter)
        self.phase = "first look" if rules.first_look == "choose" else "start"
        self.held: int | None = None
        self.taken = self.failed = False
        self.caller: str | None = None
        self.queue, self.after, self.action, self.looked = "", "", "", ""
        self.ended = 0

    def others(self, letter: str) -> str:
        """The other seats, clockwise."""
        here = self.letters.index(letter)
        return self.letters[here + 1 :] + self.letters[:here]

    def learn(self, card: int, letter: str) -> None:
        self.knows[card].add(letter)
        self.ever[letter].add(card)

    def show(self, card: int) -> None:
        for letter in self.letters:
            self.learn(card, letter)

    def rank(self, card: int) -> str:
        return self.pack[card].rank

    def at(self, place: str) -> int:
        return self.grids[place[0]][int(place[1:])]

    # What is legal

    def legal(self) -> list[str]:
        """The legal moves, in the order of the notation."""
        if self.phase == "over":
            return []
        grid = self.grids[self.mover]
        down = [slot for slot in sorted(grid) if grid[slot] not in self.up]
        stacks = [f"stack {slot}" for slot in down]
        if self.phase == "window":
            return [*stacks, "pass"]
        if self.rules.stacking == "no" or self.failed or not self.pile:
            stacks = []
        if self.phase == "first look":
            return [f"see {one} {two}" for one, two in combinations(sorted(grid), 2)]
        if self.phase == "start":
            return stacks + self.beginnings(down)
        if self.phase == "holding":
            if self.taken and len(down) == 1:
                stacks = []
            return stacks + self.swaps(down) + ([] if self.taken else ["discard"])
        if self.phase == "action":
            return [*self.targets(sorted(grid), down), "skip"]
        return ["switch", "leave"] if self.phase == "look" else [*stacks, "done"]

    def beginnings(self, down: list[int]) -> list[str]:
        found = ["draw"] if self.can_draw() else []
        if down and self.pile:
            found.append("take")
        if self.caller is None and (self.rules.early_call or self.ended >= len(self.letters)):
            found.append("call")
        return found or ["done"]

    def can_draw(self) -> bool:
        return bool(self.stock) or (self.rules.stock_out == "reshuffle" and len(self.pile) >= 2)

    def swaps(self, down: list[int]) -> list[str]:
        ranks = [card.rank for card in self.pack]
        most = max(map(ranks.count, ranks)) if self.rules.exchange_many else 1
        claims = [c for size in range(1, most + 1) for c in combinations(down, size)]
        return ["swap " + "+".join(map(str, claim)) for claim in sorted(claims)]

    def targets(self, own: list[int], down: list[int]) -> list[str]:
        if self.action == "peek":
            return [f"peek {slot}" for slot in down]
        opponents = set(self.letters) - {self.mover}
        if self.rules.teams:
            half = len(self.letters) // 2
            opponents.discard(self.others(self.mover)[half - 1])
        if self.action == "spy":
            return [
                f"spy {letter}{slot}"
                for letter in sorted(opponents)
                for slot in sorted(self.grids[letter])
                if self.grids[letter][slot] not in self.up
            ]
        if self.rules.caller_protected:
            opponents.discard(self.caller or "")
        return [
            f"{self.action} {slot} {letter}{other}"
            for slot in own
            for letter in sorted(opponents)
            for other in sorted(self.grids[letter])
        ]

    # What a move does

    def play(self, move: str, new_stock: list[int] | None) -> None:
        """Play a move; the new stock is the engine's, which is left to chance."""
        verb, *words = move.split()
        getattr(self, f"play_{verb}")(words, new_stock)

    def refill(self, new_stock: list[int] | None) -> None:
        if self.stock:
            assert new_stock is None, "shuffled while there is a stock"
            return
        assert new_stock is not None, "not shuffled though the stock is empty"
        assert sorted(new_stock) == sorted(self.pile[:-1])
        for card in new_stock:
            self.knows[card] = set()
        self.pile, self.stock = self.pile[-1:], list(new_stock)

    def play_see(self, words: list[str], new: list[int] | None) -> None:
        for slot in words:
            self.learn(self.at(self.mover + slot), self.mover)
        self.mover = self.turn = self.others(self.mover)[0]
        if self.mover == self.first:
            self.phase = "start"

    def play_draw(self, words: list[str], new: list[int] | None) -> None:
        self.refill(new)
        self.held, self.taken, self.phase = self.stock.pop(0), False, "holding"
        self.learn(self.held, self.mover)

    def play_take(self, words: list[str], new: list[int] | None) -> None:
        self.held, self.taken, self.phase = self.pile.pop(), True, "holding"

    def play_call(self, words: list[str], new: list[int] | None) -> None:
        self.caller = self.mover
        self.end_turn()

    def lay(self, *cards: int) -> None:
        for card in cards:
            self.show(card)
            self.pile.append(card)
            self.up.discard(card)

    def put_in(self, slot: int) -> None:
        """The card in hand goes into that slot of the seat whose turn it is."""
        assert self.held is not None
        self.grids[self.turn][slot] = self.held
        if self.taken and self.rules.taken_face_up:
            self.up.add(self.held)
        self.held, self.taken = None, False

    def play_swap(self, words: list[str], new: list[int] | None) -> None:
        grid, slots = self.grids[self.mover], [int(word) for word in words[0].split("+")]
        chosen = [grid[slot] for slot in slots]
        if len({self.rank(card) for card in chosen}) == 1:
            for slot in slots:
                del grid[slot]
            self.put_in(slots[0])
            self.lay(*chosen)
            self.laid("end")
            return
        for card in chosen:
            self.show(card)
        if self.rules.failed_claim == "add":
            self.used[self.mover] += 1
            self.put_in(self.used[self.mover])
            self.go("end")
        else:
            self.lay_held()
            self.laid("end")

    def lay_held(self) -> None:
        assert self.held is not None
        self.lay(self.held)
        self.held, self.taken = None, False

    def play_discard(self, words: list[str], new: list[int] | None) -> None:
        self.lay_held()
        rank = self.rank(self.pile[-1])
        self.action = self.rules.queen if rank in ("Q", "12") else ACTIONS.get(rank, "")
        self.laid("action" if self.action else "end")

    def play_peek(self, words: list[str], new: list[int] | None) -> None:
        self.learn(self.at(self.mover + words[0]), self.mover)
        self.go("end")

    def play_spy(self, words: list[str], new: list[int] | None) -> None:
        self.learn(self.at(words[0]), self.mover)
        self.go("end")

    def play_look(self, words: list[str], new: list[int] | None) -> None:
        self.looked = " ".join(words)
        self.learn(self.at(self.mover + words[0]), self.mover)
        self.learn(self.at(words[1]), self.mover)
        self.phase = "look"

    def play_switch(self, words: list[str], new: list[int] | None) -> None:
        slot, place = words or self.looked.split()
        mine, theirs = self.grids[self.mover], self.grids[place[0]]
        there = int(place[1:])
        mine[int(slot)], theirs[there] = theirs[there], mine[int(slot)]
        self.go("end")

    def play_leave(self, words: list[str], new: list[int] | None) -> None:
        self.go("end")

    play_skip = play_leave

    def play_done(self, words: list[str], new: list[int] | None) -> None:
        self.end_turn()

    def play_pass(self, words: list[str], new: list[int] | None) -> None:
        self.answered()

    def play_stack(self, words: list[str], new: list[int] | None) -> None:
        seat, card = self.mover, self.at(self.mover + words[0])
        if self.rank(card) != self.rank(self.pile[-1]) or self.rank(card) == "JK":
            self.fail_stack(seat, card, new)
            return
        del self.grids[seat][int(words[0])]
        self.lay(card)
        if self.rules.empty_ends and not self.grids[seat]:
            if self.held is not None:
                self.lay_held()
            self.end_hand()
        elif self.phase == "window":
            self.laid(self.after)
        else:
            self.laid(self.phase)

    def fail_stack(self, seat: str, card: int, new: list[int] | None) -> None:
        self.show(card)
        if self.can_draw():
            self.refill(new)
            self.used[seat] += 1
            self.grids[seat][self.used[seat]] = self.stock.pop(0)
        if self.phase == "window":
            self.answered()
        else:
            self.failed = True

    # What follows

    def laid(self, after: str) -> None:
        if self.rules.stacking != "any turn":
            self.go(after)
            return
        self.phase, self.after, self.queue = "window", after, self.others(self.turn)
        self.mover = self.queue[0]

    def answered(self) -> None:
        self.queue = self.queue[1:]
        if self.queue:
            self.mover = self.queue[0]
        else:
            self.mover = self.turn
            self.go(self.after)

    def go(self, phase: str) -> None:
        self.phase = phase
        if phase == "end" and self.rules.stacking == "no":
            self.end_turn()

    def end_turn(self) -> None:
        self.ended += 1
        self.failed = False
        following = self.others(self.turn)[0]
        nothing_left = len(self.pile) <= 1 or self.rules.stock_out == "end"
        if following == self.caller or (not self.stock and nothing_left):
            self.end_hand()
        else:
            self.turn = self.mover = following
            self.phase = "start"

    def end_hand(self) -> None:
        self.phase, self.mover = "over", ""
        for grid in self.grids.values():
            for card in grid.values():
                self.show(card)
                self.up.add(card)

    # As data

    def state(self, seat: str = "") -> dict[str, Any]:
        """The state as data, the names, the house rules and the scores left out."""
        seats = seat or self.letters
        lying = {
            f"{letter}{slot}": grid[slot]
            for letter, grid in self.grids.items()
            for slot in sorted(grid)
        }
        known = {
            letter: {
                place: str(self.pack[card])
                for place, card in lying.items()
                if letter in self.knows[card]
            }
            for letter in seats
        }
        held = None if self.held is None else str(self.pack[self.held])
        shown = not seat or self.taken or seat == self.turn
        data = {
            "phase": self.phase,
            "mover": self.mover or None,
            "caller": self.caller,
            "holding": held if shown else None,
            "stock": len(self.stock),
            "discard": [str(self.pack[card]) for card in self.pile],
            "grids": {letter: {} for letter in self.letters},
            "face_up": [place for place, card in lying.items() if card in self.up],
            "known": known,
        }
        for place, card in lying.items():
            face = str(self.pack[card]) if not seat else known[seat].get(place)
            data["grids"][place[0]][place[1:]] = face
        if seat in ("", self.mover):
            data["legal"] = self.legal()
        return data
