"""Somebody who uses no mouse: usage: keyboard.py WINDOW VERNAM. The other end is the command line."""

import functools
import json
import os
import pathlib
import re
import subprocess
import sys

from pyatspi import STATE_FOCUSED, STATE_SELECTED

from camera import Camera
from driver import LIMIT, Window, clipboard, command, copy, wait

WINDOW, VERNAM = sys.argv[1:]
HOME = pathlib.Path(os.environ["HOME"])
vernam = functools.partial(command, VERNAM)
LONG = "There is more to say about this. " * 200


def pair_by_commands(alice):
    vernam(alice, "init", "--no-passphrase")
    vernam(alice, "pair", "bob", "--size", "1M", "--carry", str(HOME))
    vernam(None, "pair", "alice", "--from", str(HOME / "pad-for-bob.vernam"))


def welcome():
    window = Window(WINDOW)
    window.find_text("Messages that only two can read")
    window.check_names()
    window.use("Continue without a passphrase")
    window.find_text("Nobody yet")
    # There and back.
    for name in ("bob", "carol"):
        window.use("Meet someone")
        window.enter("Their name", name)
        window.press("Escape")
    window.press("ctrl+q")
    window.process.wait(timeout=LIMIT)


def welcome_with_passphrase():
    """Protects another vault, and opens it again."""
    other = {"VERNAM_VAULT": str(HOME / "protected")}
    window = Window(WINDOW, other)
    window.find_text("Messages that only two can read")
    # The focus is where one types.
    window.write("four white mice sing")
    window.press("Return")
    window.write("four white mice sing")
    window.use("Protect with this passphrase")
    window.find_text("Nobody yet")
    window.press("ctrl+q")
    window.process.wait(timeout=LIMIT)
    window = Window(WINDOW, other)
    window.find("Unlock", "button")
    window.write("four white mice sing")
    window.press("Return")
    window.find_text("Nobody yet")
    window.press("ctrl+q")
    window.process.wait(timeout=LIMIT)


def converse(window, alice):
    window.use_row("alice")
    # The focus is where one types.
    window.find("Your message", "text")
    window.check_names()
    window.write("By keyboard")
    window.press("Return")
    window.find("By keyboard", "label")
    window.use("Copy for email")
    message = wait("the message on the clipboard", clipboard)
    if vernam(alice, "decrypt", typed=message).strip() != "By keyboard":
        sys.exit("the command line read something else")
    window.use("Show as QR code")
    window.find_text("Ask alice to open your conversation")
    window.check_names()
    window.press("Escape")
    window.use("Take back")
    window.find("Removed: it will not be sent any more", "label")
    show_codes(window)
    copy(vernam(alice, "encrypt", "bob", typed="Pasted by a button"))
    window.use_in_menu("Paste a message")
    window.find("Pasted by a button", "label")
    copy(vernam(alice, "encrypt", "bob", typed="Pasted by keys"))
    # The focus is where one types, again.
    window.press("ctrl+v")
    window.find("Pasted by keys", "label")
    window.dismiss(lambda: window.use("Attach a file"))


def show_codes(window):
    """A text that takes several codes."""
    copy("Too long for one code. " * 30)
    window.press("ctrl+v")
    wait("what was pasted", lambda: window.find("Your message", "text").queryText().getText(0, -1))
    window.press("Return")
    window.use("Show as QR code")
    window.find_text("Code 1 of ")
    window.use("Next")
    window.find_text("Code 2 of ")
    window.check_names()
    window.use("Previous")
    window.find_text("Code 1 of ")
    window.press("Escape")
    window.use("Take back")
    wait("the text to be removed", lambda: not window.has("Take back"))


def exchange_files(window, alice):
    """Sends a long file with an email, and saves another one."""
    long, picture = HOME / "long.txt", HOME / "photo.jpg"
    long.write_text("There is much to say. " * 9000)
    window.choose(long, lambda: window.use("Attach a file"))
    window.use("Do not send this file")
    window.choose(long, lambda: window.use("Attach a file"))
    window.find_text("long.txt, ")
    window.use("Send")
    window.use("Save for email")
    window.find_text("Saved in Downloads as message.vernam")
    vernam(alice, "decrypt", str(HOME / "Downloads/message.vernam"), "-o", str(HOME / "received.txt"))
    if (HOME / "received.txt").read_text() != long.read_text():
        sys.exit("the file that was saved for an email holds something else")
    picture.write_bytes(b"\xff\xd8 a picture")
    copy(vernam(alice, "encrypt", "bob", str(picture), "-o", "-"))
    window.use_in_menu("Paste a message")
    window.use("Save")
    window.find_text("Saved in Downloads as photo.jpg")
    window.use("Show folder")
    window.find_text("No program here opens folders")
    window.use("Close this message")


