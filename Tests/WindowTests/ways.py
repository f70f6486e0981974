"""One of two people who share no network at first, each at a window: usage: ways.py WINDOW OWN OTHER TABLE.

Nothing finds the other computer for them. One makes a pad and carries it to the other, and they talk
at an address; then they share another pad by an address, and talk there; then messages go by mail and
as codes from screen to camera."""

import pathlib
import secrets
import signal
import sys
import time

from camera import Camera
from canary import holders
from driver import LIMIT, SHADOW, Window, clipboard, code, copy, place, wait
from screen import Screen
from table import Table

WINDOW, OWN, OTHER = sys.argv[1:4]
TABLE = Table(sys.argv[4], OWN, OTHER)
put, see = TABLE.put, TABLE.see
START = time.time()
# One of the two makes the pad, waits at the address, and writes the email.
IS_FIRST = OWN < OTHER
VAULT = pathlib.Path.home() / ".local/share/vernam"
MAIL, ANSWER, LIGHT = (f"By {way} {secrets.token_hex(6)}" for way in ("mail", "return", "light"))


def begin(window, way):
    window.click("Meet someone", "button")
    window.type("Their name", OTHER, "text")
    window.point(way, "label")


def find_nobody(window):
    """Without Avahi, the window says at once that it cannot look, and what to do."""
    window.click("Meet someone", "button")
    window.type("Their name", OTHER, "text")
    window.press("Return")
    window.find_text("so vernam cannot find the other computer")
    window.find_text("Connect by address instead")
    window.check_names()
    window.press("Escape")
    window.find_text("Nobody yet")


def carry(window):
    """The pad goes on a stick, with a passphrase."""
    stick = TABLE.folder / "stick"
    if IS_FIRST:
        stick.mkdir()
        begin(window, "Make a pad on a USB stick")
        window.check_names()
        window.type("Passphrase for the pad", "seven horses", "text")
        window.type("Type it again", "seven horses", "text")
        window.choose(stick, lambda: window.click("Protect it and choose the stick", "button"))
        window.find(f"Carry the pad to {OTHER}")
        window.click("Done", "button")
        put("stick")
        window.open(OTHER)
        window.find_text("Not reachable")
        window.click("Close this message", "button")
        window.click("Connect another way", "button")
        window.find("If the two computers do not find each other.", "label")
        window.point("Wait here", "label")
        put("place", window.find_text("Waiting for ").split()[-1])
        # Until the other one has written.
        return window.find_text("They write first")
    see("stick")
    window.click("Meet someone", "button")
    window.type("Their name", OTHER, "text")
    window.choose(
        stick / f"pad-for-{OWN}.vernam", lambda: window.point("Take a pad from a USB stick", "label")
    )
    window.type("Passphrase of the pad", "seven cows", "text")
    window.press("Return")
    window.find_text("This passphrase does not open it")
    window.type("Passphrase of the pad", "seven horses", "text")
    window.press("Return")
    window.find(f"You and {OTHER} share a pad")
    if list(stick.iterdir()):
        sys.exit("the pad is still on the stick")
    window.click(f"Write to {OTHER}", "button")
    window.find_text("Not reachable")
    window.click_in_menu("About this person")
    window.check_names()
    window.type("Their address", see("place"), "text")
    window.press("Return")
    window.find(f"{OTHER} is connected")
    window.type("Your message", "They write first", "text")
    window.press("Return")
    return window.find("✓ Arrived", "label")


def die_at_the_address(window):
    """Closed or killed while it waits at an address, a window leaves nothing."""
    before = sorted(VAULT.rglob("*"))
    for end, status in (
        (lambda: window.press("ctrl+q"), 0), (lambda: window.process.kill(), -signal.SIGKILL),
    ):
        begin(window, "Connect by address")
        window.click("Wait here", "button")
        window.find_text("type this address")
        end()
        if window.process.wait(timeout=LIMIT) != status:
            sys.exit(f"it ended with {window.process.returncode}")
        window = Window(WINDOW, camera.environment)
        window.size(1200, 850)
        window.row(OTHER)
        if sorted(VAULT.rglob("*")) != before:
            sys.exit(f"the vault holds {sorted(VAULT.rglob('*'))}, and before {before}")
    return window


