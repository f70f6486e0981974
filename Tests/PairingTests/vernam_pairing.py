#!/usr/bin/env python3
"""Pairs with vernam, written from vernam-pairing(7) and the standards it names, with only Python's
standard library: a second opinion on what the program does. Not for real use: nothing here takes
care of time, memory or secrets.

    vernam_pairing.py carried FILE [PASSPHRASE]
                                         prints id, S, P, record and D, after computing D
    vernam_pairing.py join HOST PORT [POSITION...]
                                         joins and takes: prints the code, reads the other one,
                                         prints id and D; hangs up at each of these positions,
                                         and reconnects
    vernam_pairing.py check              the standards' own examples
    vernam_pairing.py example            prints Fixtures/Vectors/pairing.txt
"""

import hashlib
import hmac
import os
import socket
import sys


class Bad(Exception):
    """The input is not what the manual requires."""


def number(data):
    return int.from_bytes(data, "big")


def be(value, size):
    return value.to_bytes(size, "big")


def sha256(data):
    return hashlib.sha256(data).digest()


def code(key, text):
    return hmac.new(key, text, hashlib.sha256).digest()


# The pad (vernam-message(5)).


def chunk_bytes(size):
    return 256 if size < 2**24 else 1024 if size < 2**30 else 4096


def material_bytes(size, split):
    chunks = size // chunk_bytes(size)
    if not 1 <= split <= 99 or not 1 <= chunks * split // 100 <= chunks - 2 or size > 2**44:
        raise Bad("no pad has this size and split")
    return chunks * chunk_bytes(size) + 64


def source(record):
    texts = record.split(b"\0", 2)
    if len(record) != 1024 or len(texts) != 3 or not texts[0] or any(texts[2]):
        raise Bad("not a record")
    for text in texts[:2]:
        if text != b" ".join(text.split()) or not all(32 <= byte < 127 for byte in text):
            raise Bad("not words with one space between them")
    return texts[0].decode(), texts[1].decode()


# Carried files.


def carried(path, passphrase=None):
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"vernam/c" or number(data[8:10]) != 1 or data[10] > 1:
        raise Bad("not a carried pad of version 1")
    split, size, name = data[11], number(data[12:20]), data[20:36]
    head, length = data[:36], material_bytes(size, split)
    if data[10] == 1:
        head = data[:77]
        data = head + opened(head, data[77:], [1024, *pieces(length), 32], passphrase)
    end = len(head) + 1024 + length
    if len(data) != end + 32:
        raise Bad("cut short, or too long")
    digest = sha256(data[:end])
    if digest != data[end:]:
        raise Bad("D is wrong")
    record = data[len(head):len(head) + 1024]
    print(name.hex(), size, split, source(record)[0], digest.hex(), sep="\n")


def pieces(length):
    return [min(262144, length - start) for start in range(0, length, 262144)]


def opened(head, rest, lengths, passphrase):
    log_n, r, p, salt = head[36], number(head[37:41]), number(head[41:45]), head[45:77]
    if not 1 <= log_n <= 30 or not 1 <= r <= 64 or not 1 <= p <= 16 or log_n >= 16 * r:
        raise Bad("asks for what scrypt does not have")
    if 128 * r * p << log_n > 2**30:
        raise Bad("asks for too much")
    key = hashlib.scrypt(
        passphrase.encode(), salt=salt, n=1 << log_n, r=r, p=p, maxmem=2**31 - 1, dklen=32)
    text, cipher = b"", GCM(key)
    for part, length in enumerate(lengths):
        sealed, rest = rest[:length + 16], rest[length + 16:]
        text += cipher.open(be(part, 12), head, sealed)
    return text + rest


# X25519 (RFC 7748, section 5).


