"""Somebody who types no commands: usage: converse.py WINDOW VERNAM. The other end is the command line."""

import functools
import os
import pathlib
import re
import secrets
import subprocess
import sys
import time

from camera import Camera
from canary import holders
from clock import Clock
from driver import Window, clipboard, command, copy, wait

WINDOW, VERNAM = sys.argv[1:]
HOME = pathlib.Path(os.environ["HOME"])
START = time.time()
# No other test that runs meanwhile writes the same.
TOKEN = secrets.token_hex(6)
PASSPHRASE = f"open sesame {TOKEN}"
vernam = functools.partial(command, VERNAM)
TEXT = f"Meet me at nine {TOKEN}"
# Long enough for freed memory that held it to be overwritten (mallopt(3), M_PERTURB).
ANSWER = "I will be there. " * 100 + TOKEN
SCANNED = "Written for the camera. " * 20 + TOKEN
OTHER_PASSPHRASE = f"{TOKEN} opens sesame"
LONG = "There is more to say about this. " * 200 + TOKEN
TEXTS = (TEXT, ANSWER, LONG, SCANNED, PASSPHRASE, OTHER_PASSPHRASE)
NAME, PICTURE = "photo & co.jpg", b"\xff\xd8 a picture"


def make_vault():
    window = Window(WINDOW)
    window.find_text("Messages that only two can read")
    window.check_names()
    window.type("Passphrase", "abc", "text")
    window.find_text("This passphrase is weak")
    window.press("ctrl+a")
    window.write(PASSPHRASE)
    window.find_text("This passphrase is strong")
    window.type("Type it again", PASSPHRASE, "text")
    window.click("Protect with this passphrase", "button")
    window.find_text("Nobody yet")
    window.end()


def unlock(window, passphrase=PASSPHRASE):
    window.find("Unlock", "button")
    window.type("Passphrase", passphrase, "text")
    window.press("Return")


def pair_by_commands(alice):
    """Bob's vault is the window's: nobody but its passphrase opens it."""
    given = HOME / "passphrase"
    given.touch(0o600)
    given.write_text(PASSPHRASE + "\n")
    vernam(alice, "init", "--no-passphrase")
    vernam(alice, "pair", "bob", "--size", "1M", "--carry", str(HOME))
    vernam(None, "pair", "alice", "--from", str(HOME / "pad-for-bob.vernam"), "--passphrase-file", str(given))
    given.unlink()


def converse(alice):
    window = Window(WINDOW)
    window.find("Unlock", "button")
    window.check_names()
    limits = pathlib.Path(f"/proc/{window.process.pid}/limits").read_text()
    if not re.search(r"^Max core file size +0 +0 ", limits, re.MULTILINE):
        sys.exit("after a crash, the kernel would write all of its memory to the disk")
    window.type("Passphrase", "wrong", "text")
    window.press("Return")
    window.find_text("Wrong passphrase")
    window.type("Passphrase", PASSPHRASE, "text")
    window.press("Return")
    window.open("alice")
    window.type("Your message", TEXT, "text")
    window.press("Return")
    window.find(TEXT, "label")
    window.check_names()
    window.click("Copy for email", "button")
    message = wait("the message on the clipboard", clipboard)
    window.find_text("Copied, not arrived yet")
    if vernam(alice, "decrypt", typed=message).strip() != TEXT:
        sys.exit("the command line read something else")
    copy(vernam(alice, "encrypt", "bob", typed=ANSWER))
    window.click_in_menu("Paste a message")
    window.find(ANSWER, "label")
    window.click_in_menu("Paste a message")
    window.find_text("This message from alice has already come")
    message = vernam(alice, "encrypt", "bob", typed="Bring the map")
    copy(message)
    window.leave_and_return()
    window.find("Read it", "button")
    # Whatever else people copy is none of its business.
    if os.geteuid() == 0 and window.holds(message.splitlines()[2]):
        sys.exit("what was copied was read before a click")
    window.click("Read it", "button")
    window.find_at_end("Bring the map")
    if os.geteuid() == 0 and not window.holds("Bring the map"):
        sys.exit("the text on the screen is not found in memory")
    copy(vernam(alice, "encrypt", "bob", typed="Pasted where one types"))
    window.point("Your message", "text")
    window.press("ctrl+v")
    window.find("Pasted where one types", "label")
    copy_by_keyboard(window)
    save(window, alice)
    drop(window, alice)
    press_the_middle_button(window)
    turn_pages(window, alice)
    read_word_by_word(window, alice)
    # A narrow window has a way back to the list, and the conversation goes on.
    window.size(400, 700)
    window.click("Back to the list of people", "button")
    window.find("Meet someone", "button")
    window.open("alice")
    window.find("You have read this text.", "label")
    window.size(920, 680)
    window.click_in_menu("Clear the conversation")
    window.find("Choose somebody")
    copy(vernam(alice, "encrypt", "bob", typed="Pasted in the list"))
    window.point("People", "label")
    window.press("ctrl+v")
    # Texts of hers are shown word by word by now.
    window.click("Show a word", "button")
    window.find("Pasted", "label")
    window.click_in_menu("Clear the conversation")
    window.find("Choose somebody")
    if os.geteuid() == 0 and window.holds(ANSWER):
        sys.exit("the text is in memory after its conversation was closed")
    if window.close() != 0:
        sys.exit(f"closed, the window ended with {window.process.returncode}")