def address(window):
    """Both share another pad, without a search on the network."""
    window.click_in_menu("Clear the conversation")
    if IS_FIRST:
        window = die_at_the_address(window)
    begin(window, "Connect by address")
    if IS_FIRST:
        window.click("Wait here", "button")
        window.check_names()
        place = wait("the address", lambda: next(text for text in window.texts() if text.startswith("10.")))
        # Suspended, it goes on where it was.
        window.process.send_signal(signal.SIGSTOP)
        put("address", place)
        see("address typed")
        window.process.send_signal(signal.SIGCONT)
    else:
        window.type("Their address", see("address"), "text")
        window.press("Return")
        put("address typed")
    own = wait("a code", lambda: code(window))
    window.find_text("by telephone or video")
    put("code", own)
    window.type("Code on the other screen", see("code"), "text")
    window.press("Return")
    # The page about the first pad is there, too, where nobody sees it.
    window.find_text("bout 65,000 messages left")
    window.find(f"You and {OTHER} share a pad")
    window.click(f"Write to {OTHER}", "button")
    window.find(f"{OTHER} is connected")
    put("connected")
    see("connected")
    return window


def pictures(window):
    """What a camera in front of the screen sees of the codes, one after the other."""
    above, number, last = window.find_text("Scan a message\" in its menu"), 1, None
    while True:
        below = window.find_text(f"Code {number} of ")

        def drawn():
            look = lambda: between(place(window.find(above)), place(window.find(below)))
            found = look()
            # Not while it is being drawn.
            return found if found != last and found == look() else None

        last = wait("the code", drawn)
        yield last
        if below.endswith(f" {number}"):
            return
        window.click("Next", "button")
        number += 1


def between(above, below):
    """The square that is between two labels on the screen, once there is a code in it."""
    top = above.y + above.height + SHADOW
    side = below.y + SHADOW - top
    found = Screen().part(above.x + above.width // 2 + SHADOW - side // 2, top, side, side, 440)
    dark = sum(shade < 64 for shade in found)
    return found if dark > len(found) // 10 else None


def write_to_the_camera(window):
    """A message as a code, and then one that comes by mail, and its answer."""
    see("away")
    window.find_text("Waiting for ")
    window.type("Your message", LIGHT, "text")
    window.press("Return")
    window.click("Show as QR code", "button")
    shown = list(pictures(window))
    for number, picture in enumerate(shown, 1):
        put(f"picture {number}", picture)
    window.click("Back to the conversation", "button")
    window.click_in_menu("Clear the conversation")
    put("gone", str(len(shown)))
    copy(see("mail"))
    window.click("Read a copied message", "button")
    window.find_text("By mail ")
    # It waits for the next connection, and was read already.
    window.click("Take back", "button")
    window.find_text("Removed: it will not be sent any more")
    put("answer", mail(window, ANSWER))
    see("read")


def read_by_the_camera(window, camera):
    """The same from the other side."""
    window.click_in_menu("Clear the conversation")
    put("away")
    count = int(see("gone"))
    window.open(OTHER)
    window.click_in_menu("About this person")
    window.point("Look on this network again", "label")
    window.find_text("Not reachable")
    window.click_in_menu("Scan a message")
    for number in range(1, count + 1):
        camera.see(TABLE.find(f"picture {number}"))
        if number < count:
            window.find(f"{number} of {count} codes scanned", "label")
    window.find_text("By light ")
    put("mail", mail(window, MAIL))
    window.click_in_menu("Clear the conversation")
    copy(see("answer"))
    window.click("Read a copied message", "button")
    window.find_text("By return ")
    put("read")


def mail(window, text):
    """Writes a message that goes by mail; returns what is pasted there."""
    window.type("Your message", text, "text")
    window.press("Return")
    window.find(text, "label")
    before = clipboard()
    window.click("Copy for email", "button")
    is_new = lambda text: text != before and text.startswith("This is a vernam message")
    return wait("the message", lambda: is_new(text := clipboard()) and text)


camera = Camera(pathlib.Path.home())
window = Window(WINDOW, camera.environment)
window.find_text("Messages that only two can read")
# All of each page is in sight.
window.size(1200, 850)
window.click("Continue without a passphrase", "button")
window.find_text("Nobody yet")
find_nobody(window)
carry(window)
window = address(window)
if IS_FIRST:
    write_to_the_camera(window)
else:
    read_by_the_camera(window, camera)
if window.close() != 0:
    sys.exit(f"closed, the window ended with {window.process.returncode}")
found = holders([LIGHT, ANSWER] if IS_FIRST else [MAIL], START)
if found:
    sys.exit(f"{found} hold a text")
