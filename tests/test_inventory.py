"""Before and after: right is right, the forms are parallel, and the gain is as by hand."""

import html
import json
import os
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, sqrt
from pathlib import Path

import pytest

from cambio_edu.errors import CambioError
from cambio_edu.lessons import inventory
from cambio_edu.lessons.inventory import (
    FORMS,
    IDEAS,
    ITEMS,
    LETTERS,
    RIGHT,
    BeforeAfter,
    ClassGain,
    Item,
    Score,
    class_gain,
    gain,
    hand_in,
    handed_in,
    pick,
    picked,
    pooled_gain,
    questions,
    scored,
    what_changed,
)
from cambio_edu.lessons.progress import Progress, own_progress
from cambio_edu.lessons.texts import texts
from cambio_edu.rules import rules
from cambio_edu.widgets.inventory import Inventory
from cambio_edu.words import LANGUAGES, words

TEXTS = texts("inventory")
NUMBERS = range(1, len(ITEMS) + 1)
KEYS = {form: "".join(q.right for q in questions(form)) for form in FORMS}
POINTS = [rules("cambio").points(card) for card in rules("cambio").pack.cards]

each_form = pytest.mark.parametrize("form", FORMS)
each_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """A progress that is written nowhere, and empty."""
    assert own_progress().file is None
    own_progress().clear("inventory")
    yield
    own_progress().clear("inventory")


def option(form: str, number: int, behind: str = RIGHT) -> str:
    """The text of the option behind which something stands."""
    asked = questions(form)[number - 1]
    [letter] = [letter for letter, name in asked.behind.items() if name == behind]
    return asked.options[letter]


def with_right(form: str, count: int) -> str:
    """Answers of which the first few are right, and the others not."""
    answers = [
        q.right if q.number <= count else next(x for x in LETTERS if x != q.right)
        for q in questions(form)
    ]
    return "".join(answers)


def share_of(worlds: list[bool]) -> Fraction:
    return Fraction(sum(worlds), len(worlds))


def binomial(trials: int, least: int, chance: Fraction = Fraction(1, 2)) -> Fraction:
    """At least so many of some trials."""
    return sum(
        (comb(trials, k) * chance**k * (1 - chance) ** (trials - k))
        for k in range(least, trials + 1)
    )  # type: ignore[return-value]


# What is right, computed


@pytest.mark.parametrize(("form", "most", "total"), [("A", 4, 5), ("B", 5, 6)])
def test_1_a_total_of_two_by_listing_the_pairs(form: str, most: int, total: int) -> None:
    pairs = [a + b for a, b in combinations(range(1, most + 1), 2)]
    assert option(form, 1) == str(share_of([pair == total for pair in pairs]))
    assert option(form, 1, "all_equal") == str(Fraction(1, len({*pairs})))
    assert option(form, 1, "fifty_fifty") == "1/2"


@pytest.mark.parametrize(("form", "whole", "kind"), [("A", 52, 4), ("B", 20, 5)])
def test_2_the_second_of_a_kind_by_listing_pairs_in_order(form: str, whole: int, kind: int) -> None:
    pairs = [(a < kind, b < kind) for a, b in permutations(range(whole), 2)]
    assert Fraction(option(form, 2)) == share_of([second for first, second in pairs if first])
    assert option(form, 2) == f"{kind - 1}/{whole - 1}"
    assert option(form, 2, "replaced") == f"{kind}/{whole}"
    assert option(form, 2, "whole_not_smaller") == f"{kind - 1}/{whole}"
    assert option(form, 2, "kind_not_fewer") == f"{kind}/{whole - 1}"


@pytest.mark.parametrize(("form", "chance"), [("A", "4/52"), ("B", "1/6")])
def test_3_trials_that_are_independent_have_the_same_chance_after_every_run(
    form: str, chance: str
) -> None:
    p, run = Fraction(chance), 3
    weight = {
        draws: (p if draws[-1] else 1 - p) * (1 - p) ** run
        for draws in product((False, True), repeat=run + 1)
        if not any(draws[:-1])
    }
    assert sum(w for draws, w in weight.items() if draws[-1]) / sum(weight.values()) == p
    assert option(form, 3).startswith(f"{chance}, as in every ")
    for name, sign in (("due", "More"), ("streak", "Less")):
        assert option(form, 3, name).startswith(f"{sign} than {chance}: ")


