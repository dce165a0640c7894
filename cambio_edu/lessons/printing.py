"""Cards, rules and a score sheet to print: one page of HTML that needs nothing else."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from cambio_edu.cards import Card
from cambio_edu.explain import explain
from cambio_edu.rules import Rules, rules
from cambio_edu.style import ACCENT, BACK, BACK_EDGE, BACK_LINE, FONT, NUMBER, RED
from cambio_edu.words import words as words_of

Words = Mapping[str, str]

WIDE, HIGH, ACROSS, DOWN = 63, 88, 3, 3  # of a card, in millimetres, and cards of a page
LEFT, TOP = 10.5, 16.5  # of an A4 page
HANDS, PLAYERS = 18, 6  # of the score sheet

#: The signs of the suits as the table draws them, and a star for jokers.
PIPS = {
    "S": "M50 4C38 26 8 42 8 64c0 15 11 23 22 23 7 0 12-3 16-8-1 9-5 14-11 17h30c-6-3-10-8-11-17 "
    "4 5 9 8 16 8 11 0 22-8 22-23C92 42 62 26 50 4Z",
    "H": "M50 94C42 76 6 60 6 32 6 16 17 7 29 7c10 0 17 6 21 15C54 13 61 7 71 7c12 0 23 9 23 25 "
    "0 28-36 44-44 62Z",
    "D": "M50 3C40 22 26 38 12 50c14 12 28 28 38 47 10-19 24-35 38-47C74 38 60 22 50 3Z",
    "C": "M50 5a20 20 0 0 0-15 34A21 21 0 1 0 46 74c-1 11-5 18-11 21h30c-6-3-10-10-11-21a21 21 0 "
    "1 0 11-35A20 20 0 0 0 50 5Z",
    "JK": "M50 5 61 37 95 37 68 58 78 92 50 72 22 92 32 58 5 37 39 37Z",
}

#: The packs that are printed, each with the rule sets that are played with it, the usual one first.
PACKS = (
    (rules("cambio", "jokers").pack, (rules("cambio"), rules("cambio", "jokers"),
                                      rules("cambio-jokers"))),
    (rules("cabo").pack, (rules("cabo"),)),
)  # fmt: skip
EXPLAINED = (rules("cambio"), rules("cambio-jokers"), rules("cabo"))


def printed(language: str = "en", backs: bool = False) -> str:
    """Everything that a table needs without a computer, as a page of HTML to print.

    Args:
        language: language of the words.
        backs: whether a page of backs follows each page of cards, for printing on both sides.

    Raises:
        CambioError: there is no such language.
    """
    words = words_of(language)
    pages = [*_card_pages(words, backs), *(_rule_sheet(each, language) for each in EXPLAINED)]
    pages.append(_score_sheet(words))
    advice = words[f"print.advice{'.backs' if backs else ''}"]
    return "\n".join(
        [
            f'<!DOCTYPE html>\n<html lang="{words["lang"]}">\n<meta charset="utf-8">',
            f"<title>{escape(words['print.title'])}</title>",
            f"<style>{STYLE}</style>",
            SIGNS,
            f"<header><h1>{escape(words['print.title'])}</h1><p>{escape(advice)}</p></header>",
            *pages,
            "</html>\n",
        ]
    )


# Cards


def _card_pages(words: Words, backs: bool) -> Iterator[str]:
    for pack, played in PACKS:
        cards = [_card(card, played, words) for card in pack.cards]
        cards += [_aid(words)] * (-len(cards) % (ACROSS * DOWN))
        for start in range(0, len(cards), ACROSS * DOWN):
            yield _page(cards[start : start + ACROSS * DOWN])
            if backs:
                yield _page([USE_BACK] * ACROSS * DOWN)


def _page(cards: Iterable[str]) -> str:
    inside = "\n".join(cards)
    return f'<section class="page cards">{USE_MARKS}\n{inside}\n</section>'


def _card(card: Card, played: Sequence[Rules], words: Words) -> str:
    """The face of a card: rank and points in two corners, and what it does under its picture."""
    here = [each for each in played if card in each.pack.cards]
    points = _number(here[0].points(card))
    rank = "" if card.rank == "JK" else f"<b{_turned(card)}>{card.rank}</b>"
    sign = _pip(card) if card.suit or card.rank == "JK" else ""
    corner = f"{rank}{sign}<i>{points}</i>"
    notes = "".join(f"<p>{escape(note)}</p>" for note in _notes(card, played, here, words))
    return (
        f'<div class="card {_colour(card)}" role="group" aria-label="{escape(_name(card, words))}">'
        f'<div class="corner">{corner}</div><div class="middle">{_figure(card)}{notes}</div>'
        f'<div class="corner foot" aria-hidden="true">{corner}</div></div>'
    )


def _name(card: Card, words: Words) -> str:
    if card.rank == "JK":
        return words["card.joker"]
    rank = words.get(f"rank.{card.rank}", card.rank)
    if not card.suit:
        return words["card.number"].format(rank=rank)
    return words["card.french"].format(rank=rank, suit=words[f"suit.{card.suit}"])


def _colour(card: Card) -> str:
    return "number" if card.rank.isdigit() and not card.suit else "red" if card.is_red else "black"


def _turned(card: Card) -> str:
    """A line under what would be another number upside down, where no sign of a suit tells."""
    return ' class="turned"' if str(card) in ("6", "9") else ""


def _pip(card: Card, size: str = "") -> str:
    named = f' class="{size}"' if size else ""
    return f'<svg{named} aria-hidden="true"><use href="#{card.suit or card.rank}"/></svg>'


def _figure(card: Card) -> str:
    if _colour(card) == "number":
        inside = f"<span{_turned(card)}>{card.rank}</span>"
        return f'<div class="ring" aria-hidden="true">{inside}</div>'
    if card.rank in ("J", "Q", "K"):
        return f'<div class="court" aria-hidden="true">{card.rank}{_pip(card)}</div>'
    return _pip(card, "great" if card.rank in ("A", "JK") else "large")


def _notes(
    card: Card, played: Sequence[Rules], here: Sequence[Rules], words: Words
) -> Iterator[str]:
    """What a card does, and where the rule sets differ, what it is worth and does in the others."""
    usual, *others = here
    if action := usual.action(card):
        yield _begun(words[f"explain.{action}"])
    if usual is not played[0]:
        yield f"{_called(usual, words)}: {_points(usual, card, words)}"
    for other in others:
        worth, does = other.points(card) != usual.points(card), other.action(card)
        parts = [_points(other, card, words)] if worth else []
        if does and does != usual.action(card):
            parts.append(words[f"explain.{does}"])
        if parts:
            yield f"{_called(other, words)}: {', '.join(parts)}"


def _called(each: Rules, words: Words) -> str:
    house = [words[f"house.{name}"] for name in each.house]
    return ", ".join([words[f"rules.{each.preset}"], *house])


def _points(each: Rules, card: Card, words: Words) -> str:
    return _number(words["seat.points"].format(total=each.points(card)))


def _number(text: object) -> str:
    """With the sign that is as long as a plus."""
    return re.sub(r"(?<!\w)-(?=\d)", "−", str(text))


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def _aid(words: Words) -> str:
    """A card that says how a turn goes, for a place that is left on a page."""
    texts = "".join(f"<p>{escape(words[key])}</p>" for key in ("print.turn", "print.called"))
    return f'<div class="card aid"><div class="middle">{texts}</div></div>'


# Sheets


def _rule_sheet(each: Rules, language: str) -> str:
    words = words_of(language)
    first, *lines = map(_number, explain(each, language).splitlines())
    told = "".join(f"<p>{escape(words[f'print.{key}'])}</p>" for key in ("goal", "turn", "called"))
    listed = "".join(f"<li>{_sentence(line)}</li>" for line in lines)
    name, _, rest = first.partition(": ")
    return (
        f'<section class="page sheet"><h2>{escape(name)}</h2>'
        f'<p class="first">{escape(_begun(rest))}</p>{told}<ul>{listed}</ul></section>'
    )


def _sentence(line: str) -> str:
    """A sentence; one that is a list stands as one."""
    head, colon, rest = line.partition(": ")
    if "; " not in rest or ": " not in rest:
        return escape(line)
    parts = (part.partition(": ") for part in rest.removesuffix(".").split("; "))
    rows = "".join(f"<dt>{escape(ranks)}</dt><dd>{escape(does)}</dd>" for ranks, _, does in parts)
    return f"{escape(head)}{colon}<dl>{rows}</dl>"


def _score_sheet(words: Words) -> str:
    """A column for the points of a hand and one for those so far, for each player."""
    hand = escape(words["sheet.hand"])
    names = f"<tr><th>{hand}{'<th colspan=2>' * PLAYERS}"
    signs = f"<tr class=signs><td>{'<td>+<td>=' * PLAYERS}"
    rows = "".join(f"<tr><th>{n}{'<td><td>' * PLAYERS}" for n in range(1, HANDS + 1))
    limit = _number(words["sheet.limit"].format(limit=EXPLAINED[0].limit))
    return (
        f'<section class="page sheet"><h2>{escape(words["sheet.title"])}</h2>'
        f"<table>{names}{signs}{rows}</table><p>{escape(limit)}</p></section>"
    )


# What is drawn once, and how it looks


def _marks() -> str:
    """Where to cut: short lines outside the cards, on every edge of theirs."""
    across = [LEFT + WIDE * n for n in range(ACROSS + 1)]
    down = [TOP + HIGH * n for n in range(DOWN + 1)]
    ends = (TOP - 6, TOP + DOWN * HIGH + 2)
    sides = (LEFT - 6, LEFT + ACROSS * WIDE + 2)
    lines = [f"M{x:g} {y:g}v4" for x in across for y in ends]
    lines += [f"M{x:g} {y:g}h4" for y in down for x in sides]
    return "".join(lines)


SIGNS = (
    '<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>'
    + "".join(
        f'<symbol id="{name}" viewBox="0 0 100 100"><path fill="currentColor" d="{path}"/></symbol>'
        for name, path in PIPS.items()
    )
    + f'<symbol id="marks" viewBox="0 0 210 297"><path d="{_marks()}" fill="none" stroke="#000" '
    'stroke-width=".15"/></symbol>'
    '<pattern id="lines" width="3" height="3" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)">'
    f'<path d="M0 1.5H3M1.5 0V3" stroke="{BACK_LINE}" stroke-width=".35"/></pattern>'
    f'<symbol id="back" viewBox="0 0 {WIDE} {HIGH}">'
    f'<rect x="4" y="4" width="{WIDE - 8}" height="{HIGH - 8}" rx="1.5" fill="{BACK}"/>'
    f'<rect x="4" y="4" width="{WIDE - 8}" height="{HIGH - 8}" rx="1.5" fill="url(#lines)" '
    f'stroke="{BACK_EDGE}" stroke-width=".5"/></symbol></defs></svg>'
)
USE_MARKS = '<svg class="marks" aria-hidden="true"><use href="#marks"/></svg>'
USE_BACK = '<div class="card" aria-hidden="true"><svg class="back"><use href="#back"/></svg></div>'

STYLE = f"""
@page {{ size: A4; margin: 0 }}
* {{ box-sizing: border-box; margin: 0; padding: 0 }}
html {{ font: 3.7mm/1.4 {FONT}; color: #111; print-color-adjust: exact;
  -webkit-print-color-adjust: exact }}
