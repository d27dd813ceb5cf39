"""What goes wrong for a user of the command, as errors with a one-line text and an exit status."""


class UserError(Exception):
    """Something the person at the keyboard can put right.

    Its text is one line: what is wrong, where, what to do.  The `reedboard` command prints it on standard error and
    ends with `status`.
    """

    status = 2


class NotSupported(UserError):
    """Something well-formed that this version can't do yet; exit status 3."""

    status = 3


class MissingTool(UserError):
    """A program or Python package that the command needs is not installed."""
