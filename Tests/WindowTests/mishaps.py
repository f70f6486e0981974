"""One of two people who pair by the keyboard alone, and have bad luck, each at a window: usage: mishaps.py WINDOW OWN OTHER TABLE.

Needs root, to make the network slow."""

import os
import pathlib
import re
import secrets
import signal
import subprocess
import sys
import threading
import time

from cable import bytes_sent, hold_little, slow_down, speed_up
from canary import holders
from driver import LIMIT, Window, code, wait
from table import Table

WINDOW, OWN, OTHER = sys.argv[1:4]
TABLE = Table(sys.argv[4], OWN, OTHER)
put, see = TABLE.put, TABLE.see
# One of the two has the mishaps.
IS_UNLUCKY = OWN > OTHER
# The codes that this window has shown.
CODES = []
PHOTO_BYTES = 12_000_000
START = time.time()
# No other test that runs meanwhile writes the same.
TEXT = f"This is {OWN}: {secrets.token_hex(6)}"
VAULT = pathlib.Path.home() / ".local/share/vernam"


def begin():
    window = Window(WINDOW)
    window.find("People", "label")
    return window


def kill(window):
    window.process.kill()
    window.process.wait()


def close(window):
    window.press("ctrl+q")
    if window.process.wait(timeout=LIMIT) != 0:
        sys.exit(f"closed, the window ended with {window.process.returncode}")


def expect_pads(count):
    """What was not finished is gone once the vault was opened."""
    wait(f"{count} pads", lambda: len(list((VAULT / "pads").iterdir())) == count)


def look(window):
    window.use("Meet someone")
    window.enter("Their name", OTHER)
    window.press("Return")


def come_to_codes(window, attempt):
    """Returns once each has the other's code; it is still to be typed."""
    put(f"ready {attempt}")
    see(f"ready {attempt}")
    look(window)
    CODES.append(wait("a new code", lambda: code(window, *CODES)))
    put(f"code {attempt}", CODES[-1])
    return see(f"code {attempt}")


def type_code(window, theirs):
    window.enter("Code on the other screen", theirs)
    window.press("Return")


def leave(window):
    window.use("Cancel")
    window.find("People", "label")


def die_while_it_looks(window):
    """Nothing of it is left on the network: at the next attempt, the other one finds one computer."""
    look(window)
    window.find_text("Nobody found yet")
    window.check_names()
    kill(window)
    return begin()


def stand_still(window):
    """One computer is suspended while the other person types the code."""
    theirs = come_to_codes(window, "stand still")
    if IS_UNLUCKY:
        window.process.send_signal(signal.SIGSTOP)
        put("stopped")
        see("typed")
        window.process.send_signal(signal.SIGCONT)
        type_code(window, theirs)
    else:
        see("stopped")
        type_code(window, theirs)
        window.find_text("Right. Now wait")
        window.check_names()
        put("typed")
    window.find(f"You and {OTHER} share a pad")
    window.use(f"Write to {OTHER}")
    window.find(f"{OTHER} is connected")
    put("connected")
    see("connected")
    window.use_in_menu("Clear the conversation")
    return window


def stand_still_while_it_looks(window):
    """A computer that is suspended while it looks for the other one goes on afterwards."""
    if IS_UNLUCKY:
        look(window)
        window.find_text("Nobody found yet")
        window.process.send_signal(signal.SIGSTOP)
        put("looks and stands still")
        see("looks")
        window.process.send_signal(signal.SIGCONT)
    else:
        see("looks and stands still")
        look(window)
        window.find_text("Found ")
        put("looks")
    CODES.append(wait("a new code", lambda: code(window, *CODES)))
    put("found")
    see("found")


def refuse_the_names(window):
    """If the screens, which show codes already, name different computers, that computer is another person's."""
    if IS_UNLUCKY:
        window.use("The names differ: stop")
        window.find_text("That was not the other person's computer")
    else:
        window.find_text("The other computer ended this attempt")
    put("refused")
    see("refused")
    leave(window)
    expect_pads(1)


def die_after_the_code(window):
    """Killed after it has accepted the right code, a window leaves nothing, and the other one says so."""
    theirs = come_to_codes(window, "die with the code")
    if IS_UNLUCKY:
        type_code(window, theirs)
        window.find_text("Right. Now wait")
        kill(window)
        window = begin()
        put("killed with the code")
    else:
        see("killed with the code")
        window.find_text("The other computer ended this attempt")
        leave(window)
    expect_pads(1)
    return window


def close_after_the_code(window):
    """Whoever typed the right code and waits is told that the other one has closed the window."""
    theirs = come_to_codes(window, "close")
    if IS_UNLUCKY:
        see("waits")
        close(window)
        window = begin()
        put("closed")
    else:
        type_code(window, theirs)
        window.find_text("Right. Now wait")
        put("waits")
        see("closed")
        window.find_text("The other computer ended this attempt")
        leave(window)
    expect_pads(1)
    return window


def die_in_the_transfer(window):
    slow_down("20mbit")
    type_code(window, come_to_codes(window, "die"))
    window.find_text(" of 64.0 MiB")
    wait("the time left", lambda: any(re.search(r", \d+:\d\d left$", text) for text in window.texts()))
    window.check_names()
    expect_pads(2)
    put("transferring")
    see("transferring")
    if IS_UNLUCKY:
        kill(window)
        window = begin()
    else:
        window.find_text("The connection is lost")
        window.check_names()
        leave(window)
    speed_up()
    expect_pads(1)
    return window