def x25519(scalar, point):
    prime = 2**255 - 19
    scalar = bytearray(scalar)
    scalar[0] &= 248
    scalar[31] = scalar[31] & 127 | 64
    k = int.from_bytes(scalar, "little")
    x1 = int.from_bytes(point, "little") & (2**255 - 1)
    x2, z2, x3, z3, swap = 1, 0, x1, 1, 0
    for place in reversed(range(255)):
        bit = k >> place & 1
        if swap ^ bit:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swap = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        aa, bb, da, cb = a * a, b * b, d * a, c * b
        e = aa - bb
        x3, z3 = (da + cb) ** 2 % prime, x1 * (da - cb) ** 2 % prime
        x2, z2 = aa * bb % prime, e * (aa + 121665 * e) % prime
    if swap:
        x2, z2 = x3, z3
    return (x2 * pow(z2, prime - 2, prime) % prime).to_bytes(32, "little")


BASE = be(9, 1) + bytes(31)

# ML-KEM-768 (FIPS 203); decapsulation does not check for an altered ciphertext.

Q, K = 3329, 3


def reversed_bits(value):
    return int(f"{value:07b}"[::-1], 2)


ZETAS = [pow(17, reversed_bits(place), Q) for place in range(128)]
GAMMAS = [pow(17, 2 * reversed_bits(place) + 1, Q) for place in range(128)]


def ntt(f):
    f, place, size = list(f), 1, 128
    while size >= 2:
        for start in range(0, 256, 2 * size):
            for at in range(start, start + size):
                t = ZETAS[place] * f[at + size]
                f[at], f[at + size] = (f[at] + t) % Q, (f[at] - t) % Q
            place += 1
        size //= 2
    return f


def inverse_ntt(f):
    f, place, size = list(f), 127, 2
    while size <= 128:
        for start in range(0, 256, 2 * size):
            for at in range(start, start + size):
                t = f[at]
                f[at], f[at + size] = (t + f[at + size]) % Q, ZETAS[place] * (f[at + size] - t) % Q
            place -= 1
        size *= 2
    return [value * 3303 % Q for value in f]


def product(f, g):
    h = []
    for place in range(128):
        a, b, c, d = f[2 * place], f[2 * place + 1], g[2 * place], g[2 * place + 1]
        h += [(a * c + b * d * GAMMAS[place]) % Q, (a * d + b * c) % Q]
    return h


def total(*polynomials):
    return [sum(values) % Q for values in zip(*polynomials)]


def uniform(seed, column, row):
    """SampleNTT of a column and row of the matrix."""
    stream = hashlib.shake_128(seed + bytes([column, row])).digest(3000)
    values = []
    for place in range(0, len(stream), 3):
        a, b, c = stream[place : place + 3]
        values += [value for value in (a | (b & 15) << 8, b >> 4 | c << 4) if value < Q]
    return values[:256]


def small(seed, count):
    """SamplePolyCBD with eta = 2."""
    stream = int.from_bytes(hashlib.shake_256(seed + bytes([count])).digest(128), "little")
    bits = [stream >> place & 1 for place in range(1024)]
    return [
        (bits[at] + bits[at + 1] - bits[at + 2] - bits[at + 3]) % Q for at in range(0, 1024, 4)
    ]


def packed(values, bits):
    whole = sum(value << place * bits for place, value in enumerate(values))
    return whole.to_bytes(32 * bits, "little")


def unpacked(data, bits):
    whole = int.from_bytes(data, "little")
    return [whole >> place * bits & ((1 << bits) - 1) for place in range(256)]


