"""Somebody who uses no mouse: usage: keyboard.py WINDOW VERNAM. The other end is the command line."""

import functools
import os
import pathlib
import sys

from camera import Camera
from driver import LIMIT, Window, clipboard, command, copy, wait

WINDOW, VERNAM = sys.argv[1:]
HOME = pathlib.Path(os.environ["HOME"])
vernam = functools.partial(command, VERNAM)


def pair_by_commands(alice):
    vernam(alice, "init", "--no-passphrase")
    vernam(alice, "pair", "bob", "--size", "1M", "--carry", str(HOME))
    vernam(None, "pair", "alice", "--from", str(HOME / "pad-for-bob.vernam"))


def welcome():
    window = Window(WINDOW)
    window.find_text("Messages that only two can read")
    window.check_names()
    window.use("Go on without a passphrase")
    window.find_text("Nobody yet")
    # There and back.
    for name in ("bob", "carol"):
        window.use("Meet someone")
        window.enter("Their name", name)
        window.press("Escape")
    window.press("ctrl+q")
    window.process.wait(timeout=LIMIT)


def converse(window, alice):
    window.use("alice, About 2,000 messages left")
    # The focus is where one types.
    window.find("Your message", "text")
    window.check_names()
    window.write("By keyboard")
    window.press("Return")
    window.find("By keyboard", "label")
    window.use("Copy for a mail")
    message = wait("the message on the clipboard", clipboard)
    if vernam(alice, "decrypt", typed=message).strip() != "By keyboard":
        sys.exit("the command line read something else")
    window.use("Show as QR code")
    window.find_text("alice scans this")
    window.check_names()
    window.press("Escape")
    window.use("Take back")
    window.find("Removed: it will not be sent again", "label")
    copy(vernam(alice, "encrypt", "bob", typed="Pasted by a button"))
    window.use_in_menu("Paste a message")
    window.find("Pasted by a button", "label")
    copy(vernam(alice, "encrypt", "bob", typed="Pasted by keys"))
    # The focus is where one types, again.
    window.press("ctrl+v")
    window.find("Pasted by keys", "label")
    window.dismiss(lambda: window.use("Attach a file"))


def scan(window, alice, camera):
    window.use_in_menu("Scan a message")
    window.find("Scan code", "label")
    window.check_names()
    window.press("Escape")
    window.find("Your message", "text")
    window.use_in_menu("Scan a message")
    drawing = vernam(alice, "encrypt", "bob", "--qr", typed="Seen")
    drawn = camera.drawn(drawing)
    for number, picture in enumerate(drawn, 1):
        camera.see(picture)
        if number < len(drawn):
            window.find(f"{number} of {len(drawn)} codes scanned", "label")
    window.find("Seen", "label")


def know(window, alice):
    """The page about a person, and what it changes."""
    window.use_in_menu("About this person")
    window.use("Show texts word by word")
    window.use("Forget this person…")
    window.find_text("Forget alice?")
    window.check_names()
    # Whoever presses Enter twice keeps her.
    window.press("Return")
    window.find("Forget this person…", "button")
    window.use("Forget this person…")
    window.find_text("Forget alice?")
    window.press("Escape")
    window.use_in_menu("About this person")
    window.find("Forget this person…", "button")
    window.press("Escape")
    copy(vernam(alice, "encrypt", "bob", typed="two words"))
    window.use_in_menu("Paste a message")
    window.use("Show a word")
    window.find("two", "label")
    window.check_names()
    window.use("Next word")
    window.find("words", "label")
    window.use("Done")
    window.find("You have read this text.", "label")


def rename_and_forget(window):
    window.use("alice, About 2,000 messages left")
    window.find("Your message", "text")
    window.use_in_menu("About this person")
    # The field with the name is before this; libadwaita does not say when a field has the focus.
    window.reach("Show texts word by word")
    window.press("shift+Tab", "ctrl+a")
    window.write("Alicia")
    window.press("Return")
    window.find("Alicia, About 2,000 messages left")
    window.use("Forget this person…")
    window.find_text("Forget Alicia?")
    window.use("Forget")
    window.find_text("Nobody yet")


def look_around(window):
    """The other pages, and back."""
    window.use("Check this computer")
    window.find_text("to know")
    window.check_names()
    window.use("Set a passphrase…")
    window.find("Type it again")
    window.check_names()
    window.press("Escape")
    window.find("Your message", "text")
    window.use("Meet someone")
    window.enter("Their name", "carol")
    window.check_names()
    window.use("Make a pad on a USB stick")
    window.find("Carry a pad", "label")
    # Back to the choice, with the name.
    window.press("Escape")
    window.use("Connect by address")
    window.find_text("types the address")
    window.check_names()
    window.enter("Their address", "nowhere")
    window.press("Return")
    window.find_text("Type all of the address")
    window.use("Wait here")
    window.use("Cancel")
    window.find("Choose somebody")


welcome()
pair_by_commands(HOME / "alice")
camera = Camera(HOME)
window = Window(WINDOW, camera.environment)
window.find("alice", "label")
converse(window, HOME / "alice")
scan(window, HOME / "alice", camera)
know(window, HOME / "alice")
look_around(window)
rename_and_forget(window)
window.press("ctrl+q")
if window.process.wait(timeout=LIMIT) != 0:
    sys.exit(f"closed, the window ended with {window.process.returncode}")
