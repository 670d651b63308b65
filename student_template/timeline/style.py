# Generated from grader/src/loopcheck/timeline/style.py by `loopcheck author build`: edit it there.
"""The colours of the pictures, for light and for dark.

Colour never says anything alone: each stamp has a shape and a row, each gap a number and a stroke of its own, and what stood
in the way is hatched. The hues are those of Okabe and Ito, which readers with any colour vision tell apart. The rules name
only the picture's own classes, so a picture within a page changes nothing around it.
"""

SCOPE = ".timeline"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"

LIGHT = {
    "paper": "fill:#fff;stroke:#d5d9de",
    "patch": "fill:#fff",
    "ink": "fill:#1c1f23",
    "quiet": "fill:#59626b",
    "pass": "stroke:#c9d0d7",
    "burn": "fill:#e9ecef;stroke:#aab3bb",
    "guilty": "fill:#ffd9a0;stroke:#a35c00",
    "hatch": "stroke:#e0a04a",
    "asleep": "stroke:#0072b2",
    "gap": "stroke:#c2500a",
    "lost": "fill:#a84300",
    "drop": "stroke:#8b949d",
    "asked": "fill:#fff;stroke:#0072b2",
    "expired": "fill:#fff;stroke:#1c1f23",
    "fired": "fill:#c2500a;stroke:#c2500a",
    "ran": "fill:#00805c;stroke:#00805c",
    "good": "fill:#00664a",
    "wrong": "stroke:#b3003c",
    "o": "stroke:#fff",
}
DARK = {
    "paper": "fill:#15181b;stroke:#3a4047",
    "patch": "fill:#15181b",
    "ink": "fill:#e8ebee",
    "quiet": "fill:#a5adb5",
    "pass": "stroke:#363d45",
    "burn": "fill:#262c32;stroke:#59636d",
    "guilty": "fill:#5c3a06;stroke:#f0a63c",
    "hatch": "stroke:#8c5c14",
    "asleep": "stroke:#56b4e9",
    "gap": "stroke:#ff8f4d",
    "lost": "fill:#ffab7a",
    "drop": "stroke:#7d8791",
    "asked": "fill:#15181b;stroke:#56b4e9",
    "expired": "fill:#15181b;stroke:#e8ebee",
    "fired": "fill:#ff8f4d;stroke:#ff8f4d",
    "ran": "fill:#3ecf9f;stroke:#3ecf9f",
    "good": "fill:#6fdcb4",
    "wrong": "stroke:#ff7096",
    "o": "stroke:#15181b",
}
FIXED = (
    f"{SCOPE}{{font:12px {FONT};font-variant-numeric:tabular-nums}}"
    f"{SCOPE} .h{{font-size:15px;font-weight:650}}{SCOPE} .b{{font-weight:600}}{SCOPE} .s{{font-size:11px}}"
    f"{SCOPE} .m{{text-anchor:middle}}{SCOPE} .e{{text-anchor:end}}"
    f"{SCOPE} path,{SCOPE} circle{{stroke-width:2}}{SCOPE} .pass,{SCOPE} .burn,{SCOPE} .paper{{stroke-width:1}}"
    f"{SCOPE} .asleep{{fill:none;stroke-dasharray:2 3;stroke-width:1.5}}{SCOPE} .drop{{fill:none;stroke-width:1.2}}"
    f"{SCOPE} .gap{{fill:none;stroke-width:5}}{SCOPE} .g1{{stroke-dasharray:2 2}}{SCOPE} .g3{{stroke-dasharray:9 3}}"
    f"{SCOPE} .rule{{fill:none;stroke-width:1.2}}{SCOPE} .wrong{{fill:none;stroke-dasharray:4 2}}"
    f"{SCOPE} .o{{paint-order:stroke;stroke-width:3;stroke-linejoin:round}}"
)


def sheet() -> str:
    """The style sheet."""
    return f"{FIXED}{_rules(LIGHT)}@media screen and (prefers-color-scheme:dark){{{_rules(DARK)}}}"


def _rules(colours: dict[str, str]) -> str:
    return "".join(f"{SCOPE} .{name}{{{rule}}}" for name, rule in colours.items())
