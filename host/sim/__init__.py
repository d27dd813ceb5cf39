"""The simulator: a world of magnets and switches, hands, and the firmware on a runtime of choice.

`doings` is the vocabulary of the hands, `world` the truth and the noise, `runtimes` the places where the firmware
runs, `board` the three joined on one time line. `scenario` and `emulator` are built on `board`.
"""
