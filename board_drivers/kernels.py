"""The inner loops of the drivers: machine code where the runtime can make it, else the plain twins."""

try:
    from board_drivers.kernels_viper import count, dim, flip, load, paint
except ImportError:  # CPython, or a port or bytecode without the viper emitter
    from board_drivers.kernels_plain import count, dim, flip, load, paint

__all__ = ("count", "dim", "flip", "load", "paint")
