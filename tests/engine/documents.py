"""Reads the project's documents for tests: their code blocks, their tables, and sessions at the prompt in them."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def text_of(name):
    """Return the text of the document `name` (a path from the project's root)."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name, language):
    """Return the fenced code blocks of the document marked as `language`, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text_of(name), re.MULTILINE | re.DOTALL)


def rows(name, first):
    """Return the rows of the document's table whose heading row begins with the cell `first`: lists of texts without backticks."""
    found = []
    inside = False
    for line in text_of(name).splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            inside = False
        elif cells[0] == first:
            inside = True
        elif inside and set(cells[0]) != {"-"}:
            found.append(cells)
    return found


def run_session(source, name):
    """Run a session at the prompt (`>>> ...` and what it shows); AssertionError shows what came out otherwise."""
    test = doctest.DocTestParser().get_doctest(source, {}, name, name, 0)
    report = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert results.attempted > 0
    assert results.failed == 0, "".join(report)


def as_program(source):
    """Return the session as a program for MicroPython that prints what the session shows, and the list of lines that it shows.

    An error is one line, `Kind: text`, in both.
    """
    lines, shown = [], []
    for example in doctest.DocTestParser().get_examples(source):
        code = example.source.rstrip("\n")
        expression = re.match(r"(import|from|for)\b|\w+(\.\w+)? = ", code) is None
        body = f"_ = {code}\n if _ is not None: print(repr(_))" if expression else code
        lines.append(f"try:\n {body}\nexcept Exception as error: print(type(error).__name__ + ': ' + str(error))")
        if example.exc_msg:
            shown.append(re.sub(r"^[\w.]*\.", "", example.exc_msg.strip()))
        elif example.want:
            shown.append(example.want.rstrip("\n"))
    return "\n".join(lines) + "\n", shown
