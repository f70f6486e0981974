"""The commands whose system calls are failed one by one: how each is prepared, and what must hold
afterwards, however it ended."""

import json
import shutil

from ends import (
    BAD_DATA, CANNOT_CREATE, CLOSED, INPUT_OUTPUT, KILLED, LONG, End, Ledger, Snapshot, expect, pair,
    vernam_message,
)

TEXT = b"a text that takes more than one chunk " * 16
NEXT = b"next\n"


class Command:
    """One command line, and the vaults that it runs on."""

    name = ""
    arguments = ()
    input = b""
    # Whether its calls on the vault are those of another command, and are failed there.
    is_variant = False
    # The call that fails: without some calls no errors are printed, or nothing is removed.
    failing = ""

    def __init__(self, program, directory):
        self.alice, self.bob, self.carol = (
            End(program, directory, name).make() for name in ("alice", "bob", "carol"))
        self.directory = self.alice.directory
        self.pad = pair(self.alice, "alice", self.bob, "bob", "32K")
        self.end = self.alice
        self.arrange()
        self.snapshot = Snapshot(
            *(tree for end in (self.alice, self.bob, self.carol)
              for tree in (end.vault, end.outside)))

    def arrange(self):
        """Sets up the state in which each run begins."""

    def prepare(self):
        self.snapshot.restore()
        for path in self.directory.glob("OUT*"):
            path.unlink()

    def judge(self, outcome):
        """Examines what is left, with undisturbed runs; raises `Broken` if it is wrong."""
        raise NotImplementedError

    def expect_proper(self, outcome):
        """Done, killed, or an error in two lines with its exit code."""
        if outcome.status not in (0, KILLED):
            expect(outcome.status == INPUT_OUTPUT, "exit code of", outcome)
            lines = outcome.errors.splitlines()
            kinds = [line.split(": ")[0] for line in lines]
            # A warning before it has a hint of its own.
            is_proper = kinds.count("error") == 1 and kinds[-2:] == ["error", "hint"]
            expect(is_proper or self.failing == "write", "an error in two lines:", outcome)


class Encrypt(Command):
    name = "encrypt"
    arguments = ("encrypt", "bob")
    input = TEXT

    def printed(self, outcome):
        return outcome.output

    def judge(self, outcome):
        self.expect_proper(outcome)
        message = self.printed(outcome)
        expect(message or outcome.status != 0, "done, and no message")
        ledger = Ledger(self.pad)
        if outcome.status != 0 and b"\nEnd of " not in message:
            # Nobody can read a message that was cut short.
            message = b""
        if message:
            ledger.enter(message, TEXT)
        again = self.alice.write("bob", NEXT)
        ledger.enter(again, NEXT)
        texts = self.bob.read(again + message)
        expect(texts == NEXT + (TEXT if message else b""), "bob reads:", texts)


class EncryptToFile(Encrypt):
    is_variant = True
    name = "encrypt -o"
    arguments = ("encrypt", "bob", "-o", "OUT")

    def printed(self, outcome):
        expect(outcome.output == b"", "on standard output:", outcome)
        left = list(self.directory.glob("OUT.*"))
        can_remove = outcome.status != KILLED and self.failing != "unlink"
        expect(not left or not can_remove, "left behind:", left)
        out = self.directory / "OUT"
        return out.read_bytes() if out.exists() else b""


class Decrypt(Command):
    name = "decrypt"
    arguments = ("decrypt",)

    def arrange(self):
        self.end = self.bob
        self.input = self.alice.write("bob", TEXT)
        self.next = self.alice.write("bob", NEXT)

    def printed(self, outcome):
        return outcome.output

    def judge(self, outcome):
        self.expect_proper(outcome)
        text = self.printed(outcome)
        expect(text == TEXT or text == b"" and outcome.status != 0, "delivered:", outcome)
        # Together with the next one, which must be readable whatever became of this one.
        again = self.bob.run("decrypt", input=self.input + self.next)
        expect(again.status == 0, "read again:", again)
        if again.output == TEXT + NEXT:
            expect(outcome.status != 0, "read twice")
            third = self.bob.run("decrypt", input=self.input)
            expect(third.status == BAD_DATA and third.output == b"", "read for ever:", third)
        else:
            expect(text == TEXT and again.output == NEXT, "lost:", again)
        answer = self.bob.write("alice", NEXT)
        expect(self.alice.read(answer) == NEXT, "alice cannot read the answer")


class DecryptToFile(Decrypt):
    is_variant = True
    name = "decrypt -o"
    arguments = ("decrypt", "-o", "OUT")
    printed = EncryptToFile.printed


class Carry(Command):
    name = "pair --carry"
    arguments = ("pair", "carol", "--carry", "OUT", "--size", "8K")

    def judge(self, outcome):
        self.expect_proper(outcome)
        file = self.directory / "OUT"
        if self.is_whole(file):
            self.expect_both(file)
        else:
            expect(outcome.status != 0, "done, and no carried pad")
            expect(self.alice.run("encrypt", "carol", input=b"no\n").status != 0, "one end alone")
            remains = file.exists()
            if remains:
                taken = self.carol.run("pair", "alice", "--from", file)
                expect(taken.status == BAD_DATA, "took in half a pad:", taken)
                file.unlink()
            other = self.directory / "OUT2"
            again = self.alice.run("pair", "carol", "--carry", other, "--size", "8K")
            # Death between the two copies, or a file that cannot be removed, leaves the giver's
            # copy: the program says so, and it can be forgotten.
            if again.status == CANNOT_CREATE and (remains or outcome.status == KILLED):
                self.alice.succeed("forget", "carol", "--yes")
                again = self.alice.run("pair", "carol", "--carry", other, "--size", "8K")
            expect(again.status == 0, "paired again:", again)
            self.expect_both(other)
        expect(len(list((self.carol.vault / "pads").iterdir())) == 1, "carol holds one pad")

    def is_whole(self, file):
        try:
            return bool(vernam_message.Pad(file))
        except (OSError, vernam_message.Bad, IndexError):
            return False

    def expect_both(self, file):
        """A complete file has its counterpart: the two can talk."""
        self.carol.succeed("pair", "alice", "--from", file)
        self.expect_talking()

    def expect_talking(self):
        expect(self.alice.read(self.carol.write("alice", NEXT)) == NEXT, "alice reads from carol")
        if LONG:
            expect(self.carol.read(self.alice.write("carol", NEXT)) == NEXT, "carol from alice")