def copy_by_keyboard(window):
    """What a person copies or cuts from the field or from a message is marked as a secret."""
    targets = ["xclip", "-selection", "clipboard", "-o", "-target", "TARGETS"]
    names = lambda: subprocess.run(targets, capture_output=True, text=True).stdout.split()
    is_secret = lambda text: clipboard() == text and "x-kde-passwordManagerHint" in names()
    typed = lambda: window.find("Your message", "text").queryText().getText(0, -1)
    window.type("Your message", "Written and cut", "text")
    for keys in ("ctrl+c", "ctrl+x"):
        copy("Something else")
        window.press("ctrl+a", keys)
        wait("what was copied, as a secret", lambda: is_secret("Written and cut"))
    wait("the end of what was cut", lambda: typed() == "")
    # A clipboard without a text changes nothing.
    window.write("Still here")
    copy("")
    window.press("ctrl+a", "ctrl+v")
    wait("what was typed", lambda: typed() == "Still here")
    window.press("End")
    window.write(" and there")
    wait("what was typed", lambda: typed() == "Still here and there")
    window.press("ctrl+a", "Delete")
    window.point("Pasted where one types", "label")
    window.press("ctrl+a", "ctrl+c")
    wait("what was copied, as a secret", lambda: is_secret("Pasted where one types"))


def save(window, alice):
    """A file that was pasted is saved over no other."""
    sent, taken = HOME / "sent", HOME / "Downloads"
    (taken / NAME).write_text("mine")
    sent.mkdir()
    (sent / NAME).write_bytes(PICTURE)
    copy(vernam(alice, "encrypt", "bob", str(sent / NAME), "-o", "-"))
    window.click_in_menu("Paste a message")
    window.click("Save", "button")
    window.find_text("Saved in Downloads as photo & co (2).jpg")
    if (taken / NAME).read_text() != "mine" or (taken / "photo & co (2).jpg").read_bytes() != PICTURE:
        sys.exit("the file was not saved as it should be")
    (HOME / "sent" / NAME).unlink()


def drop(window, alice):
    """A file that is dropped anywhere on the page is chosen, even where one types; a message is read."""
    dropped = HOME / "dropped.txt"
    dropped.write_text("some text")
    window.drop("file", dropped, "Your message", "dropped.txt, 9 B")
    window.click("Do not send this file", "button")
    window.drop("file", dropped, "Messages", "dropped.txt, 9 B")
    window.click("Send", "button")
    window.find_text("File: dropped.txt, 9 B")
    save_for_a_mail(window, alice)
    window.drop("text", vernam(alice, "encrypt", "bob", typed="Dropped as a text"), "Messages", "Dropped as a text")


def press_the_middle_button(window):
    """What is selected elsewhere is not pasted."""
    subprocess.run(["xclip", "-selection", "primary"], input="Selected", text=True, check=True)
    window.point("Your message", "text", button=2)
    window.press("ctrl+End")
    window.write("Typed")
    typed = lambda: window.find("Your message", "text").queryText().getText(0, -1)
    wait("the text", lambda: "Typed" in typed())
    if "Selected" in typed():
        sys.exit("the middle button pasted")
    window.press("ctrl+a", "Delete")


def save_for_a_mail(window, alice):
    """A file that is too long to be copied as a text goes along with an email."""
    long, received = HOME / "long.txt", HOME / "received.txt"
    long.write_text("There is much to say. " * 9000)
    window.drop("file", long, "Messages", "long.txt, ")
    window.click("Send", "button")
    window.click("Save for email", "button")
    window.find_text("Saved in Downloads as message.vernam")
    vernam(alice, "decrypt", str(HOME / "Downloads/message.vernam"), "-o", str(received))
    if received.read_text() != long.read_text():
        sys.exit("the file that was saved for an email holds something else")


