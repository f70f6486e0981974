#!/usr/bin/env python3
"""A SOCKS 5 proxy on loopback (RFC 1928), without authentication, for IPv4 and for names:
socks.py PORT. Prints "ready", then where each client goes."""

import socket
import sys
import threading


def exactly(stream, count):
    data = b""
    while len(data) < count:
        piece = stream.recv(count - len(data))
        if not piece:
            raise EOFError
        data += piece
    return data


def copy(source, target):
    try:
        while data := source.recv(1 << 16):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def serve(client):
    version, methods = exactly(client, 2)
    if version != 5 or 0 not in exactly(client, methods):
        return client.close()
    client.sendall(b"\x05\x00")
    version, command, _, kind = exactly(client, 4)
    if (version, command) != (5, 1) or kind not in (1, 3):
        return client.close()
    if kind == 1:
        host = socket.inet_ntoa(exactly(client, 4))
    else:
        host = exactly(client, exactly(client, 1)[0]).decode()
    port = int.from_bytes(exactly(client, 2), "big")
    print(f"{host}:{port}", flush=True)
    try:
        server = socket.create_connection((host, port))
    except OSError:
        client.sendall(b"\x05\x05\x00\x01" + bytes(6))
        return client.close()
    client.sendall(b"\x05\x00\x00\x01" + bytes(6))
    threading.Thread(target=copy, args=(server, client), daemon=True).start()
    copy(client, server)


listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
print("ready", flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
