"""The controller of a board: a pure state machine, and the shell that runs it on a device."""

VERSION = "0.1.0"
