"""Texts without a message for anybody here: plain prose, and what somebody may send to slow down
those who read it."""


def without_a_message(foreign):
    """Names and pieces, to be repeated; `foreign` is an armored message for somebody else."""
    yield "prose", b"The quick brown fox jumps over the lazy dog.\n"
    yield "first lines", foreign.splitlines(keepends=True)[0]
    yield "foreign messages", foreign
    yield "halves of messages", foreign[: len(foreign) // 2]
    yield "nested quotes", b"> " * 40 + b"\n"
    yield "entities", b"&#45;&amp;&nbsp;&#x2d;"
    yield "ampersands", b"&"
    yield "zero-width characters", "\u200b".encode()
    yield "one line", b"a"
    yield "line ends", b"\n"
    yield "carriage returns", b"\r\r\n"
    yield "bytes that are not UTF-8", b"\xff\xc0\xe2\x28"
    yield "combining marks", "a\u0301\u0327".encode()
    yield "ligatures that NFKC expands", "\ufdfa".encode()