def compressed(values, bits):
    return [((value << bits) + Q // 2) // Q % (1 << bits) for value in values]


def ml_kem_encapsulate(key, message):
    """Shared secret and ciphertext."""
    secret = hashlib.sha3_512(message + hashlib.sha3_256(key).digest()).digest()
    secret, coins = secret[:32], secret[32:]
    t = [unpacked(key[384 * row : 384 * row + 384], 12) for row in range(K)]
    if any(value >= Q for row in t for value in row):
        raise Bad("not a public key of ML-KEM-768")
    seed = key[1152:]
    y = [ntt(small(coins, place)) for place in range(K)]
    errors = [small(coins, K + place) for place in range(K)]
    data = b""
    for column in range(K):
        products = [product(uniform(seed, column, row), y[row]) for row in range(K)]
        u = total(inverse_ntt(total(*products)), errors[column])
        data += packed(compressed(u, 10), 10)
    # The matrix is transposed here: element (row, column) is sampled with column first.
    inner = inverse_ntt(total(*[product(t[row], y[row]) for row in range(K)]))
    bits = unpacked(message, 1)
    v = total(inner, small(coins, 2 * K), [(bit * Q + 1) // 2 for bit in bits])
    return secret, data + packed(compressed(v, 4), 4)


def expanded(values, bits):
    return [value * Q + (1 << bits - 1) >> bits for value in values]


def ml_kem_keys(d):
    """Public key and secret."""
    seeds = hashlib.sha3_512(d + bytes([K])).digest()
    seed, noise = seeds[:32], seeds[32:]
    secret = [ntt(small(noise, place)) for place in range(K)]
    key = b""
    for row in range(K):
        products = [product(uniform(seed, column, row), secret[column]) for column in range(K)]
        key += packed(total(*products, ntt(small(noise, K + row))), 12)
    return key + seed, secret


def ml_kem_decapsulate(key, secret, data):
    parts = [data[320 * place : 320 * place + 320] for place in range(K)]
    u = [ntt(expanded(unpacked(part, 10), 10)) for part in parts]
    v = expanded(unpacked(data[960:], 4), 4)
    inner = inverse_ntt(total(*[product(secret[place], u[place]) for place in range(K)]))
    bits = compressed([(a - b) % Q for a, b in zip(v, inner)], 1)
    return hashlib.sha3_512(packed(bits, 1) + hashlib.sha3_256(key).digest()).digest()[:32]


def x_wing_keys(seed):
    seeds = hashlib.shake_256(seed).digest(96)
    key, secret = ml_kem_keys(seeds[:32])
    scalar = seeds[64:]
    return key + x25519(scalar, BASE), (secret, scalar)


def x_wing_decapsulate(key, secret, data):
    shared = ml_kem_decapsulate(key[:1184], secret[0], data[:1088])
    text = shared + x25519(secret[1], data[1088:]) + data[1088:] + key[1184:] + b"\\.//^\\"
    return hashlib.sha3_256(text).digest()


def x_wing_encapsulate(key, seed):
    secret, data = ml_kem_encapsulate(key[:1184], seed[:32])
    scalar, other = seed[32:], key[1184:]
    point = x25519(scalar, BASE)
    text = secret + x25519(scalar, other) + point + other + b"\\.//^\\"
    return hashlib.sha3_256(text).digest(), data + point


# HPKE (RFC 9180), as spelled out.

SUITE = b"HPKE" + bytes.fromhex("647a0001ffff")


def extract(salt, label, text):
    return code(salt or bytes(32), b"HPKE-v1" + SUITE + label + text)


def expand(key, label, text, size):
    text = be(size, 2) + b"HPKE-v1" + SUITE + label + text
    data, block = b"", b""
    for count in range(1, -(-size // 32) + 1):
        block = code(key, block + text + bytes([count]))
        data += block
    return data[:size]


def exporter(shared, info, transcript):
    context = b"\0" + extract(b"", b"psk_id_hash", b"") + extract(b"", b"info_hash", info)
    root = expand(extract(shared, b"secret", b""), b"exp", context, 32)
    return lambda label, size=32: expand(root, b"sec", b"vernam/1 " + label + transcript, size)


# AES-256 in GCM (FIPS 197, SP 800-38D).


def box():
    p = q = 1
    found = {0: 0x63}
    while len(found) < 256:
        p ^= p << 1 ^ (0x11B if p & 128 else 0)
        for shift in (1, 2, 4):
            q ^= q << shift & 255
        q ^= 9 if q & 128 else 0
        x = q | q << 8
        found[p] = (x ^ x >> 4 ^ x >> 5 ^ x >> 6 ^ x >> 7) & 255 ^ 0x63
    return [found[value] for value in range(256)]


BOX = box()


def double(value):
    return value << 1 ^ (0x11B if value & 128 else 0)


class AES:
    def __init__(self, key):
        words, constant = [key[place : place + 4] for place in range(0, 32, 4)], 1
        while len(words) < 60:
            word = words[-1]
            if len(words) % 8 == 0:
                word = bytes(BOX[value] for value in word[1:] + word[:1])
                word = bytes([word[0] ^ constant]) + word[1:]
                constant = double(constant)
            elif len(words) % 8 == 4:
                word = bytes(BOX[value] for value in word)
            words.append(bytes(a ^ b for a, b in zip(words[-8], word)))
        self.keys = [b"".join(words[place : place + 4]) for place in range(0, 60, 4)]

    def block(self, text):
        state = [a ^ b for a, b in zip(text, self.keys[0])]
        for turn in range(1, 15):
            state = [BOX[state[(place + 4 * (place % 4)) % 16]] for place in range(16)]
            if turn < 14:
                mixed = []
                for place in range(0, 16, 4):
                    a = state[place : place + 4]
                    mixed += [
                        double(a[at]) ^ double(a[(at + 1) % 4]) ^ a[(at + 1) % 4]
                        ^ a[(at + 2) % 4] ^ a[(at + 3) % 4]
                        for at in range(4)
                    ]
                state = mixed
            state = [a ^ b for a, b in zip(state, self.keys[turn])]
        return bytes(state)


class GCM:
    def __init__(self, key):
        self.aes = AES(key)
        self.point = number(self.aes.block(bytes(16)))

    def times(self, value):
        product, factor = 0, self.point
        for place in reversed(range(128)):
            if value >> place & 1:
                product ^= factor
            factor = factor >> 1 ^ (0xE1 << 120 if factor & 1 else 0)
        return product

    def stream(self, nonce, text):
        blocks = []
        for place in range(0, len(text), 16):
            mask = self.aes.block(nonce + be(place // 16 + 2, 4))
            blocks.append(bytes(a ^ b for a, b in zip(text[place : place + 16], mask)))
        return b"".join(blocks)

    def tag(self, nonce, data, sealed):
        text = data.ljust(-(-len(data) // 16) * 16, b"\0")
        text += sealed.ljust(-(-len(sealed) // 16) * 16, b"\0")
        text += be(8 * len(data), 8) + be(8 * len(sealed), 8)
        value = 0
        for place in range(0, len(text), 16):
            value = self.times(value ^ number(text[place : place + 16]))
        return be(value ^ number(self.aes.block(nonce + be(1, 4))), 16)

    def seal(self, nonce, data, text):
        sealed = self.stream(nonce, text)
        return sealed + self.tag(nonce, data, sealed)

    def open(self, nonce, data, sealed):
        sealed, tag = sealed[:-16], sealed[-16:]
        if not hmac.compare_digest(tag, self.tag(nonce, data, sealed)):
            raise Bad("a frame does not verify")
        return self.stream(nonce, sealed)


# Joining.


class Frames:
    """The frames of one direction."""

    def __init__(self, key, transcript):
        self.cipher, self.transcript, self.count = GCM(key), transcript, 0

    def next(self, kind):
        place = be(self.count, 8)
        self.count += 1
        return bytes(4) + place, self.transcript + place + bytes([kind])

    def seal(self, kind, text):
        return bytes([kind]) + self.cipher.seal(*self.next(kind), text)

    def open(self, kind, frame):
        if frame[0] != kind:
            raise Bad(f"a frame of kind {frame[0]} where {kind} is due")
        return self.cipher.open(*self.next(kind), frame[1:])


def reader(connection):
    def read(count):
        data = b""
        while len(data) < count:
            piece = connection.recv(count - len(data))
            if not piece:
                raise Bad("the other end closed the connection")
            data += piece
        return data

    return read


def resume(address, session, transcript, export, turn, position):
    """Calls again; returns the connection and the frames of both directions."""
    connection = socket.create_connection(address)
    key, secret = x_wing_keys(os.urandom(32))
    one = request(session, turn, position, key, export)
    connection.sendall(one)
    two = reader(connection)(1160)
    if two[1128:] != code(export(b"resume listener"), one + two[:1128]):
        raise Bad("not R2")
    if number(two[:8]) < position:
        raise Bad("the giver has not sent what it sent")
    shared = x_wing_decapsulate(key, secret, two[8:1128])
    _, *keys = resumed(shared, transcript, one, two, export)
    return connection, *keys


def request(session, turn, position, key, export):
    """R1."""
    one = b"vernam/r" + be(1, 2) + session + be(turn, 8) + be(position, 8) + key
    return one + code(export(b"resume joiner"), one)


def resumed(shared, transcript, one, two, export):
    """What takes the place of th, and the frames of the listener and the joiner."""
    transcript = sha256(transcript + one + two)
    fresh = exporter(shared, b"vernam/1 resume" + sha256(one), transcript)
    frames = []
    for end in (b"listener", b"joiner"):
        root = code(export(b"resume"), fresh(b"frames " + end))
        frames += [Frames(code(root, b"vernam/1 resumed frames " + end + b"\1"), transcript)]
    return transcript, *frames


def handshake(connection, read):
    """Joins without a request of its own; returns session, S, P, th and the exporter."""
    connection.sendall(b"vernam/p" + be(1, 2) + bytes(64))
    one = read(10)
    if one == b"vernam/w" + be(1, 2):
        one = read(10)  # the listener's person had to choose
    one += read(1274)
    if one[:10] != b"vernam/p" + be(1, 2) or one[10] > 2:
        raise Bad("not M1")
    size, split, key = number(one[11:19]), one[19], one[36:1252]
    shared, encapsulated = x_wing_encapsulate(key, os.urandom(64))
    two = b"\0" + one[11:20] + encapsulated + os.urandom(32)
    connection.sendall(two)
    three = read(32)
    if sha256(b"vernam/1 pair commit" + one[:1252] + three) != one[1252:]:
        raise Bad("the listener did not keep to its commitment")
    transcript = sha256(one + two + three)
    export = exporter(shared, b"vernam/1 pair" + sha256(one), transcript)
    return one[20:36], size, split, transcript, export


def codes(export):
    secret = export(b"code")
    first, second = number(secret[:8]) % 10**8, number(secret[8:16]) % (10**8 - 1)
    return f"{first:08}", f"{second + (second >= first):08}"


def hello(material, pad, peer_seen=0):
    """The first packet of lane 1 (vernam-message(5)), for which the smallest chunk is enough."""
    key, slice = material[32:64], material[pad["lane 1"] :][:256]
    body = b"\0" + be(peer_seen, 4) + bytes(8) + b"\x80" + bytes(50)
    sealed = bytes(a ^ b for a, b in zip(body, slice[64:128]))
    text = b"vernam/1 message" + pad["id"] + b"\1" + bytes(4) + sealed
    r = int.from_bytes(slice[32:48], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    value = 0
    for place in range(0, len(text), 16):
        value = (value + int.from_bytes(text[place : place + 16] + b"\1", "little")) * r
        value %= 2**130 - 5
    value += int.from_bytes(slice[48:64], "little")
    tag = code(slice[:32], text) + (value % 2**128).to_bytes(16, "little")
    mask = AES(key).block(tag[:16])[:4]
    return mask + code(key, b"vernam/1 check" + tag + bytes(4))[:4] + sealed + tag


def join(host, port, *positions, peer_seen=0):
    address = (host, int(port))
    connection = socket.create_connection(address)
    read = reader(connection)
    session, size, split, transcript, export = handshake(connection, read)
    theirs, own = codes(export)
    print(own, flush=True)
    if sys.stdin.readline().strip().replace(" ", "") != theirs:
        raise Bad("that is not the code on the other screen")
    text = b"vernam/1 confirm" + transcript
    connection.sendall(code(export(b"confirm joiner"), text))
    if read(32) != code(export(b"confirm listener"), text):
        raise Bad("the confirmation is wrong")
    incoming = Frames(export(b"frames listener"), transcript)
    outgoing = Frames(export(b"frames joiner"), transcript)

    count, material = material_bytes(size, split), b""
    last = 1 + -(-count // 262144)
    cuts = [int(text) for text in positions]
    for position in range(last + 2):
        if position in cuts:
            connection.close()
            turn = cuts.index(position) + 1
            connection, incoming, outgoing = resume(
                address, session, transcript, export, turn, position)
            read = reader(connection)
        if position == 0:
            record = incoming.open(0, read(1 + 1024 + 16))
            source(record)
        elif position < last:
            length = min(262144, count - len(material))
            material += incoming.open(0, read(1 + length + 16))
            connection.sendall(outgoing.seal(3, be(position + 1, 8)))
        elif position == last:
            digest = incoming.open(1, read(1 + 32 + 16))
    if digest != sha256(record + material):
        connection.sendall(outgoing.seal(2, b"\2"))
        raise Bad("D is wrong")
    border = size // chunk_bytes(size) * split // 100 * chunk_bytes(size)
    pad = {"id": export(b"pad id", 16), "lane 1": 64 + border}
    connection.sendall(outgoing.seal(4, hello(material, pad, peer_seen)))
    incoming.open(5, read(1 + 16))
    print(pad["id"].hex(), digest.hex(), sep="\n")


# The example: both ends, with fixed bytes instead of chance.


def fixed(value, size=32):
    return bytes([value]) * size


def show(name, **values):
    print(f"\nname = {name}")
    for key, value in values.items():
        text = value.hex() if isinstance(value, bytes) else value
        print(f"{key.replace('_', '-')} = {text}")


def example():
    print("# A pairing and a sealed file, with fixed bytes instead of chance: vernam-pairing(7),")
    print("# EXAMPLE. Made by Tests/PairingTests/vernam_pairing.py. Codes, log2-N, r and p are decimal.")
    size, split = 768, 34
    cipher = AES(fixed(6))
    material = b"".join(cipher.block(be(place, 16)) for place in range(52))
    record = b"the example of vernam-pairing(7)".ljust(1024, b"\0")
    session = example_of_handshake(size, split)
    example_of_transfer("the transfer", 0, *session[2:], record, material)
    example_of_resumption(*session, record, material)
    example_of_seal(size, split, record, material)


def example_of_handshake(size, split):
    """The session's name, its secrets, and the frames of listener and joiner."""
    key, secret = x_wing_keys(fixed(1))
    one = b"vernam/p" + be(1, 2) + b"\1" + be(size, 8) + bytes([split]) + fixed(2, 16) + key
    three = fixed(3)
    one += sha256(b"vernam/1 pair commit" + one + three)
    shared, encapsulated = x_wing_encapsulate(key, fixed(4, 64))
    if x_wing_decapsulate(key, secret, encapsulated) != shared:
        raise Bad("X-Wing")
    two = b"\0" + one[11:20] + encapsulated + fixed(5)
    transcript = sha256(one + two + three)
    export = exporter(shared, b"vernam/1 pair" + sha256(one), transcript)
    listener, joiner = codes(export)
    text = b"vernam/1 confirm" + transcript
    show(
        "the handshake", key_seed=fixed(1), session=fixed(2, 16), encapsulation_seed=fixed(4, 64),
        shared_secret=shared, M1=one, M2=two, M3=three, th=transcript, listener_code=listener,
        joiner_code=joiner, pad_id=export(b"pad id", 16),
        listener_confirmation=code(export(b"confirm listener"), text),
        joiner_confirmation=code(export(b"confirm joiner"), text))
    frames = [Frames(export(b"frames " + end), transcript) for end in (b"listener", b"joiner")]
    return fixed(2, 16), transcript, export, *frames


def example_of_transfer(name, position, export, listener, joiner, record, material, **values):
    """The listener gives, from a frame on."""
    pad = {"id": export(b"pad id", 16), "lane 1": 64 + 256}
    if position == 0:
        values = {"record": record, "material": material, "record_frame": listener.seal(0, record)}
    show(
        name, **values, material_frame=listener.seal(0, material),
        acknowledgement_frame=joiner.seal(3, be(2, 8)),
        last_frame=listener.seal(1, sha256(record + material)),
        hello_frame=joiner.seal(4, hello(material, pad)), done_frame=listener.seal(5, b""))


def example_of_resumption(session, transcript, export, _, __, record, material):
    """The connection was lost when the joiner had the record and the listener had sent more."""
    key, secret = x_wing_keys(fixed(7))
    one = request(session, 1, 1, key, export)
    shared, encapsulated = x_wing_encapsulate(key, fixed(8, 64))
    if x_wing_decapsulate(key, secret, encapsulated) != shared:
        raise Bad("X-Wing")
    two = be(2, 8) + encapsulated
    two += code(export(b"resume listener"), one + two)
    transcript, listener, joiner = resumed(shared, transcript, one, two, export)
    example_of_transfer(
        "another connection, after the record", 1, export, listener, joiner, record, material,
        key_seed=fixed(7), encapsulation_seed=fixed(8, 64), shared_secret=shared, R1=one, R2=two,
        th=transcript)


def example_of_seal(size, split, record, material):
    head = b"vernam/c" + be(1, 2) + b"\1" + bytes([split]) + be(size, 8) + bytes(range(16))
    head += bytes([10]) + be(8, 4) + be(2, 4) + fixed(9)
    key = hashlib.scrypt(b"correct horse", salt=fixed(9), n=1 << 10, r=8, p=2, dklen=32)
    cipher, data = GCM(key), head
    for part, text in enumerate([record, material, sha256(head + record + material)]):
        data += cipher.seal(be(part, 12), head, text)
    show(
        "a sealed file", passphrase=b"correct horse", id=bytes(range(16)), log2_N="10", r="8",
        p="2", salt=fixed(9), key=key, file=data)


def check():
    """RFC 7748, section 5.2; GCM's test case 16 of the submission to NIST."""
    scalar = "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"
    point = "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"
    found = "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
    if x25519(bytes.fromhex(scalar), bytes.fromhex(point)).hex() != found:
        raise Bad("X25519")
    key = "feffe9928665731c6d6a8f9467308308" * 2
    text = (
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
    )
    data = "feedfacedeadbeeffeedfacedeadbeefabaddad2"
    sealed = GCM(bytes.fromhex(key)).seal(
        bytes.fromhex("cafebabefacedbaddecaf888"), bytes.fromhex(data), bytes.fromhex(text))
    if sealed[-16:].hex() != "76fc6ece0f4e1768cddf8853bb2d551b":
        raise Bad("AES-256-GCM")


def join_ahead(host, port):
    """Its hello says that a message of the giver's has come."""
    join(host, port, peer_seen=1)


def main(command, *arguments):
    commands = {
        "carried": carried, "join": join, "join-ahead": join_ahead, "check": check,
        "example": example}
    commands[command](*arguments)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Bad, KeyError, OSError, TypeError, ValueError) as error:
        sys.exit(f"error: {error}")
