"""The inner loops of the drivers: machine code where the runtime can make it, else the plain twins."""

try:
    from board_drivers.kernels_viper import copy, count, dim, flip, light, load, paint
except ImportError:  # CPython, or a port or bytecode without the viper emitter
    from board_drivers.kernels_plain import copy, count, dim, flip, light, load, paint

__all__ = ("copy", "count", "dim", "flip", "light", "load", "paint")
