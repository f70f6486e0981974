"""The pairing messages of Fixtures/Kit, for kit.py: makes them from the fixed bytes of the example
in vernam-pairing(7), and reads them by that page's rules."""

import vernam_message as message
import vernam_pairing as pairing
from vernam_pairing import Bad, be, fixed, number, sha256

SIZE, SPLIT = 768, 34
SESSION, NAME = fixed(2, 16), b"amber-otter-417"
RECORD = b"the example of vernam-pairing(7)".ljust(1024, b"\0")
# The greatest number of the field and of 64 bits.
PRIME, MOST = 2**255 - 19, 2**64 - 1
# Points of X25519 that give the shared secret 0 (RFC 7748, section 6.1); the last one is not below
# 2^255 - 19.
LOW_ORDER = {
    "0": bytes(32),
    "1": be(1, 1) + bytes(31),
    "order-8": bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    "prime": PRIME.to_bytes(32, "little"),
}
UNREDUCED = "the first number of the ML-KEM-768 part is 3329", b"\x01\x0d"


class Newer(Bad):
    """A message of a newer version."""


class Ends(Bad):
    """The other end of the session made this, and it ends the session."""


class Aborted(Bad):
    """The other end gave up."""


def flipped(data, place):
    """The data with the lowest bit of a byte inverted."""
    place %= len(data)
    return replaced(data, place, bytes([data[place] ^ 1]))


def replaced(data, place, new):
    return data[:place] + new + data[place + len(new) :]


# The example's pairing.


def make_material():
    cipher = pairing.AES(fixed(6))
    return b"".join(cipher.block(be(place, 16)) for place in range(52))


def first_message(role=1, size=SIZE, split=SPLIT, key=None):
    head = b"vernam/p" + be(1, 2) + bytes([role]) + be(size, 8) + bytes([split]) + SESSION
    head += key or pairing.x_wing_keys(fixed(1))[0]
    return head + sha256(b"vernam/1 pair commit" + head + fixed(3))


def second_message(role=0, size=SIZE, split=SPLIT, enc=None):
    enc = enc or pairing.x_wing_encapsulate(first_message()[36:1252], fixed(4, 64))[1]
    return bytes([role]) + be(size, 8) + bytes([split]) + enc + fixed(5)


class Pairing:
    """The two ends, after the handshake, and a pad of the example's material."""

    def __init__(self):
        one = first_message()
        shared, enc = pairing.x_wing_encapsulate(one[36:1252], fixed(4, 64))
        self.th = sha256(one + second_message(enc=enc) + fixed(3))
        self.export = pairing.exporter(shared, b"vernam/1 pair" + sha256(one), self.th)
        self.material = make_material()
        self.pad = message.Pad.__new__(message.Pad)
        self.pad.id, self.pad.chunk = self.export(b"pad id", 16), 256
        self.pad.header_keys = self.material[:32], self.material[32:64]
        self.pad.lanes = self.material[64:320], self.material[320:]

    def frames(self, end, th=None):
        return pairing.Frames(self.export(b"frames " + end.encode()), th or self.th)

    def sealed(self, end, *frames):
        """The frames of one direction, from its first one on."""
        sealing = self.frames(end)
        return [sealing.seal(*frame) for frame in frames]

    def confirmation(self, end, key=None, th=None):
        key = self.export(b"confirm " + (key or end).encode())
        return pairing.code(key, b"vernam/1 confirm" + (th or self.th))

    def request(self, number=1, position=1, key=None):
        key = key or pairing.x_wing_keys(fixed(7))[0]
        return pairing.request(SESSION, number, position, key, self.export)

    def signed(self, end, text, context=b""):
        return text + pairing.code(self.export(b"resume " + end.encode()), context + text)

    def answer(self, position=2, enc=None, request=None):
        request = request or self.request()
        enc = enc or pairing.x_wing_encapsulate(request[42:1258], fixed(8, 64))[1]
        return self.signed("listener", be(position, 8) + enc, request)


# Making: name, verdict, comment, bytes and what else a reader has to know.


def messages():
    ends = Pairing()
    for make in (joins, first, second, third, confirmations, requests, answers, frames,
                 acknowledgements, records, hellos):
        yield from make(ends)


