"""Somebody who types no commands: usage: converse.py WINDOW VERNAM. The other end is the command line."""

import os
import pathlib
import subprocess
import sys

from driver import Window, wait

WINDOW, VERNAM = sys.argv[1:]
HOME = pathlib.Path(os.environ["HOME"])
PASSPHRASE = "open sesame 99"
TEXT = "Meet me at nine"
ANSWER = "I will be there"


def vernam(vault, *words, typed=""):
    """What a command prints."""
    place = {"VERNAM_VAULT": str(vault), "XDG_STATE_HOME": f"{vault}-state"} if vault else {}
    ended = subprocess.run([VERNAM, *words], env=os.environ | place, input=typed, capture_output=True, text=True)
    if ended.returncode:
        sys.exit(f"{words}: {ended.stderr}")
    return ended.stdout


def clipboard():
    """What another program would paste."""
    return subprocess.run(["xclip", "-selection", "clipboard", "-o"], capture_output=True, text=True).stdout


def make_vault():
    window = Window(WINDOW)
    window.find_text("Write to people you meet")
    window.type("Passphrase", PASSPHRASE, "text")
    window.type("Type it again", PASSPHRASE, "text")
    window.click("Protect with this passphrase", "push button")
    window.find_text("Nobody yet")
    window.end()


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
    window.find("Unlock", "push button")
    window.type("Passphrase", "wrong", "text")
    window.press("Return")
    window.find_text("Wrong passphrase")
    window.type("Passphrase", PASSPHRASE, "text")
    window.press("Return")
    window.point("alice", "label")
    window.type("Your message", TEXT, "text")
    window.press("Return")
    window.find(TEXT, "label")
    window.click("Copy as text", "push button")
    window.find_text("Copied.")
    message = wait("the message on the clipboard", clipboard)
    if vernam(alice, "decrypt", typed=message).strip() != TEXT:
        sys.exit("the command line read something else")
    answer = vernam(alice, "encrypt", "bob", typed=ANSWER)
    subprocess.run(["xclip", "-selection", "clipboard"], input=answer, text=True, check=True)
    window.click("Paste a message", "push button")
    window.find(ANSWER, "label")
    window.click("Paste a message", "push button")
    window.find_text("You have read this message from alice already")
    window.end()


def look_for_texts():
    """Neither text is in any file that the program could have written."""
    for path in HOME.rglob("*"):
        if path.is_file() and any(text.encode() in path.read_bytes() for text in (TEXT, ANSWER, PASSPHRASE)):
            sys.exit(f"{path} holds a text or the passphrase")


make_vault()
pair_by_commands(HOME / "alice")
converse(HOME / "alice")
look_for_texts()
