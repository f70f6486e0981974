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
import html
import re
import sys
import unicodedata


crypto = ctypes.CDLL("libcrypto.so.3")
for name in ("EVP_CIPHER_CTX_new", "EVP_aes_256_ctr"):
    getattr(crypto, name).restype = ctypes.c_void_p


class Bad(Exception):
    """The input is not what the manual requires."""


class Damaged(Bad):
    """The armor holds no message that can be read."""


class Incomplete(Bad):
    """Parts of the message are missing."""


class Foreign(Bad):
    """No packet for this pad, or a damaged one."""


class Unreadable(Bad):
    """The packet is authentic, and its body breaks a rule."""


class Unknown(Bad):
    """The packet is authentic, and its body is of a type that this page does not have."""


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
            raise Foreign("not in the lane")
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


def body(content, peer_seen, previous_end, sent_before, name=None, fields=None):
    """The body of a text, or of a file with a name; a hello has no content. If there are fields,
    even none, it is an extended one."""
    kind = bytes([2 if name is not None else 1 if content else 0])
    if fields is not None:
        kind, inner = b"\3", len(fields).to_bytes(2, "big") + fields + kind
    else:
        inner = b""
    head = kind + be32(peer_seen) + be32(previous_end) + be32(sent_before) + inner
    name = b"" if name is None else len(name).to_bytes(2, "big") + name
    text = head + name + content + b"\x80"
    return text.ljust(bucket(len(text)), b"\0")


def content(body, chunk=2**32):
    """The name, None if it is not a file, and the content, of a packet that starts at `chunk`."""
    text = body.rstrip(b"\0")
    if len(text) < 14 or text[-1] != 0x80:
        raise Unreadable("the body has no end")
    if number(text[9:13]) > chunk:
        raise Unreadable("more packets came before this one than there was room for")
    kind, rest = (text[0], text[13:-1]) if text[0] != 3 else inside(text[13:-1])
    if kind > 2:
        raise Unknown(f"a body of type {kind}")
    return split(rest, "the name of a file") if kind == 2 else (None, rest)


def split(data, what):
    """What stands behind its length as be16, and the rest."""
    end = 2 + number(data[:2])
    if len(data) < max(end, 2):
        raise Unreadable(f"{what} cut short")
    return data[2:end], data[end:]


def inside(data):
    """The type of what an extended body holds, and what follows it."""
    fields, rest = split(data, "the fields")
    tags = []
    while fields:
        tags.append(fields[0])
        _, fields = split(fields[1:], "a field")
    if tags != sorted(set(tags)):
        raise Unreadable("the tags of the fields do not rise")
    if not rest:
        raise Unreadable("there is nothing behind the fields")
    if any(tag % 2 == 0 for tag in tags):
        raise Unknown("a field that a reader has to know")
    if rest[0] in (0, 3):
        raise Unreadable(f"a body of type {rest[0]} in another one")
    return rest[0], rest[1:]


