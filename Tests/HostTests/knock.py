#!/usr/bin/env python3
"""Connects again and again to HOST:PORT..., and says nothing, rubbish, or as much as a handshake,
until killed. Prints a line once each has answered."""

import os
import socket
import sys
import time

places = [(place.rsplit(":", 1)[0], int(place.rsplit(":", 1)[1])) for place in sys.argv[1:]]
answered = set()
held = []
while True:
    for place in places:
        for words in (b"", b"\x00", os.urandom(48), os.urandom(5000), b"GET / HTTP/1.1\r\n\r\n"):
            try:
                line = socket.create_connection(place, timeout=5)
                line.sendall(words)
                held.append(line)
                if len(words) == 48:
                    line.settimeout(5)
                    if len(line.recv(48)) and place not in answered:
                        answered.add(place)
                        if len(answered) == len(places):
                            print("all answered", flush=True)
            except OSError:
                pass
    for line in held[:-20]:
        line.close()
    held = held[-20:]
    time.sleep(0.1)
