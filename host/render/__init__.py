"""Pictures of games: still boards and animations with Pillow (`render_board`, `render_game`, `gif_bytes`).

`host.render.text.board_lines` draws the same boards for the terminal with rich.
"""

from .animation import gif_bytes, render_game
from .scene import render_board

__all__ = ["gif_bytes", "render_board", "render_game"]
