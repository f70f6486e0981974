#!/usr/bin/env python3
"""Reads a vault, written from vernam-vault(5) alone: a second opinion on what the manual says. It
changes nothing, takes no lock, and repairs nothing. AES is libcrypto's.

    vernam_vault.py VAULT PAD_ID PASSPHRASE [COUNTERS]

COUNTERS is the directory of the counters, if they should be compared, too. Ranges are printed with
their start and one past their end.
"""

import ctypes
import hashlib
import hmac
import pathlib
import sys

crypto = ctypes.CDLL("libcrypto.so.3")
for name in ("EVP_CIPHER_CTX_new", "EVP_aes_256_gcm", "EVP_aes_256_ctr"):
    getattr(crypto, name).restype = ctypes.c_void_p


class Bad(Exception):
    """The vault is not what the manual requires."""


def number(data):
    return int.from_bytes(data, "big")


class Fields:
    """A reader that takes fields off the head of some bytes, one after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def bytes(self, count):
        if self.at + count > len(self.data):
            raise Bad("too short")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, count):
        return number(self.bytes(count))

    def text(self, length, room):
        """UTF-8 of `length` bytes, then filler."""
        data = self.bytes(room)
        if length > room or any(data[length:]):
            raise Bad("filler that is not zeros")
        return data[:length].decode()

    def ranges(self, count):
        """Sorted, not empty, and apart from each other."""
        result = [(self.number(4), self.number(4)) for _ in range(count)]
        ends = [-1] + [end for _, end in result]
        if any(not before < start < end for before, (start, end) in zip(ends, result)):
            raise Bad("ranges out of order")
        return result

    def finish(self):
        if self.at != len(self.data):
            raise Bad("bytes behind the last field")


# AES-256.


def cipher(function, key, nonce):
    context = ctypes.c_void_p(crypto.EVP_CIPHER_CTX_new())
    if crypto.EVP_DecryptInit_ex(context, ctypes.c_void_p(function()), None, key, nonce) != 1:
        raise Bad("libcrypto")
    return context


def update(context, target, data):
    written = ctypes.c_int()
    if crypto.EVP_DecryptUpdate(context, target, ctypes.byref(written), data, len(data)) != 1:
        raise Bad("libcrypto")


def gcm_open(key, sealed, data):
    """Decrypts what was sealed with a nonce of zeros; None if the tag is wrong."""
    context = cipher(crypto.EVP_aes_256_gcm, key, bytes(12))
    text, tag = sealed[:-16], sealed[-16:]
    target = ctypes.create_string_buffer(len(text) + 16)
    update(context, None, data)
    update(context, target, text)
    crypto.EVP_CIPHER_CTX_ctrl(context, 0x11, 16, ctypes.c_char_p(tag))
    right = crypto.EVP_DecryptFinal_ex(context, target, ctypes.byref(ctypes.c_int()))
    crypto.EVP_CIPHER_CTX_free(context)
    return target.raw[: len(text)] if right == 1 else None


def key_stream(key, block, count):
    """AES-256-CTR, counting from `block`."""
    context = cipher(crypto.EVP_aes_256_ctr, key, block.to_bytes(16, "big"))
    target = ctypes.create_string_buffer(count + 16)
    update(context, target, bytes(count))
    crypto.EVP_CIPHER_CTX_free(context)
    return target.raw[:count]


def children(seed):
    pair = key_stream(seed, 0, 64)
    return pair[:32], pair[32:]


def hkdf(key, salt, info):
    """32 bytes (RFC 5869)."""
    extracted = hmac.digest(salt, key, "sha256")
    return hmac.digest(extracted, info + b"\1", "sha256")


# The files.

GENERATIONS = range(1, 1 << 62)


class Vault:
    """The header: the vault's id, and the root key."""

    def __init__(self, path, passphrase):
        self.path = path
        data = (path / "vault").read_bytes()
        if len(data) != 8192:
            raise Bad("the header is not two pages")
        copies = [copy for copy in (data[:4096], data[4096:]) if self.is_valid(copy)]
        if not copies:
            raise Bad("no valid copy of the header")
        best = max(copies, key=lambda copy: number(copy[10:18]))
        self.id = best[18:34]
        self.root = gcm_open(self.wrapping_key(best, passphrase), best[76:124], best[:76])
        if self.root is None:
            raise Bad("wrong passphrase")

    @staticmethod
    def is_valid(copy):
        if copy[:8] != b"vernam/v" or hashlib.sha256(copy[:4064]).digest() != copy[4064:]:
            return False
        if number(copy[8:10]) > 1:
            raise Bad("made by a newer program")
        return number(copy[8:10]) == 1 and number(copy[10:18]) in GENERATIONS

    @staticmethod
    def wrapping_key(copy, passphrase):
        salt, log_n = copy[44:76], copy[35]
        if copy[34] == 0:
            return hkdf(b"no passphrase", salt, b"vernam/1 vault")
        r, p = number(copy[36:40]), number(copy[40:44])
        is_fit = 1 <= log_n <= 30 and 1 <= r <= 64 and 1 <= p <= 16 and log_n < 16 * r
        if not is_fit or 128 * r << log_n > 1 << 30:
            raise Bad("a cost that no vault may ask for")
        return hashlib.scrypt(passphrase, salt=salt, n=1 << log_n, r=r, p=p, dklen=32, maxmem=2**31 - 1)