def turn_pages(window, alice):
    """Only the last messages stand in the list."""
    copy(vernam(alice, "encrypt", "bob", typed=LONG))
    window.use_in_menu("Paste a message")
    window.find(LONG, "label")
    window.use("Earlier messages")
    window.find("By keyboard", "label")
    window.use("Later messages")
    window.find(LONG, "label")


def scan(window, alice, camera):
    window.use_in_menu("Scan a message")
    window.find("Scan a message", "label")
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
    window.use("From the start")
    window.find("two", "label")
    window.use("Next word")
    window.find("words", "label")
    window.use("Done")
    window.find("You have read this text.", "label")


def forget_a_pad(window, alice):
    """The first of two pads."""
    vernam(alice, "pair", "bob", "--size", "1M", "--carry", str(HOME))
    vernam(None, "pair", "alice", "--from", str(HOME / "pad-for-bob.vernam"))
    pads = lambda: [pad["id"] for pad in json.loads(vernam(None, "status", "alice", "--json"))["contacts"][0]["pads"]]
    before = pads()
    window.use_row("alice")
    window.use_in_menu("About this person")
    window.find("Pad 2")
    window.check_names()
    window.use("Pad 1")
    window.use("Forget pad 1…")
    window.find_text("Destroy pad 1 that you share with alice?")
    window.use("Forget")
    # The page calls it that if there is no other.
    window.find("The pad")
    if pads() != before[1:]:
        sys.exit("another pad was forgotten")
    window.press("Escape")


def rename_and_forget(window):
    window.use_row("alice")
    window.find("Your message", "text")
    window.use_in_menu("About this person")
    # The field with the name is before this; libadwaita does not say when a field has the focus.
    window.reach("Show texts word by word")
    window.press("shift+Tab", "ctrl+a")
    window.write("Alicia")
    window.press("Return")
    window.row("Alicia")
    window.use("Forget this person…")
    window.find_text("Forget Alicia?")
    window.use("Forget")
    wait("the end of Alicia", lambda: not any(node.name.startswith("Alicia, ") for node in window.nodes()))


def take_a_pad(window, alice):
    """From a stick, with a passphrase, and once more in vain."""
    given = HOME / "passphrase"
    given.touch(0o600)
    given.write_text("seven horses\n")
    vernam(alice, "pair", "bob2", "--size", "1M", "--carry", str(HOME), "--carry-passphrase-file", str(given))
    stick = HOME / "pad-for-bob2.vernam"
    sealed = stick.read_bytes()

    def take():
        window.use("Meet someone")
        window.enter("Their name", "carol")
        window.choose(stick, lambda: window.use("Take a pad from a USB stick"))

    take()
    window.find("This pad has a passphrase")
    window.check_names()
    window.enter("Passphrase of the pad", "seven horses")
    window.press("Return")
    window.find("You and carol share a pad")
    window.check_names()
    window.use("Write to carol")
    window.find("Your message", "text")
    is_selected = lambda: window.row("carol").getState().contains(STATE_SELECTED)
    wait("the row of who is written to", is_selected)
    # Wherever the focus is.
    window.reach("Check this computer")
    window.press("Tab", "Home")
    wait("the focus on alice", lambda: window.row("alice").getState().contains(STATE_FOCUSED))
    if not is_selected():
        sys.exit("the row with the focus is selected instead of the person who is written to")
    stick.write_bytes(sealed)
    take()
    window.find_text("already has this pad")
    window.check_names()
    window.use("Start again")
    window.find("Who is with you?")
    window.press("Escape")
    window.row("alice")


