"""A board in the terminal, live: drawing with rich, and a line of input below it."""

import os
import select
import sys
import termios
import tty

from engine import notation
from rich.columns import Columns
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from host import words
from host.render.text import board_lines

_MESSAGES = 12
_BOARD_LINES = 18  # what the board and the lines around it take at most


class Keys:
    """Reads lines from the terminal key by key, so that the screen can be drawn meanwhile. A context manager.

    `text` is the line being typed. Ctrl-C interrupts as always.
    """

    def __init__(self, handle=None):
        self.handle = sys.stdin.fileno() if handle is None else handle
        self.text = ""
        self._history = []
        self._kept = None

    def __enter__(self):
        self._kept = termios.tcgetattr(self.handle)
        tty.setcbreak(self.handle, termios.TCSANOW)  # what has been typed already is kept
        return self

    def __exit__(self, *error):
        termios.tcsetattr(self.handle, termios.TCSADRAIN, self._kept)

    def lines(self):
        """Return the lines that have been finished with Enter since the last call; None in it means: no more input."""
        found = []
        while select.select([self.handle], [], [], 0)[0]:
            data = os.read(self.handle, 1024)
            if not data:
                return [*found, None]
            found += self.take(data.decode("utf-8", "ignore"))
        return found

    def take(self, typed):
        """Take typed characters; return the lines that are finished by them."""
        found = []
        if typed.startswith("\x1b"):
            if typed == "\x1b[A" and self._history:
                self.text = self._history[-1]
            return found
        for key in typed:
            if key in "\r\n":
                found.append(self.text.strip())
                if self.text.strip():
                    self._history.append(self.text.strip())
                self.text = ""
            elif key in "\x7f\b":
                self.text = self.text[:-1]
            elif key == "\x15":
                self.text = ""
            elif key == "\x04" and not self.text:
                found.append(None)
            elif key.isprintable():
                self.text += key
        return found


class View:
    """What is drawn: the board as the mirror knows it, the turns so far, what the board says, and the line of input.

    mirror: host.client.Mirror; lamp_cells: board cell of each cell of the game, or None if the board's lights can't be
    placed; lang: whose letters; title: the first line. `messages` are texts for the person, newest last.
    """

    def __init__(self, mirror, lamp_cells, lang, title):
        self.mirror = mirror
        self.lamp_cells = lamp_cells
        self.lang = lang
        self.title = title
        self.messages = []
        self.doing = ""
        self._notation = []

    def say(self, text):
        """Show the message `text`."""
        self.messages.append(text)
        del self.messages[:-_MESSAGES]

    def draw(self, typed, hint, height):
        """Return the rich renderable for a terminal `height` lines high; typed: the input line; hint: beside it."""
        board = Text("\n").join(self._board())
        side = Group(self._state(), Text(), self._turns(max(3, height - 12)))
        parts = [Text(self.title, style="bold"), Columns([board, Panel(side, width=44, border_style="dim")])]
        latest = self.messages[-max(4, height - _BOARD_LINES) :]
        parts += [Text("  " + message, style="cyan", overflow="ellipsis", no_wrap=True) for message in latest]
        parts.append(Text.assemble(("> ", "bold green"), typed, ("▏", "blink"), ("  " + hint, "dim")))
        return Group(*parts)

    def _board(self):
        game = self.mirror.game
        lamps = None
        if self.lamp_cells and self.mirror.lamps:
            lamps = bytes(self.mirror.lamps[cell] if cell < len(self.mirror.lamps) else 0 for cell in self.lamp_cells)
        return board_lines(game, last=self._last_turn(), lamps=lamps, lang=self.lang)

    def _last_turn(self):
        return self.mirror.game.history[-1] if self.mirror.game.history else None

    def _state(self):
        mirror = self.mirror
        empty, full = mirror.odd_squares()
        rows = Text()
        if mirror.result != "*":
            rows.append(f"{mirror.result}  {mirror.reason}\n", style="bold yellow")
        else:
            rows.append(f"{('White', 'Black')[mirror.game.side]} to move\n", style="bold")
        if mirror.asked:
            rows.append("Which turn was it? " + " ".join(mirror.asked) + "\n", style="bold yellow")
        if mirror.fix:
            rows.append("Put right: " + fix_words(mirror.fix) + "\n", style="bold red")
        if mirror.faults:
            rows.append("Faulty switches: " + " ".join(mirror.faults) + "\n", style="magenta")
        if mirror.broken:
            rows.append("Out of order: " + " ".join(mirror.broken) + "\n", style="magenta")
        if empty or full:
            rows.append(" ".join(["-" + square for square in empty] + ["+" + square for square in full]) + "\n", style="dim")
        if self.doing:
            rows.append("hands: " + self.doing, style="dim")
        return rows

    def _turns(self, room):
        table = Table.grid(padding=(0, 2))
        texts = self.notation()
        rows = [texts[i : i + 2] for i in range(0, len(texts), 2)]
        first = max(0, len(rows) - room)
        for number, row in enumerate(rows[first:], first + 1):
            table.add_row(f"{number}.", *row)
        return table

    def notation(self):
        """Return the turns so far in people's notation."""
        record = self.mirror.game.history
        if len(self._notation) > len(record) or [turn for turn, _ in self._notation] != record[: len(self._notation)]:
            self._notation = []
        game = self.mirror.game
        if len(self._notation) < len(record):
            later = [game.pop() for _ in range(len(record) - len(self._notation))]
            while later:
                turn = later.pop()
                self._notation.append((turn, notation.write(game, turn, self.lang)))
                game.push(turn)
        return [text for _, text in self._notation]


def fix_words(fix):
    """Return in words what the set of changes `fix` ("-c3", "+b1") asks for."""
    empty = sorted(change[1:] for change in fix if change[0] == "-")
    fill = sorted(change[1:] for change in fix if change[0] == "+")
    return ", ".join((["empty " + " ".join(empty)] if empty else []) + (["fill " + " ".join(fill)] if fill else []))


def title(hello, game, lang, port):
    """Return the line that says what board this is."""
    runs = " ".join(hello.get(key, "") for key in ("impl", "ver")).strip()
    return f"{words.title(game, lang)} on {hello.get('board', 'a board')}, firmware under {runs or 'an unknown runtime'}, {port}"
