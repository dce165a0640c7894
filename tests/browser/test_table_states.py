"""The table's front end on a bare page, without a kernel, by mouse and by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("playwright")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from table_page import STATES, open_table, show_again, state, traits

pytestmark = pytest.mark.browser

NAMES = list(STATES["states"])
PAUSED = {"paused": True}
SPOKEN = """() => [...document.querySelectorAll('.cambio-table, .cambio-table *')].flatMap((el) => [
    ...[...el.childNodes].map((node) => node.data ?? ''),
    ...['aria-label', 'aria-description', 'title'].map((name) => el.getAttribute(name) ?? ''),
]).join(' ')"""
# Where cards are set in motion, from now on.
FLIGHTS = """() => {
    const { animate } = Element.prototype;
    window.flights = [];
    Element.prototype.animate = function (...how) {
        window.flights.push(this.parentElement.dataset.spot);
        return animate.apply(this, how);
    };
}"""
# A kernel so quick that the second click of a double click meets its answer.
QUICK = """(next) => {
    const { send } = window.model;
    window.model.send = function (message) {
        send.call(this, message);
        if (this.sent.length === 1) this.set('state', next);
    };
}"""


def sent(page: Page) -> list[dict[str, Any]]:
    """Return the messages that the front end has sent."""
    return page.evaluate("window.model.sent")


def answer(page: Page, name: str, **changes: Any) -> None:
    """Let the kernel answer with another state."""
    page.evaluate("(s) => window.model.set('state', s)", state(name, **changes))


def focused(page: Page) -> str | None:
    """Return the test id of what has the keyboard."""
    return page.evaluate("document.activeElement.dataset.testid ?? null")


def tab_to(page: Page, test_id: str) -> None:
    """Press Tab until the named control has the keyboard."""
    for _ in range(40):
        if focused(page) == test_id:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {test_id}")


def stop_the_clock(page: Page) -> None:
    """Let the page's time go on only where a test says so."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def muted(thing: Any) -> Any:
    """Return what is likely with every text in it taken for "xx"."""
    if isinstance(thing, dict):
        return {key: muted(value) for key, value in thing.items()}
    if isinstance(thing, list):
        return [muted(value) for value in thing]
    return "xx" if isinstance(thing, str) and len(thing) > 4 else thing


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing(page: Page, name: str, dark: bool) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_table(page, traits(name) | PAUSED, dark)
    found = Axe().run(page, context=".cambio-table")
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("name", NAMES)
def test_every_button_has_a_name_and_can_be_hit(page: Page, name: str) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    open_table(page, traits(name) | PAUSED)
    for control in page.locator("button").all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
        spoken = control.get_attribute("aria-label") or control.inner_text()
        assert len(spoken) > 3, spoken


@pytest.mark.parametrize("name", NAMES)
def test_a_narrow_table_does_not_scroll_sideways(page: Page, name: str) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    open_table(page, traits(name) | PAUSED)
    wide, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room
    for box in (place.bounding_box() for place in page.locator("[data-spot]").all()):
        assert box is not None
        assert 0 <= box["x"] <= 400 - box["width"]


@pytest.mark.parametrize("name", NAMES)
def test_every_word_comes_from_the_words(page: Page, name: str) -> None:
    values = traits(name, log=[], note="", guide="", house=[], result=None, match=None)
    for seat in values["state"]["seats"]:
        seat["name"] = "xx"
    values["state"]["likely"] = muted(values["state"]["likely"])
    values["words"] = dict.fromkeys(values["words"], "xx") | {"lang": "en"}
    open_table(page, values | PAUSED)
    spoken = page.evaluate(SPOKEN)
    assert re.findall(r"[^\W\d_]{3,}", re.sub("xx", "", spoken, flags=re.IGNORECASE)) == []


