"""What is written is read back as the same thing: positions, turns, people's notation, whole games."""

import engine
import pytest
from engine import gamefile, notation
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.walks import GAMES, play, random_games, state

NUMBERS = st.lists(st.integers(0, 10_000), max_size=60)
LANGUAGES = notation.LANGUAGES
CHARACTERS = st.sampled_from("abz AZ0189.,:;!?\"'\\[](){}<>*=#+-/_&%$@áčďŠžłß漢♔☃\u00a0\u2028\ufeff")


@pytest.mark.parametrize("name", GAMES)
@given(numbers=NUMBERS)
def test_position_text(name, numbers):
    """Setting up the text of a position gives that position, in a new game and in an old one."""
    game = play(engine.new(name), numbers)
    text = game.position_text()
    again = engine.new(name, text)
    assert again.position_text() == text
    assert (bytes(again.board), again.side) == (bytes(game.board), game.side)
    assert list(again.turns()) == list(game.turns())
    turns = list(game.turns())
    game.set_position(text)
    assert (game.position_text(), list(game.turns()), game.history) == (text, turns, [])


@pytest.mark.parametrize("name", GAMES)
@given(numbers=NUMBERS)
def test_turn_text(name, numbers):
    """Machine texts are unique within a position, and each is read as the turn it was written for."""
    game = play(engine.new(name), numbers)
    turns = list(game.turns())
    texts = [game.turn_text(turn) for turn in turns]
    assert len(set(texts)) == len(texts)
    for turn, text in list(zip(turns, texts, strict=True))[:: max(1, len(turns) // 5)]:
        assert game.parse_turn(text) == turn


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_peoples_notation(name, lang):
    """Every turn of random positions, written for people in each language, is read as that turn again."""
    for number, game in enumerate(random_games(name, lang, 90, 150)):
        if number % 9:
            continue
        before = state(game)
        texts = [(turn, notation.write(game, turn, lang)) for turn in game.turns()]
        assert len({text for _, text in texts}) == len(texts)
        for turn, text in texts[number % 4 :: 4]:
            assert notation.read(game, text, lang) == turn
            assert notation.read(game, f"{text}!?", lang) == turn
        assert state(game) == before


@pytest.mark.parametrize(
    ("name", "position", "turn", "texts"),
    [
        ("folky", None, "h1h7", ("Rh7", "Vh7", "Vh7")),
        ("folky", None, "b1c3", ("Nc3", "Jc3", "Jc3")),
        ("folky", None, "c1d2", ("Bd2", "Sd2", "Sd2")),
        ("folky", None, "@h3", ("h3", "h3", "h3")),
        ("folky", "rnb2bnr/8/8/8/8/2N5/8/R1B2BNR w", "c3e2", ("Nce2", "Jce2", "Jce2")),
        ("folky", "rnb2bnr/8/2N5/8/8/2N5/8/R1B2B1R w", "c3b5", ("Nb5", "Jb5", "Jb5")),
        ("folky", "rnb2bnr/8/2N5/8/8/2N5/8/R1B2B1R w", "c3d5", ("Nd5", "Jd5", "Jd5")),
        ("folky", "rnb2bnr/8/2N5/8/2N5/8/8/R1B2B1R w", "c4e5", ("N4e5", "J4e5", "J4e5")),
        ("courier", None, "f1g1", ("Kg1", "Kg1", "Kg1")),
        ("courier", "5k6/5p6/12/12/12/12/12/K4M5F w", "f1f2", ("Mf2", "Rf2", "Rf2")),
        ("courier", "5k6/5p6/12/12/12/12/12/K4M5F w", "l1k2", ("Fk2", "Fk2", "Fk2")),
        ("courier", "5k6/5p6/12/12/12/12/12/K4W5E w", "f1f2", ("Wf2", "Šf2", "Šf2")),
        ("courier", "5k6/5p6/12/12/12/12/12/K4W5E w", "l1j3", ("Aj3", "Aj3", "Aj3")),
        ("courier", "5k6/P4p6/12/12/12/12/12/K4W5E w", "a7a8f", ("a8=F", "a8=F", "a8=F")),
        ("courier", "1r3k6/P4p6/12/12/12/12/12/K4W5E w", "a7b8f", ("axb8=F", "axb8=F", "axb8=F")),
        ("courier", "5k6/5p6/12/12/12/12/5r6/K4R6 w", "f1f2", ("Rxf2", "Vxf2", "Vxf2")),
        ("courier", "k11/12/12/11p/12/12/12/K7R3 w", "i1i8", ("Ri8+", "Vi8+", "Vi8+")),
        ("courier", "k11/7R4/12/11p/12/12/12/K7R3 w", "i1i8", ("Ri8#", "Vi8#", "Vi8#")),
        ("courier", "12/12/12/5k5r/12/12/12/P4K5R w", "l1l5", ("Rxl5+", "Vxl5+", "Vxl5+")),
        ("football", None, "Qd1-d4", ("Qd4", "Dd4", "Dd4")),
        ("alquerque", None, "c2-c3", ("c2-c3", "c2-c3", "c2-c3")),
        ("alquerque", "5/3M1/2mm1/2m2/5 w", "d4xb2xd2xd4", ("d4xb2xd2xd4",) * 3),
        ("alquerque", "5/5/2m2/1M3/4m w", "b2xd4", ("b2xd4",) * 3),
    ],
)
def test_letters_and_disambiguation(name, position, turn, texts):
    """The letters of the rules' table, and the shortest distinction that works."""
    game = engine.new(name, position)
    for lang, text in zip(LANGUAGES, texts, strict=True):
        assert notation.write(game, game.parse_turn(turn), lang) == text


def test_the_language_is_told():
    """R is a rook in English, the counsellor in Czech and Slovak, and no letter at all in Czech FOLKY."""
    game = engine.new("courier", "5k6/5p6/12/12/12/12/12/K4M5R w")
    assert game.turn_text(notation.read(game, "Rl2", "en")) == "l1l2"
    assert game.turn_text(notation.read(game, "Rf2", "cs")) == "f1f2"
    for lang in ("cs", "sk"):
        with pytest.raises(engine.IllegalTurn):
            notation.read(game, "Rl2", lang)
        with pytest.raises(engine.TextError):
            notation.read(engine.new("folky"), "Rh7", lang)
    with pytest.raises(engine.TextError, match="'de'.*en, cs, sk"):
        notation.read(game, "Tl2", "de")


@pytest.mark.parametrize("text", ["", "R", "h", "Rh9", "Ri1", "h7h", "=", "Rh7=F", "0-0", "♖h7", "Rh7 ", "@h3"])
def test_unreadable_notation(text):
    """What has not the form of a turn is told apart from an illegal turn, and is named."""
    with pytest.raises(engine.TextError) as caught:
        notation.read(engine.new("folky"), text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(("name", "text"), [("folky", "Rh8"), ("folky", "e4"), ("football", "K*e4"), ("alquerque", "c2xc4"), ("courier", "a5")])
def test_illegal_notation(name, text):
    """A readable text of a turn that is not legal here."""
    with pytest.raises(engine.IllegalTurn) as caught:
        notation.read(engine.new(name), text)
    assert repr(text) in str(caught.value)


# -- whole games ---------------------------------------------------------------------------------------------------

LINE = st.text(CHARACTERS, max_size=30).map(lambda text: " ".join(text.split()))
COMMENT = LINE.filter(lambda text: "}" not in text and "{" not in text)
TAGS = st.dictionaries(st.sampled_from(["White", "Black", "Date", "Event", "Site", "Round", "Annotator"]), LINE, max_size=4)
OPTIONS = {
    "folky": st.fixed_dictionaries({}, optional={"repetition": st.integers(0, 5)}),
    "football": st.fixed_dictionaries(
        {},
        optional={
            "goals": st.integers(0, 3),
            "kickoff": st.sampled_from(["alternate", "conceding"]),
            "second_half": st.sampled_from(["black", "white"]),
            "half_plies": st.integers(0, 20),
            "deadball": st.integers(0, 5),
        },
    ),
    "alquerque": st.fixed_dictionaries({}, optional={"repetition": st.integers(0, 5), "quiet": st.integers(0, 60)}),
}
OPTIONS["courier"] = OPTIONS["alquerque"]


def recorded(name, lang, numbers, moved, tags, options, comments):
    """Return a game file of a game made by numbers; with `moved` it begins where other numbers lead."""
    start = play(engine.new(name, **options), moved).position_text() if moved else None
    record = gamefile.GameFile(engine.new(name, start, **options), lang)
    play(record.game, numbers)
    record.tags = list(tags.items())
    record.comments = {ply: text for ply, text in comments.items() if ply <= len(record.turns)}
    record.result = record.game.result()
    return record


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=60)
@given(
    data=st.data(),
    lang=st.sampled_from(LANGUAGES),
    numbers=NUMBERS,
    moved=st.lists(st.integers(0, 10_000), max_size=7),
    tags=TAGS,
    comments=st.dictionaries(st.integers(0, 30), COMMENT, max_size=4),
)
def test_game_file(name, data, lang, numbers, moved, tags, comments):
    """Players, options, comments, first position, turns and result come back; writing again gives the same text."""
    record = recorded(name, lang, numbers, moved, tags, data.draw(OPTIONS[name]), comments)
    text = gamefile.write(record)
    again = gamefile.read(text)
    assert gamefile.write(again) == text
    assert (again.game.name, again.lang, again.start, again.result) == (name, lang, record.start, record.result)
    assert (again.turns, again.tags, again.comments) == (record.turns, record.tags, record.comments)
    assert again.game.options == record.game.options
    assert state(again.game) == state(record.game)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_file_is_at_every_ply(name):
    """`at` gives the game after any number of plies, and names one too many."""
    record = recorded(name, "en", list(range(9)), [], {}, {}, {})
    for ply in range(len(record.turns) + 1):
        assert record.at(ply).history == record.turns[:ply]
    for ply in (-1, len(record.turns) + 1):
        with pytest.raises(engine.TextError, match=str(ply)):
            record.at(ply)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_file_of_a_game_in_progress(name):
    """A record made of a game with turns begins where that game began, and has its result."""
    game = play(engine.new(name), list(range(400)))
    before = state(game)
    record = gamefile.GameFile(game)
    assert (record.start, record.result) == (engine.new(name).position_text(), game.result())
    again = gamefile.read(gamefile.write(record))
    assert (state(again.game), state(game)) == (before, before)


WHOLE = """[Game "folky"]
[Language "cs"]
[White "Anna \\"A\\" \\\\ B"]
[Date "2024.05.01"]
[Option "repetition=4"]
[Result "*"]

{before the first} 1. Vh7 Va3 {here}
; a line of comment
2.h3 a6 *
"""


def test_a_game_file_by_hand():
    """A file as people write it."""
    record = gamefile.read(WHOLE)
    assert (record.game.name, record.lang, record.result) == ("folky", "cs", "*")
    assert record.tag("White") == 'Anna "A" \\ B'
    assert record.tag("Black") is record.tag("Black", None) is None
    assert record.game.options == {"repetition": 4}
    assert record.comments == {0: "before the first", 2: "here a line of comment"}
    assert [record.at(ply).turn_text(turn) for ply, turn in enumerate(record.turns)] == ["h1h7", "a8a3", "@h3", "@a6"]


BAD_FILES = [
    (WHOLE[: WHOLE.index("a6 *")], "line 10.*result"),
    (WHOLE[: WHOLE.index("here}") + 2], "line 8.*comment"),
    (WHOLE[:10], "line 1.*tag"),
    ("", "line 1"),
    (WHOLE.replace('[Game "folky"]\n', ""), "line 1.*Game"),
    (WHOLE.replace('"folky"', '"chess"'), "line 1.*'chess'"),
    (WHOLE.replace('"cs"', '"de"'), "line 2.*'de'"),
    (WHOLE.replace("repetition=4", "repetition"), "line 5.*'repetition'"),
    (WHOLE.replace("repetition=4", "repetition=x"), "line 5.*'x'"),
    (WHOLE.replace("repetition=4", "quiet=4"), "line 5.*'quiet'"),
    (WHOLE.replace("repetition=4", "self=4"), "line 5.*'self'"),
    (WHOLE.replace("repetition=4", "name=4"), "line 5.*'name'"),
    (WHOLE.replace("repetition=4", "position=4"), "line 5.*'position'"),
    (WHOLE.replace('[Result "*"]', '[Result "1:0"]'), "line 6.*'1:0'"),
    (WHOLE.replace('[Result "*"]', '[Position "8/8 w"]'), "line 6.*2 ranks"),
    (WHOLE.replace('[Result "*"]', '[Date "2024"]'), "line 6.*Date"),
    (WHOLE.replace('[Date "', "[Date "), "line 4.*Date"),
    (WHOLE.replace("Va3", "Rh7"), "line 8, ply 2.*'Rh7'"),
    (WHOLE.replace("Va3", "Vh7"), "line 8, ply 2.*'Vh7'"),
    (WHOLE.replace("2.h3", "2.Sx"), "line 10, ply 3.*'Sx'"),
    (WHOLE.replace(" *\n", " * 3.a7\n"), "line 10.*after the result"),
]


@pytest.mark.parametrize(("text", "part"), BAD_FILES)
def test_a_bad_game_file(text, part):
    """A file that was cut, or that says what can't be: the line, the ply and the token are named."""
    with pytest.raises(engine.EngineError, match=part):
        gamefile.read(text)


def test_a_game_file_cut_anywhere():
    """Cut after any character a file is refused, unless only the blanks at its end are missing."""
    for end in range(len(WHOLE.rstrip())):
        with pytest.raises(engine.EngineError, match="line"):
            gamefile.read(WHOLE[:end])
    assert gamefile.read(WHOLE.rstrip()).result == "*"


def test_a_result_the_game_denies():
    """A file whose game has ended another way than it says; giving up is a result too."""
    start = '[Game "courier"]\n[Position "k11/7R4/12/11p/12/12/12/K7R3 w - - 0 1"]\n'
    assert gamefile.read(start + "1. Ri8# 1:0").result == "1:0"
    assert gamefile.read(start + "1. Ri2 0-1").result == "0:1"
    assert gamefile.read(start + "1. Ri2 1/2-1/2").result == "draw"
    for said in ("0:1", "draw", "*"):
        with pytest.raises(engine.TextError, match="line 3.*1:0"):
            gamefile.read(f"{start}1. Ri8# {said}")
