"""Everything that the lists and drawings of one board are made from, gathered once."""

import functools

import engine
from board_drivers.profile import NONE, ProfileError
from host import profiles
from host.errors import UserError
from host.hardware import circuit, reach


class Board:
    """One board profile and its circuit.

    `name`, `title`, `profile` (Profile), `table` (the profile as people wrote it), `net` (Netlist), `pitch` (mm),
    `files`, `ranks`, `magnet` (reach.Magnet), `games` {name: game at its start}, in the order of `engine.NAMES`.
    UserError for a profile that can't be read or a game that does not fit.
    """

    def __init__(self, name):
        self.table = profiles.read(name)
        self.profile = profiles.load(name)
        self.name, self.title = self.profile.name, self.table["title"]
        self.pitch = self.table["board"]["pitch_mm"]
        self.files, self.ranks = self.profile.files, self.profile.ranks
        self.net = circuit.make(self.profile, self.pitch)
        self.magnet = reach.magnet_for(self.pitch)
        self.games = {game: engine.new(game) for game in engine.NAMES if game in self.profile.games}
        for game, played in self.games.items():
            try:
                self.profile.board_cells(played.files, played.ranks, self.profile.anchor(game))
            except ProfileError as error:
                raise UserError(f"games.{game}: {error}") from None

    @functools.cached_property
    def switches(self):
        """{square: the reed switch under it}."""
        return {part.square: part for part in self.net.of_kind("REED")}

    @functools.cached_property
    def lamps(self):
        """{square: the lamp under it}, empty if there are none."""
        return {part.square: part for part in self.net.of_kind("WS2812B", "LED") if part.square}

    @functools.cached_property
    def lamp_chain(self):
        """The squares of a chain of WS2812 in its order; empty for other lamps."""
        if not self.net.of_kind("WS2812B"):
            return []
        return [self.profile.square(cell) for cell in self.profile.led_cells if cell != NONE]

    def squares(self):
        """All squares, a1 first."""
        return [self.profile.square(cell) for cell in range(self.profile.n)]

    def area(self, game):
        """(left file, lowest rank, files, ranks) of where a game lies, counted from 0."""
        anchor, played = self.profile.anchor(game), self.games[game]
        return anchor % self.files, anchor // self.files, played.files, played.ranks
