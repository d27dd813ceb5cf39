"""Hands that play a given game on a board, watching over the serial line that it is followed."""

import engine
from host.sim import doings, hands


class PlayError(Exception):
    """The board made something else of the game than was played; the text says what."""


class GamePlayer:
    """Plays turns one by one: performs one, waits until the board has it in its record, performs the next.

    turns: engine turns in order; game: an engine game at the position before the first of them, owned by the player
    from now on; mirror: host.client.Mirror; perform(text): makes hands do the doings in `text`.
    """

    def __init__(self, turns, game, mirror, perform):
        self.turns = list(turns)
        self.game = game
        self.mirror = mirror
        self.perform = perform
        self.before = len(mirror.record)
        self.made = 0
        self.answered = False
        self._full = hands.occupied(game)

    @property
    def seen(self):
        """Whether the board's record has all turns made so far."""
        return len(self.mirror.record) >= self.before + self.made

    @property
    def done(self):
        """Whether all turns are made and the board has them."""
        return self.seen and self.made == len(self.turns)

    def step(self):
        """Make the next turn if the board has the last one; return whether something was done. Raises PlayError."""
        if not self.seen:
            return self._answer()
        if self.made and self.mirror.game.position_text() != self.game.position_text():
            raise PlayError(f"ply {len(self.mirror.record)}: the board took {self.mirror.record[-1]} for what was played")
        if self.done:
            return False
        self._make(self.turns[self.made])
        return True

    def _answer(self):
        """When the board asks which turn it was, tell it (once a turn)."""
        if not self.mirror.asked or self.answered:
            return False
        self.mirror.send("answer " + self._true_answer())
        self.answered = True
        return True

    def _true_answer(self):
        """The text among those the board offers that is the turn made: it may name an equal turn, or be spelled otherwise."""
        turn = self.game.pop()
        effect = self.game.effect(turn)
        same = [text for text in self.mirror.asked if self._effect(text) == effect]
        self.game.push(turn)
        return same[0] if same else self._last

    def _effect(self, text):
        """What the turn `text` changes in the player's position; None if it is none there."""
        try:
            return self.game.effect(self.game.parse_turn(text))
        except engine.EngineError:
            return None

    def _make(self, turn):
        self._last = self.game.turn_text(turn)
        self._do(hands.plain(self.game, turn))
        self.game.push(turn)
        self.made += 1
        self.answered = False
        wanted = hands.occupied(self.game)
        if wanted != self._full:  # a goal, say: all goes back to its first square
            self._do([doings.wait(1500), *hands.rearrange(self._full, wanted)])

    def _do(self, made):
        for doing in made:
            if doing.kind == "lift":
                self._full.discard(doing.what)
            elif doing.kind == "put":
                self._full.add(doing.what)
        self.perform(doings.text(made))

    def trouble(self):
        """Say what the board makes of the last turn instead of taking it."""
        mirror = self.mirror
        said = "asks " + " ".join(mirror.asked) if mirror.asked else "asks to fix " + " ".join(sorted(mirror.fix)) if mirror.fix else "says nothing"
        return f"ply {self.before + self.made} ({self._last}): the board did not take it; it {said}"
