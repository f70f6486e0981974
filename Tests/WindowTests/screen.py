"""What is on the screen, as shades of gray."""

import os
import pathlib
import struct


class Screen:
    def __init__(self):
        """Takes a picture, from the file of the X server's (X11/XWDFile.h: big-endian numbers)."""
        self.bytes = pathlib.Path(os.environ["SCREEN_FILE"]).read_bytes()
        numbers = struct.unpack(">25I", self.bytes[:100])
        self.start = numbers[0] + 12 * numbers[19]
        self.columns, self.rows, self.stride = numbers[4], numbers[5], numbers[12]

    def shade(self, x, y):
        """The green of a pixel, which is most of its light."""
        return self.bytes[self.start + y * self.stride + 4 * x + 1]

    def part(self, x, y, width, height, size):
        """A part of it in `size` columns, as PGM."""
        lines = size * height // width
        rows = (
            bytes(self.shade(x + column * width // size, y + line * height // lines) for column in range(size))
            for line in range(lines)
        )
        return b"P5 %d %d 255\n" % (size, lines) + b"".join(rows)
