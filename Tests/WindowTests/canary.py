"""Looks for texts in the files that a program could have written."""

import os
import pathlib

HOME = pathlib.Path(os.environ["HOME"])
# With the runtime folder, and what the screen and the session bus have written.
PLACES = (HOME.parent, pathlib.Path("/tmp"), pathlib.Path("/var/tmp"), pathlib.Path("/dev/shm"))
# Disk images, which other tests make meanwhile.
LARGE = 64 << 20


def holders(texts, since):
    """The files, written since a time, that hold one of the texts."""
    canaries = [text.encode(code) for text in texts for code in ("utf-8", "utf-16-le")]
    files = {path for place in PLACES for path in written(place, since)}
    return sorted(str(path) for path in files if holds(path, canaries))


def written(place, since):
    for folder, _, names in os.walk(place):
        for path in (pathlib.Path(folder) / name for name in names):
            try:
                status = path.lstat()
            except OSError:  # Another program has removed it.
                continue
            if path.is_file() and status.st_mtime >= since and status.st_size < LARGE:
                yield path


def holds(path, canaries):
    try:
        content = path.read_bytes()
    except OSError:
        return False
    return any(canary in content for canary in canaries)