@pytest.mark.parametrize(("form", "each"), [("A", 2), ("B", 3)])
def test_4_a_later_draw_tells_of_an_earlier_one(form: str, each: int) -> None:
    white = [True] * each + [False] * each
    deals = [(white[i], white[j]) for i, j in permutations(range(2 * each), 2)]
    assert option(form, 4) == str(share_of([first for first, second in deals if second]))
    assert option(form, 4, "joint") == str(share_of([all(deal) for deal in deals]))
    assert option(form, 4, "time_axis") == str(share_of([first for first, _ in deals]))


@pytest.mark.parametrize(
    ("form", "pool", "known"),
    [("A", POINTS, (1, 2)), ("B", [n for n in range(1, 9) for _ in range(4)], (1, 3))],
)
def test_5_the_bound_of_a_total_by_trying_every_hidden_pair(
    form: str, pool: list[int], known: tuple[int, int]
) -> None:
    left = list(pool)
    for value in known:
        left.remove(value)
    totals = [sum(known) + a + b for a, b in combinations(left, 2)]
    assert option(form, 5) == str(max(totals))
    assert option(form, 5, "known_for_hidden") == str(2 * sum(known))
    mean = Fraction(sum(totals), len(totals))
    assert abs(Fraction(option(form, 5, "mean_as_bound")) - mean) < Fraction(1, 2)
    assert (min(POINTS), max(POINTS), POINTS.count(12)) == (-2, 12, 4)


@pytest.mark.parametrize(
    ("form", "small", "large", "share", "place"),
    [("A", 10, 100, Fraction(7, 10), "small table"), ("B", 15, 60, Fraction(2, 3), "morning")],
)
def test_6_the_smaller_sample_is_extreme_more_often(
    form: str, small: int, large: int, share: Fraction, place: str
) -> None:
    chances = [binomial(n, int(share * n)) for n in (small, large)]
    assert all((share * n).denominator == 1 for n in (small, large))
    assert chances[0] > 10 * chances[1]
    assert place in option(form, 6)
    one_in = [round(float(1 / chance), 1) for chance in chances]
    assert one_in == ([5.8, 25477.3] if form == "A" else [6.6, 148.3])


@pytest.mark.parametrize(("form", "base", "sign", "false"), [("A", 10, 90, 30), ("B", 20, 80, 30)])
def test_7_the_cause_given_the_sign_by_counting_cases(
    form: str, base: int, sign: int, false: int
) -> None:
    both, other = Fraction(base * sign, 100), Fraction((100 - base) * false, 100)
    assert option(form, 7) == f"{100 * both / (both + other)} %"
    assert option(form, 7, "transposed") == f"{sign} %"
    assert option(form, 7, "sign_left_out") == f"{base} %"
    assert f"{round(100 * Fraction(sign, sign + false))} %" in option(form, 7, "base_left_out")
    assert f"{both} of " in questions(form)[6].why
    assert f"{both}/{both + other}" in questions(form)[6].why


@pytest.mark.parametrize(("form", "people", "chosen"), [("A", 40, 5), ("B", 80, 10)])
def test_8_the_chosen_come_back_towards_the_mean_but_not_beyond(
    form: str, people: int, chosen: int
) -> None:
    rng, firsts, seconds, every = random.Random(8), [], [], []
    for _ in range(400):
        skill = [rng.gauss(0, 1) for _ in range(people)]
        first, second = ([s + rng.gauss(0, 1) for s in skill] for _ in range(2))
        best = sorted(range(people), key=first.__getitem__)[-chosen:]
        firsts += [first[n] for n in best]
        seconds += [second[n] for n in best]
        every += second
    mean = [sum(of) / len(of) for of in (every, seconds, firsts)]
    error = sqrt(2 / len(seconds))
    assert mean[0] + 4 * error < mean[1] < mean[2] - 4 * error
    assert abs(mean[1] - mean[2] / 2) < 4 * error
    assert re.search("less (good|bad) than their first, but (better|worse)", option(form, 8))


