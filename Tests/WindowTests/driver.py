"""Drives a window as a person does who looks at it: by names of controls, clicks and keys."""

import contextlib
import os
import pathlib
import re
import subprocess
import time

import pyatspi

# Far beyond what a slow machine needs.
LIMIT = 120


class NotFound(Exception):
    pass


class CommandFailed(Exception):
    pass


def wait(what, condition, limit=None):
    """Returns the first true result. What it waits for may be a function: to look takes time."""
    end = time.monotonic() + (limit or LIMIT)
    while True:
        try:
            found = condition()
        except Exception:  # The window changes while it is looked at.
            found = None
        if found:
            return found
        if time.monotonic() > end:
            raise NotFound(what() if callable(what) else what)
        time.sleep(0.05)


def command(program, vault, *words, typed=""):
    """What a command prints; without a vault, it uses the window's."""
    place = {"VERNAM_VAULT": str(vault), "XDG_STATE_HOME": f"{vault}-state"} if vault else {}
    ended = subprocess.run([program, *words], env=os.environ | place, input=typed, capture_output=True, text=True)
    if ended.returncode:
        raise CommandFailed(f"{words}: {ended.stderr}")
    return ended.stdout


def copy(text):
    """Puts a text on the clipboard, as another program does."""
    data = text.encode()
    subprocess.run(["xclip", "-selection", "clipboard"], input=data, check=True)
    # It returns before the X server has heard of it.
    wait("the text on the clipboard", lambda: _clipboard() == data)


def clipboard():
    """What another program would paste."""
    return _clipboard().decode()


def _clipboard():
    return subprocess.run(["xclip", "-selection", "clipboard", "-o"], capture_output=True).stdout


def code(window, *others):
    """A code of a pairing that the window shows, and not one of those; None if there is none."""
    codes = (text for text in window.texts() if re.fullmatch(r"\d{4} \d{4}", text))
    return next((text for text in codes if text not in others), None)


# The shadow around the window, which AT-SPI leaves out.
SHADOW = 5

# Where the window of another program is put, beside this one.
ELSEWHERE = (1000, 600)


def place(node):
    return node.queryComponent().getExtents(pyatspi.WINDOW_COORDS)


def middle(node):
    """Where it is on the screen."""
    here = place(node)
    return here.x + here.width // 2 + SHADOW, here.y + here.height // 2 + SHADOW


def click(point, button=1):
    subprocess.run(["xdotool", "mousemove", *map(str, point), "click", str(button)], check=True)


def shown(node):
    """GTK 4.8 does not say what is on the screen; what never was there has no size."""
    try:
        return place(node).width > 0
    except Exception:  # It has no place, as a page of a stack.
        return False


def children(node):
    """Those that are not hidden."""
    for index in range(node.childCount):
        child = node.getChildAtIndex(index)
        if child is not None and child.getState().contains(pyatspi.STATE_VISIBLE):
            yield child


def role(node):
    """What kind of control it is. Since AT-SPI 2.53, a push button is a button."""
    return node.getRoleName().removeprefix("push ")


def is_row(person):
    """Whether a control is somebody's row in the list of people, whatever else it says."""
    return lambda node: role(node) == "list item" and node.name.startswith(f"{person}, ")


def is_control(node):
    """Whether a person can use it. Rows and what is scrolled are known by what they hold."""
    state = node.getState()
    return (
        role(node) not in ("scroll pane", "list item")
        and state.contains(pyatspi.STATE_FOCUSABLE)
        and state.contains(pyatspi.STATE_SENSITIVE)
    )


def visible_windows(process):
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(process)], capture_output=True, text=True)
    return found.stdout.split()


