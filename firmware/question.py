"""An open question: which of several turns was made."""

from firmware.turns import places


class Question:
    """The question which of `options` (of `tracker`) explains the board as it stands now.

    `names`: the text of each option, its turns joined by `+`; `cells`: per option the cells whose touch means it; `choice`: the option that
    the buttons have reached.
    """

    def __init__(self, tracker, options):
        self.options = list(options)
        self.choice = 0
        self.names = []
        self.cells = []
        self._occ = bytearray(tracker.occ)      # a bytearray: bytes and bytearray are never equal on MicroPython
        self._touched = []
        could = []
        for option in self.options:
            name, cells = _named(tracker, option)
            self.names.append(name)
            could.append(cells)
        self.notes = list(self.names)       # what the display says of each
        for i, cells in enumerate(could):
            others = [cell for j, more in enumerate(could) if j != i for cell in more]
            own = [cell for cell in cells if cell not in others]
            if not own and cells[0] not in [more[0] for j, more in enumerate(could) if j != i]:
                own = cells     # the others end with something else; a thing that two end with tells nothing
            swapped = self.options[i].swap
            self.cells.append([cell for cell in own if tracker.occ[cell]] if swapped else own[:1])
            if swapped:
                self.notes[i] = "%s=%s? %s" % (tracker.game.square(swapped[0]), tracker.game.square(swapped[1]), self.names[i])

    def payload(self):
        """The question as a message."""
        return "ask " + " ".join(self.names)

    def touch(self, cell):
        """What stands on `cell` was lifted."""
        if cell not in self._touched:
            self._touched.append(cell)

    def answered(self, occ):
        """The option that a touch has chosen, or None: the board is as it was asked about, and cells of just one option were touched."""
        if self._occ != occ:
            return None
        hits = [i for i, cells in enumerate(self.cells) if any([cell in self._touched for cell in cells])]
        return self.options[hits[0]] if len(hits) == 1 else None


def _named(tracker, option):
    """Text of `option`, and the cells whose touch could mean it."""
    twin = tracker.twin
    twin.retreat(tracker.game, option.pops)
    if option.swap:
        a, b = option.swap
        twin.board[a], twin.board[b] = twin.board[b], twin.board[a]
    texts = []
    cells = list(option.swap or ())
    for turn in option.turns:
        texts.append(twin.turn_text(turn))
        cells = places(twin, turn) + [cell for cell in cells if cell not in turn or cell in (option.swap or ())]
        twin.apply(turn)
    return "+".join(texts), cells
