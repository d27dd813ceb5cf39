"""Tables of what the engine's tests check on CPython and on MicroPython: plain data, no test library."""

# -- endings: (what it shows, position or None for the first one, turns, result, options); `check` in the tests also takes each
# line with the colours exchanged

SHUTTLE = "a1a2 a8a7 a2a1 a7a8"
WALLED = "rnb2bnr/8/8/8/8/1P2P1P1/1PPPP2p/NRBBRN2 w 1 7"

FOLKY = [
    ("the eighth pawn wins", "r6r/n6n/b6b/8/8/1N5N/P1P1PPPP/B1PR1B1R w 1 8", "@d4", "1:0", {}),
    ("the seventh does not", "r6r/n6n/b6b/8/8/1N5N/P1P1PPPP/B2R1B1R w 2 8", "@d4", "*", {}),
    ("a placed set has won", "r6r/n6n/b6b/8/3P4/1N5N/P1P1PPPP/B1PR1B1R b 0 8", "", "1:0", {}),
    ("no piece can move", WALLED, "", "draw", {}),
    ("no piece of the other side can move", WALLED.replace(" w ", " b "), "b8a6", "draw", {}),
    ("third occurrence", None, f"{SHUTTLE} {SHUTTLE}", "draw", {}),
    ("second occurrence", None, SHUTTLE, "*", {}),
    ("second occurrence asked for", None, SHUTTLE, "draw", {"repetition": 2}),
    ("repetition off", None, f"{SHUTTLE} {SHUTTLE} {SHUTTLE}", "*", {"repetition": 0}),
    ("the same squares with the other side to move", None, "a1a2 a8a7 a2a3 a7a8 a3a1", "*", {"repetition": 2}),
    ("the same squares, rooks exchanged", None, "a1a4 a8a7 h1h2 a7a8 a4h4 a8a7 h2a2 a7a8 h4h1 a8a7 a2a1 a7a8", "draw", {"repetition": 2}),
]

ALQUERQUE = [
    ("no stones", "5/5/2M2/5/5 b 0", "", "1:0", {}),
    ("the last stone is taken", "5/5/2m2/1M3/5 w 0", "b2xd4", "1:0", {}),
    ("all stones are taken in one chain", "5/1m1m1/5/1m1m1/M4 w 7", "a1xc3xe5", "*", {}),
    ("no turn", "5/5/m1m2/mm3/Mmm2 w 0", "", "0:1", {}),
    ("no turn left for the other side", "5/4M/m1m2/mm3/Mm1m1 b 0", "d1-c1", "*", {}),
    ("the last turn is blocked", "5/5/m1m2/mm3/Mm1m1 b 0", "d1-c1", "0:1", {}),
    ("a stone on the side that stands far from everything", "4m/5/5/5/M4 w 0", "", "*", {}),
    ("fifty turns each", "4m/5/5/5/M4 w 99", "a1-a2", "draw", {}),
    ("one turn less", "4m/5/5/5/M4 w 98", "a1-a2", "*", {}),
    ("a capture begins the count anew", "5/5/2m2/1M3/4m w 99", "b2xd4", "*", {}),
    ("twenty turns each asked for", "4m/5/5/5/M4 w 39", "a1-a2", "draw", {"quiet": 20}),
    ("counting off", "4m/5/5/5/M4 w 99", "a1-a2", "*", {"quiet": 0}),
    ("third occurrence", "4m/5/5/5/M4 w 0", "a1-a2 e5-e4 a2-a1 e4-e5 a1-a2 e5-e4 a2-a1 e4-e5", "draw", {}),
    ("second occurrence", "4m/5/5/5/M4 w 0", "a1-a2 e5-e4 a2-a1 e4-e5 a1-a2 e5-e4 a2-a1", "*", {}),
    ("repetition off", "4m/5/5/5/M4 w 0", "a1-a2 e5-e4 a2-a1 e4-e5 a1-a2 e5-e4 a2-a1 e4-e5", "*", {"repetition": 0}),
]