@pytest.mark.parametrize(
    ("form", "pool", "shown"),
    [
        ("A", POINTS, (10, 11, 12, 12)),
        ("B", [n for n in range(1, 11) for _ in range(4)], (1, 1, 2, 2)),
    ],
)
def test_9_the_other_hand_by_averaging_over_what_is_left(
    form: str, pool: list[int], shown: tuple[int, ...]
) -> None:
    left = list(pool)
    for value in shown:
        left.remove(value)
    before, now = (4 * Fraction(sum(cards), len(cards)) for cards in (pool, left))
    by_pairs = [a + b for a, b in combinations(left, 2)]
    assert now == 2 * Fraction(sum(by_pairs), len(by_pairs))
    values = {
        RIGHT: now,
        "always_independent": before,
        "evening_out": 2 * before - sum(shown),
        "like_draws_like": 2 * before - now,
    }
    for name, value in values.items():
        rounded = f"{float(value):.1f}".removesuffix(".0")
        assert re.match(r"[\d.]+", option(form, 9, name))[0] == rounded
    assert f"{sum(shown)} " in questions(form)[8].text
    assert f"{sum(pool)} − {sum(shown)} = {sum(left)}" in questions(form)[8].why


def test_10_an_expected_value_alone_says_nothing_else() -> None:
    pack = POINTS
    mean = Fraction(sum(pack), 52)
    assert round(float(mean), 2) == 5.92
    assert len([x for x in {*pack} if pack.count(x) == pack.count(6)]) == 12
    assert [sum(x > mean for x in pack), sum(x < mean for x in pack)] == [28, 24]
    assert 2 * sum(abs(x - mean) <= 3 for x in pack) < len(pack)
    wheel = [42, *[0] * 9]
    assert Fraction(sum(wheel), 10) == Fraction("4.2")
    assert not [x for x in wheel if abs(x - Fraction("4.2")) <= 2]
    assert sum(x > 4 for x in wheel) < sum(x < 4 for x in wheel)
    assert "42 coins in one spin out of ten" in questions("B")[9].why
    assert all("almost certain" in option(form, 10) for form in FORMS)


# The forms


def test_ten_questions_cover_eight_ideas_two_of_them_twice() -> None:
    counts = {idea: sum(item.idea == idea for item in ITEMS) for idea in IDEAS}
    assert (len(ITEMS), len(counts)) == (10, 8)
    assert {idea for idea, n in counts.items() if n == 2} == {"independence", "conditional"}
    assert {*TEXTS["ideas"]} == {*IDEAS}


@pytest.mark.parametrize("item", ITEMS)
def test_the_forms_ask_the_same_with_the_same_mistakes_in_other_places(item: Item) -> None:
    a, b = item.behind["A"], item.behind["B"]
    assert sorted(a) == sorted(b)
    assert a != b
    assert len({*a}) == len(a) in (3, 4)
    assert a.count(RIGHT) == 1


@each_form
def test_every_question_has_its_texts(form: str) -> None:
    for asked in questions(form):
        assert [*asked.options] == [*asked.behind]
        assert len(TEXTS[form][str(asked.number)]["options"]) == len(asked.behind)
        assert len({*asked.options.values()}) == len(asked.options)
        assert asked.text.endswith("?")
        assert asked.why.endswith(".")
        assert not set("'\"!") & set("".join([asked.text, asked.why, *asked.options.values()]))
    assert {*TEXTS[form]} == {*map(str, NUMBERS)}


def test_the_forms_have_other_numbers_and_other_settings() -> None:
    for one, other in zip(questions("A"), questions("B"), strict=True):
        numbers = [re.findall(r"\d+", asked.text) for asked in (one, other)]
        assert numbers[0] != numbers[1] or not any(numbers), one.number
        told = [{*re.findall(r"\w{4,}", asked.text)} for asked in (one, other)]
        assert len(told[0] & told[1]) < 0.8 * min(map(len, told)), one.number


def test_every_mistake_has_a_name_and_none_is_left_over() -> None:
    used = {name for item in ITEMS for form in FORMS for name in item.behind[form]}
    assert used - {RIGHT} == {*TEXTS["behind"]}
    assert len({*TEXTS["behind"].values()}) == len(TEXTS["behind"])


def test_no_letter_is_the_right_one_much_more_often() -> None:
    for key in KEYS.values():
        assert all(1 <= key.count(letter) <= 4 for letter in LETTERS)
    assert all(a != b for a, b in zip(*KEYS.values(), strict=True))


# Scores and gains


