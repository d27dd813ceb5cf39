"""A board without hardware: the world, the firmware on a runtime, power and cable, on one time line."""

from board_drivers.profile import ProfileError
from host import profiles
from host.errors import UserError
from host.sim import doings
from host.sim.hands import occupied
from host.sim.layout import Layout
from host.sim.world import World

BUTTON_BITS = {"white": 1, "black": 2, "menu": 4}
DEFAULT_GAP = 120


def default_board(game):
    """Return the name of the board profile that the game of that name is usually played on."""
    return "classic-8x8" if game in ("folky", "alquerque") else "universal-12x9"


def configuration(game, options=None):
    """Return what a device is configured with to play the engine game `game` from its position on.

    options: the controller's own, beside the match options of the game.
    """
    return {"game": game.name, "position": game.position_text(), "options": {**game.options, **(options or {})}}


def _nothing():
    """What happens at the end of a wait."""


class Board:
    """One simulated board. `now_ms` is the world's time; it goes on while the power is off.

    `on_output(ms, kind, data)` is called for everything that the device puts out (kinds: host.virtual.device), with
    its time in the world's; `tx` lines only while the cable is in. `on_host(request)` is called for the doing `host`, by
    whoever owns the host's end of the line. `saved` holds the journal's bytes.
    """

    def __init__(self, runtime, world, profile, config, gap=DEFAULT_GAP, on_output=None):
        """runtime: see host.sim.runtimes, not started; world: World; profile: JSON text; config: the device's dict."""
        self.runtime = runtime
        self.world = world
        self.profile = profile
        self.config = config
        self.gap = gap
        self.on_output = on_output or (lambda ms, kind, data: None)
        self.on_host = None
        self.now_ms = 0
        self.changed_ms = 0
        self.saved = b""
        self.power = False
        self.cable = True
        self._boot_ms = 0
        self._inputs = []
        self._buttons = 0
        self._gap_due = False

    # time

    def run_until(self, ms):
        """Let the world's time pass to `ms`. Raises DeviceCrash when the firmware stops with an error."""
        transitions = self.world.take(ms * 1000)
        if transitions:
            self.changed_ms = -(-transitions[-1][0] // 1000)
        if self.power:
            boot = self._boot_ms
            shifted = [(us - boot * 1000, bit, closed) for us, bit, closed in transitions] if boot else transitions
            inputs, self._inputs = self._inputs, []
            self.now_ms = ms
            for at, kind, data in self.runtime.advance(ms - boot, shifted, inputs):
                self._output(at + boot, kind, data)
        self.now_ms = ms

    def wait(self, ms):
        """Let `ms` milliseconds pass."""
        self.run_until(self.now_ms + ms)

    def _output(self, ms, kind, data):
        if kind == "store":
            self.saved += data
        if kind != "tx" or self.cable:
            self.on_output(ms, kind, data)

    # what people do

    def do(self, doing):
        """Perform one doing (host.sim.doings.Doing), letting its time pass. Raises WorldError if it can't be done."""
        for ms, act in self.plan(doing):
            if ms:
                self.wait(ms)
            act()

    def plan(self, doing):
        """Return what one doing takes: [(ms to wait, then what to call)].

        Between two doings lies the gap, unless a wait takes its place. Plans are made in the order of the doings.
        """
        first = self.gap if self._gap_due else 0
        self._gap_due = doing.kind != "wait"
        if doing.kind == "wait":
            return [(doing.ms, _nothing)]
        return getattr(self, "_plan_" + doing.kind)(doing, first)

    def rested(self):
        """Say that time has passed already: the next doing comes without a gap."""
        self._gap_due = False

    def _plan_lift(self, doing, first):
        return [(first, lambda: self.world.lift(self.now_ms * 1000, doing.what))]

    def _plan_put(self, doing, first):
        return [(first, lambda: self.world.put(self.now_ms * 1000, doing.what))]

    def _plan_pass(self, doing, first):
        return [(first, lambda: self.world.pass_over(self.now_ms * 1000, doing.what, doing.ms)), (doing.ms, _nothing)]

    def _plan_stick(self, doing, first):
        return [(first, lambda: self.world.stick(self.now_ms * 1000, doing.what, doing.closed))]

    def _plan_free(self, doing, first):
        return [(first, lambda: self.world.free(self.now_ms * 1000, doing.what))]

    def _plan_press(self, doing, first, ms=doings.SHORT_PRESS_MS):
        bit = BUTTON_BITS[doing.what]
        return [(first, lambda: self._button(self._buttons | bit)), (ms, lambda: self._button(self._buttons & ~bit))]

    def _plan_hold(self, doing, first):
        return self._plan_press(doing, first, doings.LONG_PRESS_MS)

    def _button(self, mask):
        self._buttons = mask
        self.changed_ms = self.now_ms
        if self.power:
            self._inputs.append((self.now_ms - self._boot_ms, "buttons", mask))

    def _plan_power(self, doing, first):
        return [(first, self.switch_on if doing.what == "on" else self.switch_off)]

    def _plan_cable(self, doing, first):
        return [(first, lambda: self._plug(doing.what == "on"))]

    def _plug(self, on):
        self.changed_ms = self.now_ms
        self.cable = on

    def _plan_host(self, doing, first):
        return [(first, lambda: self.on_host(doing.what))]

    # power and line

    def switch_on(self):
        """Switch the device on: it starts with what it has saved and sees the switches as they are."""
        self.run_until(self.now_ms)
        self.runtime.start(self.profile, self.config, self.saved)
        self.power = True
        self._boot_ms = self.now_ms
        self.changed_ms = self.now_ms
        self._inputs = [(0, "buttons", self._buttons)] if self._buttons else []
        closed = [(0, bit, True) for bit in self.world.levels()]
        for at, kind, data in self.runtime.advance(0, closed, ()):
            self._output(at + self._boot_ms, kind, data)

    def switch_off(self):
        """Cut the device's power."""
        self.run_until(self.now_ms)
        self.runtime.stop()
        self.power = False

    def send(self, line):
        """Let the host write `line` (bytes) to the board now; lost while power or cable are off."""
        if self.power and self.cable:
            self._inputs.append((self.now_ms - self._boot_ms, "line", line))


def make(runtime, game, board, options=None, noise="off", seed=0, gap=DEFAULT_GAP, on_output=None):
    """Return a Board, not yet switched on, set up with the position and the match options of the engine game `game`.

    board: name of a profile; options: the controller's own, by name. Raises UserError if there is no such board or the
    game has no place on it.
    """
    try:
        layout = Layout(profiles.load(board), game)
    except ProfileError as error:
        raise UserError(f"{error}: choose another --profile") from error
    world = World(layout, occupied(game), noise, seed)
    config = configuration(game, options)
    return Board(runtime, world, profiles.device_json(board).decode(), config, gap, on_output)
