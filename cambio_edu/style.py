"""The colours and letters of the table by day, for what is drawn without the front end."""

PAPER, INK, SOFT, RULE = "#f5efe1", "#2a241c", "#665b4a", "#dccfb4"
ACCENT, TINT = "#9a4516", "#f3e0c8"
FACE, EDGE, RED, NUMBER = "#fffdf6", "#b9aa8b", "#ab1f1a", "#1d4f55"
BACK, BACK_LINE, BACK_EDGE = "#2d4d70", "#6383a5", "#1d3653"
FONT = "Palatino Linotype,Palatino,P052,Georgia,serif"
