"""Figures of the window with many people and messages: usage: window.py WINDOW VERNAM WATCHDOG. Needs root, to count
the peak of its memory."""

import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Tests/WindowTests"))
from driver import Window, command, copy, visible_windows, wait  # noqa: E402

WINDOW, VERNAM, WATCHDOG = sys.argv[1:]
vernam = functools.partial(command, VERNAM)
HOME = pathlib.Path(os.environ["HOME"])
LOG = HOME / "watchdog"
CONTACTS, MESSAGES, PASTES = 300, 1000, 10
FRIEND = "alice 0"
# As people write: mostly short, now and then long.
TEXTS = (
    "Yes",
    "See you at nine, at the corner where the baker was",
    "Wörter, 言葉 and מילים. " * 20,
    "A long one. " * 160,
)
# What the figures must not exceed. The watchdog says nothing of shorter blocks than 50 ms.
MOST_SECONDS, MOST_MIB = 1, 200
PASSPHRASE = "seven horses by the river"
# How much of a stack is shown.
FRAMES = 12
# A window that is painted has more colours than an empty one.
PAINTED_COLOURS = 50


def pair(number, size):
    """Returns the other end's vault, which may write."""
    alice, name = HOME / f"alice{number}", f"alice {number}"
    vernam(alice, "init", "--no-passphrase")
    vernam(alice, "pair", "bob", "--size", size, "--carry", str(HOME))
    vernam(None, "pair", name, "--from", str(HOME / "pad-for-bob.vernam"))
    vernam(alice, "decrypt", typed=vernam(None, "encrypt", name, typed="hello"))
    return alice


def left(vault, name, direction):
    """The pad bytes that one direction still has."""
    return json.loads(vernam(vault, "status", name, "--json"))["contacts"][0][direction]["left"]


def is_read(rest):
    """Whether all is read of which the pad has this rest; looks so seldom that it disturbs nothing."""
    time.sleep(1)
    return left(None, FRIEND, "receive") <= rest


def write(alice):
    """Messages for the clipboard, a heap at a time, each with what is left of the pad after it."""
    for first in range(0, MESSAGES, MESSAGES // PASTES):
        numbers = range(first, first + MESSAGES // PASTES)
        heap = [vernam(alice, "encrypt", "bob", typed=f"{n}: {TEXTS[n % len(TEXTS)]}") for n in numbers]
        yield "\n".join(heap), left(alice, "bob", "send")


def first_paint():
    """Seconds from the start of the program to its first picture."""
    began = time.monotonic()
    process = subprocess.Popen([WINDOW], stderr=subprocess.DEVNULL)
    try:
        found = wait("the window", lambda: visible_windows(process.pid))
        picture = ["import", "-window", found[0], "-format", "%k", "info:"]
        colours = lambda: int(subprocess.run(picture, capture_output=True, text=True).stdout)
        wait("a picture", lambda: colours() > PAINTED_COLOURS)
        return time.monotonic() - began
    finally:
        process.terminate()
        process.wait()


# The parts that missed a goal.
MISSED = []


class Part:
    """A part of the run: the memory that it took, and how long the main thread was kept from its events."""

    def __init__(self, what, window, most=MOST_MIB):
        self.what, self.most, self.process = what, most, pathlib.Path(f"/proc/{window.process.pid}")

    def __enter__(self):
        self.start = LOG.stat().st_size if LOG.exists() else 0
        # From now on, the kernel counts the peak anew (proc_pid_clear_refs(5)).
        (self.process / "clear_refs").write_text("5")

    def __exit__(self, *error):
        # Until it has come to rest.
        time.sleep(1)
        text = LOG.read_text()[self.start :] if LOG.exists() else ""
        blocked = [f"{ms} ms" for ms in re.findall(r"blocked for (\d+) ms", text)]
        status = (self.process / "status").read_text()
        resident, peak = (int(re.search(rf"{kind}:\s+(\d+)", status)[1]) // 1024 for kind in ("VmRSS", "VmHWM"))
        print(f"{self.what:<28}{resident:>4} MiB{peak:>8} MiB   {', '.join(blocked) or 'never'}", flush=True)
        if peak > self.most or blocked:
            MISSED.append(self.what)


def longest_block():
    """Where the main thread was when it was kept longest from its events, the innermost first."""
    parts = re.split(r"blocked for (\d+) ms\n", LOG.read_text()) if LOG.exists() else []
    if len(parts) < 2:
        return
    stack, milliseconds = max(zip(parts[::2], parts[1::2]), key=lambda part: int(part[1]))
    print(f"\nthe longest, {milliseconds} ms, was spent in")
    named = re.findall(r"^(\S+?)\(([^+)]\S*?)\)", stack, re.MULTILINE)
    for library, function in named[:FRAMES]:
        print(f"  {pathlib.Path(library).name} {function}")


def main():
    vernam(None, "init", "--no-passphrase")
    alice = pair(0, "8M")
    for number in range(1, CONTACTS):
        pair(number, "64K")
    heaps = list(write(alice))
    seconds = first_paint()
    print(f"{'first paint':<28}{seconds:>6.2f} s")
    if seconds > MOST_SECONDS:
        MISSED.append("first paint")
    print(f"\n{'':<24}resident        peak   main thread blocked for 50 ms or more")
    window = Window(WINDOW, {"LD_PRELOAD": WATCHDOG, "WATCHDOG_LOG": str(LOG)})
    with Part(f"list of {CONTACTS} people", window):
        window.find(FRIEND, "label")
    with Part("conversation", window):
        window.open(FRIEND)
        window.find("Your message", "text")
    for number, (heap, rest) in enumerate(heaps, 1):
        copy(heap)
        with Part(f"message {number * MESSAGES // PASTES} pasted", window):
            window.click_in_menu("Paste a message")
            wait("the last", lambda: is_read(rest))
    with Part("text typed", window):
        window.type("Your message", "Typed while all of them are there. " * 4, "text")
    with Part("sent", window):
        window.press("Return")
        window.find_text("Not sent yet")
    for button in ("Earlier messages", "Earlier messages", "Later messages"):
        with Part(button.lower(), window):
            window.click(button, "button")
    for width in (1000, 360, 920):
        with Part(f"{width} pixels wide", window):
            window.size(width, 680)
    with Part("cleared", window):
        window.click_in_menu("Clear the conversation")
        window.find("Choose somebody")
    window.end()
    unlock()
    longest_block()
    if MISSED:
        sys.exit(f"missed: {', '.join(MISSED)}")


def unlock():
    """The check of a passphrase takes 128 MiB (see vernam-vault(5)), which the window must give back."""
    path = HOME / "passphrase"
    path.write_text(PASSPHRASE)
    path.chmod(0o600)
    vernam(None, "passphrase", "--new-passphrase-file", str(path))
    window = Window(WINDOW, {"LD_PRELOAD": WATCHDOG, "WATCHDOG_LOG": str(LOG)})
    # To check a passphrase takes 128 MiB.
    with Part("unlocked", window, MOST_MIB + 128):
        window.type("Passphrase", PASSPHRASE, "text")
        window.press("Return")
        window.find(FRIEND, "label")
    window.end()


main()
