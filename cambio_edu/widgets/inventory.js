// The ten questions on screen: a group of radio buttons each, and a button that hands them in.
// What is chosen goes back as letters by number; what is said comes from the kernel.

let views = 0; // each view has groups of its own, or two of them would take each other's choices

function node(tag, props = {}, ...children) {
  const made = Object.assign(document.createElement(tag), props);
  made.append(...children);
  return made;
}

function group(model, view, { number, text, options }) {
  const set = node("fieldset", {}, node("legend", {}, node("b", {}, `${number}. `), text));
  for (const [letter, label] of Object.entries(options)) {
    const radio = node("input", { type: "radio", name: `${view}-${number}`, value: letter });
    radio.setAttribute("data-lm-suppress-shortcuts", "true"); // arrow keys choose: the notebook would take them
    radio.onchange = () => {
      model.set("chosen", { ...model.get("chosen"), [number]: letter });
      model.save_changes();
    };
    set.append(node("label", {}, radio, ` ${label}`));
  }
  return set;
}

function render({ model, el }) {
  const view = `cambio-inventory-${(views += 1)}`;
  const head = node("div", { innerHTML: model.get("head") });
  const sets = model.get("questions").map((question) => group(model, view, question));
  const button = node("button", { type: "button", textContent: model.get("button") });
  button.className = "jupyter-button widget-button mod-primary";
  button.onclick = () => model.send({ do: "hand_in" });
  const said = node("p"), missed = node("p"), after = node("div");
  said.setAttribute("role", "status");
  said.setAttribute("aria-live", "polite");
  missed.setAttribute("role", "alert");

  const show = () => {
    const chosen = model.get("chosen"), locked = model.get("locked");
    for (const [at, { number }] of model.get("questions").entries()) {
      sets[at].disabled = locked;
      for (const radio of sets[at].querySelectorAll("input")) {
        radio.checked = radio.value === chosen[number];
      }
    }
    button.disabled = locked;
    if (said.textContent !== model.get("said")) said.textContent = model.get("said");
    if (missed.textContent !== model.get("missed")) missed.textContent = model.get("missed");
    after.innerHTML = model.get("after");
  };
  model.on("change:chosen change:locked change:said change:missed change:after", show);

  const page = node("div", { className: "cambio-inventory", lang: model.get("lang") },
    head, ...sets, button, said, missed, after);
  el.append(page);
  show();
  return () => model.off("change:chosen change:locked change:said change:missed change:after", show);
}

export default { render };
