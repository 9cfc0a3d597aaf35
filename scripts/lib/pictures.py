"""Draws the pictures of the documentation: a terminal's output as an animated SVG, and diagrams of boxes and arrows.

Usage: pictures.py terminal COMMAND <OUTPUT >PICTURE.svg
       pictures.py diagrams FOLDER
"""

import html
import re
import sys

MONO = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
SANS = "Inter, 'Helvetica Neue', Arial, sans-serif"


def terminal(command, lines):
    """The lines of `brews order`, each shown at the time that it names, or right after the line before."""
    columns = max(len(line) for line in [command, *lines])
    width, row, top = columns * 8.5 + 40, 20, 46
    height = top + row * (len(lines) + 1) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}" '
        'role="img">',
        f"<title>Output of {html.escape(command)}</title>",
        f'<rect width="{width:.0f}" height="{height}" rx="8" fill="#16181d"/>',
        '<circle cx="20" cy="18" r="5" fill="#f25f57"/><circle cx="38" cy="18" r="5" fill="#f7bd2e"/>'
        '<circle cx="56" cy="18" r="5" fill="#2bc840"/>',
        f'<g font-family="{MONO}" font-size="14" fill="#d8dce4">',
    ]
    style = 'xml:space="preserve" style="white-space:pre"'
    parts.append(f'<text x="20" y="{top}" {style} fill="#8fd18f">$ {html.escape(command)}</text>')
    now, line_pause = 0.4, 0.25
    for index, line in enumerate(lines):
        said = re.match(r"\s+hearing\s+([0-9.]+) s", line)
        now = max(now, float(said[1])) if said else now + line_pause
        colour = ' fill="#8b93a3"' if "hearing" in line[:10] else ' fill="#f4d58a"' if "preview" in line[:10] else ""
        # Shown without animation, too: where a viewer does not animate, every line is there.
        parts.append(
            f'<text x="20" y="{top + row * (index + 1)}" {style}{colour}>{html.escape(line)}'
            f'<animate attributeName="opacity" values="0;0;1" keyTimes="0;0.999;1" dur="{now:.2f}s" fill="freeze"/>'
            "</text>"
        )
    parts.append("</g></svg>")
    return "\n".join(parts) + "\n"


def diagram(title, steps, width=880):
    """A way through the modules: a column of boxes, each with its module, what it does, and what it hands on."""
    box, gap, left = 52, 34, 20
    height = len(steps) * (box + gap) - gap + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'role="img">',
        f"<title>{html.escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 10 5 0 10z" fill="#5b6472"/></marker></defs>',
    ]
    for index, (module, text, handed) in enumerate(steps):
        y = 20 + index * (box + gap)
        parts.append(
            f'<rect x="{left}" y="{y}" width="{width - 2 * left}" height="{box}" rx="6" fill="#f3f6fa" stroke="#9fb0c3"/>'
            f'<text x="{left + 14}" y="{y + 31}" font-family="{MONO}" font-size="14" font-weight="600" fill="#1b2430">'
            f"{html.escape(module)}</text>"
            f'<text x="{left + 270}" y="{y + 31}" font-family="{SANS}" font-size="14" fill="#1b2430">'
            f"{html.escape(text)}</text>"
        )
        if index + 1 < len(steps):
            parts.append(
                f'<path d="M{left + 120} {y + box}v{gap - 2}" stroke="#5b6472" stroke-width="1.5" marker-end="url(#head)"/>'
                f'<text x="{left + 134}" y="{y + box + 22}" font-family="{SANS}" font-size="12.5" fill="#5b6472">'
                f"{html.escape(handed)}</text>"
            )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


DIAGRAMS = {
    "way-of-a-frame": (
        "The way of a frame of audio, from the microphone to words",
        [
            ("ALSAAudio", "reads the microphone on its own thread, reconnects, counts samples", "frames of 20 ms, 16 kHz, mono"),
            ("SpeexEcho", "removes the kiosk's own voice (with --barge-in)", "frames"),
            ("KioskRuntime", "GatedAudioInput: holds frames back while the kiosk speaks, measures level", "frames"),
            ("WakeWord", "waits for the wake phrase and hands on what follows it", "frames after the phrase"),
            ("Transcription", "EndpointingInput: voice activity; marks the frame that ends an utterance", "marked frames"),
            ("VoskEngine", "decodes with the menu's graph, in a child process (EngineHost)", "volatile and stable results"),
            ("TwoPassEngine", "decodes doubtful utterances again, slower, and combines both", "results"),
        ],
    ),
    "way-of-a-word": (
        "The way of a word, from the recogniser to the guest's ear and eye",
        [
            ("Transcription", "normalises words, keeps the session's text without repetition", "transcript"),
            ("OrderParsing", "finds items, options, numbers, changes and questions", "order acts"),
            ("VoiceOrdering", "drops doubtful words and talk that orders nothing", "order acts with confidence"),
            ("OrderSession", "changes the cart by the menu's rules; read-back and confirmation", "prompts, as data"),
            ("KioskRuntime", "KioskMachine decides: show, speak, ask, place", "snapshot; decisions"),
            ("Feedback", "writes sentences in the guest's language, orders speech and sounds", "sentences"),
            ("SpeechSynthesis", "speaks them, while KioskWeb shows the snapshot", "sound"),
        ],
    ),
    "way-of-a-touch": (
        "The way of a touch, from the page to the order store",
        [
            ("KioskWeb: Page", "a button sends an action with the server's token", "POST /action"),
            ("KioskWeb: HTTP, Routing", "reads the request strictly; checks host, origin and token", "KioskAction"),
            ("KioskRuntime", "KioskMachine: the same cart commands as speech (CartCommand)", "decision: place"),
            ("SQLiteOrderStore", "one transaction: number, order, deletion of the open cart", "order is on the disk"),
            ("BrewsCLI: Kiosk", "starts the payment program, if there is one", "paid, or pay at the counter"),
            ("KioskWeb: HTTP", "sends the newest snapshot to every open page", "order number on the screen"),
        ],
    ),
}


def main():
    if sys.argv[1:2] == ["terminal"] and len(sys.argv) == 3:
        lines = [line.rstrip("\n") for line in sys.stdin if line.strip()]
        # How fast this machine was is no part of the picture.
        sys.stdout.write(terminal(sys.argv[2], [line for line in lines if not line.startswith("  speed ")]))
    elif sys.argv[1:2] == ["diagrams"] and len(sys.argv) == 3:
        for name, (title, steps) in DIAGRAMS.items():
            with open(f"{sys.argv[2]}/{name}.svg", "w", encoding="utf-8") as file:
                file.write(diagram(title, steps))
    else:
        raise SystemExit(__doc__)


main()
