#!/usr/bin/env python3
"""Announces services that nobody offers, by multicast DNS (RFC 6762), until killed.

    announce.py listed|unlisted ADDRESS GHOST NAME...

ADDRESS is this host's on the link, GHOST that of the host that does not answer. A NAME is an instance of
_vernam-pair._tcp, or of what ANNOUNCED_SERVICE names, in hexadecimal: any bytes, up to 63. Each is announced on port 9 of a host that does not answer, as its only owner, so
that a true owner of the name takes another. Unlisted ones are not found by browsing."""

import os
import socket
import struct
import sys
import time

GROUP, PORT = "224.0.0.251", 5353
PTR, TXT, SRV, A, CLASS, FLUSH = 12, 16, 33, 1, 1, 0x8001
SECONDS = 120


def labels(*parts):
    return b"".join(bytes([len(part)]) + part for part in parts) + b"\0"


SERVICE = (os.environ.get("ANNOUNCED_SERVICE", "_vernam-pair").encode(), b"_tcp", b"local")
GHOST = labels(b"ghost", b"local")


def record(name, kind, kind_class, data):
    return name + struct.pack(">HHIH", kind, kind_class, SECONDS, len(data)) + data


def announcement(name, ghost, is_listed):
    instance = labels(name, *SERVICE)
    records = [record(labels(*SERVICE), PTR, CLASS, instance)] if is_listed else []
    records += [
        record(instance, SRV, FLUSH, struct.pack(">HHH", 0, 0, 9) + GHOST),
        record(instance, TXT, FLUSH, b"\x09txtvers=1\x03v=1"),
        record(GHOST, A, FLUSH, socket.inet_aton(ghost)),
    ]
    return struct.pack(">HHHHHH", 0, 0x8400, 0, len(records), 0, 0) + b"".join(records)


def main():
    is_listed, address, ghost = sys.argv[1] == "listed", sys.argv[2], sys.argv[3]
    names = [bytes.fromhex(name) for name in sys.argv[4:]]
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    line.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    line.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
    line.bind(("", PORT))
    while True:
        for name in names:
            line.sendto(announcement(name, ghost, is_listed), (GROUP, PORT))
        time.sleep(0.2)


main()
