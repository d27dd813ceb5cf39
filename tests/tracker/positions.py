"""Positions of random games in which captures, chains, kicks, promotions and placements are common."""

import importlib
import random
from typing import NamedTuple

import engine
from tests.tracker import hands

LONGEST = {"folky": 60, "football": 40, "alquerque": 50, "courier": 160}

# Positions that random games seldom reach: (game, position), each with what is special about it.
PICKED = [
    ("courier", "3r1n5k/P3P7/12/12/12/12/7p4/2K3B1R3 w - - 0 1"),               # every kind of promotion
    ("courier", "3b1mkw4/rp2pp1bp1p1/3pe1fe1n2/p1p2Np2p1p/P5P4P/EPPn1Pr3P1/3PP1WPPP2/RB4K1BN1R w - - 1 28"),    # four victims of one knight
    ("alquerque", "2mmm/m1mmm/2mm1/1MM1M/1M1MM b 1"),                           # a chain that ends where it began
    ("alquerque", "5/1m1m1/5/1m1m1/M4 w 7"),                                    # one around the whole board
    ("football", "2o4br/4n4/n2q5/9/2b1rk3/N8/2R1B4/6K2/1Q4NBR b 0 0"),          # queen and ball may change places
    ("football", "rnbq1k1br/9/9/6n2/4o4/9/9/9/RNBQ1KNBR w 0 0"),                # two knights of different sides at the ball
    ("football", "rnbq2nbr/9/4k4/9/4o4/4K4/9/9/RNBQ2NBR w 0 0"),                # kings who follow the ball
    ("football", "rnbq1knbr/4o4/4K4/9/9/9/9/9/RNBQ2NBR w 0 0"),                 # a goal
    ("folky", "r6r/n6n/b6b/8/8/1N5N/P1P1PPPP/B1PR1B1R w 1 8"),                  # the last pawn
]


class Place(NamedTuple):
    """A position of a game and how it came about: the text of the position one turn before and of that turn (or None)."""

    name: str
    position: str
    before: object
    turn: object


class Study:
    """A position with all that hands and judge want to know.

    `board`: {square: letter}; `side`: "w" or "b"; `turns`: {key: Performance}, of turns with the same changes one;
    `key_of`: {text: key} of all; `has_box`: whether the game has turns that bring things from the box.
    """

    def __init__(self, place):
        self.place = place
        self._naive = importlib.import_module("tests.naive." + place.name)
        self.board, self.side = self._naive.parse(place.position)[:2]
        self.turns, self.key_of, self._after = {}, {}, {}
        for text in self._naive.turns(self._naive.full(place.position)):
            turn = hands.perform(place.name, self.board, self.side, text)
            self.turns.setdefault(turn.key, turn)
            self.key_of[text] = turn.key
        self.has_box = any(turn.box for turn in self.turns.values())

    def after(self, turn):
        """Return the Study of the position after `turn` (a Performance)."""
        if turn.key not in self._after:
            position = self._naive.apply(self._naive.full(self.place.position), turn.text)
            self._after[turn.key] = Study(Place(self.place.name, position, self.place.position, turn.text))
        return self._after[turn.key]

    def board_after(self, turn):
        """Return what hands leave on the board by `turn` (before anything is set up anew after a goal)."""
        after = {**self.board, **{square: thing for square, (_, thing) in turn.changes.items()}}
        return {square: thing for square, thing in after.items() if thing}

    def sets_up(self, turn):
        """Whether the rules set the board up anew after `turn` (a goal), so that hands have more to do."""
        return self.place.name == "football" and any(turn.changes.get(goal, (None, None))[1] for goal in hands.GOALS)


def places(name, seed, count):
    """Return `count` places of the game `name`, each of a random game of its own; the same for the same seed (a text or number)."""
    rng = random.Random(f"{name} {seed}")
    found = []
    while len(found) < count:
        walk = _walk(name, rng)
        found.append(rng.choices([place for place, _ in walk], [weight for _, weight in walk])[0])
    return found


def _walk(name, rng):
    """Return the places of one random game, each with its weight: how much there is to see."""
    game = engine.new(name)
    walk, before, made = [], None, None
    for _ in range(rng.randrange(2, LONGEST[name])):
        turns = sorted(game.turns())
        if game.result() != "*" or not turns:
            break
        position = game.position_text()
        weights = [1 + _rarity(name, game, turn) for turn in turns]
        walk.append((Place(name, position, before, made), 1 + sum(weights) - len(turns)))
        turn = rng.choices(turns, weights)[0]
        before, made = position, game.turn_text(turn)
        game.push(turn)
        if name == "football" and made[-2:] in hands.GOALS:
            before = made = None
    return walk


def _rarity(name, game, turn):
    """How rare a kind of turn is: the random player makes it the more gladly, and where it can be made is a place to look at."""
    if name == "courier":
        if len(turn) == 2:
            return 2 if game.letter(game.board[turn[0]]) in "Pp" else 0
        return {4: 3, 6: 300}[len(turn)] if turn[-2] < engine.BOX or len(turn) == 6 else 60
    if name == "alquerque":
        return {2: 0, 4: 2, 8: 40}.get(len(turn), 300)
    if name == "football":
        return 60 if turn[-1] in (4, 76) else len(turn) - 2
    return 6 if turn[0] >= engine.BOX else 0
