"""What tests that run under MicroPython are run by and share."""
