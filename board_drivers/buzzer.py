"""A buzzer on a pulse-width output: short tunes that play while the loop goes on."""

from machine import PWM, Pin

CLICK = 1
WRONG = 2
ASK = 3
END = 4

# tune -> hertz and milliseconds of each of its tones; 0 hertz is a pause
TUNES = (
    (),
    (2400, 30),
    (440, 160, 0, 60, 330, 240),
    (1200, 60, 0, 60, 1200, 60),
    (880, 120, 1175, 120, 1760, 260),
)


def from_profile(table):
    """The buzzer of a profile's `buzzer` table."""
    return Buzzer(PWM(Pin(table["pin"])))


class Buzzer:
    """`play(tune, now_ms)` starts one of the `TUNES` (a new one ends the old one); `step(now_ms)` goes on with it.

    `due` is the time (ms) at which `step` has something to do, or None.
    """

    def __init__(self, pwm):
        self._pwm = pwm
        self._tune = ()
        self._at = 0
        self.due = None
        pwm.duty_u16(0)

    def play(self, tune, now_ms):
        """Start tune number `tune`; one that is not there is silence."""
        self._tune = TUNES[tune] if 0 <= tune < len(TUNES) else ()
        self._at = 0
        self.due = now_ms
        self.step(now_ms)

    def step(self, now_ms):
        """Change or end the tone if it is time; does nothing before `due`."""
        while self.due is not None and now_ms >= self.due:
            if self._at >= len(self._tune):
                self._pwm.duty_u16(0)
                self.due = None
                return
            hertz, ms = self._tune[self._at], self._tune[self._at + 1]
            if hertz:
                self._pwm.freq(hertz)
            self._pwm.duty_u16(32768 if hertz else 0)
            self._at += 2
            self.due += ms
