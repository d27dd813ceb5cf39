"""The monitor's screen: a board by piece and by switch side by side, toggles, explanations, and how the line is doing."""

from board_drivers.profile import NONE
from host import explain
from host.live import fix_words, title
from host.render.text import board_lines
from host.sim.layout import Layout
from rich.columns import Columns
from rich.console import Group
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

_PLAIN = Style(color="#d8d2c4")
_DIM = Style(color="#8a8478")
_CLOSED = Style(color="#f4efe2", bold=True)
_ODD = Style(color="#ffffff", bgcolor="#c8500c", bold=True)
_PENDING = Style(color="#302400", bgcolor="#f0c414", bold=True)
_FAULTY = Style(color="#ffffff", bgcolor="#8c48be", bold=True)
LEGEND = (
    "switches:  ● closed  · open  ◐ changing  +/- not as the position has it  ! faulty",
    "pieces:  ( )[ ] the last turn   lamps:  • target  + fill  - empty  ? question  ^ v side to move  x capture  ! fault",
)
REASONS, TOGGLES = 9, 7


class MonitorView:
    """Draws `watched` (host.monitor.Watched); `lang`: whose letters. `messages` are lines for people, newest last."""

    def __init__(self, watched, lang="en"):
        self.watched = watched
        self.mirror = watched.client.mirror
        self.lang = lang
        self.messages = []

    def say(self, text):
        """Show the message `text`."""
        self.messages.append(text)
        del self.messages[:-4]

    def draw(self):
        """Return the rich renderable."""
        game = self.mirror.game
        layout = Layout(self.watched.profile, game)
        pieces = Text("\n").join(self._pieces(game, layout))
        switches = Text("\n").join(switch_lines(self.watched, layout, game, set(self.mirror.faults)))
        top = Columns([pieces, Panel(switches, title="switches", border_style="dim", expand=False), self._toggles()], padding=(0, 2))
        parts = [Text(title(self.mirror.hello, game.name, self.lang, self.watched.client.port), style="bold"), top, self._reasons(), self._line()]
        parts += [Text("  " + message, style="cyan") for message in self.messages]
        return Group(*parts)

    def _pieces(self, game, layout):
        lamps = None
        if self.mirror.lamps:
            lamps = bytes(self.mirror.lamps[layout.board_cell[game.square(cell)]] for cell in range(game.n))
        return board_lines(game, last=game.history[-1] if game.history else None, lamps=lamps, lang=self.lang)

    def _toggles(self):
        rows = Text()
        rows.append(self._asked() + "\n", style="bold yellow")
        for ms, bit, closed, flips in list(self.watched.toggles)[-TOGGLES:]:
            bounced = f"  {flips} flips" if flips > 1 else ""
            rows.append(f"{ms / 1000:9.3f}  {'+' if closed else '-'}{self.watched.square(bit):<4}{bounced}\n", style=_PLAIN if closed else _DIM)
        return Panel(rows, title="toggles", border_style="dim", width=38, height=TOGGLES + 3)

    def _asked(self):
        mirror = self.mirror
        if mirror.asked:
            return "which? " + " ".join(mirror.asked)
        if mirror.fix:
            return fix_words(mirror.fix)
        if mirror.result != "*":
            return f"{mirror.result} {mirror.reason}"
        return "last: " + (mirror.record[-1] if mirror.record else "-")

    def _reasons(self):
        facts = self.watched.facts
        table = Table.grid(padding=(0, 2))
        for reason in self.watched.reasons(REASONS):
            style = "bold green" if reason.fits else _DIM
            table.add_row(
                Text("fits" if reason.fits else "", style=style),
                Text(reason.text, style=style),
                Text(reason.why if reason.why != "fits" else "", style=style),
            )
        said = "" if facts is None else explain.KINDS[facts.kind] + ("; working" if facts.busy else "")
        worlds = ""
        if facts is not None:
            seen = facts.seen
            worlds = f"   {_many(seen.events, 'toggle')} since the position stood, {_many(len(seen.told), 'way')} to read what was seen"
        return Panel(Group(Text(said + worlds, style=_PLAIN), table), title="what the tracker makes of it", border_style="dim", height=REASONS + 3)

    def _line(self):
        client, mirror, health = self.watched.client, self.mirror, self.watched.health
        words = [f"{self.watched.rate():.1f} frames/s", f"{mirror.damaged} damaged", f"{mirror.gaps} gaps", f"{mirror.repeated} said twice"]
        if client.delay_s is not None:
            words.append(f"answers in {client.delay_s * 1000:.0f} ms")
        if client.reopened:
            words.append(f"{client.reopened} times reopened")
        if health and mirror.hello.get("plat") == "rp2":
            words.append(f"scan gap {health.get('gap')} ms")
        if health.get("free", "0") != "0":
            words.append(f"heap free {int(health['free']) // 1024} KB")
        state = "in step with the board" if self.watched.in_step else self.watched.trouble or "looking"
        line = Text(f"board's clock {_time(self.watched.now)}   line: " + ", ".join(words), style=_DIM)
        line.append(f"   twin: {state}", style="green" if self.watched.in_step else "yellow")
        if not client.connected:
            line.append("   the board is gone", style="bold red")
        return Group(line, *(Text(text, style=_DIM) for text in LEGEND))


def _time(ms):
    minutes, rest = divmod(ms, 60_000)
    return f"{minutes}:{rest / 1000:04.1f}"


def _many(count, what):
    return f"{count} {what}{'' if count == 1 else 's'}"


def switch_lines(watched, layout, game, faults):
    """Return the board by switch, a `Text` a rank, rank 1 at the bottom; squares outside the game are dim."""
    profile = watched.profile
    bits, pending = profile.cell_bits(), set(watched.pending())
    here = {cell: square for square, cell in layout.board_cell.items()}
    lines = []
    for rank in range(profile.ranks - 1, -1, -1):
        line = Text(f"{rank + 1:2d} ", style=_DIM)
        for file in range(profile.files):
            cell = rank * profile.files + file
            line.append_text(_switch(watched, game, here.get(cell), bits[cell], bits[cell] in pending, faults))
        lines.append(line)
    lines.append(Text("   " + "".join(f" {chr(97 + file)} " for file in range(profile.files)), style=_DIM))
    return lines


def _switch(watched, game, square, bit, pending, faults):
    """Three columns for one switch."""
    if bit == NONE:
        return Text("   ")
    closed = bool(watched.cooked[bit >> 3] >> (bit & 7) & 1)
    if square in faults:
        return Text(" ! ", style=_FAULTY)
    if pending:
        return Text(" ◐ ", style=_PENDING)
    if square is not None and closed != bool(game.board[game.cell(square)]):
        return Text(" + " if closed else " - ", style=_ODD)
    if square is None:
        return Text(" ● " if closed else "   ", style=_DIM)
    return Text(" ● " if closed else " · ", style=_CLOSED if closed else _DIM)
