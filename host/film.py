"""A replay as a moving picture: the board whenever its pieces or lamps change, in the time that it took, long pauses cut short."""

import engine
from host.render import gif_bytes, render_board

SIZE = 400
SHORTEST_MS, LONGEST_MS, END_MS = 60, 1500, 3000
MOST = 400  # pictures


class Film:
    """Collects what changes on a board that is played back; `lang` is whose letters."""

    def __init__(self, lang="en"):
        self.lang = lang
        self._shots = []  # (ms, position, game name, options, last turn text, lamps)

    def step(self, now, controller, outputs):
        """Take a step at `now` (ms) that put `outputs` out."""
        if self._shots and not any(kind in ("lamps", "tx") for kind, _ in outputs):
            return
        game = controller.tracker.game
        lamps = bytes(controller.lamps[cell] for cell in controller.guide.cells)
        last = game.history[-1] if game.history else None
        shot = (game.position_text(), game.name, dict(game.options), last, lamps)
        if not self._shots or self._shots[-1][1:] != shot:
            self._shots.append((now, *shot))

    def gif(self):
        """Return the bytes of a GIF."""
        shots = self._shots[:: max(1, len(self._shots) // MOST)]
        frames = []
        for place, (ms, position, name, options, last, lamps) in enumerate(shots):
            end = shots[place + 1][0] if place + 1 < len(shots) else ms + END_MS
            picture = render_board(engine.new(name, position, **options), size=SIZE, last=last, lamps=lamps, lang=self.lang)
            frames.append((picture, max(SHORTEST_MS, min(end - ms, LONGEST_MS if place + 1 < len(shots) else END_MS))))
        return gif_bytes(frames)