def see_both_bars(window, alice):
    """What they say can be answered."""
    copy("Dear Bob")
    window.use_in_menu("Paste a message")
    window.find_text("no vernam message")
    window.use("More")
    window.find("About this person", "button")
    window.press("Escape")
    window.use("Close this message")
    copy(vernam(alice, "encrypt", "bob", typed="Copied elsewhere"))
    window.leave_and_return()
    window.find("Read it", "button")
    window.check_names()
    window.use("Leave the copied text alone")
    copy(vernam(alice, "encrypt", "bob", typed="Copied again"))
    window.leave_and_return()
    window.use("Read it")
    window.find("Copied again", "label")


def look_around(window):
    """The other pages, and back."""
    window.use_row("alice")
    window.use("Check this computer")
    window.find_text("to know")
    window.check_names()
    window.use("What is fine")
    window.find("What is as it should be", "list")
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
    window.find_text("the other person types")
    window.check_names()
    window.enter("Their address", "nowhere")
    window.press("Return")
    window.find_text("Type all of the address")
    window.use("Wait here")
    window.use("Cancel")
    window.find("Choose somebody")
    # Nobody answers at this address.
    window.use("Meet someone")
    window.enter("Their name", "carol")
    window.use("Connect by address")
    window.enter("Their address", "127.0.0.1:9")
    window.use("Connect")
    window.find_text("No answer yet")
    window.check_names()
    window.use("Cancel")
    window.find("Choose somebody")


def connect_another_way(window, alice):
    """The ways to somebody known are on the page about them."""
    copy(vernam(alice, "encrypt", "bob", typed="Read in the list"))
    window.use("Read a copied message")
    # Texts of hers are shown word by word by now.
    window.use("Show a word")
    window.find("Read", "label")
    window.use("Next word")
    window.use("Connect another way")
    window.use("Wait here")
    window.find_text("alice opens the conversation with you, chooses \"About this person\"")
    window.use_in_menu("About this person")
    window.check_names()
    window.use("Look on this network again")
    call(window, alice)
    window.use_in_menu("About this person")
    window.use("Share another pad")
    window.find_text("You already share a pad with them")
    window.press("Escape")
    window.find("Choose somebody")


def call(window, alice):
    """By the address on the page about her, where she waits."""
    places = {"VERNAM_VAULT": str(alice), "XDG_STATE_HOME": f"{alice}-state"}
    chat = subprocess.Popen(
        [VERNAM, "chat", "bob", "--listen", "127.0.0.1:0", "--plain"], env=os.environ | places, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        said = iter(chat.stdout.readline, "")
        port = next(found.group(1) for line in said if (found := re.search(r"on port (\d+)", line)))
        window.use_in_menu("About this person")
        # The field is after this.
        window.reach("Wait here")
        window.press("Tab")
        window.write(f"127.0.0.1:{port}")
        window.press("Return")
        window.find("alice is connected")
    finally:
        chat.kill()
        chat.wait()


def lock(window):
    """Gives the vault a passphrase, changes it, and locks the vault."""
    window.use("Check this computer")
    window.use("Set a passphrase…")
    window.find("Type it again")
    for typed in ("seven green boats", "seven green boats"):
        window.write(typed)
        window.press("Return")
    window.use("Change the passphrase…")
    window.find("Current passphrase")
    window.check_names()
    for typed in ("seven green boats", "nine blue boats", "nine blue boats"):
        window.write(typed)
        window.press("Return")
    window.find("Change the passphrase…", "button")
    window.use("Lock now")
    window.find("Unlock", "button")
    window.check_names()
    window.write("nine blue boats")
    window.press("Return")
    window.row("carol")


welcome_with_passphrase()
welcome()
pair_by_commands(HOME / "alice")
camera = Camera(HOME)
window = Window(WINDOW, camera.environment)
window.find("alice", "label")
converse(window, HOME / "alice")
see_both_bars(window, HOME / "alice")
exchange_files(window, HOME / "alice")
turn_pages(window, HOME / "alice")
scan(window, HOME / "alice", camera)
know(window, HOME / "alice")
window.use_in_menu("Clear the conversation")
connect_another_way(window, HOME / "alice")
look_around(window)
take_a_pad(window, HOME / "alice")
forget_a_pad(window, HOME / "alice")
rename_and_forget(window)
lock(window)
window.press("ctrl+q")
if window.process.wait(timeout=LIMIT) != 0:
    sys.exit(f"closed, the window ended with {window.process.returncode}")
