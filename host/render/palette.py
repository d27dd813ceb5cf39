"""Colours of the pictures, all in one place.

White and Black differ first of all in lightness, and the marks differ in shape as well as in hue, so that
nobody needs colour vision to read a picture.  Every colour is an (r, g, b) tuple, 0..255.
"""

# Sheet and frame
PAPER = (246, 240, 228)
TRAY = (222, 205, 174)
INK = (61, 49, 39)
INK_SOFT = (100, 84, 68)
FRAME = (110, 78, 52)
FRAME_LIGHT = (139, 102, 70)
FRAME_TEXT = (240, 225, 199)

# Squares
LIGHT = (238, 221, 188)
DARK = (193, 153, 108)
GRAIN_LIGHT = (231, 212, 176)
GRAIN_DARK = (184, 143, 98)

# The football pitch and the Alquerque board
PITCH_LIGHT = (196, 209, 166)
PITCH_DARK = (167, 186, 138)
PITCH_GRAIN_LIGHT = (190, 204, 159)
PITCH_GRAIN_DARK = (160, 180, 131)
PITCH_LINE = (248, 248, 236)
GOAL_FLOOR = (114, 133, 104)
GOAL_NET = (222, 228, 210)
GOAL_POST = (255, 255, 250)
POINT_BOARD = (229, 206, 166)
POINT_GRAIN = (221, 197, 155)
POINT_LINE = (104, 74, 48)

# Things: (light end, dark end of the shading, outline, inner lines)
WHITE_THING = ((255, 252, 244), (233, 217, 187), (58, 43, 31), (96, 74, 54))
BLACK_THING = ((84, 74, 68), (36, 30, 28), (20, 16, 14), (224, 207, 176))
SHADOW = (52, 34, 18)
BALL = (255, 255, 252)
BALL_SHADE = (226, 226, 222)
BALL_PATCH = (38, 36, 36)

# Marks
LAST = (226, 176, 46)
LAST_EDGE = (176, 122, 14)
ARROW = (38, 84, 124)
KICK = (176, 62, 30)
TAKEN = (160, 42, 40)
TURN = (236, 198, 98)
LAMP_RIM = (52, 44, 40)
LAMP_SIGN_WHITE = (255, 255, 255)
LAMP_SIGN = {4: (60, 44, 0), 5: (60, 60, 60), 6: (60, 60, 60)}

# Lamps by code (see board_drivers): what a light-emitting diode of that code looks like in a picture
LAMPS = {
    1: (28, 112, 214),
    2: (24, 150, 84),
    3: (222, 88, 24),
    4: (240, 196, 20),
    5: (250, 250, 250),
    6: (250, 250, 250),
    7: (52, 72, 150),
    8: (222, 88, 24),
    9: (140, 72, 190),
}
