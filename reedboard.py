"""reedboard for programs: the names that others import.

    import reedboard

    with reedboard.Board() as board:                     # the only board that is plugged in; or Board("id:E6614103E7"), ...
        for event in board.events():
            print(event)

`Board` and its events; `new`, `GAMES` and the game's errors; game files; pictures; `Emulated`, a board without hardware. What lies behind these names
(engine, firmware, host...) is the project's own and may move.
"""

from engine import NAMES as GAMES
from engine import AmbiguousTurn, EngineError, IllegalTurn, OptionError, TextError, new
from engine.core import Game
from engine.gamefile import GameFile
from engine.gamefile import read as read_game
from engine.gamefile import write as write_game
from engine.notation import read as read_turn
from engine.notation import write as write_turn
from host import VERSION
from host.board import (
    AllRight,
    Board,
    Connection,
    Event,
    Faults,
    Fix,
    Lamps,
    NewGame,
    Question,
    Refused,
    Result,
    Snapshot,
    TakenBack,
    Toggle,
    Turn,
)
from host.emulated import Emulated
from host.errors import UserError
from host.finding import Port, ports
from host.finding import resolve as find_board
from host.render import gif_bytes, render_board, render_game
from host.render.text import board_lines

__version__ = VERSION
__all__ = [
    "GAMES", "AmbiguousTurn", "EngineError", "Game", "IllegalTurn", "OptionError", "TextError", "new",
    "GameFile", "read_game", "write_game", "read_turn", "write_turn",
    "AllRight", "Board", "Connection", "Event", "Faults", "Fix", "Lamps", "NewGame", "Question", "Refused", "Result", "Snapshot", "TakenBack",
    "Toggle", "Turn",
    "Emulated", "UserError", "Port", "ports", "find_board",
    "gif_bytes", "render_board", "render_game", "board_lines",
]
