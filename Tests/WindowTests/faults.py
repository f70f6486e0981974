"""A person who has bad luck: usage: faults.py WINDOW VERNAM. Needs root, for a small disk of its own."""

import contextlib
import functools
import os
import pathlib
import re
import secrets
import shutil
import subprocess
import sys
import threading
import time

import pyatspi

from canary import holders
from driver import LIMIT, Window, click, clipboard, command, copy, middle, visible_windows, wait

# The disk is mounted for this script only.
if "OWN_MOUNTS" not in os.environ:
    own = ["unshare", "--mount", "--propagation", "private", sys.executable, "-B", *sys.argv]
    os.execvpe(own[0], own, os.environ | {"OWN_MOUNTS": "yes"})

WINDOW, VERNAM = sys.argv[1:]
HOME = pathlib.Path(os.environ["HOME"])
vernam = functools.partial(command, VERNAM)
ALICE, DISK = HOME / "alice", HOME / "disk"
BOB = DISK / "bob"
ON_DISK = {"VERNAM_VAULT": str(BOB), "XDG_STATE_HOME": f"{BOB}-state"}
# Nobody listens there.
NO_BUSES = {f"{bus}_BUS_ADDRESS": "unix:path=/nonexistent" for bus in ("DBUS_SESSION", "DBUS_SYSTEM", "AT_SPI")}
# As long as a name can be, in letters of two bytes.
NAME = "Ä" * 32
MEBIBYTE = 1 << 20
FLOOD = 100
START = time.time()
# No other test that runs meanwhile writes the same.
TOKEN = secrets.token_hex(6)
# From right to left with an override, letters of several scalars, a control character, a tag of markup.
ODD = "שלום \u202e ab 👩‍👩‍👧 é \x07 <b>bold</b> &amp;"


def pair():
    DISK.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={160 * MEBIBYTE}", "none", DISK], check=True)
    for vault in (ALICE, BOB):
        vernam(vault, "init", "--no-passphrase")
    vernam(ALICE, "pair", "bob", "--size", "64M", "--carry", str(HOME))
    vernam(BOB, "pair", NAME, "--from", str(HOME / "pad-for-bob.vernam"))
    # Both can write then.
    vernam(ALICE, "decrypt", typed=vernam(BOB, "encrypt", NAME, typed="hello"))


def begin():
    window = Window(WINDOW, ON_DISK)
    window.open(NAME)
    window.find("Your message", "text")
    return window


def write(window, text):
    window.type("Your message", text, "text")
    window.press("Return")


def paste(window, message):
    copy(message)
    window.click_in_menu("Paste a message")