COURIER = [
    ("checkmate", "k7R3/7R4/12/11p/12/12/12/K11 b - - 0 1", "", "1:0", {}),
    ("a turn that mates", "k11/7R4/12/11p/12/12/12/K7R3 w - - 0 1", "i1i8", "1:0", {}),
    ("check alone", "k11/12/12/11p/12/12/12/K7R3 w - - 0 1", "i1i8", "*", {}),
    ("stalemate loses", "k11/7R4/12/11p/11P/12/12/1R9K b - - 0 1", "", "1:0", {}),
    ("a turn that leaves no turn", "k11/7R4/12/11p/11P/12/12/2R8K w - - 0 1", "c1b1", "1:0", {}),
    ("a bare king against three", "12/12/12/5k6/12/12/12/RR3K6 b - - 0 1", "", "1:0", {}),
    ("bared by three", "12/12/12/5k5r/12/12/12/P4K5R w - - 0 1", "l1l5", "1:0", {}),
    ("a bare king against two has a turn", "12/12/12/5k6/12/12/12/R4K6 b - - 0 1", "", "*", {}),
    ("and has lost after any that takes nothing", "12/12/12/5k6/12/12/12/R4K6 b - - 0 1", "f5e5", "1:0", {}),
    ("it takes the last man", "12/12/12/12/12/4k7/4M7/11K b - - 0 1", "e3e2", "draw", {}),
    ("it could take the last man but does not", "12/12/12/12/12/4k7/4M7/11K b - - 0 1", "e3d4", "1:0", {}),
    ("it can't take a guarded man", "12/12/12/12/12/4k7/4M7/4K7 b - - 0 1", "e3f4", "1:0", {}),
    ("bared by one of two, and takes it", "12/12/12/4kp6/12/12/12/5R5K w - - 0 1", "f1f5 e5f5", "draw", {}),
    ("bared by a promotion that takes", "k6r4/6P5/12/12/12/12/12/K10R w - - 0 1", "g7h8f", "1:0", {}),
    ("a promotion that takes nothing", "k6r4/6P5/12/12/12/12/12/K10R w - - 0 1", "g7g8f", "*", {}),
    ("a bare king's turn is over", "12/12/12/5k6/12/12/12/R4K6 w - - 0 1", "", "1:0", {}),
    ("two bare kings", "12/12/12/5k6/12/12/12/5K6 w - - 0 1", "", "draw", {}),
    ("a mated bare king", "k11/1M10/1K10/12/12/12/12/12 b - - 0 1", "", "1:0", {}),
    ("a bare king without a turn", "k11/2M9/1K10/12/12/12/12/12 b - - 0 1", "", "1:0", {}),
    ("fifty moves each", "k11/p11/12/12/12/12/P11/K11 w - - 99 80", "a1b1", "draw", {}),
    ("one ply less", "k11/p11/12/12/12/12/P11/K11 w - - 98 80", "a1b1", "*", {}),
    ("a pawn move begins the count anew", "k11/p11/12/12/12/12/P11/K11 w - - 99 80", "a2a3", "*", {}),
    ("a promotion too", "k11/p5P5/12/12/12/12/12/K11 w - - 99 80", "g7g8f", "*", {}),
    ("a capture too", "k11/p11/12/12/12/12/Pr10/K11 w - - 99 80", "a1b2", "*", {}),
    ("mate on the last ply of the count", "k11/7R4/12/11p/12/12/12/K7R3 w - - 99 80", "i1i8", "1:0", {}),
    ("twenty moves each asked for", "k11/p11/12/12/12/12/P11/K11 w - - 39 80", "a1b1", "draw", {"quiet": 20}),
    ("counting off", "k11/p11/12/12/12/12/P11/K11 w - - 99 80", "a1b1", "*", {"quiet": 0}),
    ("third occurrence", None, "b1a3 b8a6 a3b1 a6b8 b1a3 b8a6 a3b1 a6b8", "draw", {}),
    ("second occurrence", None, "b1a3 b8a6 a3b1 a6b8 b1a3 b8a6 a3b1", "*", {}),
    ("repetition off", None, "b1a3 b8a6 a3b1 a6b8 b1a3 b8a6 a3b1 a6b8", "*", {"repetition": 0}),
    ("a pawn move in between", None, "b1a3 b8a6 a3b1 a6b8 b2b3 b8a6 b1a3 a6b8 a3b1 b8a6 b1a3 a6b8", "*", {}),
]

# the ball one kick from e9, and one kick from e1
KEEPER = "rnbq1knbr/4o4/4K4/9/9/9/9/9/RNBQ2NBR w"
OWN = "rnbq1knbr/9/9/9/9/9/4k4/4o4/RNBQ1KNBR w"

