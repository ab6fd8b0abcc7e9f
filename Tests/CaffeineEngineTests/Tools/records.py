#!/usr/bin/env python3
"""Reads records as Formats.md describes them, knowing nothing of the library.

  records.py FILE...            prints the records of saved ledgers, a line each
  records.py --check VECTORS    compares the examples of Reference/records.txt with what they say

In VECTORS a line `hex: ...` is followed by what its records say, a line each, as printed here.
Exits 1 at the first damage or difference.
"""
import struct
import sys
import zlib

def drink(content):
    fields = struct.unpack("<II16sqIIIhBB", content[:48])
    names = "stamp revision id time dose duration flags offset kind source".split()
    return dict(zip(names, fields))


def removal(content):
    names = "stamp revision id source zero".split()
    return dict(zip(names, struct.unpack("<II16sII", content[:32])))


def change(content):
    return dict(zip("time absorption elimination".split(), struct.unpack("<qII", content[:16])))


def alias(content):
    return dict(zip("alias id".split(), struct.unpack("<16s16s", content[:32])))


def days(content):
    """The places in use: place=date/total/drinks/unknowns, * for an estimated dose among them."""
    fields = {}
    for place in range(15):
        date, total, drinks, unknowns = struct.unpack_from("<iIII", content, 16 * place)
        if drinks == 0:
            if date or total or unknowns:
                raise ValueError(f"place {place} has no drinks, but a sum")
            continue
        if date % 15 != place:
            raise ValueError(f"date {date} lies in place {place}")
        estimated = "*" if unknowns >> 31 else ""
        fields[place] = f"{date}/{total}/{drinks}/{unknowns & 0x7FFFFFFF}{estimated}"
    return fields


def state(content):
    names = (
        "absorption elimination time gut body rate pending unknown_left unknown_end"
        " estimated_left estimated_end counter stamp lost acknowledged1 acknowledged2"
        " acknowledged3 acknowledged4 peers links received1 received2 received3 received4"
    )
    return dict(zip(names.split(), struct.unpack("<IIqQQQQiiiiQIIIIIIIIQQQQ", content[:136])))


def head(content):
    magic, size, zero, wearer = struct.unpack("<4sIII", content[:16])
    if magic != b"CAFE" or zero != 0:
        raise ValueError("no saved ledger")
    return {"size": size, "wearer": wearer}


def end(content):
    return {"crc": struct.unpack("<I", content[:4])[0]}


# Each kind's reader, and the size of its content.
KINDS = {
    1: (head, 16), 2: (state, 136), 3: (days, 240), 4: (change, 16), 5: (removal, 32),
    6: (drink, 48), 7: (alias, 32), 8: (end, 4),
}


def records(data):
    """The records of some bytes: kind's name and fields."""
    offset = 0
    checksums = b""
    while offset < len(data):
        if len(data) - offset < 8:
            raise ValueError(f"byte {offset}: cut off")
        kind, size, major, minor = data[offset : offset + 4]
        record = data[offset : offset + size]
        if len(record) != size or size < 8:
            raise ValueError(f"byte {offset}: cut off")
        if zlib.crc32(record[:-4]) != struct.unpack("<I", record[-4:])[0]:
            raise ValueError(f"byte {offset}: damaged")
        if major != 1:
            raise ValueError(f"byte {offset}: of version {major}.{minor}")
        if kind in KINDS:
            read, content = KINDS[kind]
            if size - 8 < content or minor == 0 and size - 8 > content:
                raise ValueError(f"byte {offset}: of {size} bytes")
            fields = read(record[4:-4])
            if kind == 1 and fields["size"] != len(data):
                raise ValueError("the head tells another size")
            if kind == 8 and fields["crc"] != zlib.crc32(checksums):
                raise ValueError("the end tells another checksum")
            yield read.__name__, fields
        elif minor == 0:
            raise ValueError(f"byte {offset}: of kind {kind}")
        checksums += record[-4:]
        offset += size


def text(name, fields):
    def value(field):
        return field.hex() if isinstance(field, bytes) else str(field)

    return " ".join([name] + [f"{key}={value(field)}" for key, field in fields.items()])


def check(path):
    examples, lines = [], []
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("hex: "):
                lines = []
                examples.append((bytes.fromhex(line[5:]), lines))
            elif line and not line.startswith("#"):
                lines.append(line)
    for number, (data, expected) in enumerate(examples, 1):
        found = [text(*record) for record in records(data)]
        if found != expected:
            print(f"{path}: example {number}:", *found, "instead of", *expected, sep="\n")
            return 1
    print(f"{len(examples)} examples, 0 differ")
    return 0 if examples else 1


def main(arguments):
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 2
    try:
        if arguments[0] == "--check":
            return check(arguments[1])
        for path in arguments:
            with open(path, "rb") as file:
                for record in records(file.read()):
                    print(text(*record))
    except (OSError, ValueError) as error:
        print(f"records.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