class TakeIn(Carry):
    name = "pair --from"
    arguments = ("pair", "alice", "--from", "OUT")

    def arrange(self):
        self.end = self.carol
        kept = self.directory / "kept"
        self.alice.succeed("pair", "carol", "--carry", kept, "--size", "8K")

    def prepare(self):
        super().prepare()
        shutil.copy(self.directory / "kept", self.directory / "OUT")

    def judge(self, outcome):
        self.expect_proper(outcome)
        file = self.directory / "OUT"
        if outcome.status != 0:
            again = self.carol.run("pair", "alice", "--from", file)
            held = (BAD_DATA, CANNOT_CREATE, 66)
            expect(again.status in (0, *held), "taken in again:", again)
        self.expect_talking()
        again = self.carol.run("pair", "other", "--from", self.directory / "kept")
        expect(again.status == BAD_DATA, "taken in twice:", again)


class Forget(Command):
    name = "forget"
    arguments = ("forget", "carol", "--yes")

    def prepare(self):
        super().prepare()
        kept = self.directory / "OUT"
        self.alice.succeed("pair", "carol", "--carry", kept, "--size", "8K")
        self.id = vernam_message.Pad(kept).id

    def judge(self, outcome):
        self.expect_proper(outcome)
        directory = self.alice.vault / "pads" / self.id.hex()
        expect(outcome.status != 0 or not directory.exists(), "done, and the pad is there")
        again = self.alice.run("forget", "carol", "--yes")
        expect(again.status in (0, 64), "forgotten again:", again)
        expect(self.alice.succeed("contacts") == b"bob\n", "contacts")
        expect(not directory.exists(), "files are left:", directory)
        back = self.alice.run("pair", "carol", "--from", self.directory / "OUT")
        expect(back.status == BAD_DATA, "a forgotten pad was taken in:", back)
        if LONG:
            expect(self.bob.read(self.alice.write("bob", NEXT)) == NEXT, "bob's pad")


class Several(Command):
    """Alice has two pads with bob: what happens to the contact happens to both, or to neither."""

    def arrange(self):
        kept = self.directory / "kept"
        self.alice.succeed("pair", "bob", "--carry", kept, "--size", "8K")
        self.bob.succeed("pair", "alice", "--from", kept)
        self.alice.read(self.bob.write("alice", b"I hold the second too\n"))

    def pads(self, name):
        found = json.loads(self.alice.succeed("status", "--json"))["contacts"]
        expect([contact["name"] for contact in found] == [name], "contacts:", found)
        return found[0]["pads"]


class Rename(Several):
    name = "rename"
    arguments = ("rename", "bob", "robert")

    def judge(self, outcome):
        self.expect_proper(outcome)
        name = self.alice.succeed("contacts").decode().strip()
        expect(name == "robert" or name == "bob" and outcome.status != 0, "contacts:", name)
        expect(len(self.pads(name)) == 2, "pads of", name)
        if name == "bob":
            self.alice.succeed("rename", "bob", "robert")
            expect(len(self.pads("robert")) == 2, "pads of robert")
        expect(self.bob.read(self.alice.write("robert", NEXT)) == NEXT, "bob reads")
        expect(self.alice.read(self.bob.write("alice", NEXT)) == NEXT, "alice reads")


class Closing(Several):
    """Alice's vault was rolled back, and bob's message shows it."""

    name = "closing"
    arguments = ("decrypt",)

    def arrange(self):
        super().arrange()
        # This changes the contact book after the pads were made.
        self.alice.succeed("rename", "bob", "robert")
        before = Snapshot(self.alice.vault, self.alice.outside)
        # The first ones fill their pad; the last uses the second pad, on which bob answers.
        for text in (b"x" * 15000, TEXT, TEXT):
            self.bob.read(self.alice.write("robert", text))
        self.input = self.bob.write("alice", TEXT)
        before.restore()

    def judge(self, outcome):
        self.expect_proper(outcome)
        expect(outcome.output == TEXT or outcome.status != 0, "delivered:", outcome)
        if outcome.status != 0:
            again = self.alice.run("decrypt", input=self.input)
            expect(again.status == 0 and again.output == TEXT
                   or again.status == BAD_DATA and outcome.output == TEXT, "read again:", again)
        refused = self.alice.run("encrypt", "robert", input=NEXT)
        expect(refused.status == CLOSED and refused.output == b"", "sent:", refused)
        expect(all(pad["sendingClosed"] for pad in self.pads("robert")), "pads that are open")
        expect(self.alice.read(self.bob.write("alice", NEXT)) == NEXT, "alice reads")


COMMANDS = (
    Encrypt, EncryptToFile, Decrypt, DecryptToFile, Carry, TakeIn, Forget, Rename, Closing)
