"""Which ways put a board right.  A device loads this module when it is not."""


def note(tracker):
    """The ways as text: from each square to empty to the square to fill, without one of them for the box."""
    square = tracker.game.square
    pairs = ways(tracker.empty, tracker.fill, tracker.game.files)
    return " ".join([(square(f) if f >= 0 else "") + ">" + (square(t) if t >= 0 else "") for f, t in pairs])


def ways(empty, fill, files):
    """Pair squares to empty with squares to fill, the shortest way in all: list of (from, to), -1 for the box.

    The shortest total is found by exchanging ends as long as that helps; squares left over go to the box or come from it.
    """
    count = max(len(empty), len(fill))
    a = list(empty) + [-1] * (count - len(empty))
    b = list(fill) + [-1] * (count - len(fill))
    better = True
    while better:
        better = False
        for i in range(count):
            for j in range(i):
                if _way(a[i], b[j], files) + _way(a[j], b[i], files) < _way(a[i], b[i], files) + _way(a[j], b[j], files):
                    b[i], b[j] = b[j], b[i]
                    better = True
    return sorted(zip(a, b), key=lambda pair: (_way(pair[0], pair[1], files), pair))


def _way(f, t, files):
    """Length of the way from `f` to `t` in squares; the box is far."""
    if f < 0 or t < 0:
        return 99
    return max(abs(f % files - t % files), abs(f // files - t // files))