def turn_pages(window, alice):
    """Only the last messages stand in the list; the others are a button away."""
    copy(vernam(alice, "encrypt", "bob", typed=LONG))
    window.click_in_menu("Paste a message")
    window.find(LONG, "label")
    if window.has(TEXT):
        sys.exit("the first text still stands in the list")
    window.click("Earlier messages", "button")
    window.find(TEXT, "label")
    if window.has(LONG):
        sys.exit("the last text still stands in the list")
    window.click("Later messages", "button")
    window.find(LONG, "label")


def read_word_by_word(window, alice):
    window.click_in_menu("About this person")
    window.point("Show texts word by word", "label")
    window.click("Back", "button")
    copy(vernam(alice, "encrypt", "bob", typed="two words"))
    window.click_in_menu("Paste a message")
    window.click("Show a word", "button")
    window.find("two", "label")
    window.click("Next word", "button")
    window.find("words", "label")
    if window.has("two"):
        sys.exit("the first word is still shown")
    window.click("From the start", "button")
    window.find("two", "label")
    window.click("Next word", "button")
    window.find("words", "label")
    window.click("Done", "button")
    window.find("You have read this text.", "label")


def lock():
    """Another passphrase protects the vault, and locks it."""
    window = Window(WINDOW)
    unlock(window)
    window.open("alice")
    window.type("Your message", "Kept in sight", "text")
    window.press("Return")
    window.find("Kept in sight", "label")
    # The conversation goes on meanwhile.
    window.click("Check this computer", "button")
    window.click("Back", "button")
    window.find("Kept in sight", "label")
    window.click("Check this computer", "button")
    window.check_names()
    window.click("Change the passphrase…", "button")
    window.find("Current passphrase")
    # The focus is in the first field, and Enter goes on to the next one.
    for typed in (PASSPHRASE, OTHER_PASSPHRASE, OTHER_PASSPHRASE):
        subprocess.run(["xdotool", "type", "--delay", "5", typed], check=True)
        window.press("Return")
    window.find("Change the passphrase…", "button")
    window.click("Lock now", "button")
    unlock(window, OTHER_PASSPHRASE)
    window.find("alice", "label")
    window.end()


def scan(alice):
    """The camera, plugged in meanwhile, sees the codes of a message in the terminal."""
    camera = Camera(HOME)
    camera.unplug()
    window = Window(WINDOW, camera.environment)
    unlock(window)
    window.open("alice")
    window.click_in_menu("Scan a message")
    window.find_text("This computer has no camera")
    camera.see(None)
    window.click_in_menu("Scan a message")
    window.find_text("Hold the code on the other screen")
    first, second = camera.drawn(vernam(alice, "encrypt", "bob", "--qr", typed=SCANNED))
    camera.see(second)
    window.find("1 of 2 codes scanned", "label")
    wait("the process that looks for codes, confined", lambda: is_confined(*window.children()))
    window.click("Stop scanning", "button")
    window.find("Your message", "text")
    wait("the end of the process that looks for codes", lambda: not window.children())
    window.click_in_menu("Scan a message")
    window.find("1 of 2 codes scanned", "label")
    camera.see(first)
    window.find(SCANNED, "label")
    window.end()


def is_confined(process):
    return "Seccomp:\t2\n" in pathlib.Path(f"/proc/{process}/status").read_text()


def go_away(alice):
    """After ten minutes in which nobody was there, the window locks, and drops what was not sent."""
    clock = Clock(HOME)
    window = Window(WINDOW, clock.environment)
    unlock(window)
    window.open("alice")
    window.type("Your message", "Never sent", "text")
    typed = lambda: window.find("Your message", "text").queryText().getText(0, -1)
    wait("what was typed", lambda: typed() == "Never sent")
    copy(vernam(alice, "encrypt", "bob", typed=ANSWER))
    window.click_in_menu("Paste a message")
    window.find(ANSWER, "label")
    clock.set_ahead(601)
    # To find a control, the driver moves the mouse, and somebody would be there again.
    window.find_text("Unlock")
    if os.geteuid() == 0:
        # The page that fades away is drawn until it is gone.
        wait("the end of the text in memory", lambda: not window.holds(ANSWER))
    unlock(window)
    window.open("alice")
    if typed():
        sys.exit("what was typed is still there after the window has locked")
    window.end()


def look_for_texts():
    """No text is in any file that the program could have written."""
    found = holders(TEXTS, START)
    if found:
        sys.exit(f"{found} hold a text or the passphrase")


make_vault()
pair_by_commands(HOME / "alice")
converse(HOME / "alice")
scan(HOME / "alice")
go_away(HOME / "alice")
lock()
look_for_texts()
