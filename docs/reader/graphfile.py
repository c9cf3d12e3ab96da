#!/usr/bin/env python3
"""Reads the tables of a graph file, as FORMAT.md says, with the standard library alone.

    graphfile.py FILE                  the tables and columns
    graphfile.py FILE TABLE COLUMN     all rows of a column, a line each, as JSON

It is written from FORMAT.md and checks that page, not for speed.
"""
import json
import os
import struct
import sys
import zlib

MAGIC = bytes.fromhex("8b67620d0a1a0a00")
INTEGERS = ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"]
OTHERS = {0x30: "strings", 0x31: "bits", 0x32: "degrees", 0x33: "records", 0x34: "points", 0x35: "blocks", 0x36: "blob"}
WORD = (1 << 64) - 1


def bits_at(data, bit, n):
    """The number of n bits at a bit of a stream."""
    first, last = bit >> 3, (bit + n + 7) >> 3
    return int.from_bytes(data[first:last], "little") >> (bit & 7) & ((1 << n) - 1)


def unzigzag(v):
    return v >> 1 if v & 1 == 0 else -(v >> 1) - 1


class Bytes:
    """Takes parts from the front of some bytes."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        b = self.data[self.at:self.at + n]
        if len(b) < n:
            raise ValueError("the section ends early")
        self.at += n
        return b

    def rest(self):
        return self.take(len(self.data) - self.at)

    def u8(self):
        return self.take(1)[0]

    def u16(self):
        return struct.unpack("<H", self.take(2))[0]

    def u32(self):
        return struct.unpack("<I", self.take(4))[0]

    def uvarint(self):
        v = shift = 0
        while True:
            b = self.u8()
            v |= (b & 127) << shift
            shift += 7
            if b < 128:
                return v

    def varint(self):
        return unzigzag(self.uvarint())

    def part(self):
        encoding, rows, size = self.u8(), self.uvarint(), self.uvarint()
        return integers(encoding, rows, self.take(size))

    def inflate(self):
        n = self.uvarint()
        out = zlib.decompress(self.rest(), -15)
        if len(out) != n:
            raise ValueError("wrong length of unpacked bytes")
        return out


def integers(encoding, rows, data):
    """All rows as numbers modulo 2^64."""
    b = Bytes(data)
    if encoding == 1:
        out = [b.varint()] * rows
    elif encoding == 2:
        size = b.u8()
        out = [int.from_bytes(b.take(size), "little") for _ in range(rows)]
    elif encoding == 3:
        base, width = b.varint(), b.u8()
        rest = b.rest()
        out = [base + bits_at(rest, i * width, width) for i in range(rows)]
    elif encoding in (4, 5, 6):
        out = with_heads(encoding, rows, b)
    elif encoding == 7:
        out = [b.varint()] * rows
        where, what = b.part(), b.part()
        for i, v in zip(where, what):
            out[i] = v
    elif encoding in (8, 9, 10):
        out = in_blocks(encoding, rows, b)
    else:
        raise ValueError("encoding %d of integers" % encoding)
    return [v & WORD for v in out]


def with_heads(encoding, rows, b):
    base = b.varint()
    o, x, s, bb = b.u8(), b.u8(), b.u8(), b.u8()
    e = b.u8() if encoding == 5 else 0
    wide = 7 + o + x + s + bb > 64
    fields, at = [], 0
    for n in (7, o, x, s, bb):
        if wide and len(fields) >= 3:
            at = (at + 7) // 8 * 8
        fields.append((at, n))
        at += n
    size = (at + 7) // 8
    heads = [b.take(size) for _ in range((rows + 63) // 64)]
    data = b.rest()
    out = []
    for i in range(rows):
        width, offset, exceptions, slope, block_base = (bits_at(heads[i // 64], p, n) for p, n in fields)
        k = i % 64
        start = offset * (8 if encoding == 5 else 64)
        code = bits_at(data, start + k * width, width)
        if (1 << width) - 1 - code < exceptions:
            code = bits_at(data, start + 64 * width + ((1 << width) - 1 - code) * e, e)
        out.append(base + block_base + code + k * slope // 16)
    return out


class Blocks:
    """Blocks of rows in codes by context."""

    def __init__(self, rows, b):
        self.rows, self.block_rows = rows, b.uvarint()
        self.codes = [self.code(b) for _ in range(b.uvarint())]
        self.index = b.part()
        self.data = b.rest()
        self.bit, self.empty = 0, False

    @staticmethod
    def code(b):
        """The symbols of a code by length and bits."""
        n = b.u16()
        packed = b.take((n + 1) // 2)
        lengths = [packed[k // 2] >> (k % 2 * 4) & 15 for k in range(n)]
        if not any(lengths):
            return {(0, 0): max(n - 1, 0)}
        table, code = {}, 0
        for length in range(1, 12):
            for symbol in range(n):
                if lengths[symbol] == length:
                    table[length, code] = symbol
                    code += 1
            code <<= 1
        return table

    def seek(self, block):
        self.bit = self.index[block]
        self.empty = self.bit == self.index[block + 1]

    def bits(self, n):
        v = bits_at(self.data, self.bit, n)
        self.bit += n
        return v

    def get_byte(self, context):
        code, table = 0, self.codes[context]
        for length in range(12):
            if (length, code) in table:
                return table[length, code]
            code = code << 1 | self.bits(1)
        raise ValueError("no symbol")

    def get(self, context):
        symbol = self.get_byte(context)
        if symbol < 4:
            return symbol
        n = (symbol - 4) // 4
        return (4 + (symbol - 4) % 4 << n) + self.bits(n)


def in_blocks(encoding, rows, b):
    base = b.varint()
    nexts = b.part() if encoding == 10 else None
    blocks = Blocks(rows, b)
    out = []
    for i in range(rows):
        if i % blocks.block_rows == 0:
            block = i // blocks.block_rows
            blocks.seek(block)
            if encoding == 8 and not blocks.empty:
                blocks.bits(1)
            context, before, recent = (11, base, [0]) if encoding != 10 else (0, base, [0])
            new = nexts[block] if nexts else 0
        if encoding == 8 and blocks.empty:
            out.append(base)
            continue
        code = blocks.get(context)
        if encoding == 8:
            out.append(base + code)
        elif encoding == 9:
            before += unzigzag(code)
            out.append(before)
        else:
            if code == 0:
                v = new
                new += 1
            elif code <= len(recent):
                v = recent.pop(code - 1)
            else:
                v = new - 1 - blocks.get(3)
            recent = ([v] + recent)[:32]
            out.append(v)
            context = min(code, 2)
            continue
        context = min(code.bit_length() // 3, 10)
    return out


def letters(rows, b):
    blocks, out, before = Blocks(rows, b), [], b""
    for k in range(rows):
        if k % 64 == 0:
            blocks.seek(k // 64)
            before = b""
        s = bytearray(before[:blocks.get(0)])
        for _ in range(blocks.get(1)):
            s.append(blocks.get_byte(letter_context(s[-1] if s else 0)))
        before = bytes(s)
        out.append(before)
    return out


def letter_context(c):
    if ord("a") <= c <= ord("z"):
        return 8 + c - ord("a")
    if c == ord(" "):
        return 7
    if c >= 0x80:
        return 6
    if ord("A") <= c <= ord("Z"):
        return 5
    if ord("0") <= c <= ord("9"):
        return 4
    return 3 if c else 2


def words(rows, b):
    count, size = b.uvarint(), b.uvarint()
    word = letters(count, Bytes(b.take(size)))
    blocks, out, before = Blocks(rows, b), [], []
    for k in range(rows):
        if k % 64 == 0:
            blocks.seek(k // 64)
            before = []
        s, context = before[:blocks.get(0)], 1
        while True:
            n = blocks.get(context)
            if n == 0:
                break
            s.append(word[n - 1])
            context = min(context + 1, 3)
        before = s
        out.append(b" ".join(s))
    return out


def frames(rows, b, packed):
    offsets, data, out = b.part(), b.rest(), []
    for from_, to in zip(offsets, offsets[1:]):
        frame = Bytes(data[from_:to])
        if packed:
            frame = Bytes(frame.inflate())
        while frame.at < len(frame.data):
            out.append(frame.take(frame.uvarint()))
    return out[:rows]


def strings(rows, b):
    b.u8()
    numbers = b.part()
    form, count = b.u8(), b.uvarint()
    if form < 2:
        distinct = frames(count, b, form == 1)
    else:
        distinct = letters(count, b) if form == 2 else words(count, b)
    return [distinct[n].decode("utf-8", "replace") for n in numbers]


def degrees(rows, b):
    blocks = [struct.unpack("<II7Q", b.take(64)) for _ in range((rows + 63) // 64)]
    escapes = [(b.u32(), b.u32()) for _ in range(b.u32() + 1)]
    excess = {}
    for _ in range(escapes[-1][1]):
        row = b.u32()
        excess[row] = (b.u32(), b.u32())
    out, sums = [], [0, 0]
    for i in range(rows):
        block, k = blocks[i // 64], i % 64
        count = lambda at: sum((block[at + p] >> k & 1) << p for p in range(3))
        more = excess.get(i, (0, 0))
        n = (count(2) + more[0], count(5) + more[1])
        if k == 0:
            first = escapes[block[0] & 0x7FFFFFFF][0] if block[0] >> 31 else block[0]
            if [first, block[1]] != sums:
                raise ValueError("sums of degrees")
        out.append([sums[0], n[0], sums[1], n[1], block[8] >> k & 1])
        sums = [sums[0] + n[0], sums[1] + n[1]]
    return out


def records(rows, b):
    fields, f, l, h, _ = b.take(5)
    heads = [b.take(h) for _ in range((rows + 63) // 64)]
    data, out = b.rest(), []
    for i in range(rows):
        head = heads[i // 64]
        width = [bits_at(head, 6 * k, 6) for k in range(fields)]
        n, m = bits_at(head, 6 * fields, 6), bits_at(head, 6 * fields + 6, 6)
        start = 32 * bits_at(head, 6 * fields + 12, 8 * h - 6 * fields - 12)
        at, row = start + i % 64 * sum(width), []
        for w in width:
            row.append(bits_at(data, at, w))
            at += w
        behind = start + 64 * sum(width)
        first, last = (1 << width[0]) - 1 - row[0], (1 << width[-1]) - 1 - row[-1]
        if first < n:
            row[0] = bits_at(data, behind + first * f, f)
        if last < m:
            row[-1] = bits_at(data, behind + n * f + last * l, l)
        out.append(row)
    return out


def points(rows, b):
    lat, lon = b.varint(), b.varint()
    o, a, c = b.u8(), b.u8(), b.u8()
    one, two = (12 + o + 7) // 8, (a + c + 7) // 8
    heads = [(b.take(one), b.take(two)) for _ in range((rows + 63) // 64)]
    data, out = b.rest(), []
    for i in range(rows):
        head, base = heads[i // 64]
        w, v = bits_at(head, 0, 6), bits_at(head, 6, 6)
        at = 64 * bits_at(head, 12, o) + i % 64 * (w + v)
        out.append([lat + bits_at(base, 0, a) + bits_at(data, at, w), lon + bits_at(base, a, c) + bits_at(data, at + w, v)])
    return out


def booleans(encoding, rows, b):
    if encoding == 7:
        ones = set(b.part())
        return [i in ones for i in range(rows)]
    count = (rows + 63) // 64
    b.take((count + 7) // 8 * 4)
    data = b.rest()
    return [bits_at(data, i, 1) == 1 for i in range(rows)]


def cut(values, k):
    """Words as numbers of an integer type."""
    n = 8 << (k & 3)
    out = [v & (1 << n) - 1 for v in values]
    return [v - (1 << n) if v >> n - 1 else v for v in out] if k > 3 else out


def crc_table():
    table = []
    for v in range(256):
        for _ in range(8):
            v = v >> 1 ^ (0x82F63B78 if v & 1 else 0)
        table.append(v)
    return table


CRC_TABLE = crc_table()


def crc32c(data):
    table, c = CRC_TABLE, 0xFFFFFFFF
    for byte in data:
        c = table[(c ^ byte) & 255] ^ c >> 8
    return c ^ 0xFFFFFFFF


SUM_BLOCK = 16384


class Column:
    """A section of a file, whose checksums are compared when its bytes are first asked for."""

    def __init__(self, number, type_, encoding, rows, place):
        self.number, self.type, self.encoding, self.rows, self.place = number, type_, encoding, rows, place
        self.checked = None

    @property
    def data(self):
        if self.checked is None:
            file, start, size, checksum = self.place
            self.checked = file[start:start + size]
            compare("section", start, self.checked if size <= SUM_BLOCK else self.blocks(), checksum)
        return self.checked

    def blocks(self):
        """The list of checksums, after comparing each."""
        file, start, size, _ = self.place
        listed = file[start + size:start + size + (size + SUM_BLOCK - 1) // SUM_BLOCK * 4]
        for k, (checksum,) in enumerate(struct.iter_unpack("<I", listed)):
            at = start + k * SUM_BLOCK
            compare("block %d" % k, at, file[at:min(at + SUM_BLOCK, start + size)], checksum)
        return listed

    def values(self):
        b, k = Bytes(self.data), self.type & 15
        if self.type & 0xF0 == 0x10:
            return cut(integers(self.encoding, self.rows, self.data), k)
        if self.type & 0xF0 == 0x20:
            starts, values = b.part(), cut(b.part(), k)
            return [values[s:e] for s, e in zip(starts, starts[1:])]
        if self.type == 0x31:
            return booleans(self.encoding, self.rows, b)
        if self.type == 0x36:
            return [(b.inflate() if self.encoding == 11 else self.data).decode("latin-1")]
        if self.type == 0x35:
            return ["blocks of %d rows" % b.uvarint()]
        return {0x30: strings, 0x32: degrees, 0x33: records, 0x34: points}[self.type](self.rows, b)

    def type_name(self):
        if self.type & 0xF0 == 0x10:
            return INTEGERS[self.type & 7]
        if self.type & 0xF0 == 0x20:
            return "list of " + INTEGERS[self.type & 7]
        return OTHERS[self.type]


def compare(what, at, data, checksum):
    if crc32c(data) != checksum:
        raise ValueError("the checksum of the %s at byte %d is wrong" % (what, at))


def read(path):
    """The columns of a file, by name of the table and of the column."""
    with open(path, "rb") as f:
        data = f.read()
    if data[:8] != MAGIC:
        raise ValueError("not a graph file")
    major, _, _, length, offset = struct.unpack("<HHIQQ", data[8:32])
    if major != 1:
        raise ValueError("version %d is not known" % major)
    if length != len(data):
        raise ValueError("%d bytes, %d expected" % (len(data), length))
    compare("directory", offset, data[:32] + data[offset:-12], struct.unpack("<I", data[-12:-8])[0])
    b = Bytes(data[offset:-32])
    tables = {}
    for _ in range(b.uvarint()):
        number, _, _ = b.uvarint(), b.uvarint(), b.u8()
        following, rows, columns = 0, 0, {}
        for _ in range(b.uvarint()):
            column = following + b.uvarint()
            type_, encoding, given = b.u8(), b.u8(), b.uvarint()
            rows = given - 1 if given else rows
            start, size = b.uvarint() * 8, b.uvarint()
            columns[column] = Column(column, type_, encoding, rows, (data, start, size, b.u32()))
            following = column + 1
        tables[number] = columns
    return named(tables)


def named(tables):
    out, table = {}, {}
    for line in tables[0][0].values()[0].encode("latin-1").decode("utf-8").splitlines():
        word = line.split("\t")
        if word[0] == "table":
            table = tables[int(word[1])]
            columns = out[word[2]] = {}
        elif word[0] == "column":
            columns[word[2]] = table[int(word[1])]
    return out


def main(arguments):
    if len(arguments) not in (1, 3) or arguments[0].startswith("-"):
        sys.exit("usage: graphfile.py FILE.graph [TABLE COLUMN]")
    tables = read(arguments[0])
    if len(arguments) == 3:
        if arguments[2] not in tables.get(arguments[1], {}):
            sys.exit("graphfile.py: the file has no column %s of a table %s" % (arguments[2], arguments[1]))
        for row in tables[arguments[1]][arguments[2]].values():
            print(json.dumps(row))
        return
    for table, columns in tables.items():
        for name, c in columns.items():
            print("%s %s: %s, %d rows" % (table, name, c.type_name(), c.rows))


def run(main):
    """Runs a program: what is wrong with a file is one line, and one who reads the beginning alone is no fault."""
    try:
        main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody gets what is left
    except OSError as error:
        sys.exit("%s: %s" % (os.path.basename(sys.argv[0]), error))
    except (ArithmeticError, LookupError, MemoryError, TypeError, ValueError, struct.error, zlib.error) as error:
        sys.exit("%s: the file is damaged, or no graph: %s" % (os.path.basename(sys.argv[0]), error))


if __name__ == "__main__":
    run(main)
