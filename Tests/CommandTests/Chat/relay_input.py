#!/usr/bin/env python3
"""Joins its standard input and output with a port of this machine: relay_input.py PORT [BYTES].
With BYTES it ends once it has passed on that many of what came from the port."""

import os
import select
import socket
import sys

port = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
left = int(sys.argv[2]) if len(sys.argv) > 2 else None
while True:
    for end in select.select([0, port], [], [])[0]:
        data = os.read(0, 1 << 16) if end == 0 else port.recv(1 << 16)
        if not data:
            sys.exit()
        if end == 0:
            port.sendall(data)
            continue
        if left is not None:
            data = data[:left]
            left -= len(data)
        while data:
            data = data[os.write(1, data) :]
        if left == 0:
            sys.exit("the relay ends")
