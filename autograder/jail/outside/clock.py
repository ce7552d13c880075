"""The time that a cell or a check may take."""

import math
import time

_LONGEST_EXTENSION = 4
"""Times as long as allowed."""


class Clock:
    """Counts the time of a submission, but not, up to a bound, the time it had to wait for a core that others used."""

    def __init__(self, seconds: float, latest: float = math.inf) -> None:
        began = time.monotonic()
        self.until = min(began + seconds, latest)
        self._longest = min(began + _LONGEST_EXTENSION * seconds, latest)

    def extend(self, waited: float) -> bool:
        """Allow as much longer as the submission had to wait; whether that leaves it any time."""
        self.until = min(self.until + waited, self._longest)
        return self.until > time.monotonic()