def heads(name, data):
    """What is wrong with magic and version."""
    yield f"{name}-magic", "refused", "another magic", flipped(data, 7)
    yield f"{name}-version-0", "refused", "version 0", replaced(data, 9, b"\0")


def joins(_):
    def join(name):
        return b"vernam/p" + be(1, 2) + name.ljust(64, b"\0")

    yield "M0", "accepted", "a joiner with a name", join(NAME), {"name": NAME.decode()}
    yield "M0-nameless", "accepted", "a joiner that is not on offer", join(b"")
    yield ("M0-name-of-63", "accepted", "the longest name", join(b"n" * 63), {"name": "n" * 63})
    yield ("M0-name-not-UTF-8", "accepted", "any bytes make a name", join(b"amber-\xff-417"),
           {"name": "amber-\ufffd-417"})
    yield "M0-name-of-64", "refused", "no zero follows the name", join(b"n" * 64)
    yield "M0-name-then-more", "refused", "more follows the first zero", join(b"one\0two")
    yield "M0-zero-first", "refused", "a name behind a zero", join(b"\0one")
    yield from heads("M0", join(NAME))
    yield "M0-version-2", "newer", "a newer joiner", replaced(join(NAME), 9, b"\2")
    yield "M0-cut", "refused", "the last byte is missing", join(NAME)[:-1]


def first(_):
    one, wait = first_message(), b"vernam/w" + be(1, 2)
    yield "M1", "accepted", "the listener gives", one
    yield "M1-after-wait", "accepted", "the listener's person had to choose", wait + one
    yield "M1-after-two-waits", "refused", "a listener asks to wait at most once", wait * 2 + one
    for version in (0, 2):
        yield (f"M1-after-wait-version-{version}", "refused",
               "a wait of another version is no wait", replaced(wait, 9, bytes([version])) + one)
    yield "M1-material", "accepted", "role 2", first_message(role=2)
    yield from heads("M1", one)
    yield ("M1-version-2", "newer", "the version is newer: the rest is not read",
           replaced(one, 9, b"\2")[:10])
    yield "M1-role-3", "refused", "role 3", first_message(role=3)
    yield ("M1-material-twice", "refused", "both ends bring material", first_message(role=2),
           {"own-role": "2"})
    yield "M1-cut", "refused", "the last byte is missing", one[:-1]
    for name, comment, size, split in SHAPES:
        yield f"M1-{name}", "refused", comment, first_message(size=size, split=split)
    yield ("M1-shape-ignored", "accepted", "the joiner gives: S and P of M1 are ignored",
           first_message(role=0, size=0, split=0), {"own-role": "1"})
    key = one[36:1252]
    for name, expect, comment, wrong in keys(key, 1184):
        yield f"M1-{name}", expect, comment, first_message(key=wrong)
    comment, start = UNREDUCED
    yield "M1-unreduced", "refused", comment, first_message(key=replaced(key, 0, start))


SHAPES = [
    ("size-0", "S is 0", 0, 34),
    ("size-above-the-most", "S is above 2^44", 2**44 + 4096, 50),
    ("size-greatest", "S is 2^64 - 1", MOST, 50),
    ("split-0", "P is 0", SIZE, 0),
    ("split-100", "P is 100", SIZE, 100),
    ("giver-without-chunk", "the giver gets no chunk", SIZE, 33),
    ("taker-with-one-chunk", "the taker gets fewer than two chunks", SIZE, 67),
]


def keys(data, place):
    """Keys with another X25519 part."""
    for name, point in LOW_ORDER.items():
        yield (f"X25519-{name}", "refused", "a point of X25519 that gives the shared secret 0",
               data[:place] + point)
    yield ("X25519-high-bit", "accepted", "the highest bit of an X25519 number is ignored",
           data[:-1] + bytes([data[-1] ^ 128]))
    yield ("X25519-unreduced", "accepted", "an X25519 number of 2^255 - 10 stands for 9",
           data[:place] + (PRIME + 9).to_bytes(32, "little"))


