"""Short texts for a display of two lines, in English, Czech and Slovak."""

LANGUAGES = ("en", "cs", "sk")
_WORDS = """
white|White to move|Na tahu bílý|Na ťahu biely
black|Black to move|Na tahu černý|Na ťahu čierny
fix|Put right:|Oprav:|Oprav:
setup|Set up:|Postav:|Postav:
ask|Which one? Touch|Který? Dotkni se|Ktorý? Dotkni sa
over|Game over|Konec hry|Koniec hry
draw|draw|remíza|remíza
abandon|Abandon? Menu=yes|Vzdát? Menu=ano|Vzdať? Menu=áno
new|Set up a new game|Postav novou hru|Postav novú hru
fault|Faulty:|Vadné:|Chybné:
dead|Sensors dead!|Snímače mrtvé!|Snímače mŕtve!
store|Not stored!|Neuloženo!|Neuložené!
press|Press the clock|Stiskni hodiny|Stlač hodiny
back|Taken back|Vráceno|Vrátené
""".encode()      # bytes are searched many times faster than text with letters beyond ASCII


def say(word, lang):
    """The text for `word` in `lang` (English where the language is unknown)."""
    start = _WORDS.index(b"\n%s|" % word.encode()) + len(word) + 2
    texts = _WORDS[start : _WORDS.index(b"\n", start)].split(b"|")
    return texts[LANGUAGES.index(lang) if lang in LANGUAGES else 0].decode()
