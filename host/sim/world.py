"""The world above the switches: which squares hold a thing, and what their reed switches make of it.

Truth changes at once; the switch follows with the noise of its level. Deterministic for a seed. Times are
microseconds of the world's clock; a doing may not lie before what has been taken already.
"""

import heapq
import random

from host.sim.noise import LEVELS


class WorldError(ValueError):
    """A doing that can't be done: lifting from an empty square, putting on a full one, an unknown square."""


class _Flip:
    """A change of one switch that lies in the future; `kind` is `level`, `stick` or `free`."""

    __slots__ = ("at", "bit", "kind", "level", "live")

    def __init__(self, at, bit, kind, level):
        self.at = at
        self.bit = bit
        self.kind = kind
        self.level = level
        self.live = True


class World:
    """Truth and switches of one board.

    layout: host.sim.layout.Layout; occupied: names of the squares that hold a thing at time 0; noise: a name in
    noise.LEVELS; seed: int. `occupied` (a set of names) is the truth at any time; `settled_us` the time after which
    the switches show it (stuck ones apart).
    """

    def __init__(self, layout, occupied, noise="off", seed=0):
        self.layout = layout
        self.noise = LEVELS[noise]
        self.random = random.Random(seed)
        self.occupied = set(occupied)
        self.settled_us = 0
        self._taken = 0
        self._count = 0
        self._heap = []
        self._holds = {self._bit(square) for square in self.occupied}
        self._level = dict.fromkeys(self._holds, True)
        self._shown = dict(self._level)
        self._coming = {}
        self._stuck = {}

    # what hands do

    def lift(self, at_us, square):
        """Take the thing off `square` at `at_us`. Raises WorldError if there is none."""
        bit = self._bit(square)
        if square not in self.occupied:
            raise WorldError(f"nothing stands on {square}")
        self.occupied.discard(square)
        self._holds.discard(bit)
        self._change(at_us, bit, False)
        self._brush(at_us, square)

    def put(self, at_us, square):
        """Put a thing on `square` at `at_us`. Raises WorldError if it is full."""
        bit = self._bit(square)
        if square in self.occupied:
            raise WorldError(f"something stands on {square} already")
        self.occupied.add(square)
        self._holds.add(bit)
        noise, chance = self.noise, self.random.random()
        if chance < noise.dead:
            self._change(at_us, bit, False)
            at_us += self._between(noise.dead_time)
        elif chance < noise.dead + noise.chatter:
            end = at_us + self._between(noise.chatter_time)
            self._flicker(at_us, end, bit, True, noise.chatter_flip)
            at_us = end
        self._change(at_us, bit, True)
        self._brush(at_us, square)

    def pass_over(self, at_us, square, ms):
        """Let a thing pass over `square` for `ms` milliseconds; a full square shows nothing of it."""
        self._pass(at_us, at_us + ms * 1000, self._bit(square))

    def touch(self, at_us, square, ms):
        """Lift the thing on `square` and put it back `ms` milliseconds later."""
        self.lift(at_us, square)
        self.put(at_us + ms * 1000, square)

    def slide(self, at_us, path):
        """Slide the thing on path[0] over the squares between to path[-1]; return the time at which it arrives.

        The squares between close one after another, for as long as the level of noise says, or not at all.
        """
        noise = self.noise
        self.lift(at_us, path[0])
        for square in path[1:-1]:
            spell = self._between(noise.slide_time)
            if self.random.random() >= noise.slide_miss:
                longer = spell // 2 if self.random.random() < noise.slide_both else 0
                self._pass(at_us, at_us + spell + longer, self._bit(square))
            at_us += spell
        at_us += self._between(noise.slide_time) if len(path) > 2 else 0
        self.put(at_us, path[-1])
        return at_us

    def opens_us(self, at_us, square):
        """Return when the switch of the empty `square` shows that, from `at_us` on: later where a magnet that passes beside it holds it closed."""
        flips = [flip.at for flip in self._coming.get(self._bit(square), ()) if flip.live and flip.kind == "level" and not flip.level]
        return max([at_us, *flips])

    # switch faults

    def stick(self, at_us, square, closed):
        """From `at_us` the switch of `square` reads `closed`, whatever stands there."""
        self._plan(at_us, self._bit(square), "stick", closed)

    def free(self, at_us, square):
        """From `at_us` the switch of `square` works again."""
        self._plan(at_us, self._bit(square), "free", False)

    # what the electronics sees

    def take(self, until_us):
        """Return the transitions [(t_us, bit, closed)] up to and including `until_us`, in order, and forget them."""
        taken, heap = [], self._heap
        while heap and heap[0][0] <= until_us:
            flip = heapq.heappop(heap)[2]
            if flip.live:
                self._apply(flip)
                level = self._stuck.get(flip.bit, self._level.get(flip.bit, False))
                if level != self._shown.get(flip.bit, False):
                    self._shown[flip.bit] = level
                    taken.append((flip.at, flip.bit, level))
        self._taken = max(self._taken, until_us)
        return taken

    def next_us(self):
        """Return the time of the next planned change of a switch, or None if all is still."""
        while self._heap and not self._heap[0][2].live:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def levels(self):
        """Return the bits that read closed now (as far as taken), sorted."""
        return sorted(bit for bit, level in self._shown.items() if level)

    # inside

    def _apply(self, flip):
        flip.live = False
        if flip.kind == "level":
            self._level[flip.bit] = flip.level
            self._coming[flip.bit].remove(flip)
        elif flip.kind == "stick":
            self._stuck[flip.bit] = flip.level
        else:
            self._stuck.pop(flip.bit, None)

    def _bit(self, square):
        try:
            return self.layout.bit[square]
        except KeyError:
            raise WorldError(f"the game has no square {square}") from None

    def _between(self, limits):
        return self.random.randint(limits[0], limits[1])

    def _plan(self, at_us, bit, kind, level):
        if at_us < self._taken:
            raise WorldError(f"a doing at {at_us} us, but {self._taken} us have gone by")
        flip = _Flip(at_us, bit, kind, level)
        if kind == "level":
            self._coming.setdefault(bit, []).append(flip)
        self._count += 1
        heapq.heappush(self._heap, (at_us, self._count, flip))
        self.settled_us = max(self.settled_us, at_us)

    def _drop(self, at_us, bit):
        """Forget what was planned for `bit` from `at_us` on; return the level it has just before."""
        level = self._level.get(bit, False)
        kept = []
        for flip in self._coming.get(bit, ()):
            if flip.at >= at_us:
                flip.live = False
            else:
                level = flip.level
                kept.append(flip)
        self._coming[bit] = kept
        return level

    def _flicker(self, at_us, end_us, bit, first, flip):
        """From `at_us` until before `end_us` the contact flips, beginning with level `first`."""
        self._drop(at_us, bit)
        level = first
        while at_us < end_us:
            self._plan(at_us, bit, "level", level)
            level = not level
            at_us += self._between(flip)

    def _change(self, at_us, bit, level):
        """The contact goes to `level`: at once, or bouncing."""
        noise = self.noise
        if noise.skew:
            at_us += self.random.randint(0, noise.skew)
        if self._drop(at_us, bit) == level:
            return
        if noise.bounce:
            end = at_us + self.random.randint(0, noise.bounce)
            self._flicker(at_us, end, bit, level, noise.flip)
            at_us = end
        self._plan(at_us, bit, "level", level)

    def _pass(self, at_us, end_us, bit):
        """Something comes near `bit` for a while; seen only if nothing holds the contact closed or is about to."""
        if bit in self._holds or any(flip.at >= at_us for flip in self._coming.get(bit, ())):
            return
        self._change(at_us, bit, True)
        self._change(end_us, bit, False)

    def _brush(self, at_us, square):
        """With the level's chance the magnet in the hand closes a neighbour in passing."""
        if self.random.random() < self.noise.near:
            self._pass(at_us, at_us + self._between(self.noise.near_time), self.random.choice(self.layout.near[square]))
