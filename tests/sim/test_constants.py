"""Constants become numbers before the device's files are compiled, and nothing else changes."""

import ast
import re

import pytest
from host.sim import bytecode, constants


def one(text, **others):
    """What becomes of a module `a.one`, beside others."""
    return constants.inlined({"a/one.py": text, **{f"a/{name}.py": other for name, other in others.items()}})["a/one.py"]


@pytest.mark.parametrize(
    "text, becomes",
    [
        ("SIZE = 4\nx = SIZE + 1\n", "pass\nx = 4 + 1\n"),
        ("A = 2\nB = A << 3 | 1\nx = B\n", "pass\npass\nx = 17\n"),
        ("LOW = -1\nx = 2 - LOW\n", "pass\nx = 2 - (-1)\n"),
        ("A, B = range(2)\nC, D = 7, A\nx = (A, B, C, D)\n", "pass\npass\nx = (0, 1, 7, 0)\n"),
        ("A = 1\nA = 2\nx = A\n", "A = 1\nA = 2\nx = A\n"),
        ("A = 1\ndef f(A):\n    return A\n", "A = 1\ndef f(A):\n    return A\n"),
        ("A = 1\nx = f'{A}'\n", "A = 1\nx = f'{A}'\n"),
        ("A = 1\nname = 2\nB = 'text'\nx = B\n", "pass\nname = 2\nB = 'text'\nx = B\n"),
        ("def f(size=SIZE):\n    pass\nSIZE = 3\n", "def f(size=3):\n    pass\npass\n"),
    ],
)
def test_own_constants(text, becomes):
    assert one(text) == becomes


def test_constants_of_others_and_those_that_must_stay():
    other = "A = 5\nB = 6\nC = 7\n"
    user = "from a.other import (\n    A,\n    f,\n)\nfrom a.other import B as b\nx = A + b\n"
    assert one(user, other=other) == "from a.other import f\n\n\n\nfrom a.other import B as b\nx = 5 + b\n"
    assert one(other, user="from a.one import A, B as b\nimport a.one\nx = a.one.C\n") == "pass\nB = 6\nC = 7\n"


def test_constants_reached_through_their_module():
    other = "A = 5\nB = -6\nC = 'text'\ndef f():\n    pass\n"
    user = "from a import other, other as same\nx = other.A + same.B, other.C, other.f(), other.D\n"
    assert one(user, other=other) == "from a import other, other as same\nx = 5 + (-6), other.C, other.f(), other.D\n"
    assert one(other, user=user.replace("other", "one")) == "pass\npass\nC = 'text'\ndef f():\n    pass\n"
    assert one(user.replace("x =", "other = None\nx ="), other=other).endswith("x = other.A + (-6), other.C, other.f(), other.D\n")
    assert one(other, user="from a import one\nx = one.A\none.B = 3\n") == "pass\nB = -6\nC = 'text'\ndef f():\n    pass\n"


def test_a_package_hands_on_what_is_taken_from_it_by_name():
    files = {"a/__init__.py": "from a.one import A, B\n", "a/one.py": "A = 1\nB = 2\n", "b.py": "import a\nx = a.A\n"}
    assert constants.inlined(files) == {"a/__init__.py": "from a.one import A\n", "a/one.py": "A = 1\npass\n", "b.py": "import a\nx = a.A\n"}


def test_text_that_is_no_python_is_left_to_the_compiler():
    assert one("def f(:\n") == "def f(:\n"


def test_the_device_s_files_stay_line_by_line_and_name_nothing_that_is_gone():
    files = {path.relative_to(bytecode.ROOT).as_posix(): path.read_text("utf-8") for path in bytecode.sources()}
    made = constants.inlined(files)
    names = {path: {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)} for path, text in made.items()}
    stored = {path: set(re.findall(r"^(\w+)[,\w ]* = ", text, re.MULTILINE)) | set(re.findall(r"\w+", text)) for path, text in made.items()}
    for path, text in files.items():
        assert made[path].count("\n") == text.count("\n")
        for node in ast.walk(ast.parse(made[path])):
            if isinstance(node, ast.ImportFrom) and node.module.replace(".", "/") + ".py" in made:
                assert {name.name for name in node.names} <= stored[node.module.replace(".", "/") + ".py"]
    assert "KEPT" in files["firmware/line.py"] and "KEPT" not in names["firmware/line.py"]