def newest(path, slot_bytes, owner, root, magic, info, decode):
    """The generation and content of the current slot in a file of sealed slots."""
    data = path.read_bytes()
    if slot_bytes is None:
        slot_bytes = len(data) // 2
    if len(data) != 2 * slot_bytes or slot_bytes % 4096 != 0:
        raise Bad(f"{path.name} is not two slots")
    valid = []
    for slot in (0, 1):
        fields = Fields(data[slot * slot_bytes : (slot + 1) * slot_bytes])
        found, generation, salt, length = fields.bytes(8), fields.bytes(8), fields.bytes(32), fields.number(4)
        if found != magic or number(generation) not in GENERATIONS or length > slot_bytes - 68:
            continue
        text = gcm_open(hkdf(root, salt, info), fields.bytes(length + 16), owner + bytes([slot]) + generation)
        if text is None:
            continue
        if number(text[:2]) > 1:
            raise Bad("made by a newer program")
        try:
            valid.append((number(generation), decode(text)))
        except (Bad, UnicodeDecodeError):
            continue
    if not valid:
        raise Bad(f"no valid slot in {path.name}")
    return max(valid, key=lambda slot: slot[0])


def file_identity(fields):
    """Inode, birth time and subvolume; None if unknown."""
    present, inode = fields.number(1), fields.number(8)
    seconds, nanoseconds, subvolume = fields.bytes(8), fields.number(4), fields.number(8)
    has_birth, has_subvolume = present & 1, present >> 1 & 1
    if present > 3 or (not has_birth and (any(seconds) or nanoseconds)) or (not has_subvolume and subvolume):
        raise Bad("a file identity that contradicts itself")
    birth = (int.from_bytes(seconds, "big", signed=True), nanoseconds) if has_birth else None
    return inode, birth, subvolume if has_subvolume else None


def closing(fields):
    """The pad number through which sending is closed; 0 if it is not."""
    through, reason = fields.number(4), fields.number(1)
    if reason > 3 or (reason == 0 and through != 0):
        raise Bad("a closing that contradicts itself")
    return through


