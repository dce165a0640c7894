"""A bare page that shows the table's front end on written-down states, without a kernel."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PACKAGE = HERE.parent.parent / "cambio_edu"
STATES = json.loads((HERE / "states.json").read_text(encoding="utf-8"))
SLOT = re.compile(r"(\d+)(?::(\w+))?([!^~%]?)(?:/([A-F]*))?")

# A model as a widget's front end meets it: traits, listeners and messages, which it only keeps.
MODEL = """
window.makeModel = (traits) => {
  const listeners = new Map();
  const of = (name) => listeners.get(name) ?? listeners.set(name, new Set()).get(name);
  return {
    sent: [],
    get: (name) => traits[name],
    set(name, value) {
      if (traits[name] === value) return;
      traits[name] = value;
      for (const listener of [...of(`change:${name}`)]) listener();
    },
    save_changes() {},
    send(message) { this.sent.push(message); },
    on: (name, listener) => of(name).add(listener),
    off: (name, listener) => of(name).delete(listener),
    listening: () => [...listeners.values()].reduce((n, some) => n + some.size, 0),
  };
};
window.show = async (source) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  const el = document.querySelector("main").appendChild(document.createElement("div"));
  return widget.render({ model: window.model, el });
};
"""


def cards(text: str) -> list[dict[str, Any]]:
    """Read the cards of a grid, as `2:KH~/AB`.

    Slot, card, how it lies (`!` showing, `^` up, `~` seen, `%` undone), who has seen it.
    """
    found = []
    for slot, card, sign, seen in (SLOT.fullmatch(word).groups() for word in text.split()):
        mark = {"~": "seen", "%": "undone"}.get(sign)
        found.append(
            {
                "slot": int(slot),
                "card": card,
                "up": sign == "^",
                "seen": list(seen or ""),
                "mark": mark,
                "showing": sign == "!",
            }
        )
    return found


def seats(text: str, partners: str) -> list[dict[str, Any]]:
    """Read the seats: name, kind of player and total, each after a "/"."""
    pairs = {a: b for pair in partners.split() for a, b in (pair, pair[::-1])}
    found = []
    for letter, word in zip("ABCDEF", text.split(), strict=False):
        name, player, *total = re.split(r"(?<!<)/", word)
        found.append(
            {
                "letter": letter,
                "name": name.replace("_", " "),
                "player": player,
                "total": int(total[0]) if total and total[0] else None,
                "partner": pairs.get(letter),
            }
        )
    return found


def state(name: str, **changes: Any) -> dict[str, Any]:
    """Return a whole state for the front end from its short form in states.json."""
    short = {"partners": "", **STATES["base"], **STATES["states"][name], **changes}
    lines = [{"n": n, "seat": line[0], "text": line[2:]} for n, line in enumerate(short["log"], 1)]
    legal = short["legal"]
    return {
        **short,
        "seats": seats(short["players"], short["partners"]),
        "log": lines,
        "legal": legal.split(",") if isinstance(legal, str) else legal,
        "match": STATES["match"].get(short["match"]),
        "grids": {letter: cards(text) for letter, text in short["grids"].items()},
    }


def traits(name: str, **changes: Any) -> dict[str, Any]:
    """Return the synced traits that show the named state."""
    words = json.loads((PACKAGE / "words" / "en.json").read_text(encoding="utf-8"))
    shown = state(name, **changes)
    return {
        "state": shown,
        "words": words,
        "memory": "show",
        "likely": shown["likely"] is not None,
        "pace": 1.2,
        "paused": False,
    }


def page_text(dark: bool = False) -> str:
    """Return the bare page, in JupyterLab's light or dark theme, with the table's style sheet."""
    css = (PACKAGE / "widgets" / "table.css").read_text(encoding="utf-8")
    colour, light = ("#111", "false") if dark else ("#fff", "true")
    return (
        f'<!doctype html><html lang="en"><head><title>Table</title><style>{css}</style></head>'
        f'<body data-jp-theme-light="{light}" style="margin:0;background:{colour}">'
        f"<main></main><script>{MODEL}</script></body></html>"
    )


def open_table(page: Any, values: dict[str, Any], dark: bool = False) -> None:
    """Show a table with the given traits on a page; `window.unmount()` takes it away."""
    page.set_content(page_text(dark))
    page.evaluate("(traits) => { window.model = window.makeModel(traits); }", values)
    show_again(page)


def show_again(page: Any) -> None:
    """Show the page's model in one more view."""
    source = (PACKAGE / "widgets" / "table.js").read_text(encoding="utf-8")
    page.evaluate("async (js) => { const end = await show(js); window.unmount ??= end; }", source)
