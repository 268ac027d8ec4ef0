"""A time limit for code that may never end."""

import signal
import sys
import threading
import time
from contextlib import contextmanager

SECONDS = 4  # for an answer; checks of right ones take milliseconds


class TimeUp(BaseException):
    """The time is over. Not an Exception, so that the code's own `except` lets it through."""


@contextmanager
def time_limit(seconds):
    """Raise TimeUp in the block once it has run for so many seconds.

    With the system's alarm clock where there is one; elsewhere (Windows, a thread, a browser)
    Python looks at the clock before every line. Neither can stop a single call into C.
    """
    in_main = threading.current_thread() is threading.main_thread()
    if in_main and hasattr(signal, "setitimer") and sys.platform != "emscripten":
        return_to = signal.signal(signal.SIGALRM, _ring)
        # It rings again, in case a bare `except:` has swallowed the first.
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.2)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, return_to)
    else:
        return_to = sys.gettrace()
        sys.settrace(_watch_until(time.monotonic() + seconds))
        try:
            yield
        finally:
            sys.settrace(return_to)


def _ring(signum, frame):
    raise TimeUp


def _watch_until(deadline):
    def watch(frame, event, argument):
        if time.monotonic() > deadline:
            raise TimeUp
        return watch

    return watch
