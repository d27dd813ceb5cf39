"""What can be generated for a board, by name: lists, drawings, plans; and the folder in which the repository keeps them.

contents(board, "bom")          -> {"bom.csv": function that gives its bytes, "bom.md": ...}
contents(board, "drilling", pdfs=True) -> also the PDFs to print at 1:1
"""

from pathlib import Path

import hardware
from host import words
from host.hardware import checks, explain, lists, pages, pinout, plan, power, square, surfaces, wiring
from host.hardware.canvas import png_bytes

KEPT = Path(hardware.__file__).resolve().parent / "generated"
KINDS = {
    "bom": "bill of materials",
    "nets": "net list: every pin of every net",
    "pins": "the controller's pins",
    "magnets": "what needs a magnet",
    "check": "electrical checks",
    "wiring": "wiring drawing of the whole board",
    "square": "drawing of one square",
    "pinout": "drawing of the controller's pins",
    "drilling": "drilling and numbering plan, with PDFs at 1:1",
    "surfaces": "playing surfaces, with PDFs at 1:1",
}
TEXTS = ("bom", "nets", "pins", "magnets", "check")
# file -> what draws it, as a `canvas.Canvas`
DRAWINGS = {
    "wiring.png": wiring.draw,
    "square.png": square.draw,
    "pinout.png": pinout.draw,
    "drilling.png": plan.draw,
    "surfaces.png": surfaces.overview,
}


def contents(board, kind, pdfs=False):
    """{file name: function without arguments that gives its bytes} of one of `KINDS`."""
    files = {
        "bom": lambda: {
            "bom.csv": _text(lists.as_csv, lists.BOM_HEAD, lists.bill, board),
            "bom.md": lambda: _bom_page(board).encode(),
        },
        "nets": lambda: {"nets.csv": _text(lists.as_csv, lists.NETS_HEAD, lists.nets, board)},
        "pins": lambda: {"pins.csv": _text(lists.as_csv, lists.PINS_HEAD, lists.pins, board)},
        "magnets": lambda: {"magnets.csv": _text(lists.as_csv, lists.MAGNETS_HEAD, lists.things, board)},
        "check": lambda: {"checks.txt": lambda: ("\n".join(lists.check_lines(run_checks(board))) + "\n").encode()},
        "drilling": lambda: _drilling_pdfs(board) if pdfs else {},
        "surfaces": lambda: _surface_pdfs(board) if pdfs else {},
    }
    made = files[kind]() if kind in files else {}
    picture = kind + ".png"
    return {picture: lambda: png_bytes(DRAWINGS[picture](board)), **made} if picture in DRAWINGS else made


def everything(board, pdfs=False):
    """{file name: function that gives its bytes} of all kinds, and the page that shows them."""
    files = {"README.md": lambda: _page(board).encode()}
    for kind in KINDS:
        files.update(contents(board, kind, pdfs))
    return files


def common():
    """{file name: function that gives its bytes} of the pictures that belong to no board."""
    return {name: (lambda draw=draw: png_bytes(draw())) for name, draw in explain.PICTURES.items()}


def run_checks(board):
    """The electrical checks of a board."""
    return checks.run(board.net, board.pitch, board.files + board.ranks)


def _text(form, head, rows, board):
    return lambda: form(head, rows(board)).encode()


def _drilling_pdfs(board):
    size = plan.size_mm(board)
    files = {}
    for name, below in (("drilling", False), ("drilling-from-below", True)):
        title = f"{board.name}: {'numbers, from below' if below else 'drilling plan'}"
        files[name + ".pdf"] = lambda below=below, title=title: pages.pdf_bytes(
            size, lambda scale, window: plan.draw(board, below, scale, window, 1), title
        )
    return files


def _surface_pdfs(board):
    size = plan.size_mm(board)
    files = {}
    for name in surfaces.names(board):
        title = f"{board.name}: {'playing surface' if name == 'board' else words.title(name)}"
        files[f"surface-{name}.pdf"] = lambda name=name, title=title: pages.pdf_bytes(
            size, lambda scale, window: surfaces.draw(board, name, scale, window, 1), title, colour=True
        )
    return files


def _bom_page(board):
    return f"# Bill of materials of {board.name}\n\n{board.title}\n\n" + lists.as_markdown(lists.BOM_HEAD, lists.bill(board))


def _page(board):
    """The Markdown page that shows what there is for a board."""
    draws = [(draw.what, draw.rail, f"{draw.ma:.0f}") for draw in power.budget(board.net)]
    totals = {}
    for game, _, _, number in lists.things(board):
        totals[game] = totals.get(game, 0) + number
    marks = "\n".join(lists.check_lines(run_checks(board)))
    return "\n".join(
        [
            f"# {board.name}\n\n{board.title}\n",
            f"Generated from `hardware/boards/{board.name}.toml` by `reedboard hardware all`; change the profile, not these files.",
            f"How to build it: [docs/BUILD.md](../../../docs/BUILD.md). Plans to print at 1:1: `reedboard hardware drilling {board.name} -o FOLDER`,",
            f"`reedboard hardware surfaces {board.name} -o FOLDER`.\n",
            "Lists: [bill of materials](bom.md) ([CSV](bom.csv)), [pins](pins.csv), [nets](nets.csv), [magnets](magnets.csv).\n",
            "## Wiring\n\n![The whole board](wiring.png)\n\n![One square](square.png)\n\n![Pins of the controller](pinout.png)\n",
            "## Current\n\nWhat the parts draw at most, in mA.\n",
            lists.as_markdown(("what", "rail", "mA"), draws),
            "## Checks\n\n```\n" + marks + "\n```\n",
            f"## Magnets\n\nOne in every piece: {board.magnet.text()}, the same pole up in all of them.\n",
            lists.as_markdown(("game", "things with a magnet"), totals.items()),
            "## Where switches and lamps lie\n\n![Switches and lamps](drilling.png)\n",
            "## Playing surfaces\n\n![Playing surfaces](surfaces.png)\n",
        ]
    )
