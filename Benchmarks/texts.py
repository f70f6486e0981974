"""Texts without a message for anybody here: plain prose, and what somebody may send to slow down
those who read it."""


def without_a_message(foreign, size):
    """Names and texts of `size` bytes; `foreign` is an armored message for somebody else."""

    def repeated(piece):
        return (piece * (size // len(piece) + 1))[:size]

    yield "prose", repeated(b"The quick brown fox jumps over the lazy dog.\n")
    yield "first lines", repeated(foreign.splitlines(keepends=True)[0])
    yield "foreign messages", repeated(foreign)
    yield "halves of messages", repeated(foreign[: len(foreign) // 2])
    yield "nested quotes", repeated(b"> " * 40 + b"\n")
    yield "entities", repeated(b"&#45;&amp;&nbsp;&#x2d;")
    yield "ampersands", repeated(b"&")
    yield "zero-width characters", repeated("\u200b".encode())
    yield "one line", repeated(b"a")
    yield "line ends", repeated(b"\n")
    yield "carriage returns", repeated(b"\r\r\n")
    yield "bytes that are not UTF-8", repeated(b"\xff\xc0\xe2\x28")
    yield "combining marks", repeated("a\u0301\u0327".encode())
    yield "ligatures that NFKC expands", repeated("\ufdfa".encode())
