"""The inner loops of the stories: machine code where the runtime can make it, else the plain twins."""

try:
    from firmware.loops_viper import amiss, fitting, oddity
except ImportError:  # CPython, or a port or bytecode without the viper emitter
    from firmware.loops_plain import amiss, fitting, oddity

__all__ = ("amiss", "fitting", "oddity")