def second(_):
    two = second_message()
    yield "M2", "accepted", "the listener gives", two
    yield ("M2-role-1", "accepted", "the roles are equal: the listener gives",
           second_message(role=1))
    yield ("M2-joiner-gives", "accepted", "S and P are those of the joiner, which gives",
           second_message(role=2, size=1024, split=50))
    for name, comment, size, split in SHAPES:
        yield f"M2-joiner-gives-{name}", "refused", comment, second_message(2, size, split)
    yield "M2-role-3", "refused", "role 3", second_message(role=3)
    yield ("M2-material-twice", "refused", "both ends bring material", second_message(role=2),
           {"own-role": "2"})
    yield "M2-size", "refused", "S is not the giver's", second_message(size=1024)
    yield "M2-split", "refused", "P is not the giver's", second_message(split=35)
    yield "M2-cut", "refused", "the last byte is missing", two[:-1]
    enc = two[10:1130]
    yield ("M2-changed", "accepted", "a changed ML-KEM-768 part only gives other codes",
           second_message(enc=flipped(enc, 0)))
    for name, expect, comment, wrong in keys(enc, 1088):
        yield f"M2-{name}", expect, comment, second_message(enc=wrong)


def third(_):
    yield "M3", "accepted", "rI, to which M1 commits", fixed(3)
    yield "M3-first-bit", "refused", "a bit of the first byte is wrong", flipped(fixed(3), 0)
    yield "M3-last-bit", "refused", "a bit of the last byte is wrong", flipped(fixed(3), -1)
    yield "M3-cut", "refused", "the last byte is missing", fixed(3, 31)


def confirmations(ends):
    right = ends.confirmation("joiner")
    yield "confirmation", "accepted", "the joiner's person typed the right code", right
    for name, comment, data in [
        ("first-bit", "a bit of the first byte is wrong", flipped(right, 0)),
        ("last-bit", "a bit of the last byte is wrong", flipped(right, -1)),
        ("of-listener", "the listener's own, sent back", ends.confirmation("listener")),
        ("key", "the key is that of the listener", ends.confirmation("joiner", key="listener")),
        ("th", "another th", ends.confirmation("joiner", th=bytes(32))),
        ("cut", "the last byte is missing", right[:-1]),
    ]:
        yield f"confirmation-{name}", "refused", comment, data


def requests(ends):
    one = ends.request()
    yield "R1", "accepted", "the first call", one
    for name, data in [
        ("magic", replaced(one, 7, b"p")), ("version-0", replaced(one, 9, b"\0")),
        ("version-2", replaced(one, 9, b"\2")), ("session", flipped(one, 10)),
    ]:
        yield (f"R1-{name}", "refused", f"another {name.split('-')[0]}, with a right HMAC",
               ends.signed("joiner", data[:1258]))
    yield "R1-hmac", "refused", "a bit of the HMAC is wrong", flipped(one, -1)
    yield ("R1-of-listener", "refused", "the HMAC has the key of the listener",
           ends.signed("listener", one[:1258]))
    yield "R1-number-0", "refused", "the first number is at least 1", ends.request(number=0)
    yield "R1-again", "refused", "R1 was accepted before", one, {"number-before": "1"}
    yield ("R1-number-below", "refused", "the number is below the last one", one,
           {"number-before": "2"})
    yield ("R1-number-greatest", "accepted", "numbers need not follow each other",
           ends.request(number=MOST), {"number-before": str(MOST - 1)})
    yield "R1-position-2-63", "refused", "the position is 2^63", ends.request(position=2**63)
    yield "R1-cut", "refused", "the last byte is missing", one[:-1]
    key = one[42:1258]
    for name, expect, comment, wrong in keys(key, 1184):
        yield f"R1-{name}", ending(expect), comment, ends.request(key=wrong)
    comment, start = UNREDUCED
    yield "R1-unreduced", "ends", comment, ends.request(key=replaced(key, 0, start))


def ending(expect):
    return "ends" if expect == "refused" else expect


