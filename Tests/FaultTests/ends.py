"""Shared by the scripts here: vaults, the program run on them, and what was on the wire."""

import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "CommandTests"))
import vernam_message  # noqa: E402

LONG = os.environ.get("VERNAM_LONG") == "1"
KILLED = 128 + 9
BAD_DATA, CANNOT_CREATE, INPUT_OUTPUT, CLOSED = 65, 73, 74, 78


class Broken(Exception):
    """The program broke a promise."""


def expect(is_so, *what):
    if not is_so:
        raise Broken(" ".join(map(str, what)))


class Outcome:
    """How a run ended: exit code (128 plus the signal's number), both outputs."""

    def __init__(self, status, output, errors):
        self.status = status if status >= 0 else 128 - status
        self.output = output
        self.errors = errors

    def __str__(self):
        return f"status {self.status}, output {self.output[:60]!r}, errors {self.errors!r}"


class End:
    """A vault, and the program run on it. Outputs go to `directory`, the vault may be elsewhere."""

    def __init__(self, program, directory, name, vault_in=None):
        self.program = program
        self.directory = pathlib.Path(directory)
        self.vault = pathlib.Path(vault_in or directory) / name
        self.outside = self.vault.with_suffix(".state")
        self.variables = os.environ | {
            "VERNAM_VAULT": str(self.vault), "XDG_STATE_HOME": str(self.outside),
            "HOME": str(directory), "LC_ALL": "C",
        }

    def run(self, *arguments, input=b"", before=()):
        """Standard output is a regular file: syncing it counts, too."""
        place = self.directory / f"{self.vault.name}.out"
        with open(place, "wb") as output:
            run = subprocess.run(
                [*map(str, before), self.program, *map(str, arguments)], input=input,
                stdout=output, stderr=subprocess.PIPE, env=self.variables, cwd=self.directory,
                timeout=120)
        return Outcome(run.returncode, place.read_bytes(), run.stderr.decode("utf-8", "replace"))

    def succeed(self, *arguments, input=b""):
        outcome = self.run(*arguments, input=input)
        expect(outcome.status == 0, *arguments, "failed:", outcome)
        return outcome.output

    def make(self):
        self.succeed("init", "--no-passphrase")
        return self

    def write(self, name, text):
        return self.succeed("encrypt", name, input=text)

    def read(self, message):
        return self.succeed("decrypt", input=message)


def pair(giver, giver_name, taker, taker_name, size):
    """Pairs by hand; then both can send. Returns the pad, with every byte of it."""
    carried = giver.directory / "carried"
    giver.succeed("pair", taker_name, "--carry", carried, "--size", size)
    pad = vernam_message.Pad(carried)
    pad.file = carried.read_bytes()
    taker.succeed("pair", giver_name, "--from", carried)
    giver.read(taker.write(giver_name, b"I hold it too\n"))
    return pad


def place(pad, packet):
    """Lane and chunks of a packet, once it is verified with the pad's own bytes."""
    vernam_message.open_packet(pad, packet)
    for lane, key in enumerate(pad.header_keys):
        first = vernam_message.xor(packet[:4], vernam_message.mask(key, packet[-48:]))
        if vernam_message.code(key, b"vernam/1 check", packet[-48:], first)[:4] == packet[4:8]:
            start = vernam_message.number(first)
            return lane, range(start, start + -(-(len(packet) - 56 + 64) // pad.chunk))
    raise Broken("a packet of no lane")


class Ledger:
    """Every chunk of one pad that was seen on the wire: none may be seen twice."""

    def __init__(self, pad):
        self.pad = pad
        self.seen = set()

    def enter(self, message, text):
        """Enters a whole armored message that says `text`, on chunks of its own."""
        try:
            packet = vernam_message.dearmor(message)
            chunk, body = vernam_message.open_packet(self.pad, packet)
            _, content = vernam_message.content(body, chunk)
        except vernam_message.Bad as error:
            raise Broken(f"printed no whole message: {error}: {message[:80]!r}") from error
        expect(content == text, "printed another message:", content)
        lane, chunks = place(self.pad, packet)
        used = {(lane, chunk) for chunk in chunks}
        expect(not used & self.seen, "chunks used twice:", sorted(used & self.seen))
        self.seen |= used


class Snapshot:
    """The bytes of files, restored into the same files: a vault is bound to its inodes."""

    def __init__(self, *trees):
        self.trees = trees
        self.files = {path: path.read_bytes() for path in self.standing() if path.is_file()}
        self.directories = {path for path in self.standing() if path.is_dir()}

    def standing(self):
        return [path for tree in self.trees for path in tree.rglob("*")]

    def restore(self):
        for path in sorted(self.standing(), reverse=True):
            if path.is_dir() and path not in self.directories:
                path.rmdir()
            elif path.is_file() and path not in self.files:
                path.unlink()
        for path, data in self.files.items():
            with open(path, "r+b") as file:
                file.truncate(len(data))
                file.write(data)