@each_form
def test_scores_by_hand(form: str) -> None:
    for count in (0, 1, 7, 10):
        score = scored(form, with_right(form, count))
        assert score.share == Fraction(count, 10)
        assert score.right == tuple(range(1, count + 1))
        assert {*score.mistakes} == {*NUMBERS} - {*score.right}
    half = scored(form, with_right(form, 3))
    assert (half.of("independence"), half.of("bound"), half.of("equiprobability")) == (
        (1, 2), (0, 1), (1, 1),
    )  # fmt: skip


def test_a_wrong_answer_names_what_may_be_behind_it() -> None:
    answers = {**dict(enumerate(KEYS["A"], 1)), 7: "a", 3: "a"}
    assert scored("A", answers).mistakes == {3: "due", 7: "transposed"}


@pytest.mark.parametrize(
    ("form", "answers", "told"),
    [
        ("C", "a" * 10, "no form 'C'"),
        ("A", "a" * 9, "no answer yet to 10"),
        ("A", {1: "a", 3: "b"}, "no answer yet to 2, 4, 5, 6, 7, 8, 9, 10"),
        ("A", "a" * 11, "no question 11"),
        ("B", "aaxaaaaaaz", "the answer to 3, 10 is none of abcd"),
    ],
)
def test_what_is_no_form_is_named(form: str, answers: str | dict[int, str], told: str) -> None:
    with pytest.raises(CambioError, match=told):
        scored(form, answers)


def test_the_gain_by_hand() -> None:
    tenth = [Fraction(n, 10) for n in range(11)]
    assert gain(tenth[4], tenth[7]) == Fraction(1, 2)
    assert gain(tenth[0], tenth[3]) == Fraction(3, 10)
    assert gain(tenth[3], tenth[3]) == 0
    assert gain(tenth[9], tenth[10]) == 1
    assert gain(tenth[8], tenth[6]) == -1
    assert gain(tenth[10], tenth[10]) is gain(tenth[10], tenth[2]) is None


def test_the_gain_of_a_class_by_hand_in_both_ways() -> None:
    tenths = [(2, 6), (5, 10), (8, 8), (10, 9)]
    pooled = pooled_gain([(Fraction(b, 10), Fraction(a, 10)) for b, a in tenths])
    assert (pooled.before, pooled.after) == (Fraction(25, 40), Fraction(33, 40))
    assert pooled.of_means == Fraction(8, 15)
    assert pooled.mean == (Fraction(1, 2) + 1 + 0) / 3 == Fraction(1, 2)
    assert (pooled.counted, pooled.full) == (3, 1)
    assert pooled.standard_error == pytest.approx(0.5 / sqrt(3))
    assert "Gain of the means: 0.53. Mean of the individual gains: 0.50 ± 0.29" in str(pooled)


def test_the_gain_of_a_class_where_it_is_not_defined() -> None:
    full = pooled_gain([(Fraction(1), Fraction(1))] * 2)
    assert full.of_means is full.mean is full.standard_error is None
    assert (full.counted, full.full) == (0, 2)
    assert str(full).count("not defined") == 2
    assert pooled_gain([(Fraction(0), Fraction(1))]).standard_error is None
    with pytest.raises(CambioError, match="at least one learner"):
        pooled_gain([])


# What is kept


def test_a_form_is_kept_as_numbers_and_letters_alone(tmp_path: Path) -> None:
    own = Progress(tmp_path / "own.jsonl")
    pick("A", 3, "b", own)
    hand_in("A", KEYS["A"], own)
    first, second = map(json.loads, own.file.read_text(encoding="utf-8").splitlines())
    assert {**first, "at": ""} == {"at": "", "what": "pick", "key": "inventory.A.3", "option": "b"}
    answers = {str(n): letter for n, letter in enumerate(KEYS["A"], 1)}
    assert {**second, "at": ""} == {
        "at": "", "what": "inventory", "key": "inventory.A", "answers": answers,
    }  # fmt: skip


def test_what_is_kept_is_read_back_by_another_kernel(tmp_path: Path) -> None:
    file = tmp_path / "own.jsonl"
    hand_in("B", with_right("B", 4), Progress(file))
    hand_in("A", with_right("A", 7), Progress(file))
    found = what_changed(Progress(file))
    assert [score.form for score in found.scores] == ["B", "A"]
    assert found.gain == Fraction(1, 2)