def read_odd_texts(window):
    paste(window, vernam(ALICE, "encrypt", "bob", typed=ODD))
    text = window.find_text("<b>bold</b> &amp;")
    if "\u202e" in text or "\x07" in text or not text.startswith("שלום") or "👩‍👩‍👧" not in text:
        sys.exit(f"the odd text is shown as {text!r}")
    long = "0123456789abcde\n" * (10 * MEBIBYTE // 16)
    copy(long)
    window.type("Your message", "Half ", "text")
    window.press("ctrl+v")
    window.find_text("This text is longer than")
    typed = lambda: window.find("Your message", "text").queryText().getText(0, -1)
    copy("of it was pasted")
    window.press("ctrl+v")
    wait("what was pasted", lambda: typed() == "Half of it was pasted")
    copy(vernam(ALICE, "encrypt", "bob", typed=long))
    window.press("ctrl+v")
    window.find_text("long text of 10.0 MiB")
    window.press("Return")
    window.find("Half of it was pasted", "label")
    vernam(BOB, "outbox", NAME, "--drop", "--yes")
    window.click("Save", "button")
    window.find_text("Saved in Downloads as message.txt")
    if (HOME / "Downloads/message.txt").read_text() != long:
        sys.exit("the long text was not saved as it is")
    window.click_in_menu("Clear the conversation")


def share_a_vault(first):
    """Two windows: one has the conversation, and the other waits for it."""
    first.open(NAME)
    first.find("Your message", "text")
    second = Window(WINDOW, ON_DISK)
    second.open(NAME)
    second.find_text("Waiting until the other chat")
    first.come_to_front()
    first.click_in_menu("Clear the conversation")
    wait("the conversation", lambda: not second.has(f"Waiting until the other chat with {NAME} is closed"))
    second.come_to_front()
    write(second, f"From the second window {TOKEN}")
    second.find(f"From the second window {TOKEN}", "label")
    second.end()
    first.end()
    expect_outbox(f"From the second window {TOKEN}")


def expect_outbox(text):
    """Only this message waits, and can be read; it is read then."""
    found = vernam(ALICE, "decrypt", typed=vernam(BOB, "outbox", NAME)).strip()
    if found != text:
        sys.exit(f"{found} waits")
    vernam(BOB, "outbox", NAME, "--drop", "--yes")


def fill(disk, free=0):
    """Leaves that many bytes free. Returns the file to delete."""
    filler = disk / "filler"
    with open(filler, "wb", buffering=0) as file, contextlib.suppress(OSError):
        while free == 0 or shutil.disk_usage(disk).free > free:
            file.write(bytes(4096))
    return filler


def fill_the_downloads():
    """A file that cannot be saved can be saved later."""
    taken, photo = HOME / "Downloads", HOME / "photo.jpg"
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", taken], check=True)
    photo.write_bytes(os.urandom(MEBIBYTE // 2))
    window = begin()
    paste(window, vernam(ALICE, "encrypt", "bob", str(photo), "-o", "-"))
    window.click("Save", "button")
    window.find_text("The disk is full")
    if list(taken.iterdir()):
        sys.exit(f"what could not be saved left {list(taken.iterdir())}")
    subprocess.run(["mount", "-o", "remount,size=1m", taken], check=True)
    window.click("Save", "button")
    window.find_text("Saved in Downloads as photo.jpg")
    if (taken / photo.name).read_bytes() != photo.read_bytes():
        sys.exit("the photo was not saved as it is")
    window.end()
    subprocess.run(["umount", taken], check=True)


def fill_the_disk():
    """A text that cannot be sent stays where it was typed."""
    window = begin()
    filler = fill(DISK)
    write(window, "On a full disk")
    window.find_text("The disk is full")
    filler.unlink()
    window.press("Return")
    window.find("On a full disk", "label")
    window.click("Copy for email", "button")
    wait("the message", clipboard)
    window.end()
    expect_outbox("On a full disk")


def read_on_a_full_disk():
    """What was read is marked where it stands: that takes no room."""
    window = begin()
    filler = fill(DISK)
    paste(window, vernam(ALICE, "encrypt", "bob", typed=f"Read on a full disk {TOKEN}"))
    window.find(f"Read on a full disk {TOKEN}", "label")
    window.end()
    filler.unlink()


def begin_on_a_full_disk():
    """A vault that finds no room can be made once there is some."""
    new = {"VERNAM_VAULT": str(DISK / "new"), "XDG_STATE_HOME": str(DISK / "new-state")}
    filler = fill(DISK)
    window = Window(WINDOW, new)
    window.use("Continue without a passphrase")
    window.find_text("The disk is full")
    window.check_names()
    window.end()
    filler.unlink()
    window = Window(WINDOW, new)
    window.use("Continue without a passphrase")
    window.find_text("Nobody yet")
    window.end()


def fill_the_stick():
    """A pad that does not fit on the stick is nobody's."""
    stick = HOME / "stick"
    stick.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", stick], check=True)
    before = list((BOB / "pads").iterdir())
    window = Window(WINDOW, ON_DISK)
    window.use("Meet someone")
    window.enter("Their name", "Emil")
    window.use("Make a pad on a USB stick")
    window.choose(stick, lambda: window.use("Continue without a passphrase"))
    window.find_text("There is no room for the pad in that place")
    window.check_names()
    window.end()
    if list(stick.iterdir()) or list((BOB / "pads").iterdir()) != before:
        sys.exit("the pad that did not fit was not removed")
    subprocess.run(["umount", stick], check=True)


def pair_without_room():
    """Two people who pair over the network, and one has no room."""
    places = {"VERNAM_VAULT": str(ALICE), "XDG_STATE_HOME": f"{ALICE}-state"}
    other = subprocess.Popen(
        [VERNAM, "pair", "fritz", "--listen", "127.0.0.1:0"], env=os.environ | places, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = iter(other.stdout.readline, "")
    before = list((BOB / "pads").iterdir())
    filler = fill(DISK, free=16 * MEBIBYTE)
    window = Window(WINDOW, ON_DISK)
    try:
        port = next(found.group(1) for line in said if (found := re.search(r"127.0.0.1 (\d+)", line)))
        window.click("Meet someone", "button")
        window.type("Their name", "Fritz", "text")
        window.point("Connect by address", "label")
        window.type("Their address", f"127.0.0.1:{port}", "text")
        window.press("Return")
        window.find_text("The pad needs 65.1 MiB, but only 16.0 MiB is free")
        window.end()
    finally:
        other.kill()
        other.wait()
    filler.unlink()
    if list((BOB / "pads").iterdir()) != before:
        sys.exit("a pad for which there was no room was begun")


def kill(window):
    window.process.kill()
    window.process.wait()


def die_while_sending():
    """A killed window leaves what a killed command leaves: the text waits, or it never was a message."""
    texts = [f"{text} {TOKEN}" for text in ("First of all", "Second to none", "Third time lucky")]
    for text in texts:
        window = begin()
        write(window, text)
        kill(window)
        vernam(BOB, "doctor")
    waiting = vernam(BOB, "outbox", NAME)
    read = vernam(ALICE, "decrypt", typed=waiting) if waiting else ""
    # Each of them at most once, and nothing else.
    if read.strip() != "".join(text for text in texts if text in read):
        sys.exit(f"{read} waits")
    window = begin()
    write(window, f"Still alive {TOKEN}")
    window.find(f"Still alive {TOKEN}", "label")
    window.end()
    vernam(BOB, "outbox", NAME, "--drop", "--yes")


def flood():
    """Many messages at once keep nobody from writing, and the first of them can still be seen."""
    heap = "".join(vernam(ALICE, "encrypt", "bob", typed=f"Flood {number}") for number in range(FLOOD))
    window = begin()
    paste(window, heap)
    window.type("Your message", f"Written in the flood {TOKEN}", "text")
    window.find(f"Flood {FLOOD - 1}", "label")
    window.press("Return")
    window.find(f"Written in the flood {TOKEN}", "label")
    window.click_until("Earlier messages", "Flood 0")
    window.end()
    expect_outbox(f"Written in the flood {TOKEN}")


def flood_live():
    """The same while both are connected."""
    places = {"VERNAM_VAULT": str(ALICE), "XDG_STATE_HOME": f"{ALICE}-state"}
    window = begin()
    chat = subprocess.Popen(
        [VERNAM, "chat", "bob", "--listen", "127.0.0.1:0", "--plain"], env=os.environ | places, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = iter(chat.stdout.readline, "")
    port = next(found.group(1) for line in said if (found := re.search(r"on port (\d+)", line)))
    try:
        window.click_in_menu("About this person")
        window.type("Their address", f"127.0.0.1:{port}", "text")
        window.press("Return")
        window.find(f"{NAME} is connected")
        chat.stdin.writelines(f"Live {number}\n" for number in range(FLOOD))
        chat.stdin.flush()
        window.type("Your message", "Written after it", "text")
        # More of them would push the text off the list.
        window.find(f"Live {FLOOD - 1}", "label")
        window.press("Return")
        next(line for line in said if "Written after it" in line)
        window.find_at_end("✓ Arrived")
        window.click_until("Earlier messages", "Live 0")
        window.end()
    finally:
        chat.kill()
        chat.wait()


def wait_for_a_chat():
    """A chat in a terminal has the conversation first."""
    chat = subprocess.Popen(
        [VERNAM, "chat", NAME, "--listen", "127.0.0.1:0", "--plain"], env=os.environ | ON_DISK,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        chat.stdout.readline()
        window = begin()
        window.find_text("Waiting until the other chat")
        copy(vernam(ALICE, "encrypt", "bob", typed="Pasted too early"))
        window.point("Your message", "text")
        window.press("ctrl+v")
        window.find_text("This message cannot be read yet")
    finally:
        chat.kill()
        chat.wait()
    window.find_text("Not reachable")
    window.press("ctrl+v")
    window.find("Pasted too early", "label")
    write(window, "After the chat")
    window.find("After the chat", "label")
    window.end()
    expect_outbox("After the chat")


def share_with_commands():
    """A command in a terminal and the window use the pad by turns, and never the same bytes."""
    window = begin()
    messages = []
    for number in (1, 2):
        messages.append(vernam(BOB, "encrypt", NAME, typed=f"By command {number}"))
        write(window, f"By window {number}")
        window.find(f"By window {number}", "label")
    window.end()
    messages.append(vernam(BOB, "outbox", NAME))
    read = vernam(ALICE, "decrypt", typed="".join(messages))
    for text in ("By command 1", "By command 2", "By window 1", "By window 2"):
        if text not in read:
            sys.exit(f"{text} is not in {read!r}")
    vernam(BOB, "outbox", NAME, "--drop", "--yes")


STICK = HOME / "pad-for-dora.vernam"


def take_from_the_stick(window):
    window.click("Meet someone", "button")
    window.type("Their name", "Dora", "text")
    window.choose(STICK, lambda: window.point("Take a pad from a USB stick", "label"))


def have_no_room():
    """A pad for which there is no room is still on the stick."""
    vernam(ALICE, "pair", "dora", "--size", "32M", "--carry", str(HOME))
    filler = fill(DISK, free=16 * MEBIBYTE)
    window = Window(WINDOW, ON_DISK)
    take_from_the_stick(window)
    window.find_text("is free")
    window.check_names()
    filler.unlink()
    window.end()
    if not STICK.exists():
        sys.exit("the stick was emptied for a pad that found no room")


def die_at_the_stick():
    """A pad that was not taken in to its end is still on the stick, as is the one from before."""
    window = Window(WINDOW, ON_DISK)
    pads = lambda: len(list((BOB / "pads").iterdir()))
    before = pads()
    killer = threading.Thread(target=lambda: (wait("a pad", lambda: pads() > before), kill(window)))
    killer.start()
    with contextlib.suppress(subprocess.CalledProcessError):  # It was killed first.
        take_from_the_stick(window)
    killer.join()
    is_known = lambda: "Dora" in vernam(BOB, "contacts").split()
    # On a fast disk, all of it may have been done before.
    if not STICK.exists() and not is_known():
        sys.exit("the stick was emptied for a pad that is not there")
    window = Window(WINDOW, ON_DISK)
    window.find("People", "label")
    if not is_known():
        wait("the end of what was begun", lambda: pads() == before)
        take_from_the_stick(window)
        window.find("You and Dora share a pad")
        if STICK.exists():
            sys.exit("the pad is still on the stick")
    window.end()


def find_damage():
    """A damaged pad is said to be damaged, and so is a vault, which can be tried again."""
    state = next(BOB.glob("pads/*/state"))
    key = BOB / "vault"
    whole = {path: path.read_bytes() for path in (state, key)}
    state.write_bytes(os.urandom(len(whole[state])))
    window = Window(WINDOW, ON_DISK)
    window.find_text("is damaged")
    window.end()
    state.write_bytes(whole[state])
    key.write_bytes(os.urandom(len(whole[key])))
    window = Window(WINDOW, ON_DISK)
    window.find("Your vault cannot be opened")
    window.find_text("is damaged")
    window.check_names()
    key.write_bytes(whole[key])
    window.use("Try again")
    window.find("People", "label")
    return window


def copy_the_vault(name):
    """Returns the environment of a window that uses the copy."""
    copy = HOME / name
    shutil.copytree(BOB, copy)
    return {"VERNAM_VAULT": str(copy), "XDG_STATE_HOME": f"{copy}-state"}


def move_the_vault(window):
    """A vault that was copied sends nothing before a person has said what became of the other copy."""
    window.end()
    moved = copy_the_vault("moved")
    window = Window(WINDOW, moved)
    window.find("One question first")
    window.check_names()
    window.use("Answer later")
    window.find_text(f"{NAME}, ")
    if "copied, restored or moved here" not in window.row(NAME).name:
        sys.exit(f"the list says {window.row(NAME).name!r} of a vault that was copied")
    window.open(NAME)
    window.find("Send", "button")
    if window.find("Send", "button").getState().contains(pyatspi.STATE_SENSITIVE):
        sys.exit("a vault that was copied can send")
    window.end()
    window = Window(WINDOW, moved)
    window.use("Nothing was sent")
    window.find_text("You can now use this vault here")
    window.open(NAME)
    write(window, "From the only copy")
    window.find("From the only copy", "label")
    window.end()
    # What it was copied from is the older one from now on.
    window = Window(WINDOW, ON_DISK)
    window.find_text("You can no longer write on this pad")
    window.end()
    window = Window(WINDOW, copy_the_vault("also"))
    window.use("Something was sent, or I am not sure")
    window.find_text("You can no longer send on these pads")
    window.use("Close this message")
    window.open(NAME)
    if window.find("Send", "button").getState().contains(pyatspi.STATE_SENSITIVE):
        sys.exit("a pad on which another copy may have sent can send")
    window.click_in_menu("About this person")
    window.click("Share another pad", "button")
    window.find_text("You already share a pad with them")
    window.end()


def lose_somebody():
    """Somebody is forgotten by a command while a window shows them."""
    window = Window(WINDOW, ON_DISK)
    window.open("Dora")
    vernam(BOB, "forget", "Dora", "--yes")
    write(window, "To nobody")
    window.find_text("There is no contact")
    window.end()


def begin_without_buses(places):
    process = subprocess.Popen([WINDOW], env=os.environ | NO_BUSES | places)
    shown = wait("the window", lambda: visible_windows(process.pid))
    subprocess.run(["xdotool", "windowfocus", "--sync", *shown], check=True)
    return process


def close_without_buses(process):
    Window.press("ctrl+q")
    if process.wait(timeout=LIMIT) != 0:
        sys.exit(f"without D-Bus, the window ended with {process.returncode}")


def have_no_buses():
    """Without D-Bus there are no notices and no screen reader, and the window works all the same."""
    vault = HOME / "alone"
    process = begin_without_buses({"VERNAM_VAULT": str(vault), "XDG_STATE_HOME": f"{vault}-state"})

    def made():
        # One of the first buttons is "Continue without a passphrase".
        Window.press("Tab", "space")
        return wait("the vault", vault.exists, 1)

    wait("a vault", made)
    close_without_buses(process)


def talk_without_buses():
    """A text leaves, and one is read, where another window has shown the person and the field."""
    window = begin()
    person, field = window.row(NAME), window.find("Your message", "text")
    points = [middle(person), middle(field)]
    window.close()
    process = begin_without_buses(ON_DISK)

    def waits():
        for point in points:
            click(point)
        window.press("ctrl+a")
        window.write("Without-a-bus")
        window.press("Return")
        return wait("the message", lambda: vernam(BOB, "outbox", NAME), 30)

    wait("a message", waits)
    expect_outbox("Without-a-bus")
    copy(vernam(ALICE, "encrypt", "bob", typed="Nobody tells"))
    before = vernam(BOB, "status", NAME, "--json")
    window.press("ctrl+v")
    wait("a message that was read", lambda: vernam(BOB, "status", NAME, "--json") != before)
    close_without_buses(process)


have_no_buses()
pair()
talk_without_buses()
window = begin()
read_odd_texts(window)
share_a_vault(window)
fill_the_disk()
read_on_a_full_disk()
begin_on_a_full_disk()
fill_the_stick()
pair_without_room()
fill_the_downloads()
die_while_sending()
flood()
flood_live()
wait_for_a_chat()
share_with_commands()
have_no_room()
die_at_the_stick()
lose_somebody()
move_the_vault(find_damage())
found = holders([TOKEN], START)
if found:
    sys.exit(f"{found} hold a text")
