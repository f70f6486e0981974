"""Shared by the scripts here: a running `vernam chat --json`."""

import json
import pathlib
import random
import signal
import socket
import subprocess
import time

from ends import Broken, expect

# For anything that is waited for, in seconds; a slow machine may need much of it.
PATIENCE = 120


class Chat:
    """A running end of a conversation."""

    def __init__(self, end, arguments, files, **variables):
        self.output, self.errors = pathlib.Path(f"{files}.said"), pathlib.Path(f"{files}.errors")
        with open(self.output, "wb") as output, open(self.errors, "wb") as errors:
            self.process = subprocess.Popen(
                [end.program, "chat", *arguments, "--json"], stdin=subprocess.PIPE, stdout=output,
                stderr=errors, env=end.variables | variables, cwd=end.directory)

    def say(self, text):
        try:
            self.process.stdin.write(json.dumps({"text": text}).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            # Its end of the pipe closes a moment before its death can be seen.
            self.process.wait(PATIENCE)
            expect(self.was_killed(), "it ended by itself:", self.errors.read_text())

    def events(self, kind):
        lines = self.output.read_text("utf-8").splitlines(keepends=True)
        found = [json.loads(line) for line in lines if line.endswith("\n")]
        return [event for event in found if event["event"] == kind]

    def texts(self):
        return [event["text"] for event in self.events("message")]

    def has_arrived(self):
        return len(self.events("arrived")) == 2

    def was_killed(self):
        return self.process.poll() == -signal.SIGKILL

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass

    def leave(self):
        """It ends once everything is delivered."""
        self.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired as error:
            raise Broken(f"does not leave: {self}") from error
        return self.process.returncode

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.close()

    def __str__(self):
        return f"output {self.output.read_text()!r}, errors {self.errors.read_text()!r}"


def wait(is_so, *what):
    end = time.monotonic() + PATIENCE
    while not is_so():
        expect(time.monotonic() < end, "waited in vain for", *what)
        time.sleep(0.005)


def free_address():
    """An address that no other program's connection takes while one end is being started again."""
    host = f"127.{random.randrange(1, 255)}.{random.randrange(256)}.{random.randrange(1, 255)}"
    with socket.socket() as probe:
        probe.bind((host, 0))
        return f"{host}:{probe.getsockname()[1]}"