def test_the_first_time_counts_and_a_second_one_is_refused() -> None:
    hand_in("A", with_right("A", 4))
    with pytest.raises(CambioError, match="was handed in"):
        hand_in("A", KEYS["A"])
    again = {str(n): a for n, a in enumerate(KEYS["A"], 1)}
    own_progress().add("inventory", "inventory.A", answers=again)  # by another notebook
    [score] = handed_in()
    assert score.share == Fraction(4, 10)
    own_progress().clear("inventory")
    assert handed_in() == []
    assert hand_in("A", KEYS["A"]).share == 1


def test_what_is_not_answered_whole_is_not_kept() -> None:
    with pytest.raises(CambioError, match="no answer yet to 10"):
        hand_in("A", "a" * 9)
    assert handed_in() == []


@pytest.mark.parametrize(
    "answers",
    [None, 5, "abcd", [], {}, {"1": "a"}, {"x": "a"}, {str(n): "z" for n in NUMBERS},
     {str(n): ["a"] for n in NUMBERS}, {str(n): None for n in NUMBERS}],
)  # fmt: skip
def test_a_line_that_somebody_else_wrote_is_passed_over(answers: object) -> None:
    own_progress().add("inventory", "inventory.A", answers=answers)
    own_progress().add("inventory", "inventory.Z", answers=answers)
    own_progress().add("inventory", "inventory")
    own_progress().add("pick", "inventory.A.2", option=answers)
    assert handed_in() == []
    assert picked("A") == {}
    assert hand_in("A", KEYS["A"]).share == 1


def test_nothing_is_written_in_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer(Inventory("A"), "a")
    hand_in("A", KEYS["A"])
    assert os.listdir(tmp_path) == []


# What is said


def test_nothing_is_explained_before_both_forms_are_handed_in() -> None:
    assert str(what_changed()).endswith(words("en")["inv.none"])
    hand_in("A", with_right("A", 4))
    for shown in (what_changed(), what_changed().explained(), Inventory("A"), Inventory("B")):
        page = shown.report().html() if hasattr(shown, "report") else everything(shown)
        for asked in [*questions("A"), *questions("B")]:
            assert html.escape(asked.why) not in page
    assert "Right: 4/10" in str(what_changed())
    assert what_changed().gain is None


def test_what_changed_is_told_idea_by_idea() -> None:
    hand_in("A", with_right("A", 4))
    hand_in("B", with_right("B", 7))
    text = str(what_changed())
    assert "Right before: 4/10. Right after: 7/10. Normalised gain: 0.50." in text
    assert re.search(r"Independence, and the gambler’s fallacy +1/2 +1/2", text)
    assert re.search(r"Conditional chances turned round +1/2 +2/2", text)
    assert re.search(r"Small samples +0/1 +1/1", text)


def test_afterwards_every_question_is_explained_with_the_answer_that_was_given() -> None:
    hand_in("B", {**dict(enumerate(KEYS["B"], 1)), 7: "c"})
    hand_in("A", KEYS["A"])
    text = str(what_changed().explained())
    assert all(q.why in text and q.text in text for form in FORMS for q in questions(form))
    wrong = "Your answer: 80 %. Right: 40 %. What may be behind it: the conditional is turned round"
    assert wrong in text
    assert text.count("Your answer was right") == 19
    assert text.index("B 1. ") < text.index("A 1. ") < text.index("B 2. ")
    assert "Lecoutre (1992)" in text
    page = what_changed().explained()._repr_html_()
    assert all(html.escape(q.why) in page for form in FORMS for q in questions(form))
    assert page.count("<p><b>") == 20
    known = [idea for idea in TEXTS["ideas"].values() if idea["source"]]
    assert text.count("Known from research") == len(known) == 5


def test_all_right_before_is_told_as_not_defined() -> None:
    hand_in("A", KEYS["A"])
    hand_in("B", KEYS["B"])
    assert what_changed().gain is None
    assert words("en")["inv.full"] in str(what_changed())


@each_language
def test_everything_is_said_in_every_language(language: str) -> None:
    scores = Score("A", dict(enumerate(KEYS["A"], 1))), scored("B", with_right("B", 4))
    whole = BeforeAfter(scores[::-1], language)
    some = [BeforeAfter((), language), BeforeAfter(scores[:1], language), whole]
    shown = [*some, *(one.explained() for one in some), ClassGain((whole, whole), 3, language)]
    for one in [*shown, ClassGain((), 1, language)]:
        assert not set("{}") & set(str(one))
        assert f'<div lang="{language}"' in one._repr_html_()
    lines = str(ClassGain((whole, whole), 3, language))
    assert words(language)["inv.class.out"].format(left_out=3) in lines


