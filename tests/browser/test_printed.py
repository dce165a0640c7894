"""The printed pages in a real browser: so many sheets of A4, and nothing that does not fit."""

import re

import pytest
from playwright.sync_api import Page

from cambio_edu.lessons.printing import printed
from cambio_edu.words import LANGUAGES

#: What is cut off at an edge, and text of a card that lies over its lower corner.
OVERLAPS = """() => {
  const found = [];
  for (const e of document.querySelectorAll('.page, .middle'))
    if (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
      found.push(e.className + ': ' + e.textContent.slice(0, 60));
  for (const foot of document.querySelectorAll('.foot')) {
    const corner = foot.getBoundingClientRect(), range = document.createRange();
    for (const text of foot.parentElement.querySelectorAll('p, .court, .ring')) {
      range.selectNodeContents(text);
      for (const box of range.getClientRects())
        if (box.right > corner.left && box.bottom > corner.top) found.push(text.textContent);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_fits(page: Page, language: str) -> None:
    page.set_content(printed(language))
    assert page.evaluate(OVERLAPS) == []


@pytest.mark.parametrize(("backs", "sheets"), [(False, 16), (True, 28)])
def test_it_prints_on_so_many_sheets_of_a4(page: Page, backs: bool, sheets: int) -> None:
    page.set_content(printed(backs=backs))
    pdf = page.pdf(prefer_css_page_size=True, print_background=True)
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert len(boxes) == sheets
    for wide, high in boxes:  # in points
        assert float(wide) == pytest.approx(595, abs=1.5)
        assert float(high) == pytest.approx(842, abs=1.5)


def test_cards_have_their_size_and_stay_where_they_are_on_both_sides(page: Page) -> None:
    page.set_content(printed(backs=True))
    boxes = page.evaluate(
        """() => [...document.querySelectorAll('.cards')].slice(0, 2).map(sheet => {
          const at = sheet.getBoundingClientRect();
          return [...sheet.querySelectorAll('.card')].map(card => {
            const box = card.getBoundingClientRect();
            return [box.left - at.left, box.top - at.top, box.width, box.height]; }) })"""
    )
    front, back = boxes
    millimetre = 96 / 25.4
    for (left, top, wide, high), other in zip(front, back, strict=True):
        assert other == pytest.approx([left, top, wide, high], abs=0.1)
        assert [wide / millimetre, high / millimetre] == pytest.approx([63, 88], abs=0.1)
    first, last = front[0], front[-1]
    assert first[0] / millimetre == pytest.approx(10.5, abs=0.1)  # where the marks are
    assert first[1] / millimetre == pytest.approx(16.5, abs=0.1)
    assert (210 * millimetre) - last[0] - last[2] == pytest.approx(first[0], abs=0.5)
