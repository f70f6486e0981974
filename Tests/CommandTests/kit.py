#!/usr/bin/env python3
"""Makes Fixtures/Kit, messages, carried files and pairing messages with what a reader has to say to
each, and runs it with the readers that were written from the manual alone. Nothing here depends on
chance or time: the same files come out each time.

    kit.py make NEW_DIRECTORY
    kit.py run DIRECTORY
"""

import hashlib
import os
import sys

# Python writes no compiled files beside the sources.
sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
sys.path += [here, os.path.join(here, "..", "PairingTests")]

import kit_pairing
import vernam_message as message
import vernam_pairing as pairing
from kit_pairing import flipped
from vernam_message import be32


def sha256(data):
    return hashlib.sha256(data).digest()


def with_check(data):
    """The data of a part with its check behind it."""
    return data + sha256(data)[:4]


def zeros_to(count, text):
    return text.ljust(count, b"\0")


def material(name, count):
    blocks = [sha256(name + be32(index)) for index in range(-(-count // 32))]
    return b"".join(blocks)[:count]


# The pad. Its giver wrote all messages, with lane 0.

LANE_CHUNKS = 124
SIZE, SPLIT = 256 * (LANE_CHUNKS + 4), 97


RECORD = b"the test kit of vernam".ljust(1024, b"\0")


def pad_file():
    head = b"vernam/c" + bytes([0, 1, 0, SPLIT]) + SIZE.to_bytes(8, "big") + bytes(range(16))
    data = head + RECORD + material(b"vernam kit", 64 + SIZE)
    return data + sha256(data)


# The messages.


class Messages:
    """The messages made so far, each with chunks of its own: a reader that remembers what it has
    read can take them all, in any order."""

    def __init__(self, path):
        self.path, self.pad, self.chunk, self.files = path, message.Pad(path), 0, {}

    def take(self, body_bytes):
        """The first of the next chunks that were not used, as many as a body needs."""
        chunk = self.chunk
        self.chunk += -(-(body_bytes + 64) // 256)
        # The last one is for the packet that goes beyond the lane.
        if self.chunk >= LANE_CHUNKS:
            raise message.Bad("the kit's pad is too small")
        return chunk

    def packet(self, content):
        """A text's packet."""
        chunk = self.take(message.bucket(14 + len(content)))
        return message.seal(self.pad, 0, chunk, text_body(chunk, content))

    def add(self, name, expect, comment, data, content=None, /, **headers):
        headers = {key.replace("_", "-"): value for key, value in headers.items()}
        lines = {"expect": expect, **headers}
        if content is not None:
            lines["content-sha256"] = sha256(content).hex()
        lines["comment"] = comment
        head = "".join(f"{key}: {value}\n" for key, value in lines.items()) + "\n"
        if name in self.files:
            raise message.Bad(f"two messages {name}")
        self.files[name] = head.encode() + (data.encode() if isinstance(data, str) else data)


def text_of(name):
    return f"The text of {name}.\n".encode()


def head(chunk, kind=1, peer_seen=0, previous_end=None, sent_before=None):
    """The head of a body. Nothing was left out before it, and as many packets were sent as there
    are chunks before."""
    previous_end = chunk if previous_end is None else previous_end
    sent_before = chunk if sent_before is None else sent_before
    return bytes([kind]) + be32(peer_seen) + be32(previous_end) + be32(sent_before)


def padded(text):
    return (text + b"\x80").ljust(message.bucket(len(text) + 1), b"\0")


def text_body(chunk, content):
    return padded(head(chunk) + content)


# Bodies. All of these packets are authentic.


def add_bodies(kit):
    def add(name, expect, comment, make, content=None, size=64, **headers):
        chunk = kit.take(size)
        body = make(chunk)
        if len(body) != size:
            raise message.Bad(f"{name}: {len(body)} bytes")
        packet = message.seal(kit.pad, 0, chunk, body)
        kit.add(f"body-{name}", expect, comment, message.armor(packet), content, **headers)

    def text(name, comment, content, size=64, **fields):
        make = lambda chunk: padded(head(chunk, **fields) + content)
        add(name, "read", comment, make, content, size)

    plain = b"A text.\n"
    text("text", "a text", "Grüße, 你好\n".encode())
    text("text-empty", "a text without content", b"")
    text("text-not-utf8", "a text that is not UTF-8 is handed on as it is", b"\xff\xfe text \xc3\n")
    text("text-fills-bucket", "no zeros follow the end", b"x" * 50)
    text("text-ends-like-padding", "only the last 0x80 is the end", b"text\x80\0\0")
    text("hello", "a hello", b"", kind=0)
    text("hello-with-content", "a message without a number", plain, kind=0)
    text("peer-seen-ahead", "more was seen than this end sent: read, and this end stops sending",
         plain, peer_seen=1000)
    text("previous-end-above", "previous-end above the chunk counts as the chunk", plain,
         previous_end=2**32 - 1)
    for kind in (4, 255):
        add(f"type-{kind}", "unknown", "a type that is not known: left unread, and said",
            lambda chunk: padded(head(chunk, kind) + plain))

    unreadable = [
        ("sent-before-above", "sent-before is one more than the chunk",
         lambda chunk: padded(head(chunk, sent_before=chunk + 1) + plain)),
        ("end-missing", "what is last is not 0x80",
         lambda chunk: zeros_to(64, head(chunk) + plain)),
        ("end-then-one", "a byte that is not zero follows the end",
         lambda chunk: zeros_to(63, head(chunk) + plain + b"\x80") + b"\1"),
        ("all-zeros", "a body of zeros", lambda chunk: bytes(64)),
        ("end-in-head", "the last 0x80 is in previous-end, at byte 8",
         lambda chunk: zeros_to(64, bytes(8) + b"\x80")),
        ("file-end-in-length", "the last 0x80 is in the length of the name",
         lambda chunk: zeros_to(64, head(chunk, 2) + b"\0\x80")),
        ("file-end-in-name", "the name takes up the end",
         lambda chunk: padded(head(chunk, 2) + b"\0\5name")),
        ("file-name-too-long", "the name is longer than the body",
         lambda chunk: padded(head(chunk, 2) + b"\1\0name")),
    ]
    for name, comment, make in unreadable:
        add(name, "unreadable", comment, make)

    add("padding-longer", "read", "a reader does not insist on the bucket: more zeros",
        lambda chunk: zeros_to(191, padded(head(chunk) + plain)), plain, 191)
    add("padding-shorter", "read", "a reader does not insist on the bucket: 65 bytes and not 72",
        lambda chunk: head(chunk) + b"x" * 51 + b"\x80", b"x" * 51, 65)


def add_extended(kit):
    """Bodies of type 3. None is longer than a bucket of 64 bytes."""
    def add(name, expect, comment, rest, content=None, /, **headers):
        chunk = kit.take(64)
        packet = message.seal(kit.pad, 0, chunk, padded(head(chunk, 3) + rest))
        kit.add(f"extended-{name}", expect, comment, message.armor(packet), content, **headers)

    def field(tag, value=b""):
        return bytes([tag]) + len(value).to_bytes(2, "big") + value

    def fields(*all):
        return len(b"".join(all)).to_bytes(2, "big") + b"".join(all)

    plain = b"A text.\n"
    text, file = b"\1" + plain, b"\2\0\5a.txt" + plain
    odd = fields(field(1, b"\2\2\2"), field(3), field(255, b"x"))
    add("text", "read", "a text with fields that are skipped", odd + text, plain)
    add("file", "read", "a file with fields that are skipped", odd + file, plain, name="a.txt")
    add("without-fields", "read", "no field", fields() + text, plain)
    add("text-empty", "read", "the end follows the inner type", fields() + b"\1", b"")
    for name, comment, rest in [
        ("tag-0", "tag 0 is even", fields(field(0)) + text),
        ("tag-2", "an even tag before and after odd ones",
         fields(field(1), field(2, b"x"), field(3)) + text),
        ("tag-254-inner-3", "an even tag: what the fields are followed by is not looked at",
         fields(field(254)) + b"\3"),
        ("inner-4", "an inner type that is not known", odd + b"\4" + plain),
    ]:
        add(name, "unknown", comment, rest)
    for name, comment, rest in [
        ("end-in-length", "the last 0x80 is in the length of the fields", b"\0"),
        ("fields-too-long", "the fields are longer than the body", b"\1\0" + text),
        ("inner-missing", "no inner type follows the fields", fields(field(1))),
        ("field-cut", "the fields end in the length of a field", b"\0\2\1\0" + text),
        ("value-too-long", "the value of a field is longer than the fields",
         fields(b"\1\0\2x") + text),
        ("value-too-long-even", "so is that of a field with an even tag",
         fields(b"\2\0\2x") + text),
        ("tag-twice", "a tag comes twice", fields(field(1), field(1)) + text),
        ("tag-falls", "a tag comes after a higher one", fields(field(3), field(1)) + text),
        ("inner-0", "a hello inside", fields() + b"\0"),
        ("inner-3", "an extended body inside", fields() + b"\3" + fields() + text),
        ("file-name-too-long", "the name of the file is longer than the body",
         fields() + b"\2\1\0name"),
    ]:
        add(name, "unreadable", comment, rest)


def add_file(kit, name, comment, file, usable=False, content=b"A file.\n"):
    text = lambda chunk: padded(head(chunk, 2) + len(file).to_bytes(2, "big") + file + content)
    chunk = kit.take(len(text(0)))
    packet = message.seal(kit.pad, 0, chunk, text(chunk))
    headers = {"name": file.decode()} if usable else {"name_usable": "no"}
    kit.add(f"file-{name}", "read", comment, message.armor(packet), content, **headers)


def add_files(kit):
    add_file(kit, "photo", "a file", b"photo.jpg", True, b"\xff\xd8 no photo\x80\0")
    add_file(kit, "without-content", "a file without content", "Grüße.txt".encode(), True, b"")
    add_file(kit, "name-of-255", "the longest name that may be used", b"n" * 255, True)
    for name, comment, file in [
        ("name-of-256", "a name that is too long", b"n" * 256),
        ("name-empty", "a file without a name", b""),
        ("name-slash", "a name with a slash", b"../photo.jpg"),
        ("name-slash-inside", "a name with a slash inside", b"photos/photo.jpg"),
        ("name-dot", "a name that begins with a dot", b".profile"),
        ("name-dash", "a name that begins with a dash", b"-rf"),
        ("name-not-utf8", "a name that is not UTF-8", b"photo\xff.jpg"),
        ("name-control", "a name with a line feed", b"photo\n.jpg"),
        ("name-formatting", "a name with a zero-width space", "photo\u200b.jpg".encode()),
        ("name-bidirectional", "a name that turns the direction of text",
         "photo\u202egpj.exe".encode()),
    ]:
        add_file(kit, name, comment, file)


def add_names_with_spaces(kit):
    """They came last, so that no other message changed."""
    for name, comment, file in [
        ("name-space-first", "a name that begins with a space", b" photo.jpg"),
        ("name-space-last", "a name that ends with a no-break space", "photo.jpg\u00a0".encode()),
    ]:
        add_file(kit, name, comment, file)


# Packets.


def tagged(kit, chunk, body, lane=0, id=None, slice=None):
    """Ciphertext and tag for a slice, by default that of lane 0."""
    slice = slice or kit.pad.slice(0, chunk, len(body))
    ciphertext = message.xor(body, slice[64 : 64 + len(body)])
    pad = message.Pad(kit.path)
    pad.id = id or pad.id
    return ciphertext, message.tag(pad, lane, chunk, slice, ciphertext)


def headed(kit, chunk, ciphertext, tag, lane=0):
    """The packet: a header that fits the tag, whether or not the tag is right."""
    key = kit.pad.header_keys[lane]
    check = message.code(key, b"vernam/1 check", tag, be32(chunk))[:4]
    return message.xor(be32(chunk), message.mask(key, tag)) + check + ciphertext + tag


def add_packets(kit):
    def add(name, comment, change, binary=False):
        chunk = kit.take(64)
        body = text_body(chunk, text_of(f"packet-{name}"))
        packet = change(chunk, body, message.seal(kit.pad, 0, chunk, body))
        form = {"form": "binary"} if binary else {}
        data = packet if binary else message.armor(packet)
        kit.add(f"packet-{name}", "foreign", comment, data, **form)

    def with_tag(place):
        def change(chunk, body, packet):
            ciphertext, tag = tagged(kit, chunk, body)
            return headed(kit, chunk, ciphertext, flipped(tag, place))
        return change

    content = text_of("packet-binary")
    kit.add("packet-binary", "read", "a packet without armor", kit.packet(content), content,
            form="binary")
    add("hmac-wrong", "HMAC is wrong, POLY1305 and header are right", with_tag(31))
    add("hmac-wrong-first", "the first byte of HMAC is wrong, and the header fits it", with_tag(0))
    add("poly1305-wrong", "POLY1305 is wrong, HMAC and header are right", with_tag(-1))
    add("place-wrong", "the place in the header is wrong", lambda _, __, packet: flipped(packet, 3))
    add("check-wrong", "the check in the header is wrong", lambda _, __, packet: flipped(packet, 7))
    add("place-of-another", "the header names the chunk before, with a right check",
        lambda chunk, body, _: headed(kit, chunk - 1, *tagged(kit, chunk, body)))
    add("ciphertext-wrong", "a bit of the ciphertext is wrong",
        lambda _, __, packet: flipped(packet, 40))
    add("lane-wrong", "the authenticators were made for lane 1",
        lambda chunk, body, _: headed(kit, chunk, *tagged(kit, chunk, body, lane=1)))
    add("pad-id-wrong", "the authenticators were made for a pad of another id",
        lambda chunk, body, _: headed(kit, chunk, *tagged(kit, chunk, body, id=bytes(16))))
    add("cut", "the last byte is missing", lambda _, __, packet: packet[:-1], True)
    add("longer", "there is one byte more", lambda _, __, packet: packet + b"\0", True)
    # No text begins so: a reader may take a byte of ASCII for text.
    add("one-byte", "one byte", lambda _, __, packet: b"\x80", True)
    add("of-119", "right but for its length: no packet is shorter than 120 bytes",
        lambda chunk, body, _: headed(kit, chunk, *tagged(kit, chunk, body[:63])), True)
    # Lane 1 follows lane 0 in the material, so a reader that does not check finds these right.
    both = kit.pad.lanes[0] + kit.pad.lanes[1]
    last = LANE_CHUNKS - 1
    for name, chunk, count, comment in [
        ("beyond-lane", last, 200, "the lane has the first of its chunks and not the second"),
        ("chunk-beyond-lane", LANE_CHUNKS, 64, "the lane has no such chunk"),
    ]:
        body = zeros_to(count, text_body(chunk, text_of(name)))
        slice = both[256 * chunk : 256 * (chunk + 2)]
        packet = headed(kit, chunk, *tagged(kit, chunk, body, slice=slice))
        kit.add(f"packet-{name}", "foreign", comment, message.armor(packet))
    packet = message.seal(kit.pad, 1, 0, text_body(0, b"A message of the taker.\n"))
    kit.add("packet-own-lane", "foreign", "a message of lane 1, which the taker itself writes",
            message.armor(packet))


# Armor. Channels have changed the text.


def wrong(text, places):
    """The armor with the letters at these places of each block changed into other ones."""
    first, *lines, last = text.splitlines(keepends=True)
    letters, count = list("".join(lines)), 0
    for place, letter in enumerate(letters):
        if letter in message.VALUES:
            if count % 30 in places:
                letters[place] = message.ALPHABET[message.VALUES[letter] ^ 1 + count % 31]
            count += 1
    return first + "".join(letters) + last


def in_first_block(text, places, letter):
    """The armor with these letters of the first block written in another way."""
    lines = text.splitlines(keepends=True)
    letters = list(lines[1])
    for place in places:
        letters[place + place // 5] = letter
    return lines[0] + "".join(letters) + "".join(lines[2:])


def between_words(text, change):
    """The armor with its lines of letters changed."""
    lines = text.splitlines()
    return "\n".join([lines[0], change("\n".join(lines[1:-1])), lines[-1]]) + "\n"


def without_last_letters(text, count):
    return between_words(text, lambda letters: "".join(letters.split())[:-count])


def in_html(text):
    lines = ["&nbsp;".join(line.split(" ")) for line in text.splitlines()]
    text = "<br>\r\n".join(lines).replace("vernam", "<b>ver&shy;nam</b>")
    return f'<p class="m">{text}</p>\r\n'


def full_width(text):
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


def split_words(text):
    text = text.replace("This is a vernam message", "Th is is\na ver-nam mes\nsa ge")
    return text.replace("End of vernam", "En d, of: v e r n a m")


def look_alikes(letters):
    letters = letters.replace("0", "O").replace("1", "I")
    return letters.replace("I", "l", letters.count("I") // 2)


def quoted_printable(text):
    lines = text.splitlines()
    return "".join(line[:40] + "=\r\n" + line[40:] + "\r\n" for line in lines)


def add_armor(kit):
    def add(name, expect, comment, change, **headers):
        content = text_of(f"armor-{name}")
        text = change(message.armor(kit.packet(content)))
        read = content if expect == "read" else None
        kit.add(f"armor-{name}", expect, comment, text, read, **headers)

    def add_data(name, expect, comment, change, fill="0"):
        """The letters are those of changed data."""
        content = text_of(f"armor-{name}")
        packet = kit.packet(content)
        data = change(message.part_data(packet, packet, 1, 1))
        text = message.FIRST_WORDS + message.letters(data, fill) + message.LAST_WORDS
        kit.add(f"armor-{name}", expect, comment, text, content if expect == "read" else None)

    for name, comment, change in [
        ("plain", "as it was written", str),
        ("lower-case", "lower case", str.lower),
        ("look-alikes", "O for 0, I and l for 1", lambda text: between_words(text, look_alikes)),
        ("full-width", "full-width letters", full_width),
        ("crlf", "lines end in CRLF", lambda text: text.replace("\n", "\r\n")),
        ("one-line", "one line, as in a QR code", lambda text: text.replace("\n", " ").upper()),
        ("no-spaces", "no spaces between groups",
         lambda text: between_words(text, lambda letters: "".join(letters.split()))),
        ("quoted", "quoted twice", lambda text: "> > " + text.replace("\n", "\n> > ")),
        ("prose", "there is prose around it",
         lambda text: f"Dear Bob,\nhere it is:\n{text}Yours, Alice\n"),
        ("words-split", "the words are split", split_words),
        ("html", "HTML", in_html),
        ("zero-width", "zero-width spaces, a soft hyphen and a byte-order mark",
         lambda text: "\ufeff" + "\u200b".join(text[:200]) + "\u00ad" + text[200:]),
        ("quoted-printable", "soft line ends of quoted-printable", quoted_printable),
        ("letters-behind", "a block more than the length asks for is ignored",
         lambda text: between_words(text, lambda letters: letters + "\nABCDE" + "FGHJK" * 5)),
        ("four-letters-lost", "the last block lacks four letters",
         lambda text: without_last_letters(text, 4)),
    ]:
        add(name, "read", comment, change)
    # A reader may mend, and need not.
    add("two-wrong", "read", "two wrong letters in each block",
        lambda text: wrong(text, (3, 27)), **{"or": "damaged"})
    add("four-illegible", "read", "four illegible letters in the first block",
        lambda text: in_first_block(text, (2, 9, 20, 29), "?"), **{"or": "damaged"})
    for name, comment, change in [
        ("three-wrong", "three wrong letters in each block", lambda text: wrong(text, (3, 11, 27))),
        ("five-letters-lost", "the last block lacks five letters",
         lambda text: without_last_letters(text, 5)),
        ("block-lost", "the last block is missing",
         lambda text: without_last_letters(text, 30)),
        ("letter-added", "a letter too many in the second group",
         lambda text: in_first_block(text, (6,), "XY")),
        ("first-line-lost", "the first line is missing", lambda text: text.split("\n", 1)[1]),
        ("last-line-lost", "the last line is missing",
         lambda text: text[: text.index("End of vernam message")]),
        ("empty", "no text at all", lambda text: ""),
    ]:
        add(name, "damaged", comment, change)
    add_data("check-wrong", "damaged", "the check is wrong, and all blocks are right",
             lambda data: flipped(data, -1))
    add_data("length-greater", "damaged", "the length is one more than there is",
             lambda data: data[:4] + be32(len(data) - 11) + data[8:])
    add_data("length-smaller", "damaged", "the length is one less than there is",
             lambda data: data[:4] + be32(len(data) - 13) + data[8:])
    add_data("length-greatest", "damaged", "the length is 4294967295",
             lambda data: data[:4] + be32(2**32 - 1) + data[8:])
    add_data("fill-bits", "read", "the bits behind the check are ones, and ignored",
             lambda data: data, fill="1")
    add_data("id-wrong", "read", "the id of a single part is wrong, and its check is right",
             lambda data: with_check(flipped(data[:-4], 0)))


# Parts.


def add_parts(kit):
    def add(name, expect, comment, make, content=None):
        content = content or text_of(f"parts-{name}")
        text = make(kit.packet(content))
        kit.add(f"parts-{name}", expect, comment, text, content if expect == "read" else None)

    def numbered(packet, pieces, numbers=None, words=None):
        """The parts as texts."""
        numbers = numbers or [(index, len(pieces)) for index in range(1, len(pieces) + 1)]
        texts = []
        for piece, number, name in zip(pieces, numbers, words or numbers):
            texts.append(message.numbered(message.part_data(packet, piece, *number), *name))
        return texts

    def halves(packet):
        return [packet[:70], packet[70:]]

    def two(packet, **changes):
        return numbered(packet, halves(packet), **changes)

    def single(number):
        return lambda packet: numbered(packet, [packet], [number])[0]

    add("two", "read", "two parts", lambda packet: "\n".join(two(packet)))
    add("out-of-order", "read", "the second part, then the first, then the second again",
        lambda packet: "".join([two(packet)[1], *two(packet)]))
    add("one-line", "read", "each part is one line, as in a QR code",
        lambda packet: "\n".join(part.replace("\n", " ").replace(",", "").upper()
                                 for part in two(packet)))
    add("line-ends-lost", "read", "digits behind \"part 1 of 2\" may be letters",
        lambda packet: "\n".join(part.replace("\n", "").replace(" ", "") for part in two(packet)),
        with_digits_first(kit))
    add("of-any-length", "read", "parts need not be of one length; one has no bytes",
        lambda packet: "".join(numbered(packet, [packet[:1], b"", packet[1:]])))
    add("missing", "incomplete", "the first of three parts is missing",
        lambda packet: "".join(numbered(packet, [packet[:40], packet[40:80], packet[80:]])[1:]))
    add("end-of-another", "damaged", "the last words are those of part 2",
        lambda packet: two(packet)[0].replace("End of part 1", "End of part 2"))
    add("part-0", "damaged", "the number is 0", single((0, 1)))
    add("part-above-parts", "damaged", "the number is above that of the parts", single((2, 1)))
    add("parts-0", "damaged", "the number of parts is 0", single((1, 0)))
    add("words-swapped", "read", "the words have other numbers than the data, which count",
        lambda packet: "".join(two(packet, words=[(2, 2), (1, 2)])))
    other = kit.packet(b"Another message.\n")
    add("of-two-messages", "incomplete", "part 1 of one message, and part 2 of another",
        lambda packet: two(packet)[0] + two(other)[1])
    add("of-two-with-one-id", "damaged", "part 2 belongs to another message, and has the same id",
        lambda packet: "".join(numbered(packet, [halves(packet)[0], halves(other)[1]])))


def with_digits_first(kit):
    """A text whose next packet has two digits for its first letters, those of its id."""
    for number in range(1000):
        content = f"Digits come first: {number}\n".encode()
        packet = message.seal(kit.pad, 0, kit.chunk, text_body(kit.chunk, content))
        if message.letters(message.part_data(packet, packet, 1, 1))[:2].isdigit():
            return content
    raise message.Bad("no text has such a packet")


def messages(path):
    kit = Messages(path)
    for add in (
        add_bodies, add_files, add_packets, add_armor, add_parts, add_extended,
        add_names_with_spaces,
    ):
        add(kit)
    return kit.files


# Carried files.

PASSPHRASE = "correct horse"
CARRIED_ID, SALT = bytes(range(16, 32)), bytes([9]) * 32


def carried_head(split=34, size=768, version=1, flags=0, magic=b"vernam/c"):
    return magic + pairing.be(version, 2) + bytes([flags, split]) + pairing.be(size, 8) + CARRIED_ID


def carried_material(count=3):
    return material(b"vernam kit, carried", 64 + 256 * count)


def carried_file(head=None, record=RECORD, chunks=3):
    data = (head or carried_head()) + record + carried_material(chunks)
    return data + sha256(data)


def sealed_file(log_n=10, r=8, p=2, digest=None, cost=None):
    """A sealed file; `cost`, if given, is what its head claims instead of the true cost."""
    said = cost or (log_n, r, p)
    head = carried_head(flags=1) + bytes([said[0]]) + be32(said[1]) + be32(said[2]) + SALT
    digest = digest or sha256(head + RECORD + carried_material())
    return head + b"".join(sealed_parts(head, log_n, r, p, [RECORD, carried_material(), digest]))


def sealed_parts(head, log_n, r, p, texts):
    cipher = pairing.GCM(scrypt(PASSPHRASE, log_n, r, p, SALT))
    return [cipher.seal(pairing.be(part, 12), head, text) for part, text in enumerate(texts)]


def scrypt(passphrase, log_n, r, p, salt):
    return hashlib.scrypt(
        passphrase.encode(), salt=salt, n=1 << log_n, r=r, p=p, maxmem=2**31 - 1, dklen=32)


def carried_files():
    """Names, verdicts, comments and bytes; a passphrase for what is sealed."""
    plain, sealed = carried_file(), sealed_file()
    yield "plain", "taken", "a file that is not sealed", plain
    yield ("size-not-a-multiple", "taken", "S is 1000: rounded down to 3 chunks of 256 bytes",
           carried_file(carried_head(size=1000)))
    yield "magic-wrong", "refused", "another magic", carried_file(carried_head(magic=b"vernam/d"))
    yield "version-0", "refused", "version 0", carried_file(carried_head(version=0))
    yield "version-2", "newer", "the file is newer", carried_file(carried_head(version=2))
    yield "flags-2", "refused", "a flag that there is not", carried_file(carried_head(flags=2))
    for split in (0, 100, 101):
        yield (f"split-{split}", "refused", "P is from 1 to 99",
               carried_file(carried_head(split=split)))
    yield ("lane-0-empty", "refused", "P is 1: no chunk is left for lane 0",
           carried_file(carried_head(split=1)))
    yield ("lane-1-of-one-chunk", "refused", "S is 512: the taker gets fewer than two chunks",
           carried_file(carried_head(split=50, size=512), chunks=2))
    for name, size in [("size-above-the-most", 2**44 + 256), ("size-greatest", 2**64 - 1)]:
        yield name, "refused", f"S is {size}", carried_file(carried_head(size=size))
    yield "size-0", "refused", "S is 0", carried_file(carried_head(size=0), chunks=0)
    for name, comment, record in [
        ("record-empty", "the first line of the record has no byte", bytes(1024)),
        ("record-two-spaces", "two spaces together", b"two  spaces".ljust(1024, b"\0")),
        ("record-space-last", "a space at the end of a line", b"a line ".ljust(1024, b"\0")),
        ("record-not-ascii", "a byte that is not of ASCII", b"a l\xefne".ljust(1024, b"\0")),
        ("record-third-line", "something behind the second line",
         b"one\0two\0three".ljust(1024, b"\0")),
    ]:
        yield name, "refused", comment, carried_file(record=record)
    yield "digest-wrong", "refused", "a bit of the digest is wrong", flipped(plain, -1)
    yield "material-wrong", "refused", "a bit of the material is wrong", flipped(plain, 1200)
    yield "cut", "refused", "the last byte is missing", plain[:-1]
    yield "cut-in-head", "refused", "20 bytes are there", plain[:20]
    yield "empty", "refused", "nothing is there", b""
    yield "longer", "refused", "there is a byte after the digest", plain + b"\0"
    for name, chunks in [("material-shorter", 2), ("material-longer", 4)]:
        yield (name, "refused", f"S is of 3 chunks, {chunks} are there, and the digest is right",
               carried_file(chunks=chunks))
    yield "sealed", "taken", "a sealed file", sealed, PASSPHRASE
    yield "sealed-other-passphrase", "locked", "another passphrase", sealed, "wrong horse"
    yield ("sealed-head-wrong", "locked", "P was changed, which is authenticated with every part",
           sealed[:11] + b"\x23" + sealed[12:], PASSPHRASE)
    yield ("sealed-material-wrong", "refused", "a bit of the sealed material is wrong",
           flipped(sealed, 1300), PASSPHRASE)
    yield ("sealed-digest-wrong", "refused", "every part is authentic, and the digest is wrong",
           sealed_file(digest=bytes(32)), PASSPHRASE)
    yield "sealed-cut", "refused", "the last part is missing", sealed[:-48], PASSPHRASE
    for name, comment, cost in [
        ("sealed-too-costly", "128 N r p is 2^31", (20, 8, 2)),
        ("sealed-too-costly-by-p", "128 N r is 2^27, and p is 16", (16, 16, 16)),
        ("sealed-n-0", "log2 N is 0", (0, 8, 1)),
        ("sealed-n-31", "log2 N is 31", (31, 2, 1)),
        ("sealed-n-not-below-16-r", "log2 N is 16, and r is 1", (16, 1, 1)),
        ("sealed-r-0", "r is 0", (10, 0, 1)),
        ("sealed-r-65", "r is 65", (10, 65, 1)),
        ("sealed-p-0", "p is 0", (10, 8, 0)),
        ("sealed-p-17", "p is 17", (10, 8, 17)),
    ]:
        yield name, "refused", comment, sealed_file(cost=cost), PASSPHRASE


# Making.


def make(directory):
    os.mkdir(directory)
    write(f"{directory}/pad", pad_file())
    os.mkdir(f"{directory}/messages")
    for name, data in messages(f"{directory}/pad").items():
        write(f"{directory}/messages/{name}", data)
    os.mkdir(f"{directory}/carried")
    verdicts = []
    for name, expect, comment, data, *passphrase in carried_files():
        write(f"{directory}/carried/{name}", data)
        lines = {"file": name, "expect": expect}
        if passphrase:
            lines["passphrase"] = passphrase[0]
        if expect == "taken":
            lines["id"] = CARRIED_ID.hex()
        lines["comment"] = comment
        verdicts.append("".join(f"{key}: {value}\n" for key, value in lines.items()))
    write(f"{directory}/carried/verdicts", "\n".join(verdicts).encode())
    os.mkdir(f"{directory}/pairing")
    for name, expect, comment, data, *more in kit_pairing.messages():
        lines = {"expect": expect, **(more[0] if more else {}), "comment": comment}
        head = "".join(f"{key}: {value}\n" for key, value in lines.items()) + "\n"
        write(f"{directory}/pairing/{name}", head.encode() + data)


def write(path, data):
    with open(path, "xb") as file:
        file.write(data)


# Running, as any other implementation would.


class Locked(message.Bad):
    """The passphrase does not open a sealed file."""


class Newer(message.Bad):
    """A file of a newer version."""


class Refused(message.Bad):
    """A carried file that breaks a rule."""


def fields(text):
    return dict(line.split(": ", 1) for line in text.splitlines())


def read_message(pad, form, data):
    """The verdict of a reader that has lane 1 and receives on lane 0."""
    try:
        packet = data if form == "binary" else message.dearmor(data)
        chunk, body = message.open_packet(pad, packet, lanes=(0,))
        name, content = message.content(body, chunk)
    except message.Bad as error:
        return {"expect": type(error).__name__.lower()}
    verdict = {"expect": "read", "content-sha256": sha256(content).hex()}
    if name is None:
        return verdict
    return verdict | ({"name": name.decode()} if message.is_usable(name) else {"name-usable": "no"})


def read_carried(data, passphrase):
    """vernam_pairing.py has the parts of this; here are the rules in their order."""
    try:
        return {"expect": "taken", "id": carried_id(data, passphrase).hex()}
    except (Locked, Newer) as error:
        return {"expect": type(error).__name__.lower()}
    except (Refused, pairing.Bad):
        return {"expect": "refused"}


def carried_id(data, passphrase):
    version, flags, split = pairing.number(data[8:10]), data[10:11], data[11:12]
    if len(data) < 36 or data[:8] != b"vernam/c":
        raise Refused("not a carried pad")
    if version > 1:
        raise Newer("made by a newer program")
    if version == 0 or flags > b"\1":
        raise Refused("a version or a flag that there is not")
    size = pairing.number(data[12:20])
    length = pairing.material_bytes(size, split[0])
    chunks = (length - 64) // pairing.chunk_bytes(size)
    if chunks - chunks * split[0] // 100 < 2:
        raise Refused("the taker gets fewer than two chunks")
    if flags == b"\1":
        head, parts = data[:77], [1024, *pairing.pieces(length), 32]
        if len(data) != 77 + sum(parts) + 16 * len(parts):
            raise Refused("cut short, or too long")
        data = head + unsealed(head, data[77:], parts, passphrase)
    elif len(data) != 36 + 1024 + length + 32:
        raise Refused("cut short, or too long")
    if sha256(data[:-32]) != data[-32:]:
        raise Refused("the digest is wrong")
    pairing.source(data[-32 - length - 1024 : -32 - length])
    return data[20:36]


def unsealed(head, rest, lengths, passphrase):
    log_n, r, p, salt = head[36], *map(pairing.number, (head[37:41], head[41:45])), head[45:]
    if not 1 <= log_n <= 30 or not 1 <= r <= 64 or not 1 <= p <= 16 or log_n >= 16 * r:
        raise Refused("parameters that scrypt must not have")
    if 128 * r * p << log_n > 2**30:
        raise Refused("asks for too much")
    cipher, text = pairing.GCM(scrypt(passphrase, log_n, r, p, salt)), b""
    for part, length in enumerate(lengths):
        sealed, rest = rest[: length + 16], rest[length + 16 :]
        try:
            text += cipher.open(pairing.be(part, 12), head, sealed)
        except pairing.Bad:
            # The record is the first that a wrong passphrase does not open.
            raise Refused("a part was altered") if part > 0 else Locked("another passphrase")
    return text


def verdicts(folder):
    """The name, the lines and the input of each file."""
    for name in sorted(os.listdir(folder)):
        head, data = read(f"{folder}/{name}").split(b"\n\n", 1)
        yield name, fields(head.decode()), data


def run(directory):
    """Prints what disagrees; returns how much that is."""
    pad, wrong = message.Pad(f"{directory}/pad"), 0
    cases = []
    for name, case, data in verdicts(f"{directory}/messages"):
        cases.append((name, case, read_message(pad, case.get("form"), data)))
    for name, case, data in verdicts(f"{directory}/pairing"):
        cases.append((name, case, kit_pairing.read(name, case, data)))
    for text in read(f"{directory}/carried/verdicts").decode().split("\n\n"):
        case = fields(text)
        data = read(f"{directory}/carried/{case['file']}")
        cases.append((case["file"], case, read_carried(data, case.get("passphrase"))))
    for name, case, found in cases:
        expected = {key: case[key] for key in VERDICT if key in case}
        if found != expected and found["expect"] != case.get("or"):
            print(f"{name}: {found}, and not {expected}")
            wrong += 1
    print(f"{len(cases)} files, {wrong} verdicts differ")
    return wrong


# What a verdict is made of.
VERDICT = ("expect", "content-sha256", "name", "name-usable", "id", "reason")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def main(command, directory):
    if command == "make":
        make(directory)
    elif command == "run":
        sys.exit(1 if run(directory) else 0)
    else:
        raise message.Bad(__doc__)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (message.Bad, OSError, TypeError, ValueError) as error:
        sys.exit(f"error: {error}")
