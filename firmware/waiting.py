"""Toggles on their way from the debounced switches to the stories; switches that chatter are seen through here.

A reed at the edge of a piece's field opens for moments.  To the stories each such moment would be a thing taken up and another put down, and what is
in the hand multiplies them.
"""

from firmware.things import CHATTER

BRIEF = 12      # ms, so briefly no magnet passes a switch


class Waiting:
    """Toggles that have not been taken into account, in their order."""

    def __init__(self):
        self.toggles = []       # (cell, closed, ms, how long it is to wait because it may be chatter, in ms)
        self.closed = {}        # cell -> (ms, when its switch closed, and whether it has chattered), if that was a moment ago
        self.lifted = -1        # ms, the last lift that is hardly chatter

    def add(self, cell, closed, now):
        """The switch of `cell` closed or opened at `now` (ms).

        One that opens within `CHATTER` of closing, and closes again within that time, chatters: it is taken for closed all the while.  Of one that
        has chattered twice that time is believed.
        """
        for c in list(self.closed):
            if now - self.closed[c][0] > 4 * CHATTER:
                del self.closed[c]
        if closed:
            chatters = self._chatters(cell, now)
            self.closed[cell] = (now, chatters)
            if not chatters:
                self.toggles.append((cell, closed, now, 0))
        else:
            patience = 0
            if cell in self.closed:
                since, chattered = self.closed[cell]
                patience = 2 * CHATTER if chattered else CHATTER
                if now - since > patience:
                    patience = 0
            if not patience:
                self.lifted = now
            self.toggles.append((cell, closed, now, patience))

    def _chatters(self, cell, now):
        """Whether the switch of `cell`, which closes at `now`, only chatters: that it had opened is then forgotten.

        Not the first time if something was lifted elsewhere meanwhile: that may be what stands there now, and before it a magnet passed.
        """
        for k in range(len(self.toggles) - 1, -1, -1):
            c, _, at, patience = self.toggles[k]
            if c == cell:
                if now - at > patience or not patience:
                    return False
                since, chattered = self.closed[cell]
                if chattered or self.lifted <= since or at - since < BRIEF:
                    del self.toggles[k]
                    return True
                return False
        return False

    def ripe(self, now):
        """Whether the first can be taken into account at `now` (ms): a switch that may chatter is given time to close again."""
        return now >= self.due >= 0

    @property
    def due(self):
        """When the first can be taken into account (ms), -1 for never."""
        if not self.toggles:
            return -1
        _, _, at, patience = self.toggles[0]
        return at + patience + 1 if patience else at

    @property
    def span(self):
        """The time between the first and the last (ms)."""
        return self.toggles[-1][2] - self.toggles[0][2]

    def pop(self):
        """Take the first: (cell, closed, ms)."""
        return self.toggles.pop(0)[:3]
