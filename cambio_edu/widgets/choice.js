// A group of radio buttons. The arrow keys choose, also where the notebook would take them.

let views = 0; // each view has a group of its own, or two of them would take each other's choice

function render({ model, el }) {
  const name = `cambio-choice-${(views += 1)}`;
  const set = document.createElement("fieldset");
  set.className = "cambio-choice";
  const legend = document.createElement("legend");
  legend.textContent = model.get("label");
  set.append(legend);
  for (const [value, text] of model.get("options")) {
    const label = document.createElement("label"), radio = document.createElement("input");
    Object.assign(radio, { type: "radio", name, value });
    radio.setAttribute("data-lm-suppress-shortcuts", "true");
    radio.onchange = () => {
      model.set("value", value);
      model.save_changes();
    };
    label.append(radio, ` ${text}`);
    set.append(label);
  }
  const show = () => {
    for (const radio of set.querySelectorAll("input")) radio.checked = radio.value === model.get("value");
  };
  model.on("change:value", show);
  el.append(set);
  show();
  return () => model.off("change:value", show);
}

export default { render };