# A class


def test_a_class_is_read_from_its_files(tmp_path: Path) -> None:
    for name, before, after in (("ann", 2, 6), ("ben", 5, 10), ("cara", 8, 8), ("dan", 10, 9)):
        own = Progress(tmp_path / f"{name}.jsonl")
        first, second = ("A", "B") if name < "c" else ("B", "A")
        hand_in(first, with_right(first, before), own)
        hand_in(second, with_right(second, after), own)
    hand_in("A", KEYS["A"], Progress(tmp_path / "eve.jsonl"))
    found = class_gain(tmp_path)
    assert (len(found.learners), found.left_out) == (4, 1)
    assert pooled_gain(found.pairs).of_means == Fraction(8, 15)
    text = str(found)
    assert "Learners with both forms: 4. Right before, on average: 62.50%." in text
    assert "Right after: 82.50%" in text
    assert "left out: 1." in text
    assert re.search(r"Small samples +50.00% +100%", text)
    assert re.search(r"Conditional chances turned round +62.50% +87.50%", text)
    assert not re.search(r"\b(ann|ben|cara|dan)\b", text)
    files = [tmp_path / f"{name}.jsonl" for name in ("ann", "eve")]
    assert len(class_gain(files).learners) == len(class_gain(files[0]).learners) == 1
    assert words("en")["inv.class.none"] in str(class_gain(files[1]))


def test_the_mistakes_of_a_class_are_counted(tmp_path: Path) -> None:
    key = dict(enumerate(KEYS["A"], 1))
    for n in range(3):
        own = Progress(tmp_path / f"{n}.jsonl")
        hand_in("A", {**key, 7: "a"}, own)
        hand_in("B", KEYS["B"], own)
    [line] = [line for line in str(class_gain(tmp_path)).splitlines() if "turned round:" in line]
    assert re.search(r"3 +0$", line)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CambioError, match=r"nobody\.jsonl: there is no such file"):
        class_gain([tmp_path / "nobody.jsonl"])
    assert class_gain(tmp_path).left_out == 0


# The widget


def everything(widget: Inventory) -> str:
    """All that goes to the page, and what is left of it without a kernel."""
    return "\n".join(
        [
            json.dumps(widget.get_state(), default=str, ensure_ascii=False),
            widget._still(),
            repr(widget),
        ]
    )


def answer(widget: Inventory, letters: str) -> None:
    for number, letter in enumerate(letters, 1):
        widget.chosen = {**widget.chosen, str(number): letter}


def press(widget: Inventory) -> None:
    """The button on the page."""
    widget._handle_custom_msg({"do": "hand_in"}, [])


def test_a_form_is_answered_changed_and_handed_in() -> None:
    widget = Inventory("A")
    assert widget.said == "Answered: 0/10."
    answer(widget, with_right("A", 0))
    answer(widget, KEYS["A"][:6])
    assert widget.said == "Answered: 10/10."
    press(widget)
    assert widget.score == scored("A", with_right("A", 6))
    assert widget.said.startswith("Handed in. Right: 6/10. Which ones, and why, ")
    assert widget.locked


def test_what_is_not_answered_is_named_and_nothing_is_handed_in() -> None:
    widget = Inventory("B")
    answer(widget, "abc")
    widget.chosen = {**widget.chosen, "9": "a"}
    assert widget.missing == [4, 5, 6, 7, 8, 10]
    press(widget)
    assert widget.missed.startswith("Not answered yet: 4, 5, 6, 7, 8, 10.")
    assert handed_in() == []
    widget.chosen = {**widget.chosen, "4": "a"}
    assert (widget.missed, widget.said) == ("", "Answered: 5/10.")


def test_only_what_was_changed_is_noted() -> None:
    answer(Inventory("A"), "bad")
    keys = [event["key"] for event in own_progress().events("pick", "inventory")]
    assert keys == ["inventory.A.1", "inventory.A.2", "inventory.A.3"]


