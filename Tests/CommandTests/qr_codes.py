#!/usr/bin/env python3
"""Reads QR codes that are drawn with characters: usage: qr_codes.py DIRECTORY < DRAWING.

Each drawing becomes an image in DIRECTORY, as a camera would see it, for zbarimg to read. The
results go to standard output, one line per code, in order.
"""

import pathlib
import re
import subprocess
import sys

# The side of a module, in pixels.
SCALE = 4
DRAWN = re.compile(r"^(?:\x1b\[[\d;]*m|[ #▀▄█])+$")
# The greys of ink and ground, if the drawing sets none.
INK, PAPER = 0, 255


def grey(index):
    """The grey of a colour of the 256; only for the two that are used."""
    return {16: 0, 231: 255}[index]


def cells(line):
    """The characters of a line, with the greys of ink and ground."""
    ink, ground = INK, PAPER
    for escape, character in re.findall(r"\x1b\[([\d;]*)m|(.)", line):
        if character:
            yield character, ink, ground
        elif escape in ("", "0"):
            ink, ground = INK, PAPER
        else:
            numbers = [int(number) for number in escape.split(";")]
            while numbers:
                which, five, index = numbers[:3]
                assert which in (38, 48) and five == 5, escape
                ink, ground = (grey(index), ground) if which == 38 else (ink, grey(index))
                numbers = numbers[3:]


def pixels(lines):
    """Rows of grey pixels. Half blocks are as wide as a module; other characters half as wide."""
    halves = any(character in "▀▄█" for line in lines for character, _, _ in cells(line))
    rows = []
    for line in lines:
        upper, lower = [], []
        for character, ink, ground in cells(line):
            width = SCALE if halves else SCALE // 2
            upper += [ink if character in "█▀#" else ground] * width
            lower += [ink if character in "█▄#" else ground] * width
        rows += [upper] * SCALE + [lower] * (SCALE if halves else 0)
    return rows


def decode(rows, path):
    width = max(map(len, rows))
    rows = [row + [PAPER] * (width - len(row)) for row in rows]
    path.write_bytes(b"P5 %d %d 255\n" % (width, len(rows)) + b"".join(map(bytes, rows)))
    command = ["zbarimg", "--quiet", "--raw", "--set", "disable", "--set", "qrcode.enable", path]
    found = subprocess.run(command, capture_output=True, text=True)
    if found.returncode != 0:
        sys.exit(f"{path.name} is no QR code: {found.stderr}")
    return found.stdout.rstrip("\n")


def main():
    directory = pathlib.Path(sys.argv[1])
    drawings = [[]]
    for line in sys.stdin.buffer.read().decode().replace("\r", "").split("\n"):
        if DRAWN.match(line):
            drawings[-1].append(line)
        elif drawings[-1]:
            drawings.append([])
    for number, lines in enumerate(filter(None, drawings)):
        print(decode(pixels(lines), directory / f"{number}.pgm"))


main()
