"""Figures of a conversation over loopback, with `vernam chat --json` at both ends."""

import json
import os
import pathlib
import queue
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

DEADLINE = 120


class Talker:
    """One end of a conversation: what it says arrives here as events, each with its time."""

    def __init__(self, program, vault, *arguments, **variables):
        self.process = subprocess.Popen(
            [program, "chat", *arguments, "--json", "--vault", vault], env=os.environ | variables,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.events = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.events.put((time.perf_counter(), json.loads(line)))

    def say(self, **members):
        self.process.stdin.write(json.dumps(members).encode() + b"\n")
        self.process.stdin.flush()

    def wait(self, event):
        """The time and the content of the next event of this kind."""
        while True:
            moment, found = self.events.get(timeout=DEADLINE)
            if found["event"] == event:
                return moment, found

    def all(self, count):
        """The times of the next `count` messages; by then as many of its own have arrived."""
        times, arrived = [], 0
        while len(times) < count or arrived < count:
            moment, found = self.events.get(timeout=DEADLINE)
            times += [moment] * (found["event"] == "message")
            arrived += found["event"] == "arrived"
        return times

    def seconds(self):
        """Processor seconds used so far."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def leave(self):
        """Ends it; returns its peak memory in MiB."""
        self.process.stdin.close()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        return usage.ru_maxrss / 1024


class Syncs:
    """The syncs from Enter to the other screen, as vernam-vault(5) has them, and nothing else: the
    sender's opening, mark, packet, its name, chunks and second slot; the reader's opening. What the
    reader syncs afterwards comes later. `delay`: seconds that each takes longer."""

    def __init__(self, directory, delay):
        self.delay = delay
        self.directory = tempfile.TemporaryDirectory(dir=directory)
        self.state, self.chunks, self.other = (self.open(name) for name in ("s", "c", "o"))
        self.folder = os.open(self.directory.name, os.O_RDONLY)
        for file in (self.state, self.chunks, self.other):
            os.pwrite(file, bytes(1 << 16), 0)
            os.fsync(file)
        os.fsync(self.folder)

    def open(self, name):
        return os.open(f"{self.directory.name}/{name}", os.O_RDWR | os.O_CREAT)

    def sync(self, file, call=os.fdatasync):
        time.sleep(self.delay)
        call(file)

    def overwrite(self, file, place=0):
        os.pwrite(file, os.urandom(4096), place)
        self.sync(file)

    def seconds(self):
        """How long they take now."""
        start = time.perf_counter()
        self.sync(self.state)
        self.overwrite(self.state)
        packet = self.open("new")
        os.pwrite(packet, os.urandom(200), 0)
        self.sync(packet, os.fsync)
        os.rename(f"{self.directory.name}/new", f"{self.directory.name}/kept")
        self.sync(self.folder, os.fsync)
        os.close(packet)
        self.overwrite(self.chunks)
        self.overwrite(self.state, 4096)
        self.sync(self.other)
        elapsed = time.perf_counter() - start
        os.remove(f"{self.directory.name}/kept")
        return elapsed

    def close(self):
        for file in (self.state, self.chunks, self.other, self.folder):
            os.close(file)
        self.directory.cleanup()


def start(program, one, two, **variables):
    """Both ends of a conversation, once they have met."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    alice = Talker(program, one, "bob", "--listen", f"127.0.0.1:{port}", **variables)
    alice.wait("listening")
    bob = Talker(program, two, "alice", "--connect", f"127.0.0.1:{port}", **variables)
    alice.wait("here")
    bob.wait("here")
    return alice, bob


def enter_to_screen(alice, bob, place, messages, delay=0):
    """Seconds from Enter to the other screen, and relative to the syncs on the way."""
    latencies, sums, syncs = [], [], Syncs(place, delay)
    for number in range(messages):
        begin = time.perf_counter()
        alice.say(text=f"message {number}")
        moment, _ = bob.wait("message")
        latencies.append(moment - begin)
        alice.wait("arrived")
        sums.append(syncs.seconds())
    syncs.close()
    return statistics.median(latencies), statistics.median(latencies) / statistics.median(sums)


def on_a_slow_disk(program, one, two, line):
    """The syncs of this machine may take no time, as on a disk with a cache of its own."""
    with tempfile.TemporaryDirectory() as directory:
        library = f"{directory}/slow_syncs.so"
        if not shutil.which("cc"):
            return line("chat: if each sync takes 5 ms longer", "no compiler")
        source = pathlib.Path(__file__).with_name("slow_syncs.c")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, source], check=True)
        alice, bob = start(program, one, two, LD_PRELOAD=library, SYNC_MS="5")
        seconds, ratio = enter_to_screen(alice, bob, os.path.dirname(one), 30, delay=0.005)
        for end in (alice, bob):
            end.leave()
    if seconds < 0.035:
        sys.exit("the seven syncs did not take longer")
    line("chat: if each sync takes 5 ms longer", f"{seconds * 1000:.1f} ms")
    line("  relative to the syncs on the way", f"{ratio:.2f}", "bar: 1.5")


def report(program, one, two, pairing, line):
    """`one` and `two` are vaults that call each other bob and alice; `pairing`: the seconds that it
    takes to share 16 MiB over loopback."""
    on_a_slow_disk(program, one, two, line)
    alice, bob = start(program, one, two)
    seconds, ratio = enter_to_screen(alice, bob, os.path.dirname(one), 200)
    line("chat: Enter to the other screen", f"{seconds * 1000:.1f} ms")
    line("  relative to the syncs on the way", f"{ratio:.1f}")
    begin = time.perf_counter()
    for number in range(1000):
        alice.say(text=f"message {number}")
        bob.say(text=f"message {number}")
    arrivals = bob.all(1000)
    elapsed = max(arrivals + alice.all(1000)) - begin
    line("chat: 1,000 messages each way", f"{2000 / elapsed:.0f} a second")
    middle, end = arrivals[499], arrivals[999]
    line("  time of the second half, relative to the first", f"{(end - middle) / (middle - begin):.2f}",
         "bar: 1.2")
    used = alice.seconds() + bob.seconds()
    time.sleep(5)
    idle = alice.seconds() + bob.seconds() - used
    line("chat: idle for 5 s, both ends", f"{idle * 1000:.0f} ms CPU", "bar: 10 ms")
    with tempfile.NamedTemporaryFile(dir=os.path.dirname(one)) as file:
        file.write(os.urandom(16 << 20))
        file.flush()
        begin = time.perf_counter()
        alice.say(file=file.name)
        _, found = bob.wait("file")
        bob.say(save=found["save"], path=file.name + ".saved")
        moment, _ = bob.wait("saved")
        line("chat: a file of 16 MiB", f"{16 / (moment - begin):.0f} MiB/s")
        line("  rate relative to pairing with 16 MiB", f"{pairing / (moment - begin):.2f}",
             "bar: 0.5")
        os.remove(file.name + ".saved")
    peaks = alice.leave(), bob.leave()
    line("chat: peak memory of an end", f"{max(peaks):.0f} MiB", "bar: 48 MiB")
