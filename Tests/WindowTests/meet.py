"""One of two people who meet, each at a window: usage: meet.py WINDOW OWN OTHER TABLE.

TABLE is a folder in which they see each other's code."""

import os
import pathlib
import secrets
import signal
import subprocess
import sys
import time

from canary import holders
from driver import Window, code, wait
from table import Table

WINDOW, OWN, OTHER = sys.argv[1:4]
TABLE = Table(sys.argv[4], OWN, OTHER)
put, see = TABLE.put, TABLE.see
START = time.time()


# One of the two has the mishaps.
IS_UNLUCKY = OWN > OTHER


def look(window):
    window.click("Meet someone", "button")
    window.type("Their name", OTHER, "text")
    window.press("Return")


def kill(window):
    window.process.kill()
    window.process.wait()


def meet_in_vain(window):
    """One of them is killed while both see codes. Returns the window, and the code that is void."""
    look(window)
    void = wait("a code", lambda: code(window))
    if IS_UNLUCKY:
        see("code-seen")
        kill(window)
        window = Window(WINDOW)
        window.find_text("Nobody yet")
        look(window)
        put("name", window.find_text("this computer is called").split()[-1].rstrip("."))
        return window, None
    put("code-seen")
    window.find_text("The other computer ended this attempt")
    name = see("name")

    def chosen():
        """The next attempt is one that the person chooses, from a list that may just change."""
        if window.has(name):
            window.check_names()
            window.use(name, limit=20)
        return wait("a new code", lambda: code(window, void), 20)

    wait("a new code", chosen)
    return window, void


def leave_the_window(window):
    """While its window is not in front, somebody learns from the desktop that a message has come."""
    if IS_UNLUCKY:
        see("left")
        window.type("Your message", "Come back", "text")
        window.press("Return")
        return see("is-back")
    program = pathlib.Path(__file__).with_name("notices.py")
    desktop = subprocess.Popen(["/usr/bin/python3", program], stdout=subprocess.PIPE, text=True)
    try:
        said = iter(desktop.stdout.readline, "")
        next(said)

        def notice():
            put("left")
            line = next(said)
            if line != "New message|\n":
                sys.exit(f"the notice says {line!r}")

        window.leave_and_return(notice)
        if next(said) != "gone\n":
            sys.exit("the notice stays")
        window.find("Come back", "label")
        put("is-back")
    finally:
        desktop.kill()
        desktop.wait()


def write_to_the_dead(window):
    """What is written to somebody whose window was killed, or stands still, arrives once it can."""
    texts = ["To the dead", "To the sleeper"]
    if IS_UNLUCKY:
        see("ready")
        kill(window)
        put("killed")
        see(texts[0])
        window = Window(WINDOW)
        # The list says that something has come.
        window.find("New message", "label")
        window.open(OTHER)
        window.find(texts[0], "label")
        # What is shown is confirmed only afterwards.
        see(f"{texts[0]} arrived")
        window.process.send_signal(signal.SIGSTOP)
        put("stopped")
        see(texts[1])
        window.process.send_signal(signal.SIGCONT)
        window.find(texts[1], "label")
        return window
    put("ready")
    # A text and a photo have arrived already.
    for arrived, (reason, text) in enumerate(zip(["killed", "stopped"], texts), 3):
        see(reason)
        window.type("Your message", text, "text")
        window.press("Return")
        window.find(text, "label")
        put(text)
        wait("its arrival", lambda: window.texts().count("✓ Arrived") == arrived)
        put(f"{text} arrived")
    return window


def photo(person):
    return TABLE.folder / f"Photo of {person}.jpg"


def send_photo(window):
    (TABLE.folder / f"{OWN}.new").write_bytes(os.urandom(100_000))
    (TABLE.folder / f"{OWN}.new").rename(photo(OWN))
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


def find_no_traces():
    """The dialog for files remembers none of them."""
    for trace in pathlib.Path.home().rglob("recently-used*"):
        if "<bookmark " in trace.read_text():
            sys.exit(f"the desktop remembers files, in {trace}")


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
window.click("Continue without a passphrase", "button")
window.find_text("Nobody yet")
# Closed while it looks for the other computer, it leaves nothing behind.
look(window)
window.find_text("For this pairing, this computer is called")
if window.close() != 0:
    sys.exit(f"closed, the window ended with {window.process.returncode}")
window = Window(WINDOW)
window.find_text("Nobody yet")
window, void = meet_in_vain(window)
window.check_names()
put("code", wait("a code", lambda: code(window, void)))
window.type("Code on the other screen", see("code"), "text")
window.press("Return")
window.find(f"You and {OTHER} share a pad")
window.find_text("the encryption of the pairing. As far as anyone knows, nobody can guess or break these.")
window.click(f"Write to {OTHER}", "button")
window.find(f"{OTHER} is connected")
own = f"This is {OWN}: {secrets.token_hex(6)}"
window.type("Your message", own, "text")
window.press("Return")
theirs = window.find_text(f"This is {OTHER}: ")
window.find("✓ Arrived", "label")
send_photo(window)
save_photo(window)
find_no_traces()
show_folder(window)
leave_the_window(window)
window = write_to_the_dead(window)
put("done")
see("done")
window.end()
found = holders([own, theirs], START)
if found:
    sys.exit(f"{found} hold a text")
