#!/usr/bin/env python3
"""Plays a person at a terminal: usage: terminal.py COLUMNS ROWS COMMAND STEP...

COMMAND is a line for bash, which itself survives the signals. The steps:

    expect TEXT   wait until TEXT is on the screen
    row NUMBER    wait until the cursor is in this row; the first is 0
    send TEXT     type it; \\x1a and the like are keys
    press KEY     type it until "ended" is on the screen, each time after a longer pause
    resize C R    make the terminal that many columns and rows
    signal NAME   send a signal to the processes in the foreground
    run COMMAND   run another command for the shell, without the terminal
    show          print the screen

At the end everything is printed: how the command ended, the mode of the terminal, how often it was
switched to the other screen, the screens and the scrollback, each after a line that begins with "---".
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import unicodedata

# Some terminals draw it wider than wcwidth(3) says; this one does.
WIDER = "\u2764"
SEQUENCE = re.compile(r"\x1b\[([?\d;]*)([A-Za-z])|\x1b(?!\[)(.)|(.)", re.S)


def width(character):
    """Columns of a character, 0 for a mark."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" or character == WIDER else 1


class Screen:
    """What a terminal shows for the bytes sent to it: two screens, and the scrollback of one."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.screens = [self.blank(), self.blank()]
        self.scrollback = []
        self.is_alternate = False
        self.has_cursor = self.wraps = True
        self.marks_pastes = False
        # How often a program took the other screen.
        self.switched = 0
        self.row = self.column = 0
        self.kept = (0, 0)

    def blank(self):
        return [[" "] * self.columns for _ in range(self.rows)]

    @property
    def lines(self):
        return self.screens[self.is_alternate]

    def text(self):
        return "\n".join("".join(line).rstrip() for line in self.lines)

    def feed(self, text):
        for numbers, order, _, character in SEQUENCE.findall(text):
            if order:
                self.obey(numbers, order)
            elif character:
                self.put(character)

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.line_feed()
        elif character == "\b":
            self.column = max(0, self.column - 1)
        elif character >= " ":
            self.draw(character, width(character))

    def draw(self, character, columns):
        if columns == 0:
            self.lines[self.row][max(0, self.column - 1)] += character
            return
        if self.column + columns > self.columns and self.wraps:
            self.column = 0
            self.line_feed()
        self.column = min(self.column, self.columns - columns)
        self.lines[self.row][self.column : self.column + columns] = [character] + [""] * (columns - 1)
        self.column += columns

    def line_feed(self):
        if self.row < self.rows - 1:
            self.row += 1
            return
        first = self.lines.pop(0)
        if not self.is_alternate:
            self.scrollback.append("".join(first).rstrip())
        self.lines.append([" "] * self.columns)

    def obey(self, numbers, order):
        values = [int(number) for number in re.findall(r"\d+", numbers)]
        if order in "hl" and numbers.startswith("?"):
            self.switch(values, order == "h")
        elif order == "H":
            row, column = (values + [1, 1])[:2] if len(values) != 1 else (values[0], 1)
            self.row, self.column = min(row, self.rows) - 1, min(column, self.columns) - 1
        elif order == "J":
            self.erase(0 if values == [2] else self.column)
            for row in range(0 if values == [2] else self.row + 1, self.rows):
                self.lines[row] = [" "] * self.columns
        elif order == "K":
            self.erase(0 if values == [2] else self.column)

    def resize(self, columns, rows):
        for lines in self.screens:
            for line in lines:
                line[columns:] = [" "] * (columns - len(line))
            lines[rows:] = [[" "] * columns for _ in range(rows - len(lines))]
        self.columns, self.rows = columns, rows
        self.row, self.column = min(self.row, rows - 1), min(self.column, columns)

    def erase(self, start):
        self.lines[self.row][start:] = [" "] * (self.columns - start)

    def switch(self, values, is_on):
        if 7 in values:
            self.wraps = is_on
        if 25 in values:
            self.has_cursor = is_on
        if 2004 in values:
            self.marks_pastes = is_on
        if 1049 in values and is_on != self.is_alternate:
            if is_on:
                self.switched += 1
                self.kept = (self.row, self.column)
                self.screens[1] = self.blank()
            else:
                self.row, self.column = self.kept
            self.is_alternate = is_on


class Session:
    def __init__(self, columns, rows, command):
        self.screen = Screen(columns, rows)
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))
            os.execvp("bash", ["bash", "-c", "trap : INT QUIT TERM HUP ABRT USR1 USR2 ALRM STKFLT XCPU VTALRM PROF IO PWR SYS RTMIN; " + command])

        os.set_blocking(self.terminal, False)

    def read(self):
        """Reads the next output; false at the end."""
        if not select.select([self.terminal], [], [], 60)[0]:
            sys.exit("nothing came in a minute; the screen is\n" + self.screen.text())
        try:
            data = os.read(self.terminal, 1 << 16)
        except OSError:
            return False
        self.screen.feed(data.decode(errors="replace"))
        return bool(data)

    def expect(self, text):
        while text not in self.screen.text():
            if not self.read():
                sys.exit(f"the end came before {text!r}; the screen is\n{self.screen.text()}")

    def wait_for_row(self, number):
        while self.screen.row != int(number):
            if not self.read():
                sys.exit(f"the end came before row {number}; the screen is\n{self.screen.text()}")

    def send(self, text):
        data = text.encode().decode("unicode_escape").encode("latin-1")
        if not self.screen.marks_pastes:
            data = re.sub(rb"\x1b\[20[01]~", b"", data)
        while data:
            readable, writable, _ = select.select([self.terminal], [self.terminal], [], 60)
            if not readable and not writable:
                sys.exit("nothing can be typed; the screen is\n" + self.screen.text())
            # A program that echoes what is typed waits until its echo is read.
            if readable and not self.read():
                return
            try:
                data = data[os.write(self.terminal, data) :]
            except BlockingIOError:
                pass

    def press(self, key):
        for pause in (1, 2, 4, 8, 16, 32):
            self.send(key)
            while "ended" not in self.screen.text():
                if not select.select([self.terminal], [], [], pause)[0]:
                    break
                self.read()
            else:
                return
        sys.exit(f"{key!r} ends nothing; the screen is\n{self.screen.text()}")

    def resize(self, size):
        columns, rows = map(int, size.split())
        self.screen.resize(columns, rows)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))

    def signal(self, name):
        os.killpg(os.tcgetpgrp(self.terminal), signal.Signals["SIG" + name])

    def show(self):
        print("--- screen\n" + self.screen.text())

    def finish(self):
        while self.read():
            pass
        status = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        local = termios.tcgetattr(self.terminal)[3]
        mode = [
            "alternate" if self.screen.is_alternate else "main",
            "cursor" if self.screen.has_cursor and self.screen.wraps else "no cursor",
            "echo" if local & termios.ECHO else "no echo",
            "lines" if local & termios.ICANON else "keys",
        ]
        print(f"--- status {status}\n--- mode {', '.join(mode)}")
        print(f"--- switched {self.screen.switched}")
        print("--- main\n" + "\n".join("".join(line).rstrip() for line in self.screen.screens[0]))
        print("--- other\n" + "\n".join("".join(line).rstrip() for line in self.screen.screens[1]))
        print("--- scrollback\n" + "\n".join(self.screen.scrollback))


def main():
    columns, rows, command, *steps = sys.argv[1:]
    session = Session(int(columns), int(rows), command)
    for step in steps:
        verb, _, value = step.partition(" ")
        verbs = {
            "expect": session.expect,
            "send": session.send,
            "press": session.press,
            "resize": session.resize,
            "signal": session.signal,
            "run": lambda command: subprocess.run(command, shell=True, cwd=os.environ["HOME"]),
            "row": session.wait_for_row,
            "show": lambda _: session.show(),
        }
        verbs[verb](value)
    session.finish()


main()
