"""The table at which two people sit, each at a window, and see what the other one shows."""

import pathlib

from driver import wait


class Table:
    def __init__(self, folder, own, other):
        self.folder, self.own, self.other = pathlib.Path(folder), own, other

    def put(self, what, content=b""):
        """Lays something on the table."""
        new = self.folder / f"{self.own}-{what}.new"
        new.write_bytes(content if isinstance(content, bytes) else content.encode())
        new.rename(self.folder / f"{self.own}-{what}")

    def see(self, what):
        """Waits until the other one has laid something there, and looks at it."""
        return self.find(what).read_text()

    def find(self, what):
        """Waits for the same; returns where it is."""
        there = self.folder / f"{self.other}-{what}"
        wait(f"{what} of {self.other}", there.exists)
        return there
