"""A camera of the test's own, which sees what is put in front of it."""

import pathlib
import subprocess

COMMAND_TESTS = pathlib.Path(__file__).parent.parent / "CommandTests"
WIDTH, HEIGHT = 640, 480


class Camera:
    def __init__(self, folder):
        """Uses files in this folder."""
        self.folder = folder
        library = folder / "camera.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, COMMAND_TESTS / "camera_shim.c"], check=True)
        self.view = folder / "view"
        self.see(None)
        # For a program that is to have this camera.
        self.environment = {"LD_PRELOAD": str(library), "SHIM_PICTURE": str(self.view)}

    def unplug(self):
        """Until it sees something."""
        self.view.unlink()

    def see(self, code):
        """Puts the picture of a code (PGM) in front of the gray wall that is behind; None for none."""
        rows = [bytearray([120, 128] * WIDTH) for _ in range(HEIGHT)]
        if code:
            _, columns, count, _ = code.read_bytes().split(maxsplit=3)
            columns, count = int(columns), int(count)
            pixels = code.read_bytes()[-columns * count :]
            for row in range(count):
                rows[row + 20][100 : 100 + 2 * columns : 2] = pixels[row * columns : (row + 1) * columns]
        following = self.folder / "following"
        following.write_bytes(b"".join(rows))
        following.rename(self.view)

    def drawn(self, drawing):
        """The codes that `vernam encrypt --qr` has drawn, as files with a picture each."""
        folder = self.folder / "codes"
        folder.mkdir(exist_ok=True)
        subprocess.run(
            ["/usr/bin/python3", COMMAND_TESTS / "qr_codes.py", folder],
            input=drawing, text=True, check=True, stdout=subprocess.DEVNULL,
        )
        return sorted(folder.iterdir())
