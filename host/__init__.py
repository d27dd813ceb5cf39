"""The `reedboard` command and what stands behind it on a computer: simulator, serial emulation, renderer, benchmark."""

VERSION = "0.1.0"
