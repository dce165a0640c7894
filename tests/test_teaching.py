"""The teacher's folder: keys agree with the checks, and what its pages name is there."""

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cambio_edu import own_progress, pool, rules
from cambio_edu.errors import CambioError
from cambio_edu.lessons import answers
from cambio_edu.lessons.class_set import Kind, class_files
from cambio_edu.lessons.exercises import CHAPTERS, Asked, Exercise, exercise_named, exercises
from cambio_edu.lessons.foreign import LONGEST as SHOWN
from cambio_edu.lessons.guesses import question
from cambio_edu.lessons.inventory import ITEMS
from cambio_edu.lessons.judging import NOT_YET, RIGHT, judged
from cambio_edu.lessons.teaching import (
    EXPERIMENT,
    answer_key,
    class_key,
    made_up_class,
    mark,
    overview,
    told,
)
from cambio_edu.notebooks import course

FOLDER = Path(__file__).parent.parent / "notebooks" / "teacher"
NAMES = ("guide", "solutions", "unplugged")
WRITTEN = [chapter for chapter in CHAPTERS if exercises(chapter)]
ALL = [exercise for chapter in WRITTEN for exercise in exercises(chapter)]
each_exercise = pytest.mark.parametrize("exercise", ALL, ids=lambda e: e.key)
each_page = pytest.mark.parametrize("name", NAMES)

STORE = "run `make store`, so that the page shows what the course now asks"


def cells(name: str, kind: str) -> list[Any]:
    page = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    return [cell for cell in page["cells"] if cell["cell_type"] == kind]


def prose(name: str) -> str:
    return "\n".join("".join(cell["source"]) for cell in cells(name, "markdown"))


def shown(name: str) -> str:
    """All that the boxes show as text."""
    outputs = [output for cell in cells(name, "code") for output in cell["outputs"]]
    return "\n".join(map(as_text, outputs))


def as_text(output: Any) -> str:
    data = {"text/plain": output.get("text", "")} | output.get("data", {})
    if "text/html" in data and "text/markdown" not in data:
        return re.sub(r"<[^>]+>", "", "".join(data["text/html"]))
    return "".join(data.get("text/markdown") or data["text/plain"])


# Keys


def read(text: str, asked: Asked) -> Any:
    """What the text of a key says, as a learner would type it; None for a function."""
    plain = text.replace("−", "-").replace(",", "")
    kind = asked.exercise.kind
    if kind == "choice":
        return text.strip('"')
    if kind == "numbers":
        return [part.split(" ")[0] for part in plain.split("; ")]
    if kind == "pmf":
        pairs = (part.split(": ") for part in text.split(", "))
        return {int(value): chance for value, chance in pairs}
    if kind in ("function", "judged"):
        return None
    return plain if plain.endswith(" %") else plain.split(" ")[0]


@each_exercise
def test_what_a_key_says_is_what_the_check_takes(exercise: Exercise) -> None:
    for learner in ("", "Ada", "Bo"):
        asked = exercise.of(learner)
        given = read(told(asked, asked.answer), asked)
        assert given is None or judged(asked, given).level == RIGHT
        for name, value in asked.mistakes.items():
            given = read(told(asked, value), asked)
            verdict = None if given is None else judged(asked, given)
            assert verdict is None or (verdict.level, verdict.mistake) == (NOT_YET, name)


@each_exercise
def test_a_mistaken_function_is_shown_where_it_goes_wrong(exercise: Exercise) -> None:
    if exercise.kind == "function":
        asked = exercise.of("")
        right = told(asked, asked.answer).split("; ")
        for value in asked.mistakes.values():
            assert told(asked, value) not in right
            assert told(asked, value).count("→") == 1


def test_no_key_shows_an_address_or_a_hole() -> None:
    for chapter, learner in product(CHAPTERS, ("", "Ada")):
        text = str(answer_key(chapter, learner))
        assert "[[" not in text
        assert not re.search("0x[0-9a-f]{6}", text)
        assert "()" not in re.sub(r"\w\(\)", "", text)


def test_a_key_has_the_numbers_of_its_learner() -> None:
    ada = answer_key("01", " ada ")
    assert str(ada) == str(answer_key("01", "Ada")).replace("Ada", " ada ")
    assert f"**{exercise_named('01.1').of('Ada').most} points or fewer**" in str(ada)
    assert repr(ada) == "<Answers to chapter 01 for  ada : 4 exercises>"


def test_a_class_has_a_line_each_and_what_is_the_same_apart() -> None:
    report = class_key("05", ["Ada", "Bo"]).report()
    (table,) = report.tables
    assert [row[0] for row in table.rows] == ["Ada", "Bo"]
    assert {*table.head[1:]} == {e.key for e in exercises("05") if e.values("")}
    same = [line.split(":")[0] for line in report.lines]
    assert sorted([*same, *table.head[1:]]) == [e.key for e in exercises("05")]


