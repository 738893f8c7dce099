"""`unsunk web` in a process of its own, to be killed."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path


class Server:
    """A server over a database, at a free port unless one is given; it answers once it is made."""

    def __init__(self, database: Path, port: int = 0) -> None:
        command = [sys.executable, "-m", "unsunk", "web"]
        self.process = subprocess.Popen(
            [*command, "--port", str(port), "--database", str(database)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
        )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        match = re.search(r"http://127\.0\.0\.1:(\d+)/", self.line)
        assert match, self.line + self.process.communicate()[1]
        self.port = int(match[1])
        self.url = match[0].rstrip("/")

    def stop(self, number: int) -> tuple[int, str]:
        """Send a signal; the exit code and what went to standard error."""
        self.process.send_signal(number)
        return self.end()

    def end(self) -> tuple[int, str]:
        rest, errors = self.process.communicate(timeout=20)
        assert rest == ""
        return self.process.returncode, errors

    def close(self) -> None:
        if self.process.returncode is None:
            self.stop(signal.SIGKILL)
