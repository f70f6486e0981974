#!/usr/bin/env python3
"""Announces services that nobody offers, by multicast DNS (RFC 6762), until killed.

    announce.py [--unlisted] [--silent | --fleeting] ADDRESS TARGET NAME...
    announce.py --claim ADDRESS TARGET

ADDRESS is this host's on the link, and TARGET the one that the services are said to be at. A NAME
is an instance of _vernam-pair._tcp, or of what ANNOUNCED_SERVICE names, in hexadecimal: any bytes,
up to 63. Each is announced as its
only owner, so that a true owner of the name takes another.

--unlisted  They are not found by browsing.
--silent    Their port accepts connections, and says nothing; otherwise nobody listens there.
--fleeting  The names come and go: in turn, each gets a new number, is announced once, and is
            withdrawn a second later. Ends after a thousand of them, in five minutes.
--claim     The names are those that others want, as vernam chat makes them, as soon as they ask."""

import argparse
import itertools
import os
import re
import socket
import struct
import time

GROUP, PORT = "224.0.0.251", 5353
PTR, TXT, SRV, A, CLASS, FLUSH = 12, 16, 33, 1, 1, 0x8001
SECONDS = 120
# How often names come and go, how many are there at once, and how many come in all.
PAUSE, PRESENT, MOST = 0.3, 3, 1000


# An instance name of vernam chat, after its length.
WANTED = re.compile(rb"\x20([a-z2-7]{32})")


def labels(*parts):
    return b"".join(bytes([len(part)]) + part for part in parts) + b"\0"


SERVICE = (os.environ.get("ANNOUNCED_SERVICE", "_vernam-pair").encode(), b"_tcp", b"local")
GHOST = labels(b"ghost", b"local")


class Announcer:
    def __init__(self, options, port):
        self.place = struct.pack(">HHH", 0, 0, port) + GHOST
        self.target = socket.inet_aton(options.target)
        self.is_listed = not options.unlisted
        self.line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        for level, option, value in [
            (socket.SOL_SOCKET, socket.SO_REUSEADDR, 1),
            (socket.SOL_SOCKET, socket.SO_REUSEPORT, 1),
            (socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255),
            (socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(options.address)),
        ]:
            self.line.setsockopt(level, option, value)
        self.line.bind(("", PORT))

    def announce(self, name, seconds=SECONDS):
        """With 0 seconds, it is withdrawn (RFC 6762, 10.1)."""

        def record(owner, kind, kind_class, data, seconds=seconds):
            return owner + struct.pack(">HHIH", kind, kind_class, seconds, len(data)) + data

        instance = labels(name, *SERVICE)
        records = [record(labels(*SERVICE), PTR, CLASS, instance)] if self.is_listed else []
        records += [
            record(instance, SRV, FLUSH, self.place),
            record(instance, TXT, FLUSH, b"\x09txtvers=1\x03v=1"),
            record(GHOST, A, FLUSH, self.target, SECONDS),
        ]
        head = struct.pack(">HHHHHH", 0, 0x8400, 0, len(records), 0, 0)
        self.line.sendto(head + b"".join(records), (GROUP, PORT))

    def claim(self, address):
        group = socket.inet_aton(GROUP) + socket.inet_aton(address)
        self.line.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
        names = set()
        self.line.settimeout(0.2)
        while True:
            try:
                names.update(WANTED.findall(self.line.recv(9000)))
            except TimeoutError:
                pass
            for name in names:
                self.announce(name)

    def come_and_go(self, names):
        present = []
        for number, name in zip(range(MOST), itertools.cycle(names)):
            present.append(name + b"-%d" % number)
            self.announce(present[-1])
            if len(present) > PRESENT:
                self.announce(present.pop(0), seconds=0)
            time.sleep(PAUSE)
        for name in present:
            self.announce(name, seconds=0)


def main():
    parser = argparse.ArgumentParser()
    for flag in ("--unlisted", "--silent", "--fleeting", "--claim"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("address")
    parser.add_argument("target")
    parser.add_argument("names", nargs="*", type=bytes.fromhex)
    options = parser.parse_args()
    port = 9
    if options.silent:
        # The kernel accepts connections until its queue is full.
        listener = socket.create_server(("", 0), backlog=1024)
        port = listener.getsockname()[1]
    announcer = Announcer(options, port)
    if options.claim:
        return announcer.claim(options.address)
    if options.fleeting:
        return announcer.come_and_go(options.names)
    while True:
        for name in options.names:
            announcer.announce(name)
        time.sleep(0.2)


main()