def test_a_chapter_that_is_not_there_is_named() -> None:
    for call in (lambda: answer_key("5"), lambda: class_key("12", [])):
        with pytest.raises(CambioError, match="there is no chapter"):
            call()


def test_an_answer_on_paper_is_judged_and_not_kept() -> None:
    asked, before = exercise_named("01.1").of("Ada"), own_progress().events()
    assert mark("01.1", "Ada", str(asked.answer)).is_right
    assert mark("01.1", "Ada", asked.mistakes["four_too_few"]).mistake == "four_too_few"
    assert own_progress().events() == before


def test_the_overview_has_every_chapter_that_is_there() -> None:
    (table,) = overview().report().tables
    files = [file for file in course().glob("*.ipynb") if file.name[:2] in CHAPTERS]
    assert [row[0][:2] for row in table.rows] == sorted(file.name[:2] for file in files)
    assert all(all(row) for row in table.rows)
    assert [int(row[4]) for row in table.rows] == [len(exercises(row[0][:2])) for row in table.rows]


# A made-up class


def test_a_made_up_class_is_the_same_every_time_and_really_deals(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
        made_up_class(folder, learners=8, seed=3)
    one, two = (pool(folder) for folder in folders)
    assert one.rows == two.rows
    assert len(one) == 8
    assert not one.skipped
    assert len(one.numbers(EXPERIMENT)) == 80
    assert {*one.numbers(EXPERIMENT)} <= {float(points) for points in range(-4, 49)}
    assert len(one.gained.learners) == 8


def test_what_a_made_up_class_takes_for_true_is_true(tmp_path: Path) -> None:
    made_up_class(tmp_path, learners=2)
    group = pool(tmp_path)
    points = [p for p in range(1, 13) for _ in range(4)] + [0, 0, -2, -2]
    assert group.truth("01.mean") == pytest.approx(sum(points) / 52, rel=1e-5)
    for own in (2, -2, 2, 3):
        points.remove(own)
    low = sum(sum(four) < 5 for four in combinations(points, 4))
    assert group.truth("05.random") == pytest.approx(100 * low / comb(48, 4), rel=1e-5)
    for cells_of in group.rows:
        assert not {"name", "Ada"} & {*cells_of, *cells_of.values()}


# Pages


@each_page
def test_a_page_is_small_and_its_boxes_are_short(name: str) -> None:
    assert (FOLDER / f"{name}.ipynb").stat().st_size < 350_000
    for cell in cells(name, "code"):
        lines = "".join(cell["source"]).splitlines()
        assert len(lines) <= 10, lines
        assert max(map(len, lines)) <= 100, lines


@each_page
def test_every_link_leads_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", prose(name))
    assert links
    for link in links:
        assert (FOLDER / link).resolve().is_file(), link


def test_no_set_for_a_class_has_the_folder() -> None:
    for kind in (Kind(), Kind(solutions=True), Kind(nbgrader=True)):
        names = class_files(course(), kind)
        assert not [name for name in names if "teacher" in name or "solutions" in name]
        assert not [name for name in names if any(page in name for page in NAMES)]


def test_the_solutions_have_every_chapter_and_every_exercise() -> None:
    code = "\n".join("".join(cell["source"]) for cell in cells("solutions", "code"))
    for chapter in CHAPTERS:
        assert f'answer_key("{chapter}")' in code
        assert f"\n## {chapter} " in prose("solutions")
    text = shown("solutions")
    for chapter in WRITTEN:
        assert str(answer_key(chapter)) in text, STORE


def test_the_remarks_name_exercises_that_are_there() -> None:
    keys = {*re.findall(r"\b(\d\d\.\d)\b", prose("solutions"))}
    assert {key[:2] for key in keys} == {*CHAPTERS}
    assert keys <= {exercise.key for exercise in ALL}
    for name in re.findall(r"\*(\w+_\w+)\*", prose("solutions")):
        assert any(name in exercise.mistakes for exercise in ALL), name


# The guide


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a text, as rows of cells, without their heads."""
    blocks = re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE)
    rows = [[line.strip("| ").split(" | ") for line in b.strip().splitlines()] for b in blocks]
    return [block[2:] for block in rows]


def section(heading: str) -> str:
    """What stands under a heading of the guide, up to the next of its level or above."""
    level = heading.split(" ")[0]
    after = prose("guide").split(f"\n{heading}")[1]
    return re.split(rf"\n#{{1,{len(level)}}} ", after)[0]


def test_every_row_of_a_curriculum_names_chapters_that_are_there() -> None:
    part = section("## Where it belongs")
    found = tables(part)
    assert len(found) == part.count("\n### ") == 6
    used = set()
    for asked, where, chapters in (row for table in found for row in table):
        assert asked
        assert where
        links = re.findall(r"\[(\d\d)\]\(\.\./(\d\d)_\w+\.ipynb\)", chapters)
        assert links, asked
        assert all(number == file and number in CHAPTERS for number, file in links)
        used |= {number for number, _ in links}
    assert used == {*CHAPTERS}


def test_the_american_standards_are_all_there() -> None:
    named = section("### United States")
    wanted = [f"S-CP.A.{n}" for n in range(1, 6)] + [f"S-CP.B.{n}" for n in range(6, 10)]
    wanted += [f"S-MD.A.{n}" for n in range(1, 5)] + [f"S-MD.B.{n}" for n in range(5, 8)]
    assert all(f"{code} " in named for code in wanted)


def test_the_minutes_of_the_plans_add_up() -> None:
    one, four, term = (tables(section(f"## A plan for {what}"))[0]
                       for what in ("one lesson", "four lessons", "a term"))  # fmt: skip
    ends = [tuple(map(int, row[0].split("–"))) for row in one]
    assert ends[0][0] == 0
    assert ends[-1][1] == 45
    assert all(before[1] == after[0] for before, after in pairwise(ends))
    for row in four[1:]:
        assert sum(map(int, re.findall(r"\((\d+)\)", row[2]))) == int(row[1]) == 45
    assert [row[0] for row in term] == [str(week) for week in range(1, 13)]
    for row in term:
        assert sum(map(int, re.findall(r"\((\d+)\)", row[2]))) == 90, row
    assert [re.findall(r"\[(\d\d)\]", row[1]) for row in term] == [[c] for c in CHAPTERS]


def misconceptions() -> list[str]:
    paragraphs = section("## Misconceptions").split("\n\n")
    return [text for text in paragraphs if text.startswith("**")]


def named_chapters(text: str) -> set[str]:
    """The chapters that a misconception says it is met in."""
    (told,) = re.findall(r"Chapters? ((?:\d\d(?:, | and | to )?)+)", text)
    first, _, last = told.partition(" to ")
    if last:
        return {f"{n:02}" for n in range(int(first), int(last) + 1)}
    return {*re.findall(r"\d\d", told)}


@pytest.mark.parametrize("text", misconceptions(), ids=lambda text: text[2:30])
def test_a_misconception_is_met_where_it_says(text: str) -> None:
    codes = re.findall(r"`(\d\d\.\w+)( \w+)?`", text)
    assert codes
    for key, mistake in codes:
        if mistake:
            assert mistake.strip() in exercise_named(key).mistakes, (key, mistake)
        else:
            assert question(key).text
    assert {key[:2] for key, _ in codes} <= named_chapters(text)
    assert "*Answer:*" in text


def test_the_questions_before_and_after_are_about_them() -> None:
    behind = {
        "All that can happen": ("all_equal",),
        "It happens or": ("fifty_fifty", "luck"),
        "The expected value": ("mean_as_bound", "mean_most_likely"),
        "It must even out": ("due", "evening_out"),
        "What was drawn": ("replaced",),
        "What is seen later": ("time_axis",),
        "The conditional": ("transposed", "base_left_out"),
        "“A and B”": ("joint",),
        "A small sample": ("size_left_out",),
        "The best will": ("no_regression",),
    }
    with_questions = [text for text in misconceptions() if re.search(r"questions? \d", text)]
    assert len(with_questions) == len(behind)
    for text in with_questions:
        (names,) = (names for start, names in behind.items() if text.startswith(f"**{start}"))
        (numbers,) = re.findall(r"questions? ((?:\d+(?:, | and )?)+)", text)
        for number in map(int, re.findall(r"\d+", numbers)):
            assert {*names} & {*ITEMS[number - 1].behind["A"]}, (text[:30], number)


def test_every_source_that_is_named_is_listed() -> None:
    listed = section("## Read on")
    for year in re.findall(r"\b(?:18|19|20)\d\d\b", section("## Misconceptions")):
        assert year in listed, year
    assert "Hake (1998)" in listed


def test_what_the_guide_says_of_the_checks_and_files_is_so() -> None:
    text = prose("guide")
    assert Fraction(1, 200) == answers.SAME
    assert Fraction(3, 100) == answers.NEAR
    assert "half a per cent" in text
    assert "three per cent" in text
    assert f"at most {SHOWN} signs" in text
    made = shown("guide")
    assert "Learners: 24" in made
    assert "writes 24 files" in text


def test_what_is_said_of_the_figures_is_so(tmp_path: Path) -> None:
    made_up_class(tmp_path, learners=24, seed=5)
    group = pool(tmp_path)
    high = sum(guess > 77 / 13 for guess in group.guesses("01.mean"))
    assert high > 18
    truth = group.truth("05.random")
    assert truth is not None
    assert sum(abs(guess - truth) < 1 for guess in group.guesses("05.random")) <= 2
    assert sum(guess > truth for guess in group.guesses("05.random")) >= 22


# Without a computer


def test_every_chapter_has_its_page_with_all_its_parts() -> None:
    parts = re.split(r"^## ", prose("unplugged"), flags=re.MULTILINE)[1:]
    assert [part[:2] for part in parts] == [*CHAPTERS]
    for part in parts:
        for name in ("Materials", "Time", "Groups", "Ask", "What comes out", "On paper"):
            assert f"**{name}.**" in part, (part[:20], name)
        assert re.search(r"^1\. ", part, re.MULTILINE)
        assert len(part.split()) < 450


def test_what_comes_out_with_real_cards() -> None:
    """The numbers that the boxes print, worked out another way."""
    text = shown("unplugged")
    points = [p for p in range(1, 13) for _ in range(4)] + [0, 0, -2, -2]
    assert f"two known cards worth   8: all four  {8 + 2 * (308 - 14) / 49:.1f}" in text
    deals = [*combinations(["K1", "K2", "A1", "A2"], 2)]
    told_one = [deal for deal in deals if any(card[0] == "K" for card in deal)]
    assert Fraction(1, len(told_one)) == Fraction(1, 5)
    assert "told: at least one: 2 of 10 = 1/5" in text
    assert "seen: the left one: 2 of 6 = 1/3" in text
    nine = [*combinations(range(9), 3)]
    assert Fraction(sum(min(three) < 3 for three in nine), len(nine)) == Fraction(16, 21)
    again = [*product(range(9), repeat=3)]
    assert Fraction(sum(min(three) < 3 for three in again), len(again)) == Fraction(19, 27)
    assert "3 draw: not put back 16/21, put back 19/27" in text
    low = sum(sum(four) < 5 for four in combinations(points, 4)) / comb(52, 4)
    assert f"below five: {low:.2%}; in 450 deals {450 * low:.1f} expected" in text
    looks = [sum(max(h - bar, 0) for h in points) / 52 - max(sum(points) / 52 - bar, 0)
             for bar in (12, 6, 1)]  # fmt: skip
    assert "   ".join(f"drawn {b}: {x:.2f}" for b, x in zip((12, 6, 1), looks, strict=True)) in text


def test_the_valley_and_the_coins_by_trying() -> None:
    points = [p for p in range(1, 13) for _ in range(4)] + [0, 0, -2, -2]
    rng, paid = Random(8), []
    for _ in range(40_000):
        fee, card = 0, rng.choice(points)
        while card > 4:
            fee, card = fee + 1, rng.choice(points)
        paid.append(fee + card)
    mean = sum(paid) / len(paid)
    error = (sum((x - mean) ** 2 for x in paid) / len(paid) ** 2) ** 0.5
    assert abs(mean - 3.4) < 4 * error
    assert f"stop at  4 or fewer: 3.40 ± {error * (len(paid) / 10) ** 0.5:.1f}"[:-1] in shown(
        "unplugged"
    )
    inside = sum(comb(25, k) for k in range(26) if abs(k / 25 - 0.5) <= 0.2)
    assert f"chance of {inside / 2**25:.1%}" in shown("unplugged")


def test_dans_game_and_the_six_deals() -> None:
    text = shown("unplugged")
    assert "5 aces of 8: “ace” -1/8, “three” -1/8" in text
    gains = []
    for ann, ben, _, stock in {*permutations((1, 1, 3, 3))}:
        totals = {"Ann": min(ann, stock), "Ben": ben}
        writes = {w: 0 if t == min(totals.values()) else t for w, t in totals.items()}
        gains.append(writes["Ben"] - writes["Ann"])
    assert Counter(gains) == Counter({3: 3, 0: 2, -3: 1})
    assert "on average 1" in text


def test_thirty_worthless_tips_are_more_likely_than_not_to_have_a_discovery() -> None:
    alarm = sum(comb(20, k) for k in range(21) if max(k, 20 - k) >= 15) / 2**20
    assert 1 - (1 - alarm) ** 30 > 0.5
    assert f"30 learners: {30 * alarm:.2f} discoveries expected" in shown("unplugged")


def test_numbers_in_the_remarks() -> None:
    text = prose("solutions")
    assert "253/365, about 0.69" in text
    assert comb(23, 2) == 253
    assert round(253 / 365, 2) == 0.69
    same = 1.0
    for n in range(23):
        same *= (365 - n) / 365
    assert abs(1 - same - 0.5) < 0.01
    assert max(range(53), key=lambda n: n * (52 - n)) == 26
    assert sum(map(rules("cambio").points, rules("cambio").pack.cards)) == 308