class Window:
    """The program, with everything that it shows."""

    def __init__(self, program, environment=()):
        # Where the search for texts finds it.
        self.errors = pathlib.Path(os.environ["HOME"]) / "window-errors"
        with open(self.errors, "a") as errors:
            self.process = subprocess.Popen([program], env=dict(os.environ) | dict(environment), stderr=errors)
        self.root = wait("the window", self._application)

    def _application(self):
        if self.process.poll() is not None:
            raise SystemExit(f"the window ended: {self.process.returncode}\n{self.errors.read_text()}")
        for application in pyatspi.Registry.getDesktop(0):
            if application and application.get_process_id() == self.process.pid:
                return application
        return None

    def nodes(self):
        """Everything that is shown, from the front."""

        def below(node):
            for child in children(node):
                if shown(child):
                    yield child
                yield from below(child)

        return below(self.root)

    def _touch(self):
        """Whoever waits for something is there, and shows it: texts that come are shown to no empty chair."""
        subprocess.run(["xdotool", "mousemove_relative", "--", "1", "0"], check=True)
        subprocess.run(["xdotool", "mousemove_relative", "--", "-1", "0"], check=True)

    def find(self, name, *roles):
        """The control with that name."""
        return wait(lambda: f"{name!r} in {self.texts()}", lambda: self._find(name, roles))

    def find_at_end(self, name):
        """The last line of a conversation, all of which stands above the field to write."""

        def in_sight():
            # This also shows that somebody is there.
            field = place(self._find("Your message", ("text",)))
            lines = [place(node) for node in self.nodes() if node.name == name and role(node) == "label"]
            return lines[-1].y + lines[-1].height <= field.y

        wait(f"{name!r} in sight", in_sight)

    def _find(self, name, roles):
        self._touch()
        for node in self.nodes():
            if node.name == name and (not roles or role(node) in roles):
                return node
        return None

    def has(self, name):
        try:
            return self._find(name, ()) is not None
        except Exception:
            return False

    def find_text(self, part):
        """The whole of the first text that holds these words."""
        return wait(
            lambda: f"{part!r} in {self.texts()}", lambda: next((text for text in self.texts() if part in text), None)
        )

    def texts(self):
        try:
            return [node.name for node in self.nodes() if node.name]
        except Exception:
            return []

    def check_names(self):
        """Everything that can be used has a name, which a screen reader says."""
        controls = lambda: [(node.name, role(node), node.parent.name) for node in self.nodes() if is_control(node)]
        for name, kind, parent in wait("all that is shown", controls):
            # GTK 4.8 names a button by the class of what it holds, if it has no name.
            if not name or (kind == "button" and name.startswith("Gtk")):
                raise SystemExit(f"a {kind} in {parent!r} has no name but {name!r}")

    def click(self, name, *roles):
        node = self.find(name, *roles)
        wait(f"{name!r} to be usable", lambda: node.getState().contains(pyatspi.STATE_SENSITIVE))
        actions = node.queryAction()
        actions.doAction(0)

    def click_until(self, name, expected):
        """Clicks a button again and again, until a control with the other name is shown."""

        def shown():
            if self.has(expected):
                return True
            self._find(name, ("button",)).queryAction().doAction(0)
            return False

        wait(expected, shown)

    def click_in_menu(self, name):
        """What the mouse is at may still be moving."""

        def opened():
            self.point("More")
            return wait("the menu", lambda: self.has(name), 10)

        wait("the menu", opened)
        self.check_names()
        self.click(name, "button")

    def use_in_menu(self, name):
        """Finds something in the menu by the keyboard alone."""
        self.use("More")
        self.use(name)

    def use(self, name, limit=None):
        """Goes to a control by the keyboard alone, and presses it."""
        self.reach(name, limit)
        self.press("space")

    def reach(self, name, limit=None):
        """Goes to a control by the keyboard alone."""
        self.find(name)
        wait(f"{name!r} by the keyboard", lambda: self._reach(lambda node: node.name == name), limit)

    def _reach(self, is_it):
        """Presses Tab until the focus is there. What is shown may change, and this is tried again then."""
        can_focus = lambda node: is_it(node) and node.getState().contains(pyatspi.STATE_FOCUSABLE)
        control = next(filter(can_focus, self.nodes()))
        is_reached = lambda: control.getState().contains(pyatspi.STATE_FOCUSED)
        for _ in range(100):
            # On a slow machine, the focus may still be on its way.
            if all(is_reached() for _ in range(3)):
                return True
            self.press("Tab")
        return False

    def enter(self, name, text):
        """Types into the field with that name, to which the focus goes of itself."""
        self.find(name, "text")
        # A button that was pressed acts a moment later, and the focus is on it until then.
        is_left = lambda node: role(node) in ("button", "list item") and node.getState().contains(pyatspi.STATE_FOCUSED)
        wait(f"the focus of {name!r}", lambda: not any(map(is_left, list(self.nodes()))))
        self.write(text)

    def type(self, name, text, *roles):
        """Types into the field with that name."""
        self.point(name, *roles)
        self.write(text)

    def point(self, name, *roles, button=1):
        """Clicks with the mouse."""
        self._point(self.find(name, *roles), button)

    def open(self, person):
        """Clicks on somebody in the list of people, which a window that just begins may not take."""

        def opened():
            self._point(self.row(person))
            return wait("the field to write", lambda: self.has("Your message"), 10)

        wait(f"the conversation with {person}", opened)

    def use_row(self, person):
        """The same by the keyboard alone."""
        self.reach("Check this computer")
        # Into the list, at the row that is selected.
        self.press("Tab")

        def reached():
            row = next(filter(is_row(person), self.nodes()))
            is_reached = lambda: row.getState().contains(pyatspi.STATE_FOCUSED)
            self.press("Home")
            for _ in range(10):
                # On a slow machine, the focus may still be on its way.
                if all(is_reached() for _ in range(3)):
                    return True
                self.press("Down")
            return False

        wait(f"the row of {person} by the keyboard", reached)
        self.press("space")

    def row(self, person):
        """Somebody in the list of people."""
        return wait(f"the row of {person}", lambda: next(filter(is_row(person), self.nodes())))

    def _point(self, node, button=1):
        click(middle(node), button)

    @staticmethod
    def write(text):
        """Types where the focus is."""
        subprocess.run(["xdotool", "type", "--delay", "5", text], check=True)

    @staticmethod
    def press(*keys):
        subprocess.run(["xdotool", "key", *keys], check=True)

    def leave_and_return(self, meanwhile=lambda: None):
        """To another window, the dialog for files, and back."""
        self.dismiss(lambda: self.click("Attach a file", "button"), meanwhile)

    def dismiss(self, ask, meanwhile=lambda: None):
        """Leaves the dialog for files that `ask` opens."""
        with self._dialog(ask):
            meanwhile()
            self.press("Escape")

    def attach(self, path):
        """Chooses a file to send."""
        self.choose(path, lambda: self.click("Attach a file", "button"))

    def choose(self, path, ask):
        """Chooses a file or folder by its path, in the dialog that `ask` opens."""
        with self._dialog(ask):
            self.press("slash")
            wait("the field for the path", self._path_is_asked)
            # The slash is there already.
            self.write(str(path)[1:])
            # The dialog completes what it knows, and may have left the rest of a guess.
            self.press("shift+End", "Delete", "Return")

    @contextlib.contextmanager
    def _dialog(self, ask):
        """The dialog that `ask` opens, and back. There is no window manager that would give either the keys."""
        own = wait("its window", self._windows)
        ask()
        dialog = wait("the dialog", lambda: set(self._windows()) - set(own))
        subprocess.run(["xdotool", "windowfocus", "--sync", *dialog], check=True)
        self.find("Open", "label")
        yield
        wait("the end of the dialog", lambda: self._windows() == own or self.process.poll() is not None)
        subprocess.run(["xdotool", "windowfocus", "--sync", *own], check=True)

    def drop(self, kind, what, name, expected):
        """Drags a file or text from another program to the control with that name, until some words are shown."""
        program = pathlib.Path(__file__).with_name("drag_source.py")
        source = subprocess.Popen(["/usr/bin/python3", program, kind, what], stdout=subprocess.PIPE, text=True)
        try:
            source.stdout.readline()
            found = wait("the other program", lambda: visible_windows(source.pid))
            subprocess.run(["xdotool", "windowmove", "--sync", found[0], *map(str, ELSEWHERE)], check=True)
            pauses = iter((0.1, 0.5, 2, 10))
            wait("what was dropped", lambda: self._drag(self.find(name), expected, next(pauses)))
        finally:
            source.kill()
            source.wait()

    def _drag(self, target, expected, pause):
        """Drags with a pause after each move, since both programs answer the move before."""
        here = place(target)
        x, y = here.x + here.width // 2, here.y + here.height // 2
        moves = [(ELSEWHERE[0] + step, ELSEWHERE[1] + step) for step in (50, 80, 99)]
        moves += [(x + step, y) for step in (0, 1, 2)]
        move = lambda at: ["mousemove", *map(str, at), "sleep", str(pause)]
        drag = [*move(moves[0]), "mousedown", "1", *sum(map(move, moves[1:]), []), "mouseup", "1"]
        subprocess.run(["xdotool", *drag], check=True)
        return wait("it", lambda: any(expected in text for text in self.texts()), 10 * pause)

    def _path_is_asked(self):
        """Whether the dialog's field is where one types. Only older versions of GTK give it a name."""
        return any(
            role(node) == "text" and node.name in ("", "GtkFileChooserEntry")
            and node.getState().contains(pyatspi.STATE_FOCUSED) for node in self.nodes()
        )

    def come_to_front(self):
        subprocess.run(["xdotool", "windowraise", *self._windows()], check=True)

    def picture(self, path):
        subprocess.run(["import", "-window", "root", path], check=True)

    def size(self, width, height):
        for window in self._windows():
            subprocess.run(["xdotool", "windowsize", "--sync", window, str(width), str(height)], check=True)

    def _windows(self):
        """The ids by which the X server knows its windows that are shown."""
        return visible_windows(self.process.pid)

    def close(self):
        """Closes it as its button does. Returns the exit code."""
        self.click("Close", "button")
        return self.process.wait(timeout=LIMIT)

    def holds(self, text):
        """Whether the memory of the program holds a text; only root can look."""
        with open(f"/proc/{self.process.pid}/maps") as maps, open(f"/proc/{self.process.pid}/mem", "rb") as memory:
            for line in maps:
                place, rights = line.split()[:2]
                if not rights.startswith("rw"):
                    continue
                start, end = (int(part, 16) for part in place.split("-"))
                try:
                    memory.seek(start)
                    if text.encode() in memory.read(end - start):
                        return True
                except OSError:  # A device's memory.
                    pass
        return False

    def children(self):
        """The ids of the processes that it started."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task")
        return [int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()]

    def end(self):
        """Ends it by a signal, as a logout does."""
        self.process.terminate()
        self.process.wait(timeout=LIMIT)
