"""The clock of a board without hardware: virtual microseconds that pass only when somebody sleeps, or real ones."""

import time


class VirtualClock:
    """Time that stands still until it is told to go on.

    `us` is the time now, in microseconds since the board's power came on.  What was asked for with `at` happens on
    the way, in order of time.
    """

    def __init__(self, us=0):
        self.us = us
        self._due = []  # [when, order, call, argument], soonest last
        self._order = 0

    def ticks_us(self):
        """Time now in microseconds."""
        return self.us

    def ticks_ms(self):
        """Time now in whole milliseconds."""
        return self.us // 1000

    def at(self, us, call, argument):
        """Have `call(argument)` made when the time is `us`; what is already past is called at the next step of time."""
        self._order += 1
        entry = [us, self._order, call, argument]
        place = len(self._due)
        while place and self._due[place - 1][0] <= us:
            place -= 1
        self._due.insert(place, entry)

    def next_due(self):
        """Time (us) of the next thing asked for with `at`, or None."""
        return self._due[-1][0] if self._due else None

    def advance_to(self, us):
        """Let time pass until `us`; a time that is past already changes nothing."""
        while self._due and self._due[-1][0] <= us:
            entry = self._due.pop()
            if entry[0] > self.us:
                self.us = entry[0]
            entry[2](entry[3])
        if us > self.us:
            self.us = us

    def sleep_us(self, us):
        """Let `us` microseconds pass."""
        self.advance_to(self.us + us)

    def sleep_ms(self, ms):
        """Let `ms` milliseconds pass."""
        self.advance_to(self.us + ms * 1000)


class RealClock:
    """The same interface over the computer's own clock; it starts at 0."""

    def __init__(self):
        self._start = self._now()

    @staticmethod
    def _now():
        return time.ticks_us() if hasattr(time, "ticks_us") else time.monotonic_ns() // 1000

    @property
    def us(self):
        """Time now in microseconds."""
        return self._now() - self._start

    def ticks_us(self):
        """Time now in microseconds."""
        return self._now() - self._start

    def ticks_ms(self):
        """Time now in whole milliseconds."""
        return (self._now() - self._start) // 1000

    def sleep_us(self, us):
        """Wait `us` microseconds."""
        time.sleep(us / 1000000)

    def sleep_ms(self, ms):
        """Wait `ms` milliseconds."""
        time.sleep(ms / 1000)
