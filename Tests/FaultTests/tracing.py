"""A command under strace: the calls that it makes, and one of them made to fail."""

import collections
import re

from ends import Broken, expect

CALLS = ("pwrite64", "write", "fsync", "fdatasync", "fcntl", "mkdir", "rename", "unlink", "rmdir")

# A call on one of our files: its name, its number in strace's count, and the file.
Site = collections.namedtuple("Site", "call number what")


class Traced:
    def __init__(self, command):
        self.command = command
        self.place = command.directory / "trace"

    def run(self, *more):
        self.command.prepare()
        strace = ("strace", "-f", "-y", "-o", self.place, "-e", "trace=" + ",".join(CALLS), *more)
        return self.command.end.run(
            *self.command.arguments, input=self.command.input, before=strace)

    def inject(self, site, fault, goes_on=False):
        """Runs the command with a fault at a site; whether strace reached it, and the outcome."""
        is_signal = fault.startswith("signal")
        # The kernel drops a signal from a filter's stop; without a filter strace is slower.
        filters = () if is_signal else ("--seccomp-bpf",)
        when = f"{site.number}{'+' if goes_on else ''}"
        outcome = self.run(*filters, "-e", f"inject={site.call}:{fault}:when={when}")
        return ("killed by SIGKILL" if is_signal else "(INJECTED)") in self.text(), outcome

    def hide(self, path, call):
        """The same with a file on which one kind of call always fails."""
        outcome = self.run("-P", path, "-e", f"trace={call}", "-e", f"inject={call}:error=EIO")
        return "(INJECTED)" in self.text(), outcome

    def text(self):
        return self.place.read_text("utf-8", "replace")

    def calls(self):
        """The calls in order: thread, name, the rest of the line."""
        return re.findall(r"^(\d+) +(\w+)\((.*)", self.text(), re.MULTILINE)

    def sites(self):
        """The calls on files and outputs, numbered by name in each thread, as strace does."""
        counts = collections.Counter()
        for thread, call, rest in self.calls():
            counts[thread, call] += 1
            if "eventfd" not in rest and (call != "fcntl" or "F_OFD_SETLK" in rest):
                yield Site(call, counts[thread, call], rest.split(",")[0])


def expect_committed_first(calls):
    """Invariant 2, as the kernel saw it: what was written is synced before the first output."""
    dirty, writes = set(), 0
    for _, call, rest in calls:
        file = rest.split(">")[0]
        if call == "pwrite64" and ("/pads/" in file or file.endswith("/contacts")):
            dirty.add(file)
            writes += 1
        elif call in ("fsync", "fdatasync"):
            dirty.discard(file)
        elif call == "write" and file.startswith("1<"):
            expect(writes >= 3 and not dirty, "output with unsynced:", dirty, "after", writes)
            return
    raise Broken("there was no output")
