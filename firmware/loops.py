"""The inner loops of the stories: machine code where the runtime can make it, else the plain twins."""

try:
    from firmware.loops_viper import amiss, exchanged, fitting, oddity, owing
except ImportError:  # CPython, or a port or bytecode without the viper emitter
    from firmware.loops_plain import amiss, exchanged, fitting, oddity, owing

__all__ = ("amiss", "exchanged", "fitting", "oddity", "owing")
