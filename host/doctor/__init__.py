"""The doctor: examines every switch, chip and wire of a board through its serial line.

`exam` conducts the examination with the help of hands (a person's, or simulated ones), `contacts` keeps what the switches did, `checks`
finds out what is wrong,
`report` and `picture` say it.
"""

from .checks import Finding
from .contacts import Contacts
from .exam import Exam, Task
from .report import Report

__all__ = ["Contacts", "Exam", "Finding", "Report", "Task"]