def answers(ends):
    two = ends.answer()
    yield "R2", "accepted", "the answer to R1", two
    yield "R2-hmac", "refused", "a bit of the HMAC is wrong", flipped(two, -1)
    yield ("R2-of-joiner", "refused", "the HMAC has the key of the joiner",
           ends.signed("joiner", two[:1128], ends.request()))
    yield ("R2-to-another", "refused", "the answer to another R1",
           ends.answer(request=ends.request(number=2)))
    yield "R2-position-2-63", "refused", "the position is 2^63", ends.answer(position=2**63)
    yield "R2-cut", "refused", "the last byte is missing", two[:-1]
    for name, expect, comment, wrong in keys(two[8:1128], 1088):
        yield f"R2-{name}", ending(expect), comment, ends.answer(enc=wrong)


def frames(ends):
    material, count = ends.material, be(2, 8)
    given = [(0, RECORD), (0, material), (1, sha256(RECORD + material)), (5, b"")]
    taken = [(3, count), (4, pairing.hello(material, {"id": ends.pad.id, "lane 1": 320}))]
    dues = {"listener": "data data last done".split(), "joiner": "acknowledge hello".split()}

    def frame(name, expect, comment, data, due=1, end="listener", **more):
        data = data if isinstance(data, bytes) else b"".join(data)
        more |= {"from": end, "due": " ".join(dues[end][:due])}
        return f"frame-{name}", expect, comment, data, more

    for end, texts in [("listener", given), ("joiner", taken)]:
        sealed = ends.sealed(end, *texts)
        for due, (_, text) in enumerate(texts, 1):
            name = "record" if (end, due) == ("listener", 1) else dues[end][due - 1]
            name = "material" if name == "data" else name
            yield frame(name, "accepted", f"the {name}", sealed[:due], due, end,
                        **{"content-sha256": sha256(text).hex()})
    record, piece = ends.sealed("listener", *given[:2])
    for reason, meaning in [(1, 1), (2, 2), (3, 3), (0, 1), (4, 1), (255, 1)]:
        yield frame(f"abort-{reason}", "aborted", f"the giver gives up: {meaning}",
                    ends.sealed("listener", given[0], (2, bytes([reason]))), 2, reason=str(meaning))
    abort = ends.sealed("listener", (2, b"\1"))[0]
    yield frame("abort-tag", "refused", "an abort that does not verify", flipped(abort, -1))
    yield frame("tag", "refused", "a bit of the tag is wrong", flipped(record, -1))
    yield frame("ciphertext", "refused", "a bit of the ciphertext is wrong", flipped(record, 1))
    yield frame("kind-byte", "refused", "the record, with the kind of the last frame",
                b"\1" + record[1:])
    yield frame("kind-changed", "refused", "the last frame, with the kind of data",
                b"\0" + ends.sealed("listener", (1, RECORD))[0][1:])
    for kind in (1, 3, 4, 5, 6, 255):
        yield frame(f"kind-{kind}", "refused", f"a genuine frame of kind {kind} where data is due",
                    ends.sealed("listener", (kind, RECORD)))
    yield frame("again", "refused", "the same frame twice", record + record[:849], 2)
    yield frame("ahead", "refused", "the second frame comes first", piece + bytes(192))
    yield frame("of-joiner", "refused", "the key is that of the joiner",
                ends.sealed("joiner", given[0]))
    yield frame("th", "refused", "another th",
                ends.frames("listener", bytes(32)).seal(0, RECORD))
    yield frame("cut", "refused", "the last byte is missing", record[:-1])


def acknowledgements(ends):
    """The first frame of the taker, for a giver that has sent the record and its one piece."""
    for count, expect, comment in [
        (2, "accepted", "both data frames are durable"),
        (0, "refused", "the number for the last piece counts all data frames"),
        (1, "refused", "only the record is durable, but the last piece has come"),
        (3, "refused", "the last frame was not sent yet"),
        (2**63, "refused", "more than was ever sent"),
        (MOST, "refused", "the greatest number"),
    ]:
        name = "greatest" if count == MOST else "2-63" if count == 2**63 else str(count)
        sealed = ends.sealed("joiner", (3, be(count, 8)))[0]
        yield f"acknowledge-{name}", expect, comment, sealed