def progress(window):
    """How many MiB of the pad are shared, as the window shows it."""
    amount = lambda text: re.match(r"([\d.]+) MiB of 64.0 MiB", text)
    return wait("the progress", lambda: [float(amount(text).group(1)) for text in window.texts() if amount(text)])[0]


def stand_still_in_the_transfer(window):
    """A computer that is suspended goes on where it was; closed, it leaves nothing, and the other one says so."""
    slow_down("20mbit")
    type_code(window, come_to_codes(window, "stand still in the transfer"))
    # What the page said the last time is there, too, where nobody sees it.
    expect_pads(2)
    progress(window)
    put("in the transfer")
    see("in the transfer")
    if IS_UNLUCKY:
        window.process.send_signal(signal.SIGSTOP)
        put("stopped in the transfer")
        see("waits in the transfer")
        window.process.send_signal(signal.SIGCONT)
        put("continues")
    else:
        see("stopped in the transfer")
        put("waits in the transfer")
        see("continues")
    # What the kernels held back is less.
    before = progress(window)
    wait("progress", lambda: progress(window) > before + 8)
    put("went on")
    see("went on")
    if IS_UNLUCKY:
        close(window)
        window = begin()
    else:
        window.find_text("The other computer gave up: somebody stopped it")
        leave(window)
    speed_up()
    expect_pads(1)
    return window


def die_at_the_stick(window):
    """What was not finished is nobody's pad."""
    stick = pathlib.Path.home() / "stick"
    stick.mkdir()
    window.use("Meet someone")
    window.enter("Their name", "Carol")
    window.use("Make a pad on a USB stick")
    # It does not take long.
    killer = threading.Thread(target=lambda: (wait("a file", lambda: any(stick.iterdir())), kill(window)))
    killer.start()
    try:
        window.choose(stick, lambda: window.use("Continue without a passphrase"))
    except subprocess.CalledProcessError:  # It was killed first.
        pass
    killer.join()
    window = begin()
    expect_pads(1)
    return window


def take_back(window, photo):
    """A photo that is on its way, but has not left."""
    slow_down("1mbit")
    window.choose(photo, lambda: window.use("Attach a file"))
    window.find_text("Photo.jpg, ")
    window.use("Send")
    window.use("Take back")
    window.find_text("Removed: it will not be sent any more")


def die_while_a_photo_leaves(window):
    """Suspended, closed and killed, windows go on with a photo that was on its way."""
    photo = TABLE.folder / "Photo.jpg"
    if not IS_UNLUCKY:
        see("a part has left")
        kill(window)
        window = begin()
        window.open(OTHER)
        put("killed with a part")
        window.use("Save")
        window.find_text("Saved in Downloads as Photo.jpg")
        if (pathlib.Path.home() / "Downloads/Photo.jpg").read_bytes() != photo.read_bytes():
            sys.exit("the photo that was saved is not the one that was sent")
        return window
    photo.write_bytes(os.urandom(PHOTO_BYTES))
    take_back(window, photo)
    wait("the end of what the kernel sends on", has_no_traffic)
    slow_down("4mbit")
    window.choose(photo, lambda: window.use("Attach a file"))
    window.find_text("Photo.jpg, ")
    window.use("Send")
    send_a_part()
    put("a part has left")
    see("killed with a part")
    send_a_part()
    window.process.send_signal(signal.SIGSTOP)
    wait("the end of what the kernel sends on", has_no_traffic)
    window.process.send_signal(signal.SIGCONT)
    send_a_part()
    close(window)
    wait("the end of what the kernel sends on", has_no_traffic)
    window = begin()
    window.open(OTHER)
    send_a_part()
    if window.has("1 earlier message: ✓ Arrived"):
        sys.exit("the photo left too fast")
    kill(window)
    speed_up()
    window = begin()
    window.open(OTHER)
    window.find_text("1 earlier message: ✓ Arrived")
    return window


def send_a_part():
    before = bytes_sent()
    wait("a part of the photo", lambda: bytes_sent() > before + PHOTO_BYTES // 12)


def has_no_traffic():
    """Whether nothing but a few signs of life leaves in a second."""
    before = bytes_sent()
    time.sleep(1)
    return bytes_sent() < before + 100_000


def meet_at_last(window):
    type_code(window, come_to_codes(window, "at last"))
    # The page about the first pad is there, too, where nobody sees it.
    window.find_text("bout 65,000 messages left")
    window.find(f"You and {OTHER} share a pad")
    window.use(f"Write to {OTHER}")
    window.find(f"{OTHER} is connected")
    window.enter("Your message", TEXT)
    window.press("Return")
    window.find_text(f"This is {OTHER}: ")
    window.find("✓ Arrived", "label")
    expect_pads(2)


hold_little()
window = Window(WINDOW)
window.find_text("Messages that only two can read")
window.use("Continue without a passphrase")
window.find_text("Nobody yet")
if IS_UNLUCKY:
    window = die_while_it_looks(window)
window = stand_still(window)
stand_still_while_it_looks(window)
refuse_the_names(window)
window = die_after_the_code(window)
window = close_after_the_code(window)
window = die_in_the_transfer(window)
window = stand_still_in_the_transfer(window)
if IS_UNLUCKY:
    window = die_at_the_stick(window)
meet_at_last(window)
window = die_while_a_photo_leaves(window)
put("done")
see("done")
window.end()
found = holders([TEXT], START)
if found:
    sys.exit(f"{found} hold a text")