def is_usable(name):
    """Whether a reader may use the name of a file."""
    try:
        text = name.decode()
    except UnicodeDecodeError:
        return False
    # Characters that control the direction of text are formatting characters (Cf) too.
    hidden = any(unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp") for letter in text)
    if not 1 <= len(name) <= 255 or text[0].isspace() or text[-1].isspace():
        return False
    return text[0] not in ".-" and "/" not in text and not hidden


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


def open_packet(pad, packet, lanes=(0, 1)):
    """The first chunk and the body of a packet on one of these lanes."""
    if len(packet) < 8 + 64 + 48:
        raise Foreign("too short for a packet")
    ciphertext, mark = packet[8:-48], packet[-48:]
    for lane in lanes:
        key = pad.header_keys[lane]
        place = xor(packet[:4], mask(key, mark))
        if code(key, b"vernam/1 check", mark, place)[:4] != packet[4:8]:
            continue
        chunk = number(place)
        slice = pad.slice(lane, chunk, len(ciphertext))
        if hmac.compare_digest(tag(pad, lane, chunk, slice, ciphertext), mark):
            return chunk, xor(ciphertext, slice[64 : 64 + len(ciphertext)])
    raise Foreign("not for this pad, or damaged")


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

FIRST_WORDS = "This is a vernam message. Use vernam to open it.\n"
LAST_WORDS = "End of vernam message.\n"


def armor(packet, size=None):
    """A message in one part, or in several of at most `size` bytes of the packet."""
    if size is None:
        return FIRST_WORDS + letters(part_data(packet, packet, 1, 1)) + LAST_WORDS
    pieces = [packet[start : start + size] for start in range(0, len(packet), size)]
    parts = []
    for index, piece in enumerate(pieces, 1):
        data = part_data(packet, piece, index, len(pieces))
        parts.append(numbered(data, index, len(pieces)))
    return "\n".join(parts)


def numbered(data, index, count):
    """The text of one part of several."""
    name = f"part {index} of {count}"
    return f"vernam message, {name}\n{letters(data)}End of {name}.\n"


def part_data(packet, piece, index, count):
    data = hashlib.sha256(packet).digest()[:2] + bytes([index, count]) + be32(len(piece)) + piece
    return data + hashlib.sha256(data).digest()[:4]


def letters(data, fill="0"):
    """The lines of a part; `fill` are the bits that follow its data."""
    bits = "".join(f"{byte:08b}" for byte in data)
    bits = bits.ljust(-(-len(bits) // 130) * 130, fill)
    values = [int(bits[place : place + 5], 2) for place in range(0, len(bits), 5)]
    groups = []
    for start in range(0, len(values), 26):
        block = values[start : start + 26]
        text = "".join(ALPHABET[value] for value in block + checks(block))
        groups += [text[place : place + 5] for place in range(0, 30, 5)]
    lines = [" ".join(groups[start : start + 12]) + "\n" for start in range(0, len(groups), 12)]
    return "".join(lines)


# Reading armor. It has to find what channels have done to a text, except for the prefixes of chat
# programs and the escapes of quoted-printable, which this reader does not know.

LINE_ENDS = "\n\r\v\f\x85\u2028\u2029"
LINE_TAGS = "br|p|div|tr|td|li|ul|ol|pre|blockquote|table|tbody"
LETTER_TAGS = "a|b|i|u|em|strong|span|font|code|tt|wbr|small|samp|kbd|html|body"


def normal(data):
    """The text in the one form that is read: lower case, ASCII."""
    text = re.sub("=(\r\n|\r|\n)", "", data.decode("utf-8", "replace"))
    text = re.sub("&[#0-9A-Za-z]{2,24};", lambda match: html.unescape(match[0]), text)
    text = re.sub(rf"</?({LINE_TAGS})\b[^<>]*>", "\n", text, flags=re.IGNORECASE)
    text = re.sub(rf"</?({LETTER_TAGS})\b[^<>]*>", "", text, flags=re.IGNORECASE)
    return "".join(map(normal_letter, text)).lower()


def normal_letter(letter):
    form, kind = unicodedata.normalize("NFKC", letter), unicodedata.category(letter)
    if letter in LINE_ENDS:
        return "\n"
    if letter == "\t" or kind == "Zs":
        return " "
    if kind in ("Cc", "Cf", "Mn", "Me"):
        return ""
    return form if form.isascii() else "*"


def spaced(words):
    """A pattern for words with white space and marks anywhere in them."""
    return GAP.join(words.replace(" ", ""))


GAP = "[^a-z0-9]*"
NUMBER = f"{GAP}([0-9](?:{GAP}[0-9]){{0,2}}){GAP}"
WORDS = re.compile(
    f"(?P<first>{spaced('this is a vernam message use vernam to open it')})"
    f"|(?P<last>{spaced('end of vernam message')})"
    f"|(?P<first_of_part>{spaced('vernam message part')}{NUMBER}{spaced('of')})"
    f"|(?P<last_of_part>{spaced('end of part')}{NUMBER}{spaced('of')}{GAP}[0-9]{{1,3}})"
)


def regions(text):
    """What may be the letters of a part, from the words that stand around them: a list for each
    part, since digits behind "part 2 of" may be letters."""
    words = list(WORDS.finditer(text))
    for first, last in zip(words, words[1:]):
        between = text[first.end() : last.start()]
        if (first.lastgroup, last.lastgroup) == ("first", "last"):
            yield [between]
        elif (first.lastgroup, last.lastgroup) == ("first_of_part", "last_of_part"):
            together = re.match(f"{GAP}[0-9]{{1,3}}", between)
            counts = [re.match(f"(?:{GAP}[0-9]){{{count}}}", between) for count in (1, 2, 3)]
            if re.findall("[0-9]", first[4]) == re.findall("[0-9]", last[6]):
                yield [between[match.end() :] for match in [together, *counts] if match]


def restored(block):
    """The block with wrong letters put right, or else with illegible ones, which are None."""
    places = [place for place, value in enumerate(block) if value is None]
    if not places:
        return mended(block)
    if len(places) > 4:
        raise Damaged("too many illegible letters in a block")
    return filled(block, places)


def part(letters, illegible):
    """Number, number of parts, id and bytes of a part, from the text between its words."""
    values = [VALUES.get(letter) for letter in letters.upper() if letter in {*VALUES, *illegible}]
    bits, needed = "", 1
    for start in range(0, len(values), 30):
        block = values[start : start + 30]
        if len(block) < 26 or start == 30 * needed:
            break
        block += [None] * (30 - len(block))
        bits += "".join(f"{value:05b}" for value in restored(block)[:26])
        if start == 0:
            needed = -(-(12 + int(bits[32:64], 2)) * 8 // 130)
    data = bytes(int(bits[place : place + 8], 2) for place in range(0, len(bits) - 7, 8))
    end = 8 + number(data[4:8])
    if len(data) < end + 4 or hashlib.sha256(data[:end]).digest()[:4] != data[end : end + 4]:
        raise Damaged("the check of a part does not hold")
    if not 1 <= data[2] <= data[3]:
        raise Damaged("a part with a number that there is not")
    return data[2], data[3], data[:2], data[8:end]


def parts(text):
    """The parts in a text that can be read."""
    for candidates in regions(text):
        for letters, illegible in [(text, marks) for marks in ("", "U?") for text in candidates]:
            try:
                yield part(letters, illegible)
                break
            except Bad:
                pass


def dearmor(data):
    """The packet of the one message in a text."""
    messages = {}
    for index, count, id, piece in parts(normal(data)):
        messages.setdefault((id, count), {}).setdefault(index, piece)
    if not messages:
        raise Damaged("no message that can be read")
    for (id, count), pieces in messages.items():
        if len(pieces) < count:
            continue
        packet = b"".join(pieces[index] for index in sorted(pieces))
        # The check of a single part covers what its id does.
        if count > 1 and hashlib.sha256(packet).digest()[:2] != id:
            raise Damaged("the parts do not belong together")
        return packet
    raise Incomplete("parts are missing")


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
    name, fields = (
        bytes.fromhex(vector[key]) if key in vector else None for key in ("file-name", "fields")
    )
    head = [int(vector[field]) for field in ("peer-seen", "previous-end", "sent-before")]
    text = bytes.fromhex(vector["content"])
    written = bytes.fromhex(vector["body"])
    return body(text, *head, name, fields) == written and content(written) == (name, text)


def check_packet(vector):
    pad, text = VectorPad(vector), bytes.fromhex(vector["body"])
    packet = bytes.fromhex(vector["packet"])
    made = seal(pad, int(vector["lane"]), int(vector["chunk"]), text)
    return made == packet and open_packet(pad, packet)[1] == text


def check_armor(vector):
    packet = bytes.fromhex(vector["packet"])
    text = vector["text"].replace("|", "\n")
    size = int(vector["bytes-in-part"]) if "bytes-in-part" in vector else None
    return armor(packet, size) == text and dearmor(text.encode()) == packet


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
        chunk, text = open_packet(Pad(path), dearmor(sys.stdin.buffer.read()))
        name, text = content(text, chunk)
        if name is not None:
            print(name.decode() if is_usable(name) else "no usable name", file=sys.stderr)
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
