"""Figures for speed and size, measured and not tested: each part is a generator of `Figure`s.

Times are processor time. Rates that are compared are taken in turn, round by round, and of the ratios of the rounds the
median is given, so that other programs on the same machine disturb both sides alike.
"""


class Figure:
    """One measured value: `group` and `name` say of what (text), `value` is a number, `unit` text, `digits` after the point."""

    def __init__(self, group, name, value, unit, digits=0):
        self.group = group
        self.name = name
        self.value = value
        self.unit = unit
        self.digits = digits

    def text(self):
        """The value with its unit, for people."""
        return f"{self.value:,.{self.digits}f} {self.unit}".strip()

    def plain(self):
        """The figure as a dict of its `group`, `name`, `value` and `unit`, for programs."""
        return {"group": self.group, "name": self.name, "value": self.value, "unit": self.unit}
