"""What the doctor says: for people as text and a picture, for programs as JSON, and a corrected profile where wires are exchanged."""

from typing import NamedTuple

from host.doctor import checks


class Square(NamedTuple):
    """One square: flips of its switch in all, ms that the worst change took to settle, and what is wrong with it (kinds of findings)."""

    name: str
    flips: int
    settle_ms: int
    wrong: tuple


class Report(NamedTuple):
    """The outcome of an examination. `board`, `firmware`: texts; `squares`: [Square]; `findings`: [checks.Finding]; `bits`: corrected rows
    of the profile's
    `scanner.bits`, or None; `guided`: whether every square was tried."""

    board: str
    files: int
    ranks: int
    firmware: str
    guided: bool
    squares: list
    findings: list
    bits: list | None

    @classmethod
    def of(cls, exam, guided):
        """Return the Report of `exam` (exam.Exam), which is over."""
        contacts, profile, hello = exam.contacts, exam.profile, exam.client.mirror.hello
        counts = contacts.count()
        squares = []
        for name, bit in sorted(exam.expected.items()):
            wrong = tuple(finding.kind for finding in exam.findings if name in finding.squares)
            settle = max((ms for _, ms, _ in contacts.bursts(bit)), default=0)
            squares.append(Square(name, counts.get(bit, 0), settle, wrong))
        swapped = checks.wiring(contacts, exam.puts, exam.expected)
        runs = " ".join(hello.get(key, "") for key in ("impl", "ver", "plat")).strip()
        return cls(
            profile.name,
            profile.files,
            profile.ranks,
            f"reedboard {hello.get('reedboard', '?')} under {runs}",
            guided,
            squares,
            exam.findings,
            corrected(profile, swapped) if swapped else None,
        )

    def as_json(self):
        """Return the report as a dict for JSON."""
        return {
            "board": self.board,
            "firmware": self.firmware,
            "guided": self.guided,
            "healthy": not self.findings,
            "findings": [finding._asdict() | {"squares": list(finding.squares)} for finding in self.findings],
            "squares": {square.name: {"flips": square.flips, "settle_ms": square.settle_ms, "wrong": list(square.wrong)} for square in self.squares},
            "corrected_bits": self.bits,
        }

    def text(self):
        """Return the report as lines for people."""
        worst = max(self.squares, key=lambda square: square.settle_ms, default=None)
        lines = [
            f"{self.board}, {self.firmware}",
            f"{len(self.squares)} switches, {sum(square.flips for square in self.squares)} changes seen"
            + (f", the slowest took {worst.settle_ms} ms to settle ({worst.name})" if worst and worst.settle_ms else ""),
        ]
        if not self.guided:
            lines.append("only looked at at rest: with a terminal it asks for a piece on every square")
        if not self.findings:
            return [*lines, "nothing is wrong"]
        for number, finding in enumerate(self.findings, 1):
            lines += [f"{number}. {finding.kind}: {finding.text}", f"   {finding.advice}"]
        if self.bits:
            lines += ["the profile as this board is wired ([scanner] in its .toml file):", "bits = [", *(f'    "{row}",' for row in self.bits), "]"]
        return lines


def corrected(profile, swapped):
    """Return the rows of `scanner.bits` for a board on which a piece on a square closes the bit that `swapped` ({square: bit}) says.

    Squares that nothing is known of keep their bits where those are free; a bit that then belongs to nobody is unused.
    """
    names = [profile.square(cell) if cell != 255 else "-" for cell in profile.bit_cells]
    fixed = list(names)
    for bit in {names.index(square) for square in swapped} | set(swapped.values()):
        fixed[bit] = "-"
    for square, bit in swapped.items():
        fixed[bit] = square
    width = profile.chip_bits
    return [" ".join(fixed[start : start + width]) for start in range(0, len(fixed), width)]