def test_answers_are_there_again_after_the_kernel_was_restarted() -> None:
    answer(Inventory("A"), "bad")
    again = Inventory("A")
    assert again.answers == {1: "b", 2: "a", 3: "d"}
    assert Inventory("B").answers == {}
    answer(again, KEYS["A"])
    press(again)
    later = Inventory("A")
    assert later.answers == dict(enumerate(KEYS["A"], 1))
    assert later.locked


def test_a_form_that_was_handed_in_elsewhere_stays_as_it_is() -> None:
    widget = Inventory("A")
    answer(widget, "a" * 10)
    hand_in("A", KEYS["A"])
    widget.chosen = {**widget.chosen, "1": "c"}
    assert widget.answers == dict(enumerate(KEYS["A"], 1))
    assert widget.locked
    assert picked("A")[1] == "a"
    press(Inventory("A"))
    assert len(handed_in()) == 1


@pytest.mark.parametrize(
    "chosen", [{"1": "z"}, {"11": "a"}, {"x": "a"}, {"1": None}, {"1": 5}, {"2": "abc"}]
)
def test_what_is_no_option_is_not_taken_from_the_page(chosen: dict[str, object]) -> None:
    widget = Inventory("A")
    widget.chosen = {**chosen, "3": "b"}
    assert widget.answers == {3: "b"}
    widget._handle_custom_msg({"do": "something else"}, [])
    widget._handle_custom_msg("hand_in", [])
    assert handed_in() == []


def test_the_second_form_shows_what_changed_and_why() -> None:
    for form, count in (("B", 4), ("A", 7)):
        widget = Inventory(form)
        assert widget.after == ""
        answer(widget, with_right(form, count))
        press(widget)
    assert "Normalised gain: 0.50." in widget.after
    assert html.escape(questions("B")[6].why) in widget.after
    assert widget.said == "Handed in. Right: 7/10."


@each_form
def test_where_no_kernel_runs_all_questions_are_left_without_a_hint(form: str) -> None:
    bundle = Inventory(form)._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    page = data["text/html"]
    for asked in questions(form):
        assert html.escape(asked.text) in page
        assert all(
            f"<li>{n}) {html.escape(text)}</li>" in page for n, text in asked.options.items()
        )
        assert html.escape(asked.why) not in page
    assert html.escape(TEXTS["note"]) in page
    assert html.escape(f'hand_in("{form}", "abcdabcdab")') in page
    assert "application/vnd.jupyter.widget-view+json" in data
    assert not [name for name, t in TEXTS["behind"].items() if f"{name}_" in page or t in page]


@each_language
def test_the_widget_is_there_in_every_language(language: str) -> None:
    widget = Inventory("A", language)
    say = words(language)
    assert (widget.lang, widget.button) == (language, say["inv.hand_in"])
    assert widget.said == say["inv.answered"].format(done="0/10")
    press(widget)
    assert "1, 2, 3, 4, 5, 6, 7, 8, 9, 10" in widget.missed


def test_the_page_gets_the_questions_and_nothing_that_says_which_option_is_right() -> None:
    for asked, sent in zip(questions("A"), Inventory("A").questions, strict=True):
        labels = {letter: f"{letter}) {text}" for letter, text in asked.options.items()}
        assert sent == {"number": asked.number, "text": asked.text, "options": labels}


def test_the_page_has_groups_of_radio_buttons_and_says_what_changes() -> None:
    page = (Path(inventory.__file__).parent.parent / "widgets" / "inventory.js").read_text("utf-8")
    for part in ("fieldset", "legend", '"radio"', '"aria-live", "polite"', '"role", "alert"',
                 "data-lm-suppress-shortcuts"):  # fmt: skip
        assert part in page
    sent = {"head", "questions", "button", "chosen", "locked", "said", "missed", "after", "lang"}
    assert {*re.findall(r'model\.get\("(\w+)"\)', page)} == sent


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(CambioError, match="no form 'C'"):
        Inventory("C")
    with pytest.raises(CambioError, match="no language"):
        Inventory("A", "xx")


def test_what_could_not_be_written_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_progress(), "trouble", "the disk is full")
    assert "the disk is full" in Inventory("A").said


def test_the_arithmetic_of_the_module_needs_no_widget() -> None:
    source = Path(inventory.__file__).read_text(encoding="utf-8")
    assert "ipywidgets" not in source
    assert "numpy" not in source