class Book:
    """The contact book."""

    def __init__(self, data):
        fields = Fields(data)
        if fields.number(2) != 1:
            raise Bad("another version")
        self.mark, self.highest = fields.bytes(8), fields.number(4)
        self.closed = closing(fields)
        self.identity = file_identity(fields)
        machines = fields.number(1)
        if any(fields.bytes(64)[16 * machines :]) or machines > 4:
            raise Bad("filler that is not zeros")
        length = fields.number(2)
        self.counters = fields.text(length, length)
        contacts, pads = fields.number(4), fields.number(4)
        self.contacts = {}
        for _ in range(contacts):
            contact, closed = fields.bytes(16), closing(fields)
            self.contacts[contact] = (fields.text(fields.number(1), 64), closed)
        self.pads = {}
        numbers = [0]
        for _ in range(pads):
            pad, pad_number, contact = fields.bytes(16), fields.number(4), fields.bytes(16)
            role, shape = fields.number(1), (fields.number(2), fields.number(4), fields.number(4))
            self.pads[pad] = (pad_number, contact, role, shape, fields.bytes(64))
            numbers.append(pad_number)
        fields.finish()
        self.check(contacts, pads, numbers)

    def check(self, contacts, pads, numbers):
        names = {name for name, _ in self.contacts.values()}
        if not len(self.contacts) == len(names) == contacts or len(self.pads) != pads:
            raise Bad("two contacts or pads with one id or name")
        if "" in names or any(low >= high for low, high in zip(numbers, numbers[1:])):
            raise Bad("no name, or numbers of pads that do not rise")
        closings = [self.closed] + [closed for _, closed in self.contacts.values()]
        if max(numbers + closings) > self.highest or self.highest > 1 << 31:
            raise Bad("a number that was never given")
        if any(contact not in self.contacts or role > 1 for _, contact, role, *_ in self.pads.values()):
            raise Bad("a pad of nobody")
        if any(chunk not in (256, 1024, 4096) or not all(lanes) for *_, (chunk, *lanes), _ in self.pads.values()):
            raise Bad("a shape that no pad has")


class State:
    def __init__(self, data):
        fields = Fields(data)
        if fields.number(2) != 1:
            raise Bad("another version")
        self.role, self.chunk = fields.number(1), fields.number(2)
        self.lanes = fields.number(4), fields.number(4)
        self.header_keys, self.contact, self.mark = fields.bytes(64), fields.bytes(16), fields.bytes(8)
        self.flags, self.transfer = fields.number(1), fields.number(1)
        self.next, self.previous_end, self.sent, self.known = (fields.number(4) for _ in range(4))
        self.book_generation = fields.number(8)
        self.identity = file_identity(fields)
        source, assumptions, filler = fields.bytes(1024).split(b"\0", 2)
        self.source, self.assumptions = source.decode(), assumptions.decode()
        if not source or any(filler):
            raise Bad("not a source, assumptions and zeros")
        ranges, packets, nodes, numbers = (fields.number(2) for _ in range(4))
        self.consumed = fields.ranges(ranges)
        self.packets = [(fields.number(4), fields.number(4), fields.bytes(8)) for _ in range(packets)]
        self.nodes = [(fields.number(1), fields.number(8), fields.bytes(32)) for _ in range(nodes)]
        self.read = fields.ranges(numbers)
        fields.finish()
        self.depth = (sum(self.lanes) - 1).bit_length()
        self.check()

    def check(self):
        own, other = self.lanes[self.role], self.lanes[1 - self.role]
        if self.role > 1 or self.chunk not in (256, 1024, 4096) or self.flags > 3 or self.transfer not in (1, 2):
            raise Bad("an unknown value")
        if self.next > own or max(self.previous_end, self.sent) > self.next or self.known > other:
            raise Bad("numbers that contradict each other")
        if self.consumed and self.consumed[-1][1] > other:
            raise Bad("chunks beyond the lane")
        if self.read and (self.read[0][0] < 1 or self.read[-1][1] > self.known + 1):
            raise Bad("numbers of messages that were never sent")
        for start, end, _ in self.packets:
            if start >= end or not any(low <= start and end <= high for low, high in self.consumed):
                raise Bad("a packet that was read with chunks that are not spent")
        self.check_tree()

    def check_tree(self):
        """Every chunk is either spent or below a node, and never both."""
        taken = self.spent()
        for level, index, _ in self.nodes:
            if level > self.depth or index >= 1 << level:
                raise Bad("a node that the tree does not have")
            width = 1 << (self.depth - level)
            taken.append((index * width, min((index + 1) * width, sum(self.lanes))))
        end = 0
        for start, following in sorted(taken):
            if start != end:
                raise Bad("a chunk that is spent and has a key, or neither")
            end = following
        if end != sum(self.lanes):
            raise Bad("chunks without a key at the end")

    def spent(self):
        """Ranges of positions over both lanes."""
        own, other = (0, self.lanes[0]) if self.role == 0 else (self.lanes[0], 0)
        sent = [(own, own + self.next)] if self.next > 0 else []
        return sent + [(other + start, other + end) for start, end in self.consumed]

    def key(self, chunk):
        """The key of a chunk over both lanes; None if it is spent."""
        for level, index, seed in self.nodes:
            if chunk >> (self.depth - level) == index:
                for step in range(self.depth - level - 1, -1, -1):
                    seed = children(seed)[chunk >> step & 1]
                return seed
        return None


