"""Takes a picture of each page, for a person to look at: usage: pictures.py WINDOW VERNAM DIR [PERCENT].

display.sh gives it a screen. Each page is shown light, dark and in high contrast, narrow and wide, with
text of that size (xrdb of x11-xserver-utils sets it)."""

import functools
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

from camera import Camera
from driver import Window, clipboard, code, command, copy, wait

WINDOW, VERNAM, TARGET = sys.argv[1:4]
vernam = functools.partial(command, VERNAM)
PERCENT = int((sys.argv[4:] or ["100"])[0])
HOME = pathlib.Path(os.environ["HOME"])
SIZES = [(360, 640), (1200, 800)]
LOOKS = {
    "light": {"ADW_DEBUG_COLOR_SCHEME": "prefer-light"},
    "dark": {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"},
    "contrast": {"ADW_DEBUG_COLOR_SCHEME": "prefer-light", "ADW_DEBUG_HIGH_CONTRAST": "1"},
}


class Album:
    def __init__(self, look, camera=None):
        self.look = look
        more = camera.environment if camera else {}
        self.window = Window(WINDOW, LOOKS[look] | more)

    def page(self, name):
        for width, height in SIZES:
            self.window.size(width, height)
            # The transitions between pages take a moment.
            wait("the page", lambda: not self.window.process.poll(), 1)
            time.sleep(1)
            self.window.picture(f"{TARGET}/{name}-{self.look}-{width}.png")


def people(alice):
    vernam(alice, "init", "--no-passphrase")
    vernam(None, "init", "--no-passphrase")


def pair(alice):
    vernam(alice, "pair", "bob", "--size", "1M", "--carry", str(HOME))
    vernam(None, "pair", "Alice", "--from", str(HOME / "pad-for-bob.vernam"))


def show(look, alice, camera):
    album = Album(look, camera)
    window = album.window
    window.find("Alice", "label")
    album.page("people")
    window.click("Check this computer", "button")
    window.find_text("to know")
    album.page("health")
    window.click("Set a passphrase…", "button")
    window.find("Type it again")
    album.page("protecting")
    window.click("Back", "button")
    copy("Dear Bob")
    window.click("Read a copied message", "button")
    window.find_text("no vernam message")
    album.page("problem")
    window.click("Close this message", "button")
    other_ways(album)
    codes_of_a_pairing(album)
    window.size(1200, 800)
    window.open("Alice")
    window.find("Your message", "text")
    window.type("Your message", "Dear Alice, the long and winding road leads to the old mill. See you there", "text")
    window.press("Return")
    # Alice gave the pad: she writes once she has read the first message on it.
    window.click("Copy for email", "button")
    wait("the message on the clipboard", lambda: vernam(alice, "decrypt", typed=clipboard()).startswith("Dear"))
    copy(vernam(alice, "encrypt", "bob", typed="At nine?"))
    window.click_in_menu("Paste a message")
    window.find("At nine?", "label")
    (HOME / "photo.jpg").write_bytes(b"\xff\xd8")
    copy(vernam(alice, "encrypt", "bob", str(HOME / "photo.jpg"), "-o", "-"))
    window.click_in_menu("Paste a message")
    window.find("Save", "button")
    album.page("conversation")
    window.size(1200, 800)
    window.attach(HOME / "photo.jpg")
    window.find_text("photo.jpg, ")
    window.use("More")
    album.page("menu")
    window.press("Escape")
    window.click("Do not send this file", "button")
    window.click("Show as QR code", "button")
    album.page("codes")
    window.click("Back to the conversation", "button")
    camera.see(camera.drawn(vernam(alice, "encrypt", "bob", "--qr", typed="Long text. " * 30))[0])
    window.click_in_menu("Scan a message")
    window.find("1 of 2 codes scanned", "label")
    album.page("scan")
    window.click("Stop scanning", "button")
    window.click_in_menu("About this person")
    window.find("Share another pad")
    window.size(1200, 800)
    window.point("Show texts word by word", "label")
    album.page("contact")
    window.click("Forget this person…", "button")
    window.find_text("Forget Alice?")
    album.page("forgetting")
    window.click("Keep", "button")
    window.click("Back", "button")
    copy(vernam(alice, "encrypt", "bob", typed="Where the river bends"))
    window.click_in_menu("Paste a message")
    window.click("Show a word", "button")
    window.find("Where", "label")
    album.page("words")
    window.end()
    # So that the next look has only a message of its own.
    vernam(None, "outbox", "Alice", "--drop", "--yes")


def other_ways(album):
    """The pages of a meeting that need no second person."""
    window = album.window

    def begin(way):
        window.size(1200, 800)
        window.click("Meet someone", "button")
        window.type("Their name", "Carol", "text")
        if way:
            window.use(way)

    begin(None)
    album.page("meeting")
    window.click("Back", "button")
    begin("Make a pad on a USB stick")
    window.find("Continue without a passphrase")
    album.page("carrying")
    stick = HOME / "stick"
    stick.mkdir(exist_ok=True)
    window.size(1200, 800)
    window.type("Passphrase for the pad", "correct horse", "text")
    window.press("Tab", "Tab")
    window.write("correct horse")
    window.choose(stick, lambda: window.click("Protect it and choose the stick", "button"))
    window.find("Carry the pad to Carol")
    album.page("carried")
    window.click("Done", "button")
    vernam(None, "forget", "Carol", "--yes")
    # Any other sealed pad would do; this one is already known here.
    begin(None)
    window.choose(stick / "pad-for-Carol.vernam", lambda: window.use("Take a pad from a USB stick"))
    window.find_text("already has this pad")
    album.page("failed")
    window.click("Back", "button")
    window.size(1200, 800)
    vernam(HOME / "alice", "pair", "bob2", "--size", "1M", "--carry", str(stick), "--carry-passphrase-file",
           passphrase_file())
    begin(None)
    window.choose(stick / "pad-for-bob2.vernam", lambda: window.use("Take a pad from a USB stick"))
    window.find("This pad has a passphrase")
    album.page("unsealing")
    window.size(1200, 800)
    window.type("Passphrase of the pad", "correct horse battery", "text")
    window.press("Return")
    window.find("You and Carol share a pad")
    album.page("done")
    window.click("Back", "button")
    vernam(HOME / "alice", "forget", "bob2", "--yes")
    vernam(None, "forget", "Carol", "--yes")
    begin("Connect by address")
    window.find("Wait here")
    album.page("addressing")
    window.size(1200, 800)
    window.click("Wait here", "button")
    window.find_text("type this address")
    album.page("awaiting")
    window.click("Cancel", "button")
    shutil.rmtree(stick)


def codes_of_a_pairing(album):
    """The other end is a command."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        place = "127.0.0.1:{}".format(free.getsockname()[1])
    places = {"VERNAM_VAULT": str(HOME / "alice"), "XDG_STATE_HOME": str(HOME / "alice-state")}
    other = subprocess.Popen(
        [VERNAM, "pair", "carol", "--listen", place], env=os.environ | places, stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    window = album.window
    window.size(1200, 800)
    window.click("Meet someone", "button")
    window.type("Their name", "Carol", "text")
    window.point("Connect by address", "label")
    window.type("Their address", place, "text")
    window.press("Return")
    own = wait("a code", lambda: code(window))
    album.page("comparing")
    window.size(1200, 800)
    window.type("Code on the other screen", own, "text")
    window.press("Return")
    window.find_text("That is your own code")
    album.page("comparing-again")
    window.click("Cancel", "button")
    other.terminate()
    other.wait()


def passphrase_file():
    path = HOME / "passphrase"
    path.write_text("correct horse battery\n")
    path.chmod(0o600)
    return str(path)


def lock(look):
    """With a passphrase, which is taken off again."""
    passphrase = passphrase_file()
    vernam(None, "passphrase", "--new-passphrase-file", passphrase)
    album = Album(look)
    album.window.find("Unlock", "button")
    album.window.type("Passphrase", "wrong", "text")
    album.window.press("Return")
    album.window.find_text("Wrong passphrase")
    album.page("locked")
    album.window.end()
    vernam(None, "passphrase", "--no-passphrase", "--passphrase-file", passphrase)


def damage(look):
    """What holds the vault's keys was overwritten, and is put back."""
    keys = HOME / ".local/share/vernam/vault"
    whole = keys.read_bytes()
    keys.write_bytes(os.urandom(len(whole)))
    album = Album(look)
    album.window.find("Your vault cannot be opened")
    album.page("closed")
    album.window.end()
    keys.write_bytes(whole)


def adopt(look):
    """The vault was put back from a backup."""
    vault = HOME / ".local/share/vernam"
    shutil.copytree(vault, HOME / "backup")
    shutil.rmtree(vault)
    (HOME / "backup").rename(vault)
    album = Album(look)
    album.window.find_text("copied, restored or moved here")
    album.page("adopting")
    album.window.end()


pathlib.Path(TARGET).mkdir(parents=True, exist_ok=True)
# As GNOME does it.
settings = HOME / ".config/gtk-4.0/settings.ini"
settings.parent.mkdir()
settings.write_text("[Settings]\ngtk-decoration-layout=:close\n")
if PERCENT != 100:
    subprocess.run(["xrdb", "-merge"], input=f"Xft.dpi: {96 * PERCENT // 100}\n", text=True, check=True)
for look in LOOKS:
    album = Album(look)
    album.window.find_text("Messages that only two can read")
    album.page("welcome")
    album.window.end()
people(HOME / "alice")
for look in LOOKS:
    album = Album(look)
    album.window.find_text("Nobody yet")
    album.page("nobody")
    album.window.end()
pair(HOME / "alice")
camera = Camera(HOME)
for look in LOOKS:
    show(look, HOME / "alice", camera)
for look in LOOKS:
    lock(look)
for look in LOOKS:
    damage(look)
for look in LOOKS:
    adopt(look)
