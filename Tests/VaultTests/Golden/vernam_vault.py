#!/usr/bin/env python3
"""Reads a vault, from vernam-vault(5) alone: a second opinion on what the manual says. It changes
nothing, takes no lock, and repairs nothing. AES is libcrypto's.

    vernam_vault.py VAULT PAD_ID PASSPHRASE
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
    """The vault is not what the manual says it has to be."""


def number(data):
    return int.from_bytes(data, "big")


class Fields:
    """Takes fields off the head of some bytes, one after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def bytes(self, count):
        if self.at + count > len(self.data):
            raise Bad("too short")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, count):
        return number(self.bytes(count))


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
    """Decrypts what was sealed with a nonce of zeros; None when the tag is not right."""
    context = cipher(crypto.EVP_aes_256_gcm, key, bytes(12))
    text, tag = sealed[:-16], sealed[-16:]
    target = ctypes.create_string_buffer(len(text) + 16)
    update(context, None, data)
    update(context, target, text)
    crypto.EVP_CIPHER_CTX_ctrl(context, 0x11, 16, ctypes.c_char_p(tag))
    right = crypto.EVP_DecryptFinal_ex(context, target, ctypes.byref(ctypes.c_int()))
    crypto.EVP_CIPHER_CTX_free(context)
    return target.raw[: len(text)] if right == 1 else None


def children(seed):
    context = cipher(crypto.EVP_aes_256_ctr, seed, bytes(16))
    target = ctypes.create_string_buffer(64)
    update(context, target, bytes(64))
    crypto.EVP_CIPHER_CTX_free(context)
    return target.raw[:32], target.raw[32:]


def hkdf(key, salt, info):
    """32 bytes (RFC 5869)."""
    extracted = hmac.digest(salt, key, "sha256")
    return hmac.digest(extracted, info + b"\1", "sha256")


# The files.


def root_key(path, passphrase):
    data = path.read_bytes()
    best, best_generation = None, 0
    for copy in (data[:4096], data[4096:8192]):
        if copy[:8] != b"vernam/v" or hashlib.sha256(copy[:4064]).digest() != copy[4064:]:
            continue
        if number(copy[8:10]) != 1:
            raise Bad("another version")
        if number(copy[10:18]) > best_generation:
            best, best_generation = copy, number(copy[10:18])
    if best is None:
        raise Bad("no valid copy of the header")
    salt = best[44:76]
    if best[34] == 0:
        key = hkdf(b"no passphrase", salt, b"vernam/1 vault")
    else:
        n, r, p = 1 << best[35], number(best[36:40]), number(best[40:44])
        key = hashlib.scrypt(passphrase, salt=salt, n=n, r=r, p=p, dklen=32, maxmem=2**31 - 1)
    root = gcm_open(key, best[76:124], best[:76])
    if root is None:
        raise Bad("wrong passphrase")
    return root


def newest_state(path, pad_id, root):
    data = path.read_bytes()
    best, best_generation = None, 0
    for slot in (0, 1):
        fields = Fields(data[slot * 65536 : (slot + 1) * 65536])
        if fields.bytes(8) != b"vernam/s":
            continue
        generation, salt, length = fields.bytes(8), fields.bytes(32), fields.number(4)
        if length > 65536 - 52 - 16:
            continue
        key = hkdf(root, salt, b"vernam/1 state")
        text = gcm_open(key, fields.bytes(length + 16), pad_id + bytes([slot]) + generation)
        if text is not None and number(generation) > best_generation:
            best, best_generation = text, number(generation)
    if best is None:
        raise Bad("no valid slot")
    return State(best)


class State:
    def __init__(self, data):
        fields = Fields(data)
        if fields.number(2) != 1:
            raise Bad("another version")
        self.role, self.chunk = fields.number(1), fields.number(2)
        self.lanes = fields.number(4), fields.number(4)
        fields.bytes(64 + 4 + 1 + 1 + 1)
        self.next = fields.number(4)
        fields.bytes(4 * 4 + 37)
        length = fields.number(1)
        self.contact = fields.bytes(64)[:length].decode()
        fields.bytes(1024)
        ranges, packets, nodes = fields.number(2), fields.number(2), fields.number(2)
        self.consumed = [(fields.number(4), fields.number(4)) for _ in range(ranges)]
        fields.bytes(16 * packets)
        self.nodes = [(fields.number(1), fields.number(8), fields.bytes(32)) for _ in range(nodes)]
        if fields.at != len(data):
            raise Bad("too long")

    def key(self, chunk):
        """The key of a chunk over both lanes; None where it is spent."""
        depth = (sum(self.lanes) - 1).bit_length()
        for level, index, seed in self.nodes:
            if chunk >> (depth - level) == index:
                for step in range(depth - level - 1, -1, -1):
                    seed = children(seed)[chunk >> step & 1]
                return seed
        return None


def read_chunk(path, pad_id, state, chunk):
    sealed = state.chunk + 16
    data = path.read_bytes()[chunk * sealed : (chunk + 1) * sealed]
    text = gcm_open(state.key(chunk), data, pad_id + chunk.to_bytes(8, "big"))
    if text is None:
        raise Bad("a chunk that fails its seal")
    return text


def main(vault, pad_id, passphrase):
    vault, name = pathlib.Path(vault), pad_id
    pad_id = bytes.fromhex(pad_id)
    root = root_key(vault / "vault", passphrase.encode())
    state = newest_state(vault / "pads" / name / "state", pad_id, root)
    first = state.next + (state.lanes[0] if state.role == 1 else 0)
    if state.key(first - 1) is not None:
        raise Bad("the key of a spent chunk is there")
    print("contact", state.contact)
    print("next to send", state.next)
    print("consumed", " ".join(f"{start}-{end}" for start, end in state.consumed))
    print("chunk", first, read_chunk(vault / "pads" / name / "pad", pad_id, state, first)[:16].hex())


main(*sys.argv[1:])
