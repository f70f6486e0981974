"""A clock that a test sets forward."""

import pathlib
import subprocess


class Clock:
    def __init__(self, folder):
        """Uses files in this folder."""
        library = folder / "clock.so"
        shim = pathlib.Path(__file__).parent / "clock_shim.c"
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, shim, "-ldl"], check=True)
        self.ahead = folder / "ahead"
        self.set_ahead(0)
        # For a program that is to have this clock.
        self.environment = {"LD_PRELOAD": str(library), "CLOCK_AHEAD": str(self.ahead)}

    def set_ahead(self, seconds):
        new = self.ahead.with_suffix(".new")
        new.write_text(str(seconds))
        new.rename(self.ahead)
