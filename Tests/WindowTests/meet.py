"""One of two people who meet, each at a window: usage: meet.py WINDOW OWN OTHER TABLE.

TABLE is a folder in which they see each other's code."""

import os
import pathlib
import re
import sys

from driver import Window, wait

WINDOW, OWN, OTHER = sys.argv[1:4]
TABLE = pathlib.Path(sys.argv[4])


def code(window):
    return next((text for text in window.texts() if re.fullmatch(r"\d{4} \d{4}", text)), None)


def look(window):
    window.click("Meet someone", "button")
    window.type("Their name", OTHER, "text")
    window.press("Return")


def photo(person):
    return TABLE / f"Photo of {person}.jpg"


def send_photo(window):
    (TABLE / f"{OWN}.new").write_bytes(os.urandom(100_000))
    (TABLE / f"{OWN}.new").rename(photo(OWN))
    window.attach(photo(OWN))
    window.find_text(f"Photo of {OWN}.jpg, 97.6 KiB")
    window.click("Send", "button")


def save_photo(window):
    window.click("Save", "button")
    window.find_text(f"Saved in Downloads as Photo of {OTHER}.jpg")
    saved = pathlib.Path.home() / "Downloads" / photo(OTHER).name
    if saved.read_bytes() != photo(OTHER).read_bytes():
        sys.exit("the photo that was saved is not the one that was sent")
    wait("the arrival of both", lambda: window.texts().count("✓ Arrived") == 2)


def show_folder(window):
    window.click("Show folder", "button")
    window.find_text("No program here opens folders")
    seen = pathlib.Path.home() / "seen"
    opener = pathlib.Path.home() / "open-folder"
    opener.write_text(f'#!/bin/sh\necho "$1" >{seen}.new && mv {seen}.new {seen}\n')
    opener.chmod(0o700)
    applications = pathlib.Path.home() / ".local/share/applications"
    applications.mkdir(parents=True)
    (applications / "folders.desktop").write_text(
        f"[Desktop Entry]\nType=Application\nName=Folders\nExec={opener} %f\nMimeType=inode/directory;\n"
    )
    (applications / "mimeapps.list").write_text("[Default Applications]\ninode/directory=folders.desktop\n")

    def opened():
        window.click("Show folder", "button")
        return wait("the folder", seen.exists, 2)

    # It takes GIO a moment to see what was installed.
    wait("the folder", opened)
    if seen.read_text() != f"{pathlib.Path.home() / 'Downloads'}\n":
        sys.exit(f"the folder that was shown is {seen.read_text()}")


window = Window(WINDOW)
window.find_text("Messages that only two can read")
window.click("Go on without a passphrase", "button")
window.find_text("Nobody yet")
# Closed while it looks for the other computer, it leaves nothing behind.
look(window)
window.find_text("For this pairing, this computer is called")
if window.close() != 0:
    sys.exit(f"closed, the window ended with {window.process.returncode}")
window = Window(WINDOW)
window.find_text("Nobody yet")
look(window)
shown = wait("a code", lambda: code(window))
(TABLE / f"{OWN}.new").write_text(shown)
(TABLE / f"{OWN}.new").rename(TABLE / OWN)
wait("the other code", (TABLE / OTHER).exists)
window.type("Code on the other screen", (TABLE / OTHER).read_text(), "text")
window.press("Return")
window.find(f"You and {OTHER} share a pad")
window.click(f"Write to {OTHER}", "button")
window.find(f"{OTHER} is connected")
window.type("Your message", f"This is {OWN}", "text")
window.press("Return")
window.find(f"This is {OTHER}", "label")
window.find("✓ Arrived", "label")
send_photo(window)
save_photo(window)
show_folder(window)
(TABLE / f"{OWN}-done").touch()
wait("the other end", (TABLE / f"{OTHER}-done").exists)
window.end()
