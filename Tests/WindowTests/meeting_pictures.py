"""Takes a picture of each page that needs two people, at the screen of one, for a person to look at.

Usage: meeting DIR WINDOW meeting_pictures.py; the pictures are in DIR/table. PICTURES_PERCENT is the
size of the text, PICTURES_LOOK is light, dark or contrast."""

import os
import subprocess
import sys
import time

from cable import slow_down, speed_up
from driver import Window, code, wait
from table import Table

WINDOW, OWN, OTHER = sys.argv[1:4]
TABLE = Table(sys.argv[4], OWN, OTHER)
put, see = TABLE.put, TABLE.see
PERCENT = int(os.environ.get("PICTURES_PERCENT", "100"))
LOOK = os.environ.get("PICTURES_LOOK", "light")
# This one looks, and the other one does what there is to be seen.
LOOKS = OWN < OTHER
APPEARANCE = {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark" if LOOK == "dark" else "prefer-light"}
if LOOK == "contrast":
    APPEARANCE["ADW_DEBUG_HIGH_CONTRAST"] = "1"
SIZES = [(360, 640), (1200, 800)]


def page(name):
    if LOOKS:
        for width, height in SIZES:
            window.size(width, height)
            # The transitions between pages take a moment.
            time.sleep(1)
            window.picture(TABLE.folder / f"{name}-{LOOK}-{width}.png")
        put(f"seen {name}")
    else:
        see(f"seen {name}")


def look():
    window.use("Meet someone")
    window.enter("Their name", OTHER)
    window.press("Return")


def choose_it():
    """The other one has begun again, and is chosen from a list, which may just change. Returns a new code."""
    if window.has(name):
        window.use(name, limit=20)
    return wait("a new code", lambda: code(window, own), 20)


subprocess.run(["xrdb", "-merge"], input=f"Xft.dpi: {96 * PERCENT // 100}\n", text=True, check=True)
window = Window(WINDOW, APPEARANCE)
window.use("Continue without a passphrase")
window.find_text("Nobody yet")
if not LOOKS:
    see("seen searching")
look()
if LOOKS:
    window.find_text("this computer is called")
    page("searching")
own = wait("a code", lambda: code(window))
page("comparing")
if LOOKS:
    name = see("name")
    window.find_text("Choose the name that the other screen shows")
    page("choosing")
    own = wait("a new code", choose_it)
else:
    window.process.kill()
    window.process.wait()
    window = Window(WINDOW, APPEARANCE)
    window.find_text("Nobody yet")
    look()
    put("name", window.find_text("this computer is called").split()[-1].rstrip("."))
    page("choosing")
    own = wait("a code", lambda: code(window))
put("code", own)
theirs = see("code")
slow_down("10mbit")
if LOOKS:
    window.enter("Code on the other screen", theirs)
    window.press("Return")
    page("waiting")
else:
    see("seen waiting")
    window.enter("Code on the other screen", theirs)
    window.press("Return")
window.find_text(" of 64.0 MiB")
page("transferring")
speed_up()
window.find(f"You and {OTHER} share a pad")
page("done")
window.use(f"Write to {OTHER}")
window.find(f"{OTHER} is connected")
window.enter("Your message", f"This is {OWN}, with a sentence that is a little longer than one line of a narrow window")
window.press("Return")
window.find("✓ Arrived", "label")
page("connected")
if LOOKS:
    window.use_in_menu("Clear the conversation")
    window.find_text("Here now")
    page("here")
    put("away")
    window.find("New message", "label")
    page("news")
else:
    see("away")
    window.enter("Your message", "Are you there?")
    window.press("Return")
    see("seen news")
window.end()