svg {{ display: block }}
.page {{ position: relative; width: 210mm; height: 297mm; overflow: hidden; break-after: page;
  break-inside: avoid; background: #fff }}
.page:last-of-type {{ break-after: auto }}
.marks {{ position: absolute; inset: 0; width: 210mm; height: 297mm }}
.cards {{ display: grid; grid-template: repeat({DOWN}, {HIGH}mm) / repeat({ACROSS}, {WIDE}mm);
  place-content: center }}
.card {{ position: relative; outline: .1mm solid #ccc; outline-offset: -.05mm; overflow: hidden }}
.red {{ color: {RED} }}
.number {{ color: {NUMBER} }}
.corner {{ position: absolute; top: 5mm; left: 4mm; width: 9mm; display: grid;
  justify-items: center; gap: 1mm }}
.foot {{ inset: auto 4mm 5mm auto; rotate: 180deg }}
.corner b {{ font-size: 8mm; line-height: 1; letter-spacing: -.04em; font-weight: 600 }}
.corner svg {{ width: 5.6mm; height: 5.6mm }}
.corner i {{ margin-top: .6mm; min-width: 6mm; padding: 0 1.2mm; border: .2mm solid;
  border-radius: 3mm; text-align: center; font-size: 3.6mm; line-height: 5mm }}
.middle {{ position: absolute; inset: 6mm 13.5mm; display: grid; place-content: center;
  justify-items: center; gap: 2mm; text-align: center; color: inherit }}
.middle p {{ font-size: 2.9mm; line-height: 1.3; color: #333; text-wrap: balance }}
.large {{ width: 23mm; height: 23mm; margin-bottom: 1mm }}
.great {{ width: 31mm; height: 31mm; margin-bottom: 1mm }}
.court, .ring {{ width: 25mm; height: 33mm; display: grid; place-content: center;
  justify-items: center; gap: 2mm; border: .3mm solid; border-radius: 1.5mm; font-size: 16mm;
  line-height: 1; margin-bottom: 1mm }}
.court svg {{ width: 9mm; height: 9mm }}
.ring {{ width: 30mm; height: 30mm; border-radius: 50%; letter-spacing: -.04em }}
.turned {{ text-decoration: underline; text-decoration-thickness: .08em;
  text-underline-offset: .1em }}
.back {{ width: {WIDE}mm; height: {HIGH}mm }}
.aid .middle {{ inset: 6mm; text-align: left; justify-items: start }}
.aid p {{ font-size: 3.5mm; text-wrap: pretty }}
.sheet {{ padding: 18mm 22mm; font-size: 3.9mm; line-height: 1.42 }}
.sheet h2 {{ font-size: 11mm; font-weight: 400; font-variant-caps: small-caps; line-height: 1.1;
  padding-bottom: 2.5mm; border-bottom: .3mm solid; margin-bottom: 4.5mm }}
.sheet p {{ margin-bottom: 2.5mm; text-wrap: pretty }}
.sheet .first {{ font-style: italic }}
.sheet ul {{ list-style: none; padding-top: 4mm; margin-top: 5mm; border-top: .15mm solid #999 }}
.sheet li {{ margin-bottom: 2.2mm; text-wrap: pretty }}
dl {{ display: grid; grid-template-columns: max-content 1fr; gap: .6mm 5mm; padding: 1mm 0 0 6mm }}
dt {{ font-weight: 600; color: {ACCENT} }}
table {{ width: 100%; border-collapse: collapse; table-layout: fixed; margin-bottom: 5mm }}
th, td {{ height: 11mm; border: .15mm solid #777; font-weight: 400; text-align: center;
  font-size: 4mm }}
th:first-child, td:first-child {{ width: 14mm; border-left: 0 }}
th:last-child, td:last-child {{ border-right: 0 }}
tr:first-child th {{ height: 14mm; border-top: 0 }}
td:nth-child(odd), th[colspan] {{ border-right: .45mm solid #333 }}
td:nth-child(odd) {{ background: #f4f0e8 }}
.signs td {{ height: 6mm; color: #555; background: none }}
@media screen {{
  html {{ background: #e6dfd0 }}
  header {{ width: 210mm; max-width: 100%; margin: 8mm auto; padding: 0 4mm }}
  .page {{ margin: 0 auto 8mm; box-shadow: 0 .5mm 2mm #0004 }}
}}
@media print {{ header {{ display: none }} }}
"""