def records(_):
    def text(lines):
        return lines.ljust(1024, b"\0")

    for name, comment, lines in [
        ("record", "one line", RECORD),
        ("record-two-lines", "two lines", b"a source\0camera noise\0"),
        ("record-longest", "a line of 1022 bytes", b"x" * 1022),
        ("record-ends", "the first and the last character", b"! ~"),
    ]:
        yield name, "accepted", comment, text(lines)
    for name, comment, lines in [
        ("empty", "the first line is empty", b""),
        ("empty-first", "only the second line is there", b"\0camera noise"),
        ("two-spaces", "two spaces together", b"two  spaces"),
        ("space-first", "a space at the beginning", b" a line"),
        ("space-last", "a space at the end", b"a line "),
        ("space-in-second", "a space at the end of the second line", b"a line\0another "),
        ("control", "a character below 33 that is not a space", b"a\tline"),
        ("delete", "the character 127", b"a\x7fline"),
        ("not-ascii", "a byte that is not of ASCII", b"a l\xefne"),
        ("third-line", "a third line", b"one\0two\0three"),
        ("late-byte", "the last byte is not zero", b"one\0two".ljust(1023, b"\0") + b"x"),
        ("endless", "no zero ends the first line", b"x" * 1024),
        ("second-endless", "no zero ends the second line", b"x\0" + b"y" * 1022),
    ]:
        yield f"record-{name}", "refused", comment, text(lines)


def hellos(ends):
    def body(kind=0, peer_seen=0, previous_end=0, sent_before=0, content=b""):
        head = bytes([kind]) + be(peer_seen, 4) + be(previous_end, 4) + be(sent_before, 4)
        return (head + content + b"\x80").ljust(64, b"\0")

    def packet(lane=1, chunk=0, **changes):
        return message.seal(ends.pad, lane, chunk, body(**changes))

    yield "hello", "accepted", "the hello of the example", packet()
    yield "hello-chunk-1", "accepted", "the giver does not insist on chunk 0", packet(chunk=1)
    yield ("hello-peer-seen-ahead", "accepted", "the giver closes the pad for sending",
           packet(peer_seen=9))
    for name, comment, data in [
        ("with-text", "text in a hello", packet(content=b"A text.\n")),
        ("type-1", "a text", packet(kind=1, content=b"A text.\n")),
        ("type-1-empty", "a text without content", packet(kind=1)),
        ("type-2", "a file", packet(kind=2, content=b"\0\4namecontent")),
        ("type-3", "a type that is not known", packet(kind=3)),
        ("sent-before", "sent-before is above the chunk", packet(sent_before=1)),
        ("endless", "the body has no end", message.seal(ends.pad, 1, 0, bytes(64))),
        ("lane-0", "a packet of the giver", packet(lane=0)),
        ("tag", "a bit of the tag is wrong", flipped(packet(), -1)),
        ("header", "a bit of the header is wrong", flipped(packet(), 0)),
        ("ciphertext", "a bit of the ciphertext is wrong", flipped(packet(), 8)),
        ("cut", "the last byte is missing", packet()[:-1]),
    ]:
        yield f"hello-{name}", "refused", comment, data


# Reading, as any other implementation would.


def read(name, case, data):
    """The verdict on a message; its name begins with what it is."""
    readers = {
        "M0": read_join, "M1": read_first, "M2": read_second, "M3": read_third,
        "confirmation": read_confirmation, "acknowledge": read_acknowledgement,
        "R1": read_request, "R2": read_answer, "frame": read_frames,
        "record": read_record, "hello": read_hello,
    }
    try:
        found = readers[name.split("-")[0]](case, data, Pairing())
        return {"expect": "accepted"} | (found or {})
    except Newer:
        return {"expect": "newer"}
    except Ends:
        return {"expect": "ends"}
    except Aborted as error:
        return {"expect": "aborted", "reason": str(error)}
    except (Bad, message.Bad):
        return {"expect": "refused"}


def check_head(data):
    if data[:8] != b"vernam/p" or len(data) < 10:
        raise Bad("another magic")
    if number(data[8:10]) > 1:
        raise Newer("a newer version")
    if number(data[8:10]) < 1:
        raise Bad("version 0")


def check_length(data, count):
    if len(data) != count:
        raise Bad("the connection was closed")


