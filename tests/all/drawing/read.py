"""Reads pictures of palette numbers by nothing but Python's own zlib: what the tests write must come out again.

Each on the standard input is four lengths of four bytes (file, width, height, numbers), the file, and its numbers."""

import struct
import sys
import zlib


def read(file, width, height):
    assert file[:8] == b"\x89PNG\r\n\x1a\n"
    at, data = 8, b""
    while at < len(file):
        (length,) = struct.unpack(">I", file[at : at + 4])
        kind, body = file[at + 4 : at + 8], file[at + 8 : at + 8 + length]
        assert struct.unpack(">I", file[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        if kind == b"IHDR":
            assert body == struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
        if kind == b"IDAT":
            data += body
        at += 12 + length
    rows = zlib.decompress(data)
    assert len(rows) == (width + 1) * height and not any(rows[:: width + 1])
    return b"".join(rows[y * (width + 1) + 1 : (y + 1) * (width + 1)] for y in range(height))


count = 0
while lengths := sys.stdin.buffer.read(16):
    file, width, height, numbers = struct.unpack("<IIII", lengths)
    file, numbers = sys.stdin.buffer.read(file), sys.stdin.buffer.read(numbers)
    assert read(file, width, height) == numbers, count
    count += 1
print(count)
