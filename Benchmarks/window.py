"""Figures of the window, with a screen of its own: usage: window.py WINDOW VERNAM WATCHDOG."""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Tests/WindowTests"))
from driver import Window, wait  # noqa: E402

WINDOW, VERNAM, WATCHDOG = sys.argv[1:]
HOME = pathlib.Path(os.environ["HOME"])
CONTACTS, MESSAGES, LIMIT_MS = 300, 1000, 50
# As it comes from a chat: mostly short, now and then long.
TEXTS = ["Yes", "See you at nine, at the corner where the baker was", "Wörter, 言葉 and מילים. " * 20, "A long one. " * 160]


def vernam(vault, *words, typed=""):
    place = {"VERNAM_VAULT": str(vault), "XDG_STATE_HOME": f"{vault}-state"} if vault else {}
    ended = subprocess.run([VERNAM, *words], env=os.environ | place, input=typed, capture_output=True, text=True)
    if ended.returncode:
        sys.exit(f"{words}: {ended.stderr}")
    return ended.stdout


def pair(number, size):
    alice = HOME / f"alice{number}"
    vernam(alice, "init", "--no-passphrase")
    vernam(alice, "pair", "bob", "--size", size, "--carry", str(HOME))
    vernam(None, "pair", f"alice {number}", "--from", str(HOME / "pad-for-bob.vernam"))
    vernam(alice, "decrypt", typed=vernam(None, "encrypt", f"alice {number}", typed="hello"))
    return alice


def resident(window):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{window.process.pid}/status").read_text())[1]) / 1024


class Watched:
    """What the watchdog says about a part of the run."""

    log = HOME / "watchdog"

    def __init__(self, what, window):
        self.what, self.window = what, window

    def __enter__(self):
        self.start = self.log.stat().st_size if self.log.exists() else 0
        self.began = time.monotonic()

    def __exit__(self, *error):
        time.sleep(0.5)
        text = self.log.read_text()[self.start :] if self.log.exists() else ""
        blocks = [int(found) for found in re.findall(r"blocked for (\d+) ms", text)]
        print(f"{self.what:<44} {time.monotonic() - self.began - 0.5:6.1f} s, {resident(self.window):4.0f} MiB, blocked {blocks}", flush=True)


def main():
    vernam(None, "init", "--no-passphrase")
    alice = pair(0, "8M")
    for number in range(1, CONTACTS):
        pair(number, "64K")
    print("paired", flush=True)
    texts, rests = [], []
    for n in range(MESSAGES):
        texts.append(vernam(alice, "encrypt", "bob", typed=f"{n}: " + TEXTS[n % len(TEXTS)]))
        if (n + 1) % (MESSAGES // 10) == 0:
            rests.append(left(alice, "bob", "send"))
    print("encrypted", flush=True)
    window = Window(WINDOW, {"LD_PRELOAD": WATCHDOG, "WATCHDOG_LOG": str(Watched.log)})
    with Watched("start", window):
        window.find("alice 0", "label")
    with Watched("opened", window):
        window.point("alice 0", "label")
        window.find("Your message", "text")
    steps = 10
    for step in range(steps):
        part = texts[step * MESSAGES // steps : (step + 1) * MESSAGES // steps]
        subprocess.run(["xclip", "-selection", "clipboard"], input="\n".join(part), text=True, check=True)
        with Watched(f"pasted {len(part)} messages", window):
            window.point("Paste a message", "button")
            wait("the last", lambda: left(None, "alice 0", "receive") <= rests[step])
    with Watched("typed", window):
        window.type("Your message", "Typed while all of them are shown. " * 4, "text")
    with Watched("sent", window):
        window.press("Return")
        window.find_text("Not sent yet")
    with Watched("scrolled", window):
        subprocess.run(["xdotool", "mousemove", "700", "300"], check=True)
        for _ in range(200):
            subprocess.run(["xdotool", "click", "4"], check=True)
    for _ in range(3):
        with Watched("earlier", window):
            window.click("Earlier messages", "button")
    with Watched("later", window):
        window.click("Later messages", "button")
    for width in (800, 1000, 360, 920):
        with Watched(f"{width} pixels wide", window):
            window.size(width, 680)
            time.sleep(1)
    with Watched("health and back", window):
        window.point("Check this computer", "button")
        window.find("Back", "button")
        window.click("Back", "button")
    with Watched("left", window):
        window.click("Clear the conversation", "button")
        window.find("Choose somebody")
    window.end()


def left(vault, name, direction):
    """The pad bytes that one direction still has."""
    return json.loads(vernam(vault, "status", name, "--json"))["contacts"][0][direction]["left"]


main()
