#!/usr/bin/env python3
"""Reads and writes vernam messages, written from vernam-message(5) alone, with only Python's
standard library and libcrypto's AES: a second opinion on what the program does. Not for real use:
it marks no chunk as spent and wipes nothing.

    vernam_message.py read CARRIED_FILE < armored text > content
    vernam_message.py write CARRIED_FILE LANE CHUNK [PEER_SEEN PREVIOUS_END SENT_BEFORE] \\
        < text > armored text
    vernam_message.py write-file CARRIED_FILE LANE CHUNK NAME < content > armored text
    vernam_message.py example NEW_CARRIED_FILE
    vernam_message.py check DIRECTORY_OF_VECTORS
"""

import ctypes
import hashlib
import hmac
import re
import sys
import unicodedata


crypto = ctypes.CDLL("libcrypto.so.3")
for name in ("EVP_CIPHER_CTX_new", "EVP_aes_256_ctr"):
    getattr(crypto, name).restype = ctypes.c_void_p


class Bad(Exception):
    """The input is not what the manual requires."""


# The pad.


class Pad:
    """A carried pad: its id, the chunk size c, the two header keys and the two lanes."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        magic, version, flags, split = data[:8], number(data[8:10]), data[10], data[11]
        if magic != b"vernam/c" or version != 1 or flags != 0:
            raise Bad("not a carried pad of version 1")
        if hashlib.sha256(data[:-32]).digest() != data[-32:]:
            raise Bad("the carried pad's digest is wrong")
        size = number(data[12:20])
        self.id = data[20:36]
        self.chunk = 256 if size < 2**24 else 1024 if size < 2**30 else 4096
        chunks = size // self.chunk
        border = chunks * split // 100 * self.chunk
        material = data[36 + 1024 : -32]
        if len(material) != 64 + chunks * self.chunk:
            raise Bad("the carried pad is cut short")
        self.header_keys = material[:32], material[32:64]
        self.lanes = material[64 : 64 + border], material[64 + border :]

    def slice(self, lane, chunk, body_bytes):
        count = -(-(body_bytes + 64) // self.chunk)
        start, end = chunk * self.chunk, (chunk + count) * self.chunk
        if end > len(self.lanes[lane]):
            raise Bad("not in the lane")
        return self.lanes[lane][start:end]


def number(data):
    return int.from_bytes(data, "big")


def be32(value):
    return value.to_bytes(4, "big")


# The body.


def bucket(count):
    if count <= 64:
        return 64
    exponent = count.bit_length() - 1
    mask = (1 << (exponent - exponent.bit_length())) - 1
    return (count + mask) & ~mask


def body(content, peer_seen, previous_end, sent_before, name=None):
    """The body of a text, or of a file with a name; a hello has no content."""
    kind = 2 if name is not None else 1 if content else 0
    head = bytes([kind]) + be32(peer_seen) + be32(previous_end) + be32(sent_before)
    fields = b"" if name is None else len(name).to_bytes(2, "big") + name
    text = head + fields + content + b"\x80"
    return text.ljust(bucket(len(text)), b"\0")


def content(body):
    """The name, None if it is not a file, and the content."""
    text = body.rstrip(b"\0")
    if len(text) < 14 or text[-1] != 0x80:
        raise Bad("the body has no end")
    if text[0] not in (0, 1, 2):
        raise Bad(f"a body of type {text[0]}")
    if text[0] < 2:
        return None, text[13:-1]
    end = 15 + number(text[13:15])
    if len(text) <= end:
        raise Bad("the name of a file is cut short")
    return text[15:end], text[end:-1]


# The packet.


def code(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def xor(first, second):
    return bytes(a ^ b for a, b in zip(first, second, strict=True))


def poly1305(key, text):
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    s = int.from_bytes(key[16:], "little")
    total = 0
    for start in range(0, len(text), 16):
        total = (total + int.from_bytes(text[start : start + 16] + b"\1", "little")) * r
        total %= 2**130 - 5
    return ((total + s) % 2**128).to_bytes(16, "little")


def tag(pad, lane, chunk, slice, ciphertext):
    text = b"vernam/1 message" + pad.id + bytes([lane]) + be32(chunk) + ciphertext
    return code(slice[:32], text) + poly1305(slice[32:64], text)


def mask(key, tag):
    """The first bytes of AES-256 in counter mode."""
    context = ctypes.c_void_p(crypto.EVP_CIPHER_CTX_new())
    target, written = ctypes.create_string_buffer(16), ctypes.c_int()
    cipher = ctypes.c_void_p(crypto.EVP_aes_256_ctr())
    if crypto.EVP_EncryptInit_ex(context, cipher, None, key, tag[:16]) != 1:
        raise Bad("libcrypto")
    crypto.EVP_EncryptUpdate(context, target, ctypes.byref(written), bytes(4), 4)
    crypto.EVP_CIPHER_CTX_free(context)
    return target.raw[:4]


def seal(pad, lane, chunk, body):
    slice = pad.slice(lane, chunk, len(body))
    ciphertext = xor(body, slice[64 : 64 + len(body)])
    mark = tag(pad, lane, chunk, slice, ciphertext)
    key = pad.header_keys[lane]
    masked = xor(be32(chunk), mask(key, mark))
    return masked + code(key, b"vernam/1 check", mark, be32(chunk))[:4] + ciphertext + mark


def open_packet(pad, packet):
    """The body of a packet on either lane."""
    if len(packet) < 8 + 64 + 48:
        raise Bad("too short for a packet")
    ciphertext, mark = packet[8:-48], packet[-48:]
    for lane, key in enumerate(pad.header_keys):
        chunk = xor(packet[:4], mask(key, mark))
        if code(key, b"vernam/1 check", mark, chunk)[:4] != packet[4:8]:
            continue
        slice = pad.slice(lane, number(chunk), len(ciphertext))
        if hmac.compare_digest(tag(pad, lane, number(chunk), slice, ciphertext), mark):
            return xor(ciphertext, slice[64 : 64 + len(ciphertext)])
    raise Bad("not for this pad, or damaged")


# The armor's error correction. Powers of alpha are listed by exponent; the letters of a block are
# the coefficients of a polynomial, the first one that of x^29.

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
VALUES = {letter: value for value, letter in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}

POWERS = [1]
while len(POWERS) < 31:
    double = POWERS[-1] << 1
    POWERS.append(double ^ 0b100101 if double & 32 else double)


def multiply(first, second):
    if first == 0 or second == 0:
        return 0
    return POWERS[(POWERS.index(first) + POWERS.index(second)) % 31]


def generator():
    product = [1]
    for root in POWERS[1:5]:
        shifted = [0] + [multiply(value, root) for value in product]
        product = [a ^ b for a, b in zip(product + [0], shifted)]
    return product


def checks(data):
    rest = data + [0] * 4
    for place in range(26):
        factor = rest[place]
        for offset, value in enumerate(generator()):
            rest[place + offset] ^= multiply(factor, value)
    return rest[26:]


def syndromes(block):
    values = []
    for root in POWERS[1:5]:
        value = 0
        for letter in block:
            value = multiply(value, root) ^ letter
        values.append(value)
    return tuple(values)


def single_errors():
    table = {}
    for place in range(30):
        for value in range(1, 32):
            block = [0] * 30
            block[place] = value
            table[syndromes(block)] = place, value
    return table


def mended(block):
    """The block with one or two wrong letters put right."""
    found = syndromes(block)
    if not any(found):
        return block
    errors = single_errors()
    for first, (place, value) in {(0, 0, 0, 0): (0, 0), **errors}.items():
        rest = tuple(a ^ b for a, b in zip(found, first))
        if rest in errors:
            block = list(block)
            for at, change in ((place, value), errors[rest]):
                block[at] ^= change
            return block
    return block


def filled(block, places):
    """The block with up to four illegible letters restored."""
    block = [0 if place in places else value for place, value in enumerate(block)]
    found = syndromes(block)

    def sums(places):
        """What all possible letters there add to the syndromes."""
        table = {(0, 0, 0, 0): []}
        for place in places:
            lone = [[0] * place + [value] + [0] * (29 - place) for value in range(32)]
            added = [syndromes(letters) for letters in lone]
            table = {
                tuple(a ^ b for a, b in zip(known, new)): values + [(place, value)]
                for known, values in table.items()
                for value, new in enumerate(added)
            }
        return table

    # In two halves: four letters together would be a million cases.
    first, second = sums(places[:2]), sums(places[2:])
    for known, values in first.items():
        rest = tuple(a ^ b for a, b in zip(found, known))
        if rest in second:
            for place, value in values + second[rest]:
                block[place] = value
            return block
    raise Bad("the illegible letters cannot be found")


# The armor.

FIRST_WORDS = "This is a vernam message. To read it: vernam decrypt\n"
LAST_WORDS = "End of vernam message.\n"


def armor(packet, size=None):
    """A message in one part, or in several of at most `size` bytes of the packet."""
    if size is None:
        return FIRST_WORDS + letters(packet, packet, 1, 1) + LAST_WORDS
    pieces = [packet[start : start + size] for start in range(0, len(packet), size)]
    parts = []
    for index, piece in enumerate(pieces, 1):
        name = f"part {index} of {len(pieces)}"
        lines = letters(packet, piece, index, len(pieces))
        parts.append(f"vernam message, {name}\n{lines}End of {name}.\n")
    return "\n".join(parts)


def letters(packet, piece, index, count):
    """The lines of a part."""
    data = hashlib.sha256(packet).digest()[:2] + bytes([index, count]) + be32(len(piece)) + piece
    data += hashlib.sha256(data).digest()[:4]
    bits = "".join(f"{byte:08b}" for byte in data)
    bits = bits.ljust(-(-len(bits) // 130) * 130, "0")
    values = [int(bits[place : place + 5], 2) for place in range(0, len(bits), 5)]
    groups = []
    for start in range(0, len(values), 26):
        block = values[start : start + 26]
        text = "".join(ALPHABET[value] for value in block + checks(block))
        groups += [text[place : place + 5] for place in range(0, 30, 5)]
    lines = [" ".join(groups[start : start + 12]) + "\n" for start in range(0, len(groups), 12)]
    return "".join(lines)


def spaced(words):
    """A pattern for words with white space and marks anywhere in them."""
    return r"[\W_]*".join(words.replace(" ", ""))


WHOLE = spaced("thisisavernammessagetoreaditvernamdecrypt") + "(.*?)" + spaced("endofvernammessage")
PART = (
    spaced("vernammessagepart") + r"[\W_]*(\d+)[\W_]*o[\W_]*f[\W_]*(\d+)(.*?)"
    + spaced("endofpart") + r"[\W_]*\1[\W_]*o[\W_]*f[\W_]*\2"
)


def part(letters):
    """Number, number of parts, id and bytes of a part, from the text between its words."""
    values = [VALUES[letter] for letter in letters.upper() if letter in VALUES]
    bits = ""
    for start in range(0, len(values) - 29, 30):
        block = mended(values[start : start + 30])
        bits += "".join(f"{value:05b}" for value in block[:26])
    data = bytes(int(bits[place : place + 8], 2) for place in range(0, len(bits) - 7, 8))
    end = 8 + number(data[4:8])
    if hashlib.sha256(data[:end]).digest()[:4] != data[end : end + 4]:
        raise Bad("the armor is damaged")
    return data[2], data[3], data[:2], data[8:end]


def dearmor(text):
    """The packet of the one message in a text."""
    text = unicodedata.normalize("NFKC", text)
    text = "".join(letter for letter in text if unicodedata.category(letter) != "Cf").lower()
    regions = [match[1] for match in re.finditer(WHOLE, text, re.DOTALL)]
    regions = regions or [match[3] for match in re.finditer(PART, text, re.DOTALL)]
    parts = {}
    for region in regions:
        index, count, id, data = part(region.upper())
        parts[index] = count, id, data
    if not parts:
        raise Bad("no message in the input")
    count, id, _ = next(iter(parts.values()))
    if sorted(parts) != list(range(1, count + 1)):
        raise Bad("parts are missing")
    packet = b"".join(parts[index][2] for index in sorted(parts))
    if hashlib.sha256(packet).digest()[:2] != id:
        raise Bad("the parts do not belong together")
    return packet


# The vectors.


def vectors(path):
    """The groups of a file of vectors."""
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file.read().split("\n") if not line.startswith("#")]
    groups = [{}]
    for line in lines:
        if line:
            name, value = line.split("=", 1)
            groups[-1][name.strip()] = value.strip()
        elif groups[-1]:
            groups.append({})
    return [group for group in groups if group]


class VectorPad:
    """As much of a pad as one message needs."""

    def __init__(self, vector):
        self.id = bytes.fromhex(vector["pad-id"])
        key = bytes.fromhex(vector["header-key"])
        self.header_keys = (key, bytes(32)) if vector["lane"] == "0" else (bytes(32), key)
        self.bytes = bytes.fromhex(vector["slice"])

    def slice(self, lane, chunk, body_bytes):
        return self.bytes


def check_padme(vector):
    return bucket(int(vector["count"])) == int(vector["bucket"])


def check_block(vector):
    block = list(bytes.fromhex(vector["block"]))
    right = block[26:] == checks(block[:26])
    if "damaged" in vector:
        return right and mended(list(bytes.fromhex(vector["damaged"]))) == block
    if "illegible" in vector:
        return right and filled(block, list(bytes.fromhex(vector["illegible"]))) == block
    return right


def check_body(vector):
    name = bytes.fromhex(vector["file-name"]) if "file-name" in vector else None
    head = [int(vector[field]) for field in ("peer-seen", "previous-end", "sent-before")]
    text = bytes.fromhex(vector["content"])
    written = bytes.fromhex(vector["body"])
    return body(text, *head, name) == written and content(written) == (name, text)


def check_packet(vector):
    pad, text = VectorPad(vector), bytes.fromhex(vector["body"])
    packet = bytes.fromhex(vector["packet"])
    made = seal(pad, int(vector["lane"]), int(vector["chunk"]), text)
    return made == packet and open_packet(pad, packet) == text


def check_armor(vector):
    packet = bytes.fromhex(vector["packet"])
    text = vector["text"].replace("|", "\n")
    size = int(vector["bytes-in-part"]) if "bytes-in-part" in vector else None
    return armor(packet, size) == text and dearmor(text) == packet


CHECKS = {
    "padme.txt": check_padme, "reed-solomon.txt": check_block, "bodies.txt": check_body,
    "packets.txt": check_packet, "armor.txt": check_armor,
}


def check(directory):
    for file, holds in CHECKS.items():
        found = vectors(f"{directory}/{file}")
        for vector in found:
            if not holds(vector):
                raise Bad(f"{file}: {vector['name']}")
        print(f"{file}: {len(found)} vectors hold")


# The commands.


def example():
    """The carried pad of the example in vernam-message(5)."""
    head = b"vernam/c" + bytes([0, 1, 0, 50]) + (2048).to_bytes(8, "big") + bytes(range(16))
    record = b"the example of vernam-message(5)".ljust(1024, b"\0")
    material = b"".join(
        hashlib.sha256(b"vernam example" + be32(index)).digest() for index in range(66)
    )
    data = head + record + material
    return data + hashlib.sha256(data).digest()


def main(command, path, *arguments):
    if command == "example":
        with open(path, "xb") as file:
            file.write(example())
    elif command == "read":
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
        name, text = content(open_packet(Pad(path), dearmor(text)))
        if name is not None:
            print(name.decode(), file=sys.stderr)
        sys.stdout.buffer.write(text)
    elif command == "write":
        lane, chunk, *head = map(int, arguments)
        text = body(sys.stdin.buffer.read(), *(head or (0, 0, 0)))
        sys.stdout.write(armor(seal(Pad(path), lane, chunk, text)))
    elif command == "write-file":
        lane, chunk, name = arguments
        text = body(sys.stdin.buffer.read(), 0, 0, 0, name.encode())
        sys.stdout.write(armor(seal(Pad(path), int(lane), int(chunk), text)))
    elif command == "check":
        check(path)
    else:
        raise Bad(__doc__)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Bad, OSError, TypeError, ValueError) as error:
        sys.exit(f"error: {error}")