class Chunks:
    def __init__(self, path, pad_id, state, root):
        self.data, self.id, self.state, self.sealed = path.read_bytes(), pad_id, state, state.chunk + 16
        if len(self.data) != sum(state.lanes) * self.sealed:
            raise Bad("the pad is not as long as its chunks")
        self.wiping_key = hkdf(root, b"", b"vernam/1 wiped" + pad_id)

    def stored(self, chunk):
        return self.data[chunk * self.sealed : (chunk + 1) * self.sealed]

    def read(self, chunk):
        text = gcm_open(self.state.key(chunk), self.stored(chunk), self.id + chunk.to_bytes(8, "big"))
        if text is None:
            raise Bad("a chunk that fails its seal")
        return text

    def is_wiped(self, chunk):
        return self.stored(chunk) == key_stream(self.wiping_key, chunk * self.sealed // 16, self.sealed)

    def wiped(self):
        """How many chunks are wiped: exactly the spent ones."""
        found = {chunk for chunk in range(sum(self.state.lanes)) if self.is_wiped(chunk)}
        spent = {chunk for start, end in self.state.spent() for chunk in range(start, end)}
        if found - spent:
            raise Bad("a wiped chunk whose key is there: the state is older than the pad")
        if spent - found:
            raise Bad("a spent chunk that was not wiped")
        return len(found)


def compared(directory, vault, name, owner, generation, mark):
    """How a counter outside the vault compares with a generation and a mark."""
    path = pathlib.Path(directory) / f"{vault.id.hex()}-{name}"
    data = path.read_bytes() if path.exists() else b""
    check = hashlib.sha256(b"vernam/1 counter" + vault.id + owner + data[:16]).digest()[:16]
    if len(data) != 32 or data[16:] != check:
        return "gone"
    if number(data[:8]) != generation:
        return "ahead" if number(data[:8]) > generation else "behind"
    return "equal" if data[8:16] == mark else "ahead"


def joined(ranges):
    return " ".join(f"{start}-{end}" for start, end in ranges)


def main(path, name, passphrase, counters=None):
    path, pad_id = pathlib.Path(path), bytes.fromhex(name)
    vault = Vault(path, passphrase.encode())
    directory = path / "pads" / name
    book_generation, book = newest(
        path / "contacts", None, vault.id, vault.root, b"vernam/c", b"vernam/1 contacts", Book
    )
    generation, state = newest(
        directory / "state", 65536, pad_id, vault.root, b"vernam/s", b"vernam/1 state", State
    )
    chunks = Chunks(directory / "pad", pad_id, state, vault.root)
    pad_number, contact, role, shape, header_keys = book.pads[pad_id]
    if (role, shape, header_keys) != (state.role, (state.chunk, *state.lanes), state.header_keys):
        raise Bad("the book and the state describe two pads")
    if state.book_generation > book_generation:
        raise Bad("the book is older than the state")
    first = state.next + (state.lanes[0] if state.role == 1 else 0)
    print("contact", book.contacts[contact][0])
    print("number", pad_number)
    print("next to send", state.next)
    print("consumed", joined(state.consumed))
    print("read numbers", joined(state.read))
    print("wiped", chunks.wiped())
    print("chunk", first, chunks.read(first)[:16].hex())
    if counters is not None:
        print("counter", compared(counters, vault, name, pad_id, generation, state.mark))
        print("book counter", compared(counters, vault, "contacts", bytes(16), book_generation, book.mark))


main(*sys.argv[1:])
