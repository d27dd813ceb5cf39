"""The inner loops of the drivers of matrices: machine code where the runtime can make it, else the plain twins."""

try:
    from board_drivers.kernels_matrix_viper import copy, light
except ImportError:  # CPython, or a port or bytecode without the viper emitter
    from board_drivers.kernels_matrix_plain import copy, light

__all__ = ("copy", "light")
