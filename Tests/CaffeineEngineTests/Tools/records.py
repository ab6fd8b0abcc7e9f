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

NOTHING_FOLDED = -(2**63)


def drink(content):
    fields = struct.unpack("<I16sqIIIhBB", content[:44])
    names = "revision id time dose duration flags offset kind source".split()
    return dict(zip(names, fields))


def removal(content):
    return dict(zip("id revision source".split(), struct.unpack("<16sII", content[:24])))


def change(content):
    return dict(zip("time absorption elimination".split(), struct.unpack("<qII", content[:16])))


def day(content):
    date, total, drinks, unknowns = struct.unpack("<iIII", content[:16])
    return {
        "date": date, "total": total, "drinks": drinks, "unknowns": unknowns & 0x7FFFFFFF,
        "estimated": unknowns >> 31,
    }


def state(content):
    names = (
        "time gut body rate pending absorption elimination unknown_left unknown_end"
        " estimated_left estimated_end counter begun zero"
    )
    return dict(zip(names.split(), struct.unpack("<qQQQQIIiiiiQiI", content[:80])))


def head(content):
    magic, size, zero, wearer = struct.unpack("<4sIII", content[:16])
    if magic != b"CAFE" or zero != 0:
        raise ValueError("no saved ledger")
    return {"size": size, "wearer": wearer}


def end(content):
    return {"crc": struct.unpack("<I", content[:4])[0]}


KINDS = {1: head, 2: state, 3: change, 4: removal, 5: day, 6: drink, 7: end}


def records(data):
    """The records of some bytes: kind's name and fields."""
    offset = 0
    checksums = b""
    while offset < len(data):
        kind, size, major, minor = data[offset : offset + 4]
        record = data[offset : offset + size]
        if len(record) != size or size < 8:
            raise ValueError(f"byte {offset}: cut off")
        if zlib.crc32(record[:-4]) != struct.unpack("<I", record[-4:])[0]:
            raise ValueError(f"byte {offset}: damaged")
        if major != 1:
            raise ValueError(f"byte {offset}: of version {major}.{minor}")
        if kind in KINDS:
            fields = KINDS[kind](record[4:-4])
            if kind == 1 and fields["size"] != len(data):
                raise ValueError("the head tells another size")
            if kind == 7 and fields["crc"] != zlib.crc32(checksums):
                raise ValueError("the end tells another checksum")
            yield KINDS[kind].__name__, fields
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
