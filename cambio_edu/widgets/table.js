// The card table on screen. It draws `state`, as one seat may see it, and sends moves in notation.
// It knows no rules: what may be done is what `state.legal` lists, and every word is in `words`.
//
// Each render makes a tree of plain values with h() and patches it into the page, so that nodes,
// and with them the keyboard focus, outlive a change of the state.

const LOST_AFTER = 3000; // milliseconds without an answer until the person is told
const FLIGHT = 380; // milliseconds that a moved card travels
const PACE = [0.3, 5]; // seconds between the other players' moves, least and most
const ORDER = ["draw", "take", "switch", "leave", "discard", "done", "pass", "skip", "call"];
const STRONG = new Set(["draw", "switch", "done", "pass"]); // drawn filled, as the usual thing to do
const CAREFUL = new Set(["stack"]); // a slip would cost a card: one click chooses, a second one says so
const HAND = "hand"; // the spot of the card in hand, beside "stock", "discard" and the places

// ---- A small tree of nodes --------------------------------------------------------------------

const SVG = new Set(["svg", "path"]);

function h(tag, props, ...children) {
  const flat = children.flat(3).filter((child) => child !== null && child !== undefined && child !== false);
  return { tag, props: props ?? {}, children: flat.map((child) => (typeof child === "number" ? `${child}` : child)) };
}

const keyOf = (v) => (typeof v === "string" ? "text" : `${v.tag} ${v.props.key ?? ""}`);

function create(v) {
  if (typeof v === "string") return Object.assign(document.createTextNode(v), { viewKey: keyOf(v) });
  const node = SVG.has(v.tag) ? document.createElementNS("http://www.w3.org/2000/svg", v.tag) : document.createElement(v.tag);
  return patch(Object.assign(node, { viewKey: keyOf(v) }), v);
}

function patch(node, v) {
  if (typeof v === "string") {
    if (node.data !== v) node.data = v;
    return node;
  }
  setProps(node, v.props);
  setChildren(node, v.children);
  return node;
}

function setProps(node, props) {
  for (const name of Object.keys(node.viewProps ?? {})) if (!(name in props)) setProp(node, name, null);
  for (const [name, value] of Object.entries(props)) if (node.viewProps?.[name] !== value) setProp(node, name, value);
  node.viewProps = props;
}

