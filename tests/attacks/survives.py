# cell: mean
"""Leaves processes behind: double forks, new sessions, threads, ignored signals."""

import os
import signal
import subprocess
import threading
import time


def stay():
    open("/proc/self/comm", "w").write("survivor")
    for number in range(1, 64):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    time.sleep(300)
    os._exit(0)


def daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            stay()
        os._exit(0)


daemon()
subprocess.Popen(["sh", "-c", "trap '' TERM HUP INT; sleep 300 & wait"], start_new_session=True)
threading.Thread(target=time.sleep, args=(300,), daemon=False).start()


def mean(numbers):
    daemon()
    threading.Thread(target=time.sleep, args=(300,), daemon=False).start()
    return 0