def test_two_cards_are_claimed_equal_by_keyboard_alone(page: Page) -> None:
    open_table(page, traits("holding"))
    tab_to(page, "card-A1")
    page.keyboard.press("Enter")
    assert sent(page) == []
    assert focused(page) == "card-A1"
    expect(page.get_by_test_id("card-A1")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowUp")
    assert focused(page) == "card-A3"
    page.keyboard.press("Space")
    tab_to(page, "move-swap")
    page.keyboard.press("Enter")
    assert sent(page) == [{"type": "move", "position": 17, "move": "swap 1+3"}]


def test_escape_lets_go_of_the_chosen_cards(page: Page) -> None:
    open_table(page, traits("holding"))
    page.get_by_test_id("card-A2").click()
    assert page.locator("[aria-pressed=true].ct-place").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("[aria-pressed=true].ct-place").count() == 0
    assert focused(page) == "card-A2"
    assert sent(page) == []


def test_a_card_with_one_meaning_is_played_at_once_and_says_so(page: Page) -> None:
    open_table(page, traits("peek"))
    page.get_by_role("button", name="Look at your card 3, far left").click()
    assert [message["move"] for message in sent(page)] == ["peek 3"]


def test_the_first_look_is_chosen_on_the_table(page: Page) -> None:
    open_table(page, traits("choose_look"))
    page.get_by_test_id("card-A2").click()
    page.get_by_role("button", name="Look at your card 2, number 2 from the left and").nth(
        1
    ).click()
    assert [message["move"] for message in sent(page)] == ["see 2 4"]


def test_a_stack_is_asked_for_a_second_time(page: Page) -> None:
    open_table(page, traits("window"))
    page.get_by_test_id("card-A4").click()
    assert sent(page) == []
    page.get_by_test_id("move-stack").click()
    assert [message["move"] for message in sent(page)] == ["stack 4"]


def test_a_card_that_does_not_go_with_the_chosen_one_takes_its_place(page: Page) -> None:
    open_table(page, traits("switch"))
    page.get_by_test_id("card-A1").click()
    page.get_by_test_id("card-A2").click()
    page.get_by_test_id("card-B3").click()
    assert [message["move"] for message in sent(page)] == ["switch 2 B3"]


def test_stock_and_discard_pile_are_buttons_too(page: Page) -> None:
    open_table(page, traits("start"))
    page.get_by_test_id("discard").click()
    answer(page, "start", position=18)
    page.get_by_test_id("stock").click()
    moves = [(message["move"], message["position"]) for message in sent(page)]
    assert moves == [("take", 17), ("draw", 18)]


def test_a_double_click_sends_one_message(page: Page) -> None:
    open_table(page, traits("start"))
    page.get_by_test_id("move-draw").dblclick()
    page.get_by_test_id("move-draw").click()
    assert sent(page) == [{"type": "move", "position": 17, "move": "draw"}]


def test_the_second_click_of_a_double_click_does_not_meet_the_next_state(page: Page) -> None:
    open_table(page, traits("start"))
    page.evaluate(QUICK, state("start", position=18))
    page.get_by_test_id("move-draw").dblclick()
    assert len(sent(page)) == 1


def test_a_kernel_that_does_not_answer_is_told_of_and_may_be_asked_again(page: Page) -> None:
    stop_the_clock(page)
    open_table(page, traits("start"))
    page.get_by_test_id("move-draw").click()
    expect(page.get_by_test_id("note")).to_be_hidden()
    page.clock.run_for(3100)
    expect(page.get_by_test_id("note")).to_contain_text("does not answer")
    page.get_by_test_id("move-draw").click()
    assert len(sent(page)) == 2
    answer(page, "stacking", position=18)
    expect(page.get_by_test_id("note")).to_be_hidden()


def test_the_keyboard_stays_or_goes_to_what_comes_next(page: Page) -> None:
    open_table(page, traits("start"))
    page.get_by_test_id("move-draw").press("Enter")
    answer(page, "stacking", position=18)
    assert focused(page) == "card-A1"  # a card is wanted; the button that was pressed is gone
    page.get_by_test_id("memory-show").focus()
    answer(page, "drawn", position=19)
    answer(page, "start", position=20)
    assert focused(page) == "memory-show"  # settings are not torn from the hand
    page.get_by_test_id("move-call").focus()
    answer(page, "others", position=21)
    assert focused(page) == "prompt"
    answer(page, "start", position=22)
    assert focused(page) == "move-draw"


def test_nothing_outside_the_table_loses_the_keyboard(page: Page) -> None:
    open_table(page, traits("others") | PAUSED)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<input id=cell>')")
    page.locator("#cell").focus()
    answer(page, "start", position=18)
    assert page.evaluate("document.activeElement.id") == "cell"


def test_names_and_notes_are_text(page: Page) -> None:
    open_table(page, traits("markup"))
    assert page.evaluate("window.hacked") is None
    assert page.locator(".cambio-table :is(b.x, i, img, script)").count() == 0
    expect(page.get_by_test_id("seat-A")).to_contain_text("<b>Al</b>")
    expect(page.get_by_test_id("note")).to_have_text("<i>note</i>")
    expect(page.get_by_test_id("log")).to_contain_text("<script>")


def test_hidden_cards_have_no_face_and_shown_ones_are_spoken(page: Page) -> None:
    open_table(page, traits("queen"))
    expect(page.get_by_test_id("card-A1").locator(".ct-face")).to_have_count(1)
    expect(page.get_by_test_id("card-A3").locator(".ct-face")).to_have_count(0)
    expect(page.get_by_test_id("card-A1")).to_have_accessible_name(
        "Your card 1, near left: turned up now: the jack of diamonds; seen by you"
    )
    expect(page.get_by_test_id("card-B3")).to_have_accessible_name(
        "Ben’s card 3, far left: turned up now: the ace of clubs; seen by you"
    )


def test_the_others_move_at_the_chosen_pace_once_a_position(page: Page) -> None:
    stop_the_clock(page)
    open_table(page, traits("others"))
    page.clock.run_for(1100)
    assert sent(page) == []
    page.clock.run_for(9000)
    assert sent(page) == [{"type": "next", "position": 17}]
    answer(page, "drawn", position=18)
    page.evaluate("window.model.set('pace', 0.3)")
    page.clock.run_for(400)
    assert [message["position"] for message in sent(page)] == [17, 18]


def test_paused_play_goes_on_step_by_step(page: Page) -> None:
    stop_the_clock(page)
    open_table(page, traits("others"))
    page.get_by_test_id("pause").click()
    page.clock.run_for(9000)
    assert sent(page) == []
    assert page.evaluate("window.model.get('paused')") is True
    page.get_by_test_id("next").click()
    assert sent(page) == [{"type": "next", "position": 17}]


def test_leaving_the_page_stops_the_timer_and_the_listeners(page: Page) -> None:
    stop_the_clock(page)
    open_table(page, traits("others"))
    assert page.evaluate("window.model.listening()") > 0
    page.evaluate("window.unmount()")
    page.clock.run_for(20_000)
    assert sent(page) == []
    assert page.evaluate("window.model.listening()") == 0
    assert page.get_by_test_id("table").count() == 0


def test_a_still_picture_offers_nothing(page: Page) -> None:
    open_table(page, traits("still"))
    assert page.locator("button:not([aria-disabled])").count() == 0
    expect(page.get_by_test_id("card-A1")).to_have_accessible_name(re.compile("4 of spades"))


def test_a_guide_stands_beside_the_buttons(page: Page) -> None:
    open_table(page, traits("guided"))
    expect(page.get_by_test_id("guide")).to_contain_text("if it is low")


def test_two_views_of_one_model_are_independent(page: Page) -> None:
    open_table(page, traits("holding"))
    show_again(page)
    first, second = page.get_by_test_id("table").all()
    first.get_by_test_id("card-A1").click()
    expect(second.locator(".ct-place.is-chosen")).to_have_count(0)
    page.evaluate("window.unmount()")
    answer(page, "start", position=18)
    expect(page.get_by_test_id("move-draw")).to_have_count(1)


def test_a_table_without_a_state_waits_for_one(page: Page) -> None:
    open_table(page, traits("start") | {"state": None})
    expect(page.get_by_test_id("table")).to_contain_text("being laid")
    answer(page, "start")
    expect(page.get_by_test_id("move-draw")).to_be_visible()


def test_a_new_match_is_asked_for_twice_while_a_hand_is_played(page: Page) -> None:
    open_table(page, traits("start"))
    page.get_by_test_id("new-match").click()
    assert sent(page) == []
    assert focused(page) == "match-no"
    page.get_by_test_id("match-no").click()
    assert focused(page) == "new-match"
    page.get_by_test_id("new-match").click()
    page.get_by_test_id("match-yes").click()
    assert [message["type"] for message in sent(page)] == ["match"]


@pytest.mark.parametrize(
    ("name", "test_id", "kind"),
    [
        ("first_look", "ack", "ack"),
        ("over", "next-hand", "hand"),
        ("match_over", "new-match", "match"),
        ("start", "undo", "undo"),
    ],
)
def test_other_messages(page: Page, name: str, test_id: str, kind: str) -> None:
    open_table(page, traits(name))
    page.get_by_test_id(test_id).click()
    assert sent(page) == [{"type": kind, "position": 17}]


def test_settings_go_to_the_model(page: Page) -> None:
    open_table(page, traits("start"))
    page.get_by_test_id("memory-remember").click()
    page.get_by_test_id("faster").click()
    assert page.evaluate("window.model.get('memory')") == "remember"
    assert page.evaluate("window.model.get('pace')") == 0.8
    for _ in range(5):
        page.get_by_test_id("slower").click()
    assert page.evaluate("window.model.get('pace')") == 5
    expect(page.get_by_test_id("slower")).to_be_disabled()


def test_motion_is_left_out_where_it_is_not_wanted(page: Page) -> None:
    for wanted, flights in (("no-preference", ["hand"]), ("reduce", [])):
        page.emulate_media(reduced_motion=wanted)
        page.goto("about:blank")
        open_table(page, traits("start", log=["A You begin."]))
        page.evaluate(FLIGHTS)
        lines = ["A You begin.", "A You draw a card."]
        last = {"seat": "A", "move": "draw", "places": []}
        answer(page, "stacking", position=18, last=last, log=lines)
        assert page.evaluate("window.flights") == flights


# What is likely


def test_what_is_likely_is_off_until_it_is_asked_for(page: Page) -> None:
    open_table(page, traits("start") | PAUSED)
    assert page.locator(".ct-odds, .ct-outlook, .ct-told").count() == 0
    tab_to(page, "likely-toggle")
    page.keyboard.press("Enter")
    assert page.evaluate("window.model.get('likely')") is True
    answer(page, "likely")
    expect(page.get_by_test_id("likely-toggle")).to_have_attribute("aria-pressed", "true")
    assert page.locator(".ct-odds .ct-strip").count() == 10
    assert page.locator(".ct-odds.is-known").count() == 2
    assert focused(page) == "likely-toggle"
    page.keyboard.press("Enter")
    assert page.evaluate("window.model.get('likely')") is False


def test_a_strip_is_heard_with_its_card_and_its_seat(page: Page) -> None:
    open_table(page, traits("likely") | PAUSED)
    card = page.get_by_test_id("card-B1")
    expect(card).to_have_attribute(
        "aria-label", re.compile("given what you have seen, .* points on")
    )
    seat = page.get_by_test_id("seat-B")
    expect(seat).to_have_attribute("aria-label", re.compile("chance to be lowest"))
    expect(page.get_by_test_id("likely-given")).to_have_text("Given what you have seen.")


def test_the_call_says_what_it_would_risk(page: Page) -> None:
    open_table(page, traits("likely") | PAUSED)
    call = page.get_by_test_id("move-call")
    expect(call).to_contain_text("beaten")
    expect(call).to_have_attribute("aria-description", re.compile("If you called now"))
    expect(page.get_by_test_id("likely-call")).to_contain_text("on average")


def test_the_bars_of_a_strip_are_as_high_as_they_are_likely(page: Page) -> None:
    open_table(page, traits("likely") | PAUSED)
    path = page.locator(".ct-odds path").first.get_attribute("d")
    heights = [-float(high) for high in re.findall(r"v(-[\d.]+)h3", path or "")]
    bars = [bar for bar in STATES["states"]["likely"]["likely"]["urns"][0]["bars"] if bar]
    assert heights == pytest.approx([20 * bar / max(bars) for bar in bars])


def test_a_picture_in_which_nothing_can_be_done_shows_it_too(page: Page) -> None:
    open_table(page, traits("likely", still=True, legal="") | PAUSED)
    assert page.locator(".ct-odds .ct-strip").count() == 10
    expect(page.get_by_test_id("likely-given")).to_be_visible()
    assert page.locator("button:not([data-spot])").count() == 0


def test_a_guess_is_typed_and_given_by_keyboard(page: Page) -> None:
    open_table(page, traits("guess") | PAUSED)
    assert page.locator(".ct-odds, .ct-outlook").count() == 0
    tab_to(page, "guess")
    page.keyboard.type("14,5")
    page.keyboard.press("Enter")
    assert sent(page) == [{"type": "guess", "position": 17, "guess": "14,5"}]


def test_a_guess_is_given_by_its_button(page: Page) -> None:
    open_table(page, traits("guess") | PAUSED)
    page.get_by_label("Guess first").fill("20")
    page.get_by_test_id("guess-give").click()
    assert sent(page) == [{"type": "guess", "position": 17, "guess": "20"}]


def test_a_guess_given_while_a_move_is_under_way_is_sent_after_its_answer(page: Page) -> None:
    open_table(page, traits("guess") | PAUSED)
    page.get_by_test_id("move-draw").click()
    page.get_by_label("Guess first").fill("20")
    page.get_by_test_id("guess-give").click()
    assert [message["type"] for message in sent(page)] == ["move"]
    answer(page, "guess", position=18)
    assert sent(page)[1:] == [{"type": "guess", "position": 18, "guess": "20"}]
    answer(page, "guess", position=19)
    assert len(sent(page)) == 2


def test_showing_it_moves_no_card_from_its_row(page: Page) -> None:
    """The table grows, but stays the same table: every seat keeps its place in the order."""
    open_table(page, traits("start") | PAUSED)
    before = page.locator("[data-spot]").evaluate_all("(all) => all.map((el) => el.dataset.spot)")
    columns = [round(page.get_by_test_id(f"card-{p}").bounding_box()["x"]) for p in ("A1", "B1")]
    answer(page, "likely")
    after = page.locator("[data-spot]").evaluate_all("(all) => all.map((el) => el.dataset.spot)")
    assert after == before
    moved = [round(page.get_by_test_id(f"card-{p}").bounding_box()["x"]) for p in ("A1", "B1")]
    assert all(abs(a - b) <= 12 for a, b in zip(columns, moved, strict=True))