function setProp(node, name, value) {
  if (name === "key") return;
  if (name.startsWith("on")) node[name] = value;
  else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

function setChildren(node, children) {
  const old = new Map();
  for (const child of node.childNodes) old.set(child.viewKey, [...(old.get(child.viewKey) ?? []), child]);
  const pairs = children.map((v) => [v, old.get(keyOf(v))?.shift()]);
  for (const rest of old.values()) for (const child of rest) child.remove();
  let next = node.firstChild; // kept nodes stay where they are if they can: moving one loses its focus
  for (const [v, kept] of pairs) {
    const child = kept ? patch(kept, v) : create(v);
    if (child === next) next = next.nextSibling;
    else node.insertBefore(child, next);
  }
}

// ---- Words ------------------------------------------------------------------------------------

function say(words, key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
const sentence = (text) => (/[.!?:]$/.test(text) ? capital(text) : `${capital(text)}.`);

function listing(c, items) {
  return new Intl.ListFormat(c.words.lang || "en", { type: "conjunction" }).format(items);
}

function readCard(card) {
  const [, rank, suit] = /^(\d+|[AJQK])([SHDC])$/.exec(card) ?? [null, card, null];
  return { rank, suit, kind: suit ? (/[HD]/.test(suit) ? "red" : "black") : card === "JK" ? "joker" : "number" };
}

function cardName(c, card) {
  const { rank, suit, kind } = readCard(card);
  if (kind === "joker") return c.t("card.joker");
  if (kind === "number") return c.t("card.number", { rank });
  return c.t("card.french", { rank: c.words[`rank.${rank}`] ?? rank, suit: c.t(`suit.${suit}`) });
}

const seatOf = (c, letter) => c.s.seats.find((seat) => seat.letter === letter);
const nameOf = (c, letter) => seatOf(c, letter)?.name ?? letter;
const whoOf = (c, letter) => (letter === c.s.seat ? c.t("who.you") : nameOf(c, letter));

function splitPlace(place) {
  return [place[0], Number(place.slice(1))];
}

function placeName(c, place, form = "") {
  const [letter, slot] = splitPlace(place);
  const values = { slot, name: nameOf(c, letter), spot: spotName(c, slot) };
  return c.t(`place.${letter === c.s.seat ? "own" : "their"}${form}`, values);
}

function spotName(c, slot) {
  const rows = c.s.rows;
  const spot = spots(rows, slot)[slot - 1];
  if (spot.extra) return c.t("spot.extra");
  const row = c.t(spot.row === 0 ? "spot.near" : spot.row === rows.length - 1 ? "spot.far" : "spot.middle");
  const [n, of] = [spot.col + 1, rows[spot.row]];
  if (of === 1) return rows.length === 1 ? c.t("spot.only") : row;
  if (rows.length === 1) return c.t("spot.nth", { n });
  return of === 2 ? c.t(n === 1 ? "spot.left" : "spot.right", { row }) : c.t("spot.row.nth", { row, n });
}

function faceText(c, card) {
  const name = card.card && cardName(c, card.card);
  if (card.up) return c.t("face.up", { card: name });
  const seen = card.seen.length
    ? c.t("face.seen", { names: listing(c, card.seen.map((letter) => whoOf(c, letter))) })
    : c.t("face.unseen");
  const face = card.showing ? "showing" : card.mark === "undone" ? "undone" : card.mark ? "pencil" : "down";
  return `${c.t(`face.${face}`, { card: name })}; ${seen}`;
}

function moveText(c, move) {
  const { verb, places, many } = readMove(c.s, move);
  const held = c.s.holding?.card ? cardName(c, c.s.holding.card) : c.t("place.holding");
  const top = c.s.discard.at(-1);
  const card = verb === "take" ? top && cardName(c, top) : held;
  const key = many ? "move.swap.many" : verb === "switch" && !places.length ? "move.switch.seen" : `move.${verb}`;
  const names = places.map((place) => placeName(c, place));
  const slots = listing(c, places.map((place) => place.slice(1)));
  return c.t(key, { card, slots, place: names[0], places: listing(c, names) });
}

// ---- Moves and choosing -----------------------------------------------------------------------

function readMove(s, move) {
  const [verb, ...rest] = move.split(" ");
  const words = rest.flatMap((word) => word.split("+"));
  const places = words.map((word) => (/^\d/.test(word) ? `${s.seat}${word}` : word));
  return { move, verb, places, many: verb === "swap" && places.length > 1 };
}

const holds = (places, wanted) => wanted.every((place) => places.includes(place));
const fits = (c, places) => c.moves.some((move) => holds(move.places, places));
const exact = (c, places) =>
  places.length ? c.moves.filter((move) => move.places.length === places.length && holds(move.places, places)) : [];

// The one move that choosing these places does without a further question, if there is one.
function immediate(c, places) {
  const found = exact(c, places);
  const open = c.moves.some((move) => move.places.length > places.length && holds(move.places, places));
  return found.length === 1 && !open && !CAREFUL.has(found[0].verb) ? found[0] : null;
}

// The selection after a click: a card that does not go with the chosen ones takes their place.
function toggled(c, place) {
  const chosen = c.ui.chosen;
  if (chosen.includes(place)) return chosen.filter((other) => other !== place);
  if (fits(c, [...chosen, place])) return [...chosen, place];
  const kept = chosen.filter((other) => fits(c, [other, place]));
  return fits(c, [...kept, place]) ? [...kept, place] : [place];
}

function choose(c, place) {
  const chosen = toggled(c, place);
  const now = chosen.length > c.ui.chosen.length || !chosen.length ? immediate(c, chosen) : null;
  if (now) return c.move(now.move);
  c.ui.chosen = chosen;
  c.refresh();
}

// ---- Cards ------------------------------------------------------------------------------------

const PIPS = {
  S: "M50 4C38 26 8 42 8 64c0 15 11 23 22 23 7 0 12-3 16-8-1 9-5 14-11 17h30c-6-3-10-8-11-17 4 5 9 8 16 8 11 0 22-8 22-23C92 42 62 26 50 4Z",
  H: "M50 94C42 76 6 60 6 32 6 16 17 7 29 7c10 0 17 6 21 15C54 13 61 7 71 7c12 0 23 9 23 25 0 28-36 44-44 62Z",
  D: "M50 3C40 22 26 38 12 50c14 12 28 28 38 47 10-19 24-35 38-47C74 38 60 22 50 3Z",
  C: "M50 5a20 20 0 0 0-15 34A21 21 0 1 0 46 74c-1 11-5 18-11 21h30c-6-3-10-10-11-21a21 21 0 1 0 11-35A20 20 0 0 0 50 5Z",
  JK: "M50 5 61 37 95 37 68 58 78 92 50 72 22 92 32 58 5 37 39 37Z",
};

function pip(suit, cls = "ct-pip") {
  return h("svg", { class: cls, viewBox: "0 0 100 100", "aria-hidden": "true" }, h("path", { d: PIPS[suit] }));
}

function face(card) {
  const { rank, suit, kind } = readCard(card);
  const index = (end) => h("span", { key: end, class: `ct-index ct-at-${end}` }, h("b", null, rank), suit && pip(suit));
  const centre = kind === "number" ? h("span", { class: "ct-numeral" }, rank) : /[JQK]$/.test(rank) && suit
    ? h("span", { class: "ct-court" }, h("b", null, rank), pip(suit))
    : pip(suit ?? "JK", rank === "A" || kind === "joker" ? "ct-figure ct-great" : "ct-figure");
  return h("span", { key: card, class: `ct-card ct-face ct-${kind}`, "aria-hidden": "true" }, index("head"), centre, index("foot"));
}

function back(card, mark) {
  const { rank, suit, kind } = card ? readCard(card) : {};
  const pencil = card && h("span", { class: `ct-pencil ct-${kind} is-${mark}` }, rank, suit && pip(suit));
  return h("span", { key: "back", class: "ct-card ct-back", "aria-hidden": "true" }, pencil);
}

const blank = () => h("span", { key: "blank", class: "ct-card ct-blank", "aria-hidden": "true" });
const glimpsed = (c, card) => card.showing && !card.up && c.s.phase !== "over";
const visible = (card) => card.card && (card.up || card.showing);
const drawn = (card) => (visible(card) ? face(card.card) : back(card.card, card.mark));

function letterMark(c, letter) {
  return h("span", { key: letter, class: `ct-letter${letter === c.s.seat ? " ct-mine" : ""}` }, letter);
}

function caption(c, card) {
  const all = card.seen.length === c.s.seats.length;
  const marks = all ? h("span", { class: "ct-letter" }, c.t("seen.all")) : card.seen.map((letter) => letterMark(c, letter));
  const over = c.s.phase === "over"; // then every card lies open
  const state = over ? "" : glimpsed(c, card) ? c.t("tag.showing") : card.up ? c.t("tag.up") : null;
  return h("span", { class: "ct-caption", "aria-hidden": "true" }, h("span", { class: "ct-slot" }, card.slot),
    h("span", { class: classes("ct-seen", { many: card.seen.length > 2 }) }, state ?? marks));
}

// A card's name says what a click would do at once; its description says how the card lies there.
function cardButton(c, letter, card, spot) {
  const place = `${letter}${card.slot}`;
  const open = fits(c, [place]);
  const chosen = c.ui.chosen.includes(place);
  const now = open && !chosen ? immediate(c, toggled(c, place)) : null;
  const text = [faceText(c, card), oddsText(c, place)].filter(Boolean).join("; ");
  const name = now ? moveText(c, now.move) : chosen ? c.t("unchoose", { place: placeName(c, place) })
    : open ? c.t("choose", { place: placeName(c, place) }) : `${placeName(c, place)}: ${text}`;
  const states = { open, chosen, going: open && !chosen && fits(c, [...c.ui.chosen, place]), up: card.up,
    showing: glimpsed(c, card), last: c.s.last?.places.includes(place), apart: spot.apart };
  return h("button", { key: place, type: "button", class: classes("ct-place", states), style: spot.style,
    "data-testid": `card-${place}`, "data-spot": place, "data-move": now?.move, tabindex: open ? "0" : "-1",
    "aria-label": capital(name), "aria-description": open ? capital(text) : null, "aria-disabled": open ? null : "true",
    "aria-pressed": open && !now ? String(chosen) : null, onclick: open ? (event) => once(event) && choose(c, place) : null },
    drawn(card), caption(c, card), odds(c, place));
}

function classes(base, states) {
  return [base, ...Object.keys(states).filter((name) => states[name]).map((name) => `is-${name}`)].join(" ");
}

// The second click of a double click falls on whatever stands there by then: it does nothing.
const once = (event) => event.detail < 2;

// ---- What is likely, where it is asked for ------------------------------------------------------

const shownLikely = (c) => (c.s.likely?.places ? c.s.likely : null);

// The bars of a distribution, one for each value from the lowest on; the highest fills the strip.
function strip(bars, cls = "") {
  const most = Math.max(...bars, 1);
  const d = bars.map((n, i) => (n ? `M${4 * i} 20v${(-20 * n) / most}h3v${(20 * n) / most}z` : "")).join("");
  return h("svg", { class: `ct-strip ${cls}`, viewBox: `0 0 ${4 * bars.length - 1} 20`, preserveAspectRatio: "none", "aria-hidden": "true" }, h("path", { d }));
}

const urnOf = (c, place) => shownLikely(c)?.urns[shownLikely(c).places[place]];
const oddsText = (c, place) => urnOf(c, place)?.text;

// Under a hidden card its strip and what it is worth on average; under a card that was seen the same room.
function odds(c, place) {
  if (!shownLikely(c)) return null;
  const urn = urnOf(c, place);
  return h("span", { key: "odds", class: classes("ct-odds", { known: !urn }), "aria-hidden": "true" },
    urn ? [strip(urn.bars), h("span", null, urn.mean)] : h("span", null, c.t("likely.known")));
}

function outlook(c, letter) {
  const found = shownLikely(c)?.seats[letter];
  return found && h("div", { key: "outlook", class: "ct-outlook", "data-testid": `outlook-${letter}`, title: found.text },
    strip(found.bars), [found.total, found.lowest].map((text, i) => h("span", { key: i, "aria-hidden": "true" }, text)));
}

function likelyBox(c) {
  if (c.s.still && !shownLikely(c)) return null;
  const on = Boolean(c.model.get("likely"));
  return h("section", { key: "likely", class: classes("ct-likely", { on }), "aria-label": c.t("likely.title"), "data-testid": "likely" },
    !c.s.still && button(c, { text: c.t("likely.show"), run: () => c.set("likely", !on), "data-testid": "likely-toggle", "aria-pressed": String(on) }),
    c.s.likely && (c.s.likely.ask ? guessForm(c) : shownLikely(c) && likelyTold(c)));
}

function guessForm(c) {
  const give = () => c.send("guess", { guess: c.root.querySelector(".ct-guess")?.value ?? "" });
  return h("div", { key: "ask", class: "ct-ask" }, h("label", null, h("span", null, c.s.likely.ask),
    h("input", { class: "ct-guess", type: "text", inputmode: "decimal", autocomplete: "off", maxlength: "20", "data-testid": "guess",
      onkeydown: (event) => { if (event.key === "Enter") give(); } })), // a handler that returns false would swallow the key
    button(c, { key: "give", text: c.t("likely.guess"), strong: true, run: (event) => once(event) && give(), "data-testid": "guess-give" }));
}

function likelyTold(c) {
  const { given, guessed, left, next, call, notes } = c.s.likely;
  const most = Math.max(...left.map(([, n]) => n), 1);
  const ranks = left.map(([rank, n]) => h("li", { key: rank }, h("span", { class: "ct-sr" }, c.t("likely.left.item", { rank, count: n })),
    h("span", { class: "ct-rank", "aria-hidden": "true" }, h("span", { class: "ct-bar1", style: `height: ${(2.2 * n) / most}em` }), h("b", null, n), h("span", null, rank))));
  return h("div", { key: "told", class: "ct-told" },
    h("p", { class: "ct-given", role: "status", "data-testid": "likely-given" }, sentence([given, guessed].filter(Boolean).join(": "))),
    call && h("div", { class: "ct-risk", "data-testid": "likely-call" }, h("div", { class: "ct-parts", "aria-hidden": "true" },
      call.parts.map((n, i) => h("span", { key: i, style: `flex: ${Math.max(n, 1)} 1 0` }))), h("p", null, call.text)),
    left.length && h("div", null, h("p", { class: "ct-small" }, c.t("likely.left")), h("ul", { class: "ct-left", "data-testid": "likely-left" }, ranks)),
    next && h("p", { "data-testid": "likely-next" }, next),
    notes.map((note, i) => h("p", { key: i, class: "ct-small" }, note)));
}

// ---- Seats ------------------------------------------------------------------------------------

// Where each slot lies, nearest row first; penalty cards open further places beside or behind the grid.
function spots(rows, highest) {
  const base = rows.flatMap((n, row) => Array.from({ length: n }, (_, col) => ({ row, col })));
  const wide = rows.length > 1 ? Math.max(...rows) : Math.max(4, rows[0]);
  const fixed = base.length;
  for (let slot = fixed; slot < highest; slot += 1) {
    const k = slot - fixed;
    base.push(rows.length > 1
      ? { row: k % rows.length, col: wide + Math.floor(k / rows.length), extra: true }
      : { row: Math.floor(slot / wide), col: slot % wide, extra: true });
  }
  const height = Math.max(...base.map((spot) => spot.row)) + 1;
  const apart = rows.length > 1; // penalty cards stand a little apart from the grid
  return base.map((spot) => ({ ...spot, apart: apart && spot.extra, style: `grid-area: ${height - spot.row} / ${spot.col + 1}` }));
}

const gridOf = (c, letter) => c.s.grids[letter] ?? [];
const spotsOfGrid = (c, letter) => spots(c.s.rows, Math.max(0, ...gridOf(c, letter).map((card) => card.slot)));
const columns = (c, letter) => 1 + Math.max(...spotsOfGrid(c, letter).map((spot) => spot.col));

function grid(c, letter) {
  const cards = new Map(gridOf(c, letter).map((card) => [card.slot, card]));
  const all = spotsOfGrid(c, letter);
  return h("div", { class: "ct-grid" }, all.map((spot, i) => cards.has(i + 1)
    ? cardButton(c, letter, cards.get(i + 1), spot)
    : h("span", { key: i + 1, class: classes("ct-place", { apart: spot.apart }), style: spot.style }, blank(),
      h("span", { class: "ct-sr" }, c.t("face.empty", { slot: i + 1 })))));
}

function tags(c, seat) {
  const { turn, mover, caller } = c.s;
  const is = (who) => who === seat.letter && c.s.phase !== "over";
  return [
    is(mover) && ["mover", seat.letter === c.s.seat ? "tag.mover.you" : "tag.mover", "seat.mover"],
    is(turn) && mover !== turn && ["turn", "tag.turn", "seat.turn"],
    caller === seat.letter && ["caller", "tag.caller", "seat.caller"],
    c.s.protected === seat.letter && ["protected", "tag.protected", "seat.protected"],
  ].filter(Boolean).map(([kind, short, long]) => ({ kind, short: c.t(short), long: c.t(long) }));
}

function nameplate(c, seat) {
  const about = [c.words[`player.${seat.player}`], seat.partner && c.t("tag.partner", { letter: seat.partner }),
    seat.total !== null && c.t("seat.points", { total: seat.total })];
  return h("div", { class: "ct-plate", "aria-hidden": "true" },
    h("div", { class: "ct-who" }, letterMark(c, seat.letter), h("span", { class: "ct-name", title: seat.name }, seat.name)),
    h("div", { class: "ct-about" }, about.filter(Boolean).join(" · ")),
    h("div", { class: "ct-tags" }, tags(c, seat).map((tag) => h("span", { key: tag.kind, class: `ct-tag ct-${tag.kind}` }, tag.short))));
}

function seatPanel(c, seat) {
  const about = [seat.total !== null && c.t("seat.total", { total: seat.total }),
    seat.partner && c.t("seat.partner", { name: nameOf(c, seat.partner) })];
  const label = [seat.name, ...about.filter(Boolean), ...tags(c, seat).map((tag) => tag.long), shownLikely(c)?.seats[seat.letter]?.text]
    .filter(Boolean).join(", ");
  return h("section", { key: seat.letter, role: "group", "aria-label": label, "data-testid": `seat-${seat.letter}`, style: `--cols: ${columns(c, seat.letter)}`,
    class: classes("ct-seat", { mover: c.s.mover === seat.letter, own: seat.letter === c.s.seat, tall: c.s.rows.length > 2 }) },
    nameplate(c, seat), grid(c, seat.letter), outlook(c, seat.letter));
}

// The other seats clockwise from one's left hand, so that they run from left to right across the table.
// One or two of them sit beside the piles where there is room; more of them sit in a row above.
function far(c) {
  const at = c.s.seats.findIndex((seat) => seat.letter === c.s.seat);
  const round = [...c.s.seats.slice(at + 1), ...c.s.seats.slice(0, Math.max(at, 0))];
  const beside = round.length < 3 && round.every((seat) => columns(c, seat.letter) < 4);
  const panels = round.map((seat) => seatPanel(c, seat));
  panels.splice(beside ? 1 : panels.length, 0, middle(c));
  return h("div", { class: classes("ct-far", { beside, crowded: round.length > 3 }) }, panels);
}

// ---- The middle: stock, discard pile, card in hand ----------------------------------------------

function pile(c, { id, name, label, art, move, layers = 0 }) {
  const button = h("button", { type: "button", class: classes(`ct-place ct-${id}`, { open: move }), "data-testid": id,
    "data-spot": id, style: `--layers: ${layers}`, tabindex: move ? "0" : "-1", "aria-label": capital(name),
    "aria-disabled": move ? null : "true", onclick: move ? (event) => once(event) && c.move(move.move) : null }, art);
  return h("div", { class: "ct-pile", key: id }, button, h("span", { class: "ct-label", "aria-hidden": "true" }, label));
}

const withVerb = (c, ...verbs) => c.moves.find((move) => verbs.includes(move.verb) && !move.places.length);

function stock(c) {
  const known = c.s.stock_card && c.t("pile.stock.known", { card: cardName(c, c.s.stock_card) });
  const move = withVerb(c, "draw");
  const name = c.t("pile.stock.name", { count: c.s.stock });
  return pile(c, { id: "stock", move, layers: Math.min(3, Math.ceil(c.s.stock / 12)), label: `${c.t("pile.stock")} · ${c.s.stock}`,
    name: [move && moveText(c, move.move), name, known].filter(Boolean).join("; "),
    art: c.s.stock ? back(c.s.stock_card, "undone") : blank() });
}

function discard(c) {
  const [top, under] = [c.s.discard.at(-1), c.s.discard.at(-2)];
  const move = withVerb(c, "take", "discard");
  const count = c.s.discards ?? c.s.discard.length;
  const name = top ? c.t("pile.discard.name", { count, card: cardName(c, top) }) : c.t("pile.discard.none");
  const art = [under && h("span", { class: "ct-under", key: "under" }, face(under)), top ? face(top) : blank()];
  return pile(c, { id: "discard", move, art, label: `${c.t("pile.discard")} · ${count}`,
    name: move ? `${moveText(c, move.move)}; ${name}` : name });
}

function holding(c) {
  const held = c.s.holding;
  const label = !held ? c.t("pile.hand") : held.seat === c.s.seat ? c.t("pile.hand.you") : c.t("pile.hand.their", { name: nameOf(c, held.seat) });
  const name = !held ? c.t("pile.hand.none") : held.card ? c.t("pile.hand.card", { label, card: cardName(c, held.card) }) : c.t("pile.hand.hidden", { label });
  const art = !held ? blank() : held.card ? face(held.card) : back();
  return h("div", { class: classes("ct-pile", { empty: !held }), key: "holding" },
    h("div", { role: "img", class: "ct-place ct-holding", "data-testid": "holding", "data-spot": HAND,
      "aria-label": held?.taken ? `${name}; ${c.t("pile.hand.taken")}` : name }, art),
    h("span", { class: "ct-label", "aria-hidden": "true" }, label));
}

function middle(c) {
  return h("div", { key: "middle", class: "ct-middle", role: "group", "aria-label": c.t("table.middle") }, stock(c), discard(c), holding(c));
}

// ---- The bar: what is asked, and the buttons that answer ------------------------------------------

function acting(c) {
  if (c.s.phase === "over" && !c.s.acknowledge) return "over";
  return c.s.still ? "still" : c.s.acknowledge ? "ack" : c.moves.length ? "move" : c.s.waiting ? "wait" : "idle";
}

function prompt(c) {
  const name = c.s.mover ? nameOf(c, c.s.mover) : "";
  const kind = acting(c);
  if (kind === "ack") return c.t("prompt.ack", { cards: listing(c, shownCards(c)) });
  if (kind === "over") return [c.s.result?.title || c.t("prompt.over"), c.s.match?.title].filter(Boolean).map(sentence).join(" ");
  if (kind === "still") return c.s.mover === c.s.seat ? c.t("prompt.start") : c.t("prompt.waiting", { name });
  if (kind === "wait") return c.t(c.model.get("paused") ? "prompt.paused" : "prompt.waiting", { name });
  return kind === "move" ? movePrompt(c) : c.t("prompt.idle");
}

function movePrompt(c) {
  const verbs = new Set(c.moves.map((move) => move.verb));
  const top = c.s.discard.length ? cardName(c, c.s.discard.at(-1)) : "";
  const held = c.s.holding?.card ? cardName(c, c.s.holding.card) : c.t("place.holding");
  for (const verb of ["see", "peek", "spy", "look"]) if (verbs.has(verb)) return c.t(`prompt.${verb}`);
  if (verbs.has("leave")) return c.t("prompt.both");
  if (verbs.has("switch")) return c.t("prompt.switch");
  if (verbs.has("skip")) return c.t("prompt.skip");
  if (verbs.has("pass")) return c.t("prompt.window", { card: top });
  if (verbs.has("draw") || verbs.has("take") || verbs.has("call")) return startPrompt(c);
  if (verbs.has("swap")) return c.t(verbs.has("discard") ? "prompt.drawn" : "prompt.taken", { card: held });
  if (verbs.has("discard")) return c.t("prompt.drawn.only", { card: held });
  return c.t(verbs.has("stack") ? "prompt.end" : "prompt.done", { card: top });
}

function startPrompt(c) {
  const caller = c.s.caller && c.s.caller !== c.s.seat;
  return caller ? c.t("prompt.start.last", { name: nameOf(c, c.s.caller) }) : c.t("prompt.start");
}

function shownCards(c) {
  const shown = c.s.seats.flatMap(({ letter }) => gridOf(c, letter).filter((card) => card.showing && card.card && !card.up)
    .map((card) => c.t("prompt.ack.card", { place: placeName(c, `${letter}${card.slot}`, ".short"), card: cardName(c, card.card) })));
  const known = c.s.stock_card && !shown.length;
  return known ? [c.t("prompt.ack.card", { place: c.t("place.stock"), card: cardName(c, c.s.stock_card) })] : shown;
}

function hints(c) {
  if (c.ui.chosen.length) {
    const places = listing(c, c.ui.chosen.map((place) => placeName(c, place, ".short")));
    return [c.t("hint.chosen", { places }), c.t("hint.escape")];
  }
  const has = (test) => acting(c) === "move" && c.moves.some(test);
  const top = c.s.discard.length ? cardName(c, c.s.discard.at(-1)) : "";
  return [
    has((move) => move.many) && c.t("hint.claim"),
    has((move) => move.verb === "stack") && has((move) => /^(draw|swap)$/.test(move.verb)) && c.t("hint.stack", { card: top }),
    has((move) => /^(look|switch)$/.test(move.verb) && move.places.length) && c.t("hint.pair"),
  ].filter(Boolean);
}

function button(c, { key, text, strong, quiet, off, run, ...attributes }) {
  return h("button", { key, type: "button", class: classes("ct-button", { strong, quiet }), "aria-disabled": off ? "true" : null,
    onclick: off ? null : run, ...attributes }, text);
}

function moveButton(c, { move, verb }, strong) {
  const risk = verb === "call" ? shownLikely(c)?.call : null;
  const text = [moveText(c, move), risk && h("small", { key: "risk" }, ` · ${risk.risk}`)];
  return button(c, { key: move, text, strong, "aria-description": risk?.text, run: (event) => once(event) && c.move(move),
    "data-testid": `move-${verb}`, "data-move": move });
}

function barButtons(c) {
  if (c.s.still) return []; // a picture in which nothing can be done
  const kind = acting(c);
  const act = (type, strong = true) => button(c, { key: type, text: c.t(`act.${type}`), strong, "data-testid": TEST_ID[type] ?? type,
    run: (event) => (type === "next" || once(event)) && c.send(type) });
  if (kind === "ack") return [act("ack")];
  if (kind === "over") return c.s.match?.over ? [act("match")] : [act("hand")];
  if (kind === "wait") return c.model.get("paused") || c.ui.lost ? [act("next")] : [];
  const found = exact(c, c.ui.chosen);
  const plain = c.moves.filter((move) => !move.places.length).sort((a, b) => ORDER.indexOf(a.verb) - ORDER.indexOf(b.verb));
  return [...found.map((move) => moveButton(c, move, true)), ...plain.map((move) => moveButton(c, move, !found.length && STRONG.has(move.verb)))];
}

const TEST_ID = { hand: "next-hand", match: "new-match" };

function bar(c) {
  const note = c.ui.lost ? c.t("table.lost") : c.s.note;
  return h("div", { class: classes("ct-bar", { asking: ["ack", "move"].includes(acting(c)) }), "aria-busy": c.ui.sent ? "true" : null },
    h("p", { class: "ct-prompt", role: "status", tabindex: "-1", "data-testid": "prompt" }, sentence(prompt(c))),
    c.s.guide && h("p", { key: "guide", class: "ct-guide", "data-testid": "guide" }, c.s.guide),
    h("p", { class: "ct-note", role: "alert", "data-testid": "note", hidden: !note }, note),
    result(c),
    h("div", { class: "ct-buttons" }, barButtons(c)),
    h("p", { class: "ct-hint" }, c.s.guide && !c.ui.chosen.length ? "" : hints(c).join(" ")));
}

// ---- Log, result, match sheet ---------------------------------------------------------------------

function log(c) {
  return h("section", { class: "ct-logbox" }, h("p", { class: "ct-title", "aria-hidden": "true" }, c.t("panel.log")),
    h("div", { class: "ct-log", role: "log", "aria-live": "polite", "aria-relevant": "additions", tabindex: "0", "aria-label": c.t("panel.log"), "data-testid": "log" },
      c.s.log.map((line) => h("p", { key: line.n, class: line.seat === c.s.seat ? "is-mine" : null },
        line.seat && h("span", { class: "ct-letter", "aria-hidden": "true" }, line.seat), h("span", null, line.text)))));
}

function token(c, card) {
  const { rank, suit, kind } = readCard(card);
  return h("span", { class: `ct-token ct-${kind}` }, h("span", { "aria-hidden": "true" }, rank, suit && pip(suit)),
    h("span", { class: "ct-sr" }, `${cardName(c, card)} `));
}

function result(c) {
  const found = c.s.result;
  if (!found) return null;
  const head = ["name", "cards", "total", "score"].map((key) => h("th", { key, scope: "col", class: `ct-${key}` }, c.t(`result.${key}`)));
  return h("section", { key: "result", class: "ct-result", "data-testid": "result", "aria-label": c.t("result.title") },
    h("div", { class: "ct-wide", tabindex: "0", role: "group", "aria-label": c.t("result.title") },
      h("table", null, h("thead", null, h("tr", null, head)), h("tbody", null, found.lines.map((line) => resultLine(c, line))))));
}

function resultLine(c, line) {
  const cards = line.cards.length ? line.cards.map((card) => token(c, card)) : c.t("result.none");
  return h("tr", { key: line.letter, class: line.letter === c.s.seat ? "is-mine" : null },
    h("th", { scope: "row" }, letterMark(c, line.letter), " ", line.name), h("td", null, cards, h("span", { class: "ct-why" }, line.why)),
    h("td", { class: "ct-total" }, line.total), h("td", { class: "ct-score" }, line.score));
}

function sheet(c) {
  const match = c.s.match;
  if (!match) return null;
  const names = match.names.map((name, i) => h("th", { key: i, scope: "col" }, name, match.out[i] && h("small", null, ` (${c.t("sheet.out")})`)));
  const cell = (score) => (score === null ? h("td", null, h("span", { "aria-hidden": "true" }, "–"), h("span", { class: "ct-sr" }, c.t("sheet.sat"))) : h("td", null, score));
  const rows = match.sheet.map((scores, i) => h("tr", { key: i }, h("th", { scope: "row" }, i + 1), scores.map(cell)));
  const totals = h("tr", null, h("th", { scope: "row" }, c.t("sheet.total")), match.totals.map((total) => h("td", null, total)));
  return h("details", { key: "sheet", class: "ct-sheet", "data-testid": "sheet", open: c.s.phase === "over" }, h("summary", null, c.t("sheet.title")),
    h("div", { class: "ct-wide", tabindex: "0", role: "group", "aria-label": c.t("sheet.title") }, h("table", null,
      h("thead", null, h("tr", null, h("th", { scope: "col" }, c.t("sheet.hand")), names)), h("tbody", null, rows), h("tfoot", null, totals))),
    match.limit && h("p", { class: "ct-small" }, c.t("sheet.limit", { limit: match.limit })));
}

// ---- Head and controls ------------------------------------------------------------------------------

function head(c) {
  const house = c.s.house.map((name) => c.words[`house.${name}`] ?? name);
  const match = c.s.match && c.t(c.s.match.limit ? "table.match" : "table.match.fixed", c.s.match);
  return h("div", { class: "ct-head" }, h("p", { class: "ct-title" }, c.words[`rules.${c.s.rules}`] ?? c.s.rules), h("span", { class: "ct-house" }, house.join(", ")),
    h("span", { class: "ct-match" }, match), c.s.study && h("span", { class: "ct-tag ct-study" }, c.t("table.study")));
}

function paceControl(c) {
  const pace = c.model.get("pace");
  const [least, most] = PACE;
  const step = (factor) => () => c.set("pace", Math.round(Math.min(most, Math.max(least, pace * factor)) * 10) / 10);
  const seconds = pace.toLocaleString(c.words.lang || "en", { maximumFractionDigits: 1 });
  const paused = c.model.get("paused");
  return h("div", { class: "ct-set", role: "group", "aria-label": c.t("control.pace") },
    h("span", { class: "ct-setname" }, c.t("control.pace"), h("small", null, c.t("control.seconds", { seconds }))),
    h("div", { class: "ct-join" },
      button(c, { key: "slower", text: c.t("act.slower"), off: pace >= most, run: step(1.5), "data-testid": "slower" }),
      button(c, { key: "pause", text: c.t(paused ? "act.resume" : "act.pause"), run: () => c.set("paused", !paused), "data-testid": "pause" }),
      button(c, { key: "faster", text: c.t("act.faster"), off: pace <= least, run: step(1 / 1.5), "data-testid": "faster" })));
}

function memoryControl(c) {
  if (!c.s.seat) return null; // who watches has seen nothing in private
  const option = (name) => button(c, { key: name, text: c.t(`memory.${name}`), run: () => c.set("memory", name), "data-testid": `memory-${name}`,
    "aria-pressed": String(c.model.get("memory") === name) });
  return h("div", { class: "ct-set", role: "group", "aria-label": c.t("control.memory") },
    h("span", { class: "ct-setname" }, c.t("control.memory")), h("div", { class: "ct-join ct-column" }, option("remember"), option("show")));
}

function undoControl(c) {
  if (!c.s.study) return null;
  return h("div", { class: "ct-set", key: "undo" }, button(c, { text: c.t("act.undo"), off: !c.s.undo, run: () => c.send("undo"), "data-testid": "undo" }),
    h("p", { class: "ct-small" }, c.t("control.undo")));
}

function matchControl(c) {
  const ask = (confirm) => () => { c.ui.confirm = confirm; c.refresh(); c.focus(confirm ? "match-no" : "new-match"); };
  if (c.s.phase === "over" && c.s.match?.over) return null; // then it stands in the bar
  const start = c.s.phase === "over" ? () => c.send("match") : ask(true);
  if (!c.ui.confirm) return h("div", { class: "ct-set" }, button(c, { text: c.t("act.match"), quiet: true, run: start, "data-testid": "new-match" }));
  return h("div", { class: "ct-set ct-confirm", role: "group", "aria-label": c.t("confirm.match") }, h("p", null, c.t("confirm.match")),
    button(c, { key: "yes", text: c.t("confirm.yes"), run: (event) => once(event) && c.send("match"), "data-testid": "match-yes" }),
    button(c, { key: "no", text: c.t("confirm.no"), run: ask(false), "data-testid": "match-no" }));
}

function controls(c) {
  return h("section", { class: "ct-controls", "aria-label": c.t("control.name") }, paceControl(c), memoryControl(c), undoControl(c), matchControl(c),
    h("p", { class: "ct-small ct-legend" }, c.t("legend.seen")));
}

function table(c) {
  if (!c.s?.seats) return [h("p", { class: "ct-prompt", role: "status" }, c.t("table.loading"))];
  const own = seatOf(c, c.s.seat);
  return [head(c), h("div", { class: "ct-body" },
    h("div", { class: "ct-main" }, far(c),
      h("div", { class: classes("ct-near", { alone: !own }) }, own && seatPanel(c, own), bar(c))),
    h("aside", { class: "ct-side", "aria-label": c.t("panel.log") }, h("div", { class: "ct-record" }, log(c), sheet(c), likelyBox(c)),
      c.s.still ? null : controls(c)))];
}

// ---- Motion: a moved card travels from where it lay ---------------------------------------------------

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const spotsOf = (root) => new Map([...root.querySelectorAll("[data-spot]")].map((el) => [el.dataset.spot, el.querySelector(":scope > .ct-card")]));

function measure(root) {
  return new Map([...spotsOf(root)].map(([spot, card]) => [spot, card.getBoundingClientRect()]));
}

// Where the cards of a move came from and went to; `now` are the spots after it, `opened` those new in it.
function flights(last, now, opened) {
  const verb = last.move.split(" ")[0];
  const [first, second] = last.places ?? [];
  const added = opened.map((place) => [verb === "swap" ? HAND : "stock", place]);
  if (verb === "draw") return [["stock", HAND]];
  if (verb === "take") return [["discard", HAND]];
  if (verb === "discard") return [[HAND, "discard"]];
  if (verb === "switch" && second) return [[first, second], [second, first]];
  if (verb === "stack") return now.has(first) ? added : [[first, "discard"]];
  if (verb === "swap") return opened.length ? added : [[HAND, first], [last.places.at(-1), "discard"]];
  return [];
}

function fly(root, before, last) {
  const now = spotsOf(root);
  const opened = [...now.keys()].filter((spot) => !before.has(spot));
  for (const [from, to] of flights(last, now, opened)) {
    const [start, card] = [before.get(from), now.get(to)];
    if (!start || !card) continue;
    const end = card.getBoundingClientRect();
    const move = `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${start.width / end.width})`;
    card.animate([{ transform: move, zIndex: 9 }, { transform: "none", zIndex: 9 }], { duration: FLIGHT, easing: "cubic-bezier(.2,.7,.2,1)" });
  }
  if (!/^(peek|spy|look|see)/.test(last.move)) return;
  for (const place of last.places) now.get(place)?.animate([{}, { translate: "0 -.5em" }, {}], { duration: 2 * FLIGHT, easing: "ease-in-out" });
}

// ---- Keyboard and focus ---------------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The nearest card in the direction of an arrow, measured on the screen: within a grid and across grids.
function neighbour(root, from, [dx, dy]) {
  const centre = (el) => { const r = el.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
  const [x, y] = centre(from);
  const far = (el) => {
    const [ex, ey] = centre(el);
    const along = (ex - x) * dx + (ey - y) * dy;
    return along < 4 ? Infinity : along + 2.5 * Math.abs((ex - x) * dy + (ey - y) * dx);
  };
  const all = [...root.querySelectorAll("button[data-spot]")].filter((el) => el !== from);
  const best = all.reduce((a, b) => (far(b) < far(a) ? b : a), all[0]);
  return best && far(best) < Infinity ? best : null;
}

function onKey(c, event) {
  if (event.repeat && (event.key === "Enter" || event.key === " ")) return event.preventDefault(); // a held key is one press
  if (event.key === "Escape" && c.ui.chosen.length) {
    c.ui.chosen = [];
    c.refresh();
  } else if (ARROWS[event.key] && event.target.matches("button[data-spot]")) {
    neighbour(c.root, event.target, ARROWS[event.key])?.focus();
  } else return undefined;
  event.stopPropagation();
  return event.preventDefault();
}

// What a person without a pointer most likely wants next: to answer, else to choose a card, else to read.
function primary(root) {
  return root.querySelector(".ct-bar .is-strong") ?? root.querySelector(".ct-grid .is-open")
    ?? root.querySelector(".ct-bar button") ?? root.querySelector(".ct-prompt");
}

function keepFocus(c, active, moved) {
  const root = c.root;
  const lost = !active.isConnected || !root.contains(document.activeElement);
  const resting = active.matches(".ct-prompt, .ct-bar button, [data-spot][aria-disabled]");
  if (lost || (moved && resting && acting(c) !== "wait")) primary(root)?.focus({ preventScroll: !lost });
}

// ---- One view of the model --------------------------------------------------------------------------------

function render({ model, el }) {
  const root = document.createElement("div");
  const ui = { chosen: [], confirm: false, sent: false, lost: false, drawn: null, asked: null, kept: null };
  let lostTimer = 0;
  let playTimer = 0;

  const context = () => {
    const s = model.get("state");
    const words = model.get("words") ?? {};
    const moves = s?.seats && !s.acknowledge ? (s.legal ?? []).map((move) => readMove(s, move)) : [];
    const c = { s, words, moves, ui, model, root, send, refresh: draw, t: (key, values) => say(words, key, values) };
    c.move = (move) => send("move", { move });
    c.set = (name, value) => { model.set(name, value); model.save_changes(); };
    c.focus = (id) => root.querySelector(`[data-testid="${id}"]`)?.focus();
    return c;
  };

  function send(type, more = {}) {
    if (ui.sent) { // one message for a position: a second click waits for the answer to the first
      if (type === "guess") ui.kept = more; // but what was typed meanwhile is not lost
      return;
    }
    Object.assign(ui, { sent: true, lost: false, confirm: false });
    clearTimeout(lostTimer);
    lostTimer = setTimeout(() => { Object.assign(ui, { sent: false, lost: true, kept: null }); draw(); }, LOST_AFTER);
    try {
      model.send({ type, position: model.get("state").position, ...more });
    } catch {
      clearTimeout(lostTimer);
      Object.assign(ui, { sent: false, lost: true });
    }
    draw();
  }

  // The other players' moves come one by one at the chosen pace; each position is asked for once.
  function schedule(c) {
    clearTimeout(playTimer);
    const ready = c.s?.waiting && !c.s.acknowledge && !model.get("paused") && ui.asked !== c.s.position;
    if (!ready) return;
    playTimer = setTimeout(() => { ui.asked = c.s.position; send("next"); }, 1000 * model.get("pace"));
  }

  function draw() {
    const c = context();
    const active = root.contains(document.activeElement) ? document.activeElement : null;
    const moved = c.s?.position !== ui.drawn?.position;
    const line = (s) => s?.log?.at(-1)?.n ?? -1;
    const news = ui.drawn?.position < c.s?.position && line(c.s) > line(ui.drawn); // an undo is no news
    const before = news && c.s.last && !calm() ? measure(root) : null;
    patch(root, h("div", { class: classes("cambio-table", { live: ui.drawn }), "data-testid": "table", role: "region", lang: c.words.lang,
      "aria-label": c.t("table.name"), "data-lm-suppress-shortcuts": "true", onkeydown: (event) => onKey(c, event) }, table(c)));
    if (before) fly(root, before, c.s.last.places.length ? c.s.last : { ...c.s.last, places: ui.drawn.last?.places ?? [] });
    if (active) keepFocus(c, active, moved);
    const entries = root.querySelector(".ct-log");
    if (entries && moved) entries.scrollTop = entries.scrollHeight;
    if (c.s?.seats) ui.drawn = c.s;
    schedule(c);
  }

  function onState() {
    clearTimeout(lostTimer);
    Object.assign(ui, { sent: false, lost: false });
    if (model.get("state")?.position !== ui.drawn?.position) Object.assign(ui, { chosen: [], confirm: false });
    const kept = ui.kept;
    ui.kept = null;
    draw();
    if (kept && model.get("state")?.likely?.ask) send("guess", kept);
  }

  const listeners = { "change:state": onState, "change:words": draw, "change:memory": draw, "change:likely": draw, "change:pace": draw, "change:paused": draw };
  for (const [name, listener] of Object.entries(listeners)) model.on(name, listener);
  el.append(root);
  draw();
  return () => {
    for (const [name, listener] of Object.entries(listeners)) model.off(name, listener);
    clearTimeout(lostTimer);
    clearTimeout(playTimer);
    root.remove();
  };
}

export default { render };