FOOTBALL = [
    ("the third goal", f"{KEEPER} 2 0", "Ke7*e9", "1:0", {}),
    ("the second goal", f"{KEEPER} 1 0", "Ke7*e9", "*", {}),
    ("one goal asked for", f"{KEEPER} 0 0", "Ke7*e9", "1:0", {"goals": 1}),
    ("goals without end", f"{KEEPER} 7 2", "Ke7*e9", "*", {"goals": 0}),
    ("a kick beside the goal", f"{OWN} 0 2", "Kf1-f2*d2", "*", {}),
    ("the last goal is the own", "rnbq1knbr/9/9/9/9/9/4K4/4o4/RNBQ2NBR w 0 2", "Ke3*e1", "0:1", {}),
    ("a match that has its goals", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR w 3 1", "", "1:0", {}),
]

ENDINGS = {"folky": FOLKY, "alquerque": ALQUERQUE, "courier": COURIER, "football": FOOTBALL}

# -- positions that can't be: (game, text, part of the error as a pattern)

FIRST = "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR"

BAD_POSITIONS = [
    # every game's text
    ("folky", "", "position"),
    ("folky", " ", "position"),
    ("folky", "rnb2bnr/8/8/8/8/8/8/RNB2BNR", "side to move"),
    ("folky", "rnb2bnr/8/8/8/8/8/8/RNB2BNR white", "'white'"),
    ("folky", "rnb2bnr/8/8/8/8/8/RNB2BNR w", "7 ranks"),
    ("folky", "rnb2bnr/8/8/8/8/8/8/8/RNB2BNR w", "9 ranks"),
    ("folky", "rnb2bnr/8/8/8//8/8/RNB2BNR w", "rank 4"),
    ("folky", "rnb2bnr/8/8/9/8/8/8/RNB2BNR w", "rank 5"),
    ("folky", "rnb2bnr/8/8/7/8/8/8/RNB2BNR w", "rank 5"),
    ("folky", "rnb2bnr/8/8/0R7/8/8/8/RNB2BNR w", "'0'"),
    ("folky", "rnb2bnr/8/8/008/8/8/8/RNB2BNR w", "'008'"),
    ("folky", "rnb2bnr/8/8/x7/8/8/8/RNB2BNR w", "'x'"),
    ("folky", "rnb2bnr/8/8/?7/8/8/8/RNB2BNR w", "'\\?'"),
    ("folky", "rnb2bnr/8/8/٣5/8/8/8/RNB2BNR w", "'٣'"),
    ("folky", "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8 0", "'0'"),
    # FOLKY: kings, hands
    ("folky", "rnb1kbnr/8/8/8/8/8/8/RNB1KBNR w 8 8", "'k'"),
    ("folky", "rnb2bnr/8/8/8/8/8/8/RNB2BNR w -1 8", "'-1'"),
    ("folky", "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 9 8", "'9'"),
    ("folky", "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 x", "'x'"),
    ("folky", "rnb2bnr/8/8/8/8/8/PPPP4/RNB2BNR w 5 8", "White.*4.*5"),
    ("folky", "rnb2bnr/ppppp3/8/8/8/8/8/RNB2BNR w 8 4", "Black.*5.*4"),
    # football: ball, goal squares, half
    ("football", "rnbq1knbr/9/9/9/9/9/9/9/RNBQ1KNBR w 0 0", "ball"),
    ("football", "rnbq1knbr/9/9/9/3oo4/9/9/9/RNBQ1KNBR w 0 0", "2 balls"),
    ("football", "rnbqoknbr/9/9/9/9/9/9/9/RNBQ1KNBR w 0 0", "e9"),
    ("football", "rnbq1knbr/9/9/9/9/9/9/9/RNBQoKNBR w 0 0", "e1"),
    ("football", "rnbqk1nbr/9/9/9/4o4/9/9/9/RNBQ1KNBR w 0 0", "e9"),
    ("football", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQKRNB1 w 0 0", "e1"),
    ("football", "rnbq1knbr/9/9/9/4O4/9/9/9/RNBQ1KNBR w 0 0", "'O'"),
    ("football", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR w -1 0", "'-1'"),
    ("football", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR w 0 0 3 0", "'3'"),
    ("football", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR w 0 0 0 0", "half"),
    ("football", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR w 0 0 1 0 5", "'5'"),
    # Alquerque: stones on no point
    ("alquerque", "mmmmm/mmmmm/mm1MM/MMMMM/MMMMMM w 0", "rank 1"),
    ("alquerque", "mmmmm/mmmmm/mm1MM/MMMMM/MMMMM/M4 w 0", "6 ranks"),
    ("alquerque", "mmmmm/mmmmm/mm1MM/MMMMM/MMMMK w 0", "'K'"),
    ("alquerque", "mmmmm/mmmmm/mmMMM/MMMMM/MMMMM w 0", "White.*13"),
    ("alquerque", "mmmmm/mmmmm/mm1MM/MMMMM/MMMMM w -3", "'-3'"),
    # courier chess: kings, files, pawns, what a chess FEN has and courier chess has not
    ("courier", f"{FIRST.replace('RNEB', 'RNKB')} w - - 0 1", "White.*2 kings"),
    ("courier", f"{FIRST.replace('mk1', 'm2')} w - - 0 1", "Black.*0 kings"),
    ("courier", f"{FIRST.replace('WBENR', 'WBENRR')} w - - 0 1", "13 files"),
    ("courier", f"{FIRST.replace('/6F5/', '/13/')} w - - 0 1", "13 files"),
    ("courier", f"{FIRST} w KQkq - 0 1", "'KQkq'"),
    ("courier", f"{FIRST} w - e3 0 1", "'e3'"),
    ("courier", f"{FIRST} w - - x 1", "'x'"),
    ("courier", f"{FIRST} w - - 0 -1", "'-1'"),
    ("courier", f"{FIRST} w - - 0 1 1", "'1'"),
    ("courier", "P4k6/12/12/12/12/12/12/K11 w - - 0 1", "a8"),
    ("courier", "5k6/12/12/12/12/12/12/K4p6 w - - 0 1", "f1"),
    ("courier", "5k6/12/12/5R6/12/12/12/K11 w - - 0 1", "f8"),
]

# positions with fields left out, and how they are written in full; None if they are refused
READABLE = [
    ("folky", "rnb2bnr/8/8/8/8/8/8/RNB2BNR w", "rnb2bnr/8/8/8/8/8/8/RNB2BNR w 8 8"),
    ("folky", "rnb2bnr/8/8/8/8/8/PP6/RNB2BNR b 6", "rnb2bnr/8/8/8/8/8/PP6/RNB2BNR b 6 8"),
    ("folky", " rnb11bnr/8/71/8/8/8/8/RNB2BNR   w  8 8 ", None),
    ("football", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR w", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR w 0 0"),
    ("football", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR b 2 1 1 7", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR b 2 1"),
    ("football", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR b 2 1 2 7", "rnbq1knbr/9/9/9/4o4/9/9/9/RNBQ1KNBR b 2 1 2 7"),
    ("alquerque", "mmmmm/mmmmm/mm1MM/MMMMM/MMMMM w", "mmmmm/mmmmm/mm1MM/MMMMM/MMMMM w 0"),
    ("courier", f"{FIRST} b", f"{FIRST} b - - 0 1"),
    ("courier", f"{FIRST} b - - 7", f"{FIRST} b - - 7 1"),
    ("courier", "k11/11/12/12/12/12/12/K10R b", None),
]

# texts that have not the form of a turn
UNREADABLE = [
    ("folky", ["", " ", "h1", "@", "@@h3", "h1-h7", "h1h9", "i1h1", "Rh7", "h1h7q", "@h3h4", "h1h7 ", "0000", "☃", "h1h7\n", "a1a2a3"]),
    ("football", ["", "f1g2", "f1-g2", "Kf1", "Kf1g2", "kf1-g2", "Kf1--g2", "Kf1-g2-h3", "Kf1*e4*e5", "Pf1-g2", "Kf1-j2", "Kf1-g2*", "Kf1-g2*e4-e5"]),
    ("alquerque", ["", "c2", "c2c3", "c2-c3-c4", "c2xc4-c5", "c2-c6", "x", "c2x", "xc2", "c2--c3", "C2-C3", "f1-f2", "c2xf9"]),
    ("courier", ["", "a2", "a2-a3", "a2a3q", "a7a8F", "m1m2", "a0a1", "a9a8", "a7a8ff", "Na3", "a2a3+"]),
]

# turns that the rules do not allow from the first position
ILLEGAL = [
    ("folky", ["h1h8", "a1b3", "a8a7", "@e4", "d1d2", "h1h1", "c1c1"]),
    ("football", ["Kf1-f4", "Kf1-e1", "Qd1-e1", "Rf1-f2", "Kf1*e6", "Kf9-f8", "Ne5-f7", "Bc1-d2*e3", "Ra1-a9"]),
    ("alquerque", ["c2-c4", "a2-a3", "c4-c3", "c2xc4", "a1xc3xe5", "c3-c3"]),
    ("courier", ["a2a2", "a4a5", "g3g4", "b1b3", "f1f3", "a8a7", "g2g3", "b2b4", "b2b3f"]),
]