def read_join(_, data, __):
    check_head(data)
    check_length(data, 74)
    name = data[10:].rstrip(b"\0")
    if b"\0" in name or len(name) > 63:
        raise Bad("not a name")
    return {"name": name.decode(errors="replace")} if name else None


def check_shape(size, split):
    length = pairing.material_bytes(size, split) - 64
    chunks = length // pairing.chunk_bytes(size)
    if chunks - chunks * split // 100 < 2:
        raise Bad("the taker gets fewer than two chunks")


def agreed(listener, joiner):
    """S and P of the giver, from the 10 bytes of both requests."""
    if joiner[0] > 2 or listener[0] > 2 or listener[0] == joiner[0] == 2:
        raise Bad("roles that do not pair")
    given = (joiner if joiner[0] > listener[0] else listener)[1:]
    check_shape(number(given[:8]), given[8])
    return given


def own(case, role):
    return bytes([int(case.get("own-role", role))]) + be(SIZE, 8) + bytes([SPLIT])


def check_point(data):
    if not any(pairing.x25519(fixed(1), data[-32:])):
        raise Bad("the shared secret is 0")


def check_key(data):
    """Both parts of an X-Wing public key."""
    pairing.ml_kem_encapsulate(data[:1184], bytes(32))
    check_point(data)


def read_first(case, data, _):
    data = data[10:] if data[:10] == b"vernam/w" + be(1, 2) else data
    check_head(data)
    check_length(data, 1284)
    agreed(data[10:20], own(case, 0))
    check_key(data[36:1252])


def read_second(case, data, _):
    check_length(data, 1162)
    if agreed(own(case, 1), data[:10]) != data[1:10]:
        raise Bad("not what the giver requests")
    check_point(data[10:1130])


def read_third(_, data, __):
    one = first_message()
    if sha256(b"vernam/1 pair commit" + one[:1252] + data) != one[1252:]:
        raise Bad("not what M1 commits to")


def read_confirmation(_, data, ends):
    check_length(data, 32)
    if data != pairing.code(ends.export(b"confirm joiner"), b"vernam/1 confirm" + ends.th):
        raise Bad("not the joiner's confirmation")


def check_from_other_end(check, data):
    try:
        check(data)
    except Bad as error:
        raise Ends(str(error))


def read_request(case, data, ends):
    check_length(data, 1290)
    if data[:26] != b"vernam/r" + be(1, 2) + SESSION or data != ends.signed("joiner", data[:1258]):
        raise Bad("not of this session")
    if number(data[26:34]) <= int(case.get("number-before", "0")) or number(data[34:42]) >= 2**63:
        raise Bad("a number or a position that cannot be")
    check_from_other_end(check_key, data[42:1258])


def read_answer(_, data, ends):
    if data != ends.signed("listener", data[:1128], ends.request()) or number(data[:8]) >= 2**63:
        raise Bad("not the answer")
    check_from_other_end(check_point, data[8:1128])


def read_frames(case, data, ends):
    opening = ends.frames(case["from"])
    kinds = {"data": (0, [1024, 832]), "last": (1, [32]), "acknowledge": (3, [8]),
             "hello": (4, [120]), "done": (5, [0])}
    for place, due in enumerate(case["due"].split()):
        kind, lengths = kinds[due]
        if data[:1] == b"\2":
            reason = opening.open(2, data[:18])[0]
            raise Aborted(reason if reason in (2, 3) else 1)
        length = lengths[min(place, len(lengths) - 1)] + 17
        frame, data = data[:length], data[length:]
        check_length(frame, length)
        text = opening.open(kind, frame)
    check_length(data, 0)
    return {"content-sha256": sha256(text).hex()}


def read_acknowledgement(_, data, ends):
    sent = all_data_frames = 2
    durable = number(ends.frames("joiner").open(3, data))
    if durable > sent or durable < all_data_frames:
        raise Bad("the taker cannot have so many, or has too few")


def read_record(_, data, __):
    pairing.source(data)


def read_hello(_, data, ends):
    check_length(data, 120)
    chunk, body = message.open_packet(ends.pad, data, lanes=(1,))
    name, content = message.content(body, chunk)
    if body[0] != 0 or content:
        raise Bad("not a hello")
