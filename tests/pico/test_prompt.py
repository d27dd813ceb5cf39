"""Real MicroPython on the emulated chip: it boots, answers at its prompt, runs main.py, keeps time, resets."""

import pytest

from host.pico.process import EmulatorError
from host.pico.repl import SnippetError


def said(out):
    """All that came over the serial port, as text."""
    return b"".join(data for _, kind, data in out if kind == "serial").decode()


def test_answers_at_the_prompt(emulator):
    """Typed as a person would, not through the raw prompt."""
    emulator.start({})
    out = emulator.run(2_000_000, [(50_000, "serial", b"print(1+1)\r\n")], stop=b"2\r\n>>> ")
    assert "MicroPython v1." in said(out)
    assert "Raspberry Pi Pico with RP2040" in said(out)
    assert said(out).endswith("print(1+1)\r\n2\r\n>>> ")
    assert emulator.us < 100_000


def test_main_py_runs_by_itself(emulator):
    """A file of the image is the program; what it prints comes out, and when."""
    main = "import time, lib.words\ntime.sleep_ms(100)\nprint(lib.words.GREETING)\ntime.sleep_ms(50)\nprint('end')\n"
    emulator.start({"main.py": main, "lib/words.py": "GREETING = 'dobrý den'\n"})
    out = emulator.run(1_000_000, stop=b"end\r\n")
    assert said(out).startswith("dobrý den\r\n")
    assert 100_000 < out[0][0] < 125_000
    assert 50_000 < emulator.us - out[0][0] < 52_000


def test_pieces_at_the_raw_prompt(chip):
    """Output, names that stay, tracebacks, and a piece that does not end."""
    repl = chip()
    assert repl.run("x = 6 * 7") == ""
    assert repl.run("print(x)\nprint('two')") == "42\ntwo\n"
    with pytest.raises(SnippetError, match="ZeroDivisionError"):
        repl.run("1 // 0")
    assert repl.run("import sys\nprint(sys.platform, sys.implementation[0])") == "rp2 micropython\n"
    with pytest.raises(EmulatorError, match="did not end"):
        repl.run("while True: pass", limit_us=50_000)


def test_an_empty_loop_takes_what_it_takes_on_the_chip(chip):
    """3.1 us a turn of the loop; were the USB host to answer empty transfers at once, it would be three times that."""
    repl = chip()
    loop = "import time\ndef f(n):\n t = time.ticks_us()\n for i in range(n):\n  pass\n return time.ticks_diff(time.ticks_us(), t)\n"
    assert 3.0 <= int(repl.run(loop + "print(f(10000))")) / 10000 <= 3.3
    assert 5.0 <= repl.microseconds("f()", 1000, "f = lambda: None") <= 13.0


def test_heap(chip):
    """A Pico has 230 KB and more for Python."""
    assert 200_000 < chip().heap_free() < 260_000


def test_sleeping_takes_its_time(chip, emulator):
    """Emulated time passes in a sleep, too."""
    repl = chip()
    before = emulator.us
    repl.run("import time\ntime.sleep(3)")
    assert 3_000_000 < emulator.us - before < 3_010_000


def test_the_same_every_time(emulator):
    """Two runs of the same are the same to the microsecond."""
    runs = []
    for _ in range(2):
        emulator.start({"main.py": "import time\nfor i in range(50): print(i, time.ticks_us())\n"})
        runs.append(emulator.run(300_000, [(100_000, "serial", b"\r\n")]))
    assert runs[0] == runs[1]
    assert said(runs[0]).count("\n") > 5


def test_reset_and_reset_cause(emulator, chip):
    """machine.reset() starts the chip again by its watchdog; time goes on."""
    repl = chip({"main.py": "print('up')\n"})
    assert repl.run("import machine\nprint(machine.reset_cause() == machine.PWRON_RESET)") == "True\n"
    before = emulator.us
    out = emulator.run(before + 100_000, [(before, "serial", b"machine.reset()\r\x04")])
    assert "reset" in [kind for _, kind, _ in out]
    assert emulator.us >= before + 100_000
    again = type(repl)(emulator)
    assert again.run("import machine\nprint(machine.reset_cause() == machine.WDT_RESET)") == "True\n"


def test_a_host_that_does_not_read_holds_output_back(chip, emulator):
    """The program on the board waits for room, for at most half a second, and what was not read comes late."""
    repl = chip()
    repl.run("""
import time
def f():
    global took
    t = time.ticks_ms()
    for i in range(8): print('x' * 99)
    took = time.ticks_diff(time.ticks_ms(), t)
""")
    emulator.run(emulator.us, [(emulator.us, "reading", False), (emulator.us, "serial", b"f()\r\x04")])
    assert not emulator.run(emulator.us + 5_000_000)
    out = emulator.run(emulator.us + 100_000, [(emulator.us, "reading", True)])
    assert b"x" in b"".join(data for _, _, data in out)
    took = int(type(repl)(emulator).run("print(took)"))
    assert took >= 400


def test_a_closed_port(chip, emulator):
    """Nothing comes out of a closed port, and the program goes on; who opens it again can talk to it."""
    repl = chip()
    repl.run("import time\ndef f():\n global end\n for i in range(100): print('y' * 99)\n end = time.ticks_ms()\n")
    start = int(repl.run("print(time.ticks_ms())"))
    emulator.run(emulator.us, [(emulator.us, "serial", b"f()\r\x04"), (emulator.us + 5000, "open", False)])
    assert not emulator.run(emulator.us + 1_000_000)
    emulator.run(emulator.us, [(emulator.us, "open", True)])
    assert int(type(repl)(emulator).run("print(end)")) - start < 100
