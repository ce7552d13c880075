# cell: area
"""A loop that swallows every exception and ignores every signal."""

import signal
import time

for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGXCPU):
    signal.signal(number, signal.SIG_IGN)
while True:
    try:
        time.sleep(0.05)
    except BaseException:
        pass
