"""Passes one connection on, and changes one byte of it: a wire that somebody else holds.

  relay.py PORT caller|listener OFFSET [hold]

Listens on a free port of loopback, which it prints, and calls PORT for whoever comes. Of what the
caller (or the listener) sends, the byte at OFFSET arrives with one bit flipped. With "hold" it does
not arrive, nor does anything after it; the relay prints "held" once that begins. Later connections
are refused.
"""

import select
import socket
import sys

port, changed, offset = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
holds = sys.argv[4:] == ["hold"]
with socket.create_server(("127.0.0.1", 0)) as server:
    print(server.getsockname()[1], flush=True)
    server.settimeout(120)
    caller, _ = server.accept()
listener = socket.create_connection(("127.0.0.1", port))
names = {caller: "caller", listener: "listener"}
peers = {caller: listener, listener: caller}
passed = {caller: 0, listener: 0}
open_ends = {caller, listener}
while open_ends:
    for end in select.select(list(open_ends), [], [], 120)[0]:
        try:
            data = bytearray(end.recv(1 << 16))
        except ConnectionResetError:
            data = bytearray()
        at = offset - passed[end]
        if names[end] == changed and 0 <= at < len(data):
            data[at] ^= 1
            if holds:
                print("held", flush=True)
        is_over = not data
        passed[end] += len(data)
        if holds and names[end] == changed:
            data = data[: max(at, 0)]
        try:
            if not is_over:
                peers[end].sendall(data)
            else:
                open_ends.discard(end)
                peers[end].shutdown(socket.SHUT_WR)
        except OSError:
            open_ends.discard(end)
