#!/usr/bin/env python3
"""Exchanges messages with vernam, written from vernam-exchange(7) and the pages that it names, with
only Python's standard library: a second opinion on what the program does. Not for real use: what it
spends and what it keeps to send is in its memory only.

    vernam_exchange.py call CARRIED_FILE LANE HOST:PORT
    vernam_exchange.py listen CARRIED_FILE LANE
        exchanges messages; LANE is the one that this end sends with. Reads one of these from each
        line of its standard input, and prints what happens:
            send TEXT   sends a message
            repeat      sends every message of this end once more, in order
            skip COUNT  counts this many chunks of the other lane as spent
            mute        gives no receipts from now on
            answer      gives receipts again
            lose        ends the connection without a word, and calls again or waits for a call
            quit        says goodbye, and ends
    vernam_exchange.py example PACKETS
                        prints Fixtures/Vectors/exchange.txt, from packets.txt
"""

import base64
import hmac
import os
import selectors
import socket
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [f"{HERE}/../CommandTests", f"{HERE}/../PairingTests"]

from vernam_message import Bad, Foreign, Pad, body, content, open_packet, seal, vectors  # noqa: E402
from vernam_pairing import GCM, be, code, number  # noqa: E402


# The link key, and what is derived from it.


def hkdf(secret, salt, info, size):
    """HKDF-SHA256 (RFC 5869)."""
    root = code(salt or bytes(32), secret)
    data, block = b"", b""
    for count in range(1, -(-size // 32) + 1):
        block = code(root, block + info + bytes([count]))
        data += block
    return data[:size]


def link_key(header_keys):
    return hkdf(b"".join(header_keys), b"", b"vernam/1 link", 32)


def offer(key, side, nonce):
    """The instance name under which one side is on offer."""
    mark = code(key, b"vernam/1 offer" + bytes([side]) + nonce)[:12]
    return base64.b32encode(nonce + mark).decode().lower()


def call_message(key, side, nonce):
    return nonce + code(key, b"vernam/1 call" + bytes([side]) + nonce)[:16]


def here_message(key, side, nonces):
    return nonces[32:] + code(key, b"vernam/1 here" + bytes([side]) + nonces)[:16]


def frame_keys(key, nonces):
    """The key of the caller's frames, and that of the listener's."""
    keys = hkdf(key, nonces, b"vernam/1 link frames", 64)
    return keys[:32], keys[32:]


# Frames.

PING, PIECE, PACKET, RECEIPT, BYE = range(5)
PIECE_BYTES = 32768


class Frames:
    """The frames of one direction."""

    def __init__(self, key):
        self.cipher, self.count = GCM(key), 0

    def nonce(self):
        self.count += 1
        return bytes(4) + be(self.count - 1, 8)

    def seal(self, kind, text=b""):
        length = be(1 + len(text), 2)
        return length + self.cipher.seal(self.nonce(), length, bytes([kind]) + text)

    def open(self, read):
        """The kind and content of the next frame."""
        length = read(2)
        if number(length) == 0:
            raise Bad("a frame without a kind")
        text = self.cipher.open(self.nonce(), length, read(number(length) + 16))
        kind, text = text[0], text[1:]
        fits = {
            PING: not text, PIECE: len(text) > 8, PACKET: text, RECEIPT: len(text) == 16,
            BYE: not text}
        if not fits.get(kind):
            raise Bad(f"a frame of kind {kind} with {len(text)} bytes")
        return kind, text


# Receipts.


def answer(meaning, header_key, packet):
    """The receipt of a packet (b"receipt"), or what says that it will never be read (b"passed")."""
    return code(header_key, b"vernam/1 " + meaning + packet[-48:])[:16]


# A conversation.


class Lost(Exception):
    """The connection has ended."""


class End:
    """One end of a pad: what it has sent and read."""

    def __init__(self, path, lane):
        self.pad, self.lane = Pad(path), lane
        self.key = link_key(self.pad.header_keys)
        self.next = self.previous = 0
        self.sent = []  # all packets, in order
        self.answers = {}  # receipt or passed: the packet's number and which of them it is
        self.confirmed = set()
        self.spent, self.read = set(), {}  # chunks of the other lane; packets read, by first chunk
        self.is_mute = False

    def chunks(self, packet):
        return -(-(len(packet) - 56 + 64) // self.pad.chunk)

    def make(self, text):
        """A packet whose body fills its slice."""
        filled = body(text, max(self.spent, default=-1) + 1, self.previous, len(self.sent))
        count = -(-(len(filled) + 64) // self.pad.chunk)
        filled = filled.ljust(count * self.pad.chunk - 64, b"\0")
        packet = seal(self.pad, self.lane, self.next, filled)
        self.next += count
        self.previous = self.next
        self.sent.append(packet)
        key = self.pad.header_keys[self.lane]
        for meaning in (b"receipt", b"passed"):
            self.answers[answer(meaning, key, packet)] = len(self.sent), meaning
        return packet

    def kept(self):
        """The packets that the other end has not confirmed."""
        return [
            packet for place, packet in enumerate(self.sent, 1) if place not in self.confirmed
        ]

    def confirm(self, receipt):
        place, meaning = self.answers.get(receipt, (None, None))
        if place in self.confirmed:
            say("again", place)
        elif place:
            say("arrived" if meaning == b"receipt" else "passed", place)
            self.confirmed.add(place)

    def receive(self, packet):
        """Reads a packet; returns what to answer, if anything."""
        lane = 1 - self.lane
        # Only lane and first chunk are needed here, and a chunk is verified as if it were unspent.
        chunk, text = open_packet(self.pad, packet, [lane])
        own = set(range(chunk, chunk + self.chunks(packet)))
        key = self.pad.header_keys[lane]
        if chunk in self.spent:
            if self.read.get(chunk) != packet[-48:]:
                say("skipped", chunk)
                return answer(b"passed", key, packet)
            say("repeated", chunk)
            return answer(b"receipt", key, packet)
        name, text = content(text, chunk)
        if (len(packet) - 56 + 64) % self.pad.chunk:
            raise Bad("a body that does not fill its slice")
        say("message" if name is None else "file", text.decode() if name is None else len(text))
        self.spent |= own
        self.read[chunk] = packet[-48:]
        return answer(b"receipt", key, packet)


def say(*words):
    print(*words, flush=True)


def reader(connection):
    """A function that waits for exactly so many bytes."""

    def read(count):
        data = b""
        while len(data) < count:
            piece = connection.recv(count - len(data))
            if not piece:
                raise Lost("the other end closed the connection")
            data += piece
        return data

    return read


def call(end, address):
    """Calls; returns the connection and both keys, that of our own frames first."""
    connection = socket.create_connection(address, timeout=10)
    own = os.urandom(32)
    connection.sendall(call_message(end.key, end.lane, own))
    found = reader(connection)(48)
    nonces = own + found[:32]
    if not hmac.compare_digest(found, here_message(end.key, 1 - end.lane, nonces)):
        raise Lost("a stranger")
    return connection, *frame_keys(end.key, nonces)


def hear(end, listener):
    """Waits for a caller that has the key; any other gets random bytes."""
    while True:
        connection, _ = listener.accept()
        connection.settimeout(10)
        try:
            found, own = reader(connection)(48), os.urandom(32)
            if hmac.compare_digest(found, call_message(end.key, 1 - end.lane, found[:32])):
                nonces = found[:32] + own
                connection.sendall(here_message(end.key, end.lane, nonces))
                return connection, *reversed(frame_keys(end.key, nonces))
            connection.sendall(own + os.urandom(16))
        except (Lost, OSError):
            pass
        connection.close()


class Session:
    """One connection, after the handshake."""

    def __init__(self, end, connection, own, other):
        self.end, self.connection, self.read = end, connection, reader(connection)
        self.sealing, self.opening, self.pieces = Frames(own), Frames(other), b""
        self.rest = 0
        self.write(PING)
        self.take()
        connection.settimeout(60)
        say("here")
        for packet in end.kept():
            self.send(packet)

    def write(self, kind, text=b""):
        self.connection.sendall(self.sealing.seal(kind, text))

    def send(self, packet):
        if len(packet) <= PIECE_BYTES:
            return self.write(PACKET, packet)
        for start in range(0, len(packet), PIECE_BYTES):
            piece, rest = packet[start : start + PIECE_BYTES], packet[start + PIECE_BYTES :]
            self.write(PIECE, be(len(rest), 8) + piece)

    def take(self):
        """Takes one frame."""
        kind, text = self.opening.open(self.read)
        if kind == RECEIPT:
            self.end.confirm(text)
        elif kind == BYE:
            raise Lost("the other end left")
        elif kind == PACKET:
            self.receive(text)
        elif kind == PIECE:
            rest, piece = number(text[:8]), text[8:]
            if self.pieces and rest + len(piece) != self.rest:
                raise Bad("a packet that is not as long as was said")
            self.rest, self.pieces = rest, self.pieces + piece
            if rest == 0:
                packet, self.pieces = self.pieces, b""
                self.receive(packet)

    def receive(self, packet):
        receipt = self.end.receive(packet)
        if receipt and not self.end.is_mute:
            self.write(RECEIPT, receipt)


def obey(line, end, session):
    """Does what a line asks for. Returns whether to go on."""
    word, _, rest = line.partition(" ")
    if word == "send":
        session.send(end.make(rest.encode()))
    elif word == "repeat":
        for packet in end.sent:
            session.send(packet)
    elif word == "skip":
        end.spent |= set(range(int(rest)))
        say("spent", rest)
    elif word in ("mute", "answer"):
        end.is_mute = word == "mute"
        say(word)
    elif word == "lose":
        raise Lost("as asked")
    elif word == "quit":
        session.write(BYE)
        return False
    else:
        raise Bad(f"no such command: {word}")
    return True


class Lines:
    """Lines of standard input, without a buffer that select cannot see."""

    def __init__(self):
        self.bytes, self.whole = b"", []

    def fetch(self):
        found = os.read(0, 65536)
        *lines, self.bytes = (self.bytes + found).split(b"\n")
        self.whole += [line.decode() for line in lines] + ([] if found else ["quit"])


def talk(end, session, lines):
    """Goes on until the person quits (False), or the connection ends (Lost)."""
    with selectors.DefaultSelector() as selector:
        selector.register(0, selectors.EVENT_READ)
        selector.register(session.connection, selectors.EVENT_READ)
        last = time.monotonic()
        while True:
            while lines.whole:
                if not obey(lines.whole.pop(0), end, session):
                    return False
            ready = [key.fileobj for key, _ in selector.select(1)]
            if time.monotonic() - last > 20:
                session.write(PING)
                last = time.monotonic()
            if session.connection in ready:
                session.take()
            if 0 in ready:
                lines.fetch()


def converse(end, connect):
    lines, is_on = Lines(), True
    while is_on:
        connection = None
        try:
            connection, *keys = connect()
            is_on = talk(end, Session(end, connection, *keys), lines)
        except (Lost, ConnectionError, socket.timeout) as error:
            say("away", error)
            # A person would wait longer each time.
            time.sleep(0.2)
        finally:
            if connection:
                connection.close()


def exchange_as_caller(path, lane, address):
    host, _, port = address.rpartition(":")
    end = End(path, int(lane))
    converse(end, lambda: call(end, (host, int(port))))


def exchange_as_listener(path, lane):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        say("port", listener.getsockname()[1])
        end = End(path, int(lane))
        converse(end, lambda: hear(end, listener))


# The example.


def show(name, **values):
    print(f"\nname = {name}")
    for key, value in values.items():
        text = value.hex() if isinstance(value, bytes) else value
        print(f"{key.replace('_', '-')} = {text}")


def fixed(value, size=32):
    return bytes([value]) * size


def example_of_session(frames, packet, size, receipt):
    """The frames that one end sends: its packet in two pieces, then in one, and a receipt."""
    return {
        "ping_frame": frames.seal(PING),
        "piece_frame": frames.seal(PIECE, be(len(packet) - size, 8) + packet[:size]),
        "last_piece_frame": frames.seal(PIECE, be(0, 8) + packet[size:]),
        "packet_frame": frames.seal(PACKET, packet),
        "receipt_frame": frames.seal(RECEIPT, receipt),
        "bye_frame": frames.seal(BYE),
    }


def example(path):
    packets = {vector["name"]: vector for vector in vectors(path)}
    lanes = packets["a short text"], packets["a hello"]
    keys = [bytes.fromhex(vector["header-key"]) for vector in lanes]
    sent = [bytes.fromhex(vector["packet"]) for vector in lanes]
    key = link_key(keys)
    nonces = fixed(3) + fixed(4)
    caller, listener = frame_keys(key, nonces)
    receipts = [answer(b"receipt", *pair) for pair in zip(keys, sent)]
    print("# A connection with fixed bytes instead of chance: vernam-exchange(7), EXAMPLES.")
    print("# Made by Tests/ExchangeTests/vernam_exchange.py. The giver calls. The packets are")
    print("# \"a short text\" (lane 0) and \"a hello\" (lane 1) of packets.txt.")
    show(
        "the link", header_key_0=keys[0], header_key_1=keys[1], link_key=key,
        giver_nonce=fixed(1, 8), giver_offer=offer(key, 0, fixed(1, 8)),
        taker_nonce=fixed(2, 8), taker_offer=offer(key, 1, fixed(2, 8)))
    show(
        "the handshake", caller_nonce=nonces[:32], listener_nonce=nonces[32:],
        call=call_message(key, 0, nonces[:32]), here=here_message(key, 1, nonces),
        caller_key=caller, listener_key=listener)
    for name, packet, header_key in zip(("lane 0", "lane 1"), sent, keys):
        show(
            f"the receipts of {name}", packet=packet, header_key=header_key,
            receipt=answer(b"receipt", header_key, packet),
            passed=answer(b"passed", header_key, packet))
    show("the caller's frames", **example_of_session(Frames(caller), sent[0], 100, receipts[1]))
    show("the listener's frames", **example_of_session(Frames(listener), sent[1], 1, receipts[0]))


def main(command, *arguments):
    {
        "call": exchange_as_caller, "listen": exchange_as_listener, "example": example,
    }[command](*arguments)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Bad, Foreign, KeyError, OSError, TypeError, ValueError) as error:
        sys.exit(f"error: {error}")
