"""The emulated Pico: real MicroPython on an emulated RP2040, with the chips of a board on its pins.

The chip is rp2040js in node (`runner.js` and the other .js files here); Python gives it the firmware image, the
switches and the time, and takes what comes out. `make setup-pico` installs what it needs; the MicroPython firmware
itself is named by the environment variable REEDBOARD_UF2.
"""
