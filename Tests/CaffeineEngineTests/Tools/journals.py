#!/usr/bin/env python3
"""Writes journals on flash as Formats.md describes them, knowing nothing of the library.

  journals.py                prints Reference/journals.txt
  journals.py --check FILE   compares a file with that

Each journal is written slot by slot, and what it holds is then read from its bytes alone.
Exits 1 at a difference.
"""
import struct
import sys
import zlib

from records import alias, change, days, drink, removal, text

SIZE = 64
CHECKPOINT = 1 << 31
STATE, DAYS, CHANGE, REMOVAL, DRINK, ALIAS, BLOCK, END = 2, 3, 4, 5, 6, 7, 16, 17
# Bits 16 to 30 of extra, by the version's name.
VERSIONS = {"0.1": 0x0001, "1.0": 0x0100, "1.1": 0x0101, "2.0": 0x0200}


class Flash:
    """Erase blocks, and a journal's writer on them."""

    def __init__(self, version, unit, block, blocks, erased, wearer, copies=2):
        self.version, self.unit, self.block, self.blocks = version, unit, block, blocks
        self.erased, self.wearer, self.copies = erased, wearer, copies
        self.bytes = bytearray([erased]) * (block * blocks)
        self.sequence = self.kept = 0
        self.head, self.next = blocks - 1, self.slots
        # Where the newest checkpoint began; before the first one nowhere that is ever read.
        self.base = (self.head, 0)
        self.erases = [0] * blocks
        self.is_checkpoint = False
        # Of what was kept before the change under way: stamp, last id; and the front's half-lives.
        self.stamp = self.counter = 0
        self.profile = (0, 0)

    @property
    def slots(self):
        return self.block // SIZE

    def put(self, kind, content=b"", extra=0):
        """The next slot."""
        if self.next == self.slots:
            self.open()
        self.sequence += 1
        flag = CHECKPOINT if self.is_checkpoint else 0
        slot = struct.pack("<BBBB48sII", kind, SIZE, 1, 1, content, self.sequence, extra | flag)
        start = self.head * self.block + self.next * SIZE
        self.bytes[start : start + SIZE] = slot + struct.pack("<I", zlib.crc32(slot))
        self.next += 1
        if not self.is_checkpoint:
            self.kept = self.sequence

    def put_copies(self, kind, content=b"", extra=0):
        """A slot, or two of those on which more than one drink rests."""
        for _ in range(self.copies if kind in (STATE, DAYS) else 1):
            self.put(kind, content, extra)

    def keep(self, slots):
        """Changes of a ledger, each kept by itself."""
        self.profile = PROFILE
        for kind, content, extra in slots:
            self.put_copies(kind, content, extra)
            if kind in (DRINK, REMOVAL):
                self.stamp = max(self.stamp, struct.unpack_from("<I", content)[0])
            if kind == DRINK and extra & 1:
                self.counter = int.from_bytes(content[16:24], "big")

    def open(self):
        """The next block, with its header."""
        self.head, self.next = (self.head + 1) % self.blocks, 0
        self.erases[self.head] += 1
        self.put(BLOCK, self.header(self.base), VERSIONS[self.version] << 16)

    def header(self, base):
        mark = 0x80 if self.erased else 0
        return struct.pack(
            "<4sBBHIIIIQIIII", b"CAFJ", self.unit.bit_length() - 1,
            self.block.bit_length() - 1 | mark, self.blocks - 1, self.kept, self.wearer,
            self.erases[self.head], self.stamp, self.counter, *self.profile, *base)

    def checkpoint(self, slots):
        """A block of its own, the slots, and the last slots."""
        self.is_checkpoint = True
        self.open()
        base = (self.head, self.sequence)
        for slot in slots:
            self.put_copies(*slot)
        end = self.header(base)
        for _ in range(self.copies):
            self.put(END, end, VERSIONS[self.version] << 16)
        self.is_checkpoint = False
        self.base, self.kept = base, self.sequence


# What is written: slots, as kind, content and extra.

MORNING = 1780272000  # 2026-06-01 00:00 UTC
DEVICE = bytes.fromhex("d0d1d2d3d4d5d6d7")
CAPACITY, ALIASES, WEARER = 6, 2, 77
PROFILE = (420, 18000)


def name(low):
    return DEVICE + low.to_bytes(8, "big")


def cup(is_new, stamp, revision, low, seconds, dose, duration=0, flags=0, offset=0, kind=0, source=0):
    """A drink; is_new: its id is the last one assigned."""
    time = seconds if flags & 2 else MORNING + seconds
    return DRINK, struct.pack(
        "<II16sqIIIhBB", stamp, revision, name(low), time, dose, duration, flags, offset, kind, source
    ), int(is_new)


REMOVED = REMOVAL, struct.pack("<II16sII", 48, 2, name(3), 9, 0), 0
NAMED = ALIAS, bytes(range(0x11, 0x21)) + name(2), 0

# In the order in which they happen.
FIRST_DAY = [
    cup(True, 8, 1, 1, 25200, 96000),
    cup(True, 16, 1, 2, 28800, 80000, duration=600, offset=60),
    cup(True, 24, 1, 3, 36000, 64000),
    cup(True, 32, 1, 4, 43200, 40000, flags=8, kind=3, source=1),
    cup(False, 40, 2, 2, 28800, 120000, duration=600, offset=60),
    REMOVED,
    cup(True, 56, 1, 5, 46800, 30000),
    cup(True, 64, 1, 6, 50400, 0, flags=4),
]


def alive():
    """What there is then, with a drink without a date, one for which the first is folded, an alias, and
    another profile from the next morning on."""
    # The chain begins when the first drink was drunk, with all of it in the gut.
    state = struct.pack("<IIqQQQQ", *PROFILE, MORNING + 25200, 96000 << 32, 0, 0, 0)
    state += struct.pack("<iiiiQII", 0, 0, 0, 0, 8, 72, 8) + bytes(56)
    folded = bytearray(240)
    date = MORNING // 86400
    struct.pack_into("<iIII", folded, date % 15 * 16, date, 96000, 1, 0)
    for kind, whole in (STATE, state), (DAYS, bytes(folded)):
        for part in range((len(whole) + 47) // 48):
            yield kind, whole[48 * part : 48 * part + 48], part
    yield CHANGE, struct.pack("<qII", MORNING + 86400, 600, 12000), 0
    yield REMOVED
    yield cup(False, 0, 1, 7, 5000, 48000, flags=2)
    yield cup(False, 40, 2, 2, 28800, 120000, duration=600, offset=60)
    yield cup(False, 32, 1, 4, 43200, 40000, flags=8, kind=3, source=1)
    yield cup(False, 56, 1, 5, 46800, 30000)
    yield cup(False, 64, 1, 6, 50400, 0, flags=4)
    yield cup(True, 72, 1, 8, 54000, 96000, offset=-300)
    yield NAMED


SECOND_DAY = [
    # A plan, for which the second drink is folded.
    cup(True, 80, 1, 9, 90000, 32000, flags=1),
    cup(False, 88, 2, 8, 54000, 90000, offset=-300),
]
LATER = cup(False, 96, 2, 5, 46800, 35000)
OPTIONAL = 0x80 | 12, b"what a later version says", 5
REQUIRED = 12, b"what a later version says", 5


# What is read.


class Refused(Exception):
    pass


def is_before(a, b):
    return (a - b) & 0xFFFFFFFF >= 1 << 31


def slots_of(flash):
    """All whole slots: block, slot, kind, content, sequence, extra."""
    for number in range(len(flash.bytes) // SIZE):
        slot = bytes(flash.bytes[number * SIZE :][:SIZE])
        if slot == bytes([flash.erased]) * SIZE:
            continue
        kind, size, _, _, content, sequence, extra, crc = struct.unpack("<BBBB48sIII", slot)
        if size != SIZE or crc != zlib.crc32(slot[:-4]):
            raise Refused("damaged")
        yield divmod(number, flash.slots) + (kind, content, sequence, extra)


def walk(flash):
    """The slots that count, in the order in which they were written, and whether all are known."""
    slots = list(slots_of(flash))
    for _, _, kind, _, _, extra in slots:
        if kind in (BLOCK, END) and (extra & ~CHECKPOINT) >> 24 > 1:
            raise Refused("version")
    end = None
    for slot in slots:
        if slot[2] == END and (end is None or is_before(end[4], slot[4])):
            end = slot
    base, first = struct.unpack_from("<II", end[3], 40)
    begin = [slot for slot in slots if slot[0] == base and slot[1] == 0]
    if not begin or begin[0][4] != first:
        raise Refused("damaged")
    last = first
    for block in [(base + i) % flash.blocks for i in range(flash.blocks)]:
        for slot in [slot for slot in slots if slot[0] == block]:
            _, index, kind, content, sequence, extra = slot
            if is_before(sequence, last):
                if index == 0:
                    break
                continue
            last = sequence
            if not extra & CHECKPOINT or not is_before(end[4], sequence):
                yield kind, content, extra & ~CHECKPOINT


def contents(flash):
    """How the journal mounts, and a line for each thing that it holds."""
    folded, mounts = bytearray(240), "writable"
    changes, removals, drinks, aliases = {}, {}, {}, {}
    try:
        for kind, content, extra in walk(flash):
            if kind == DAYS:
                folded[48 * extra : 48 * extra + 48] = content
            elif kind == CHANGE:
                changes[extra] = change(content)
            elif kind == REMOVAL:
                gone = removal(content)
                drinks.pop(gone["id"], None)
                removals[gone["id"]] = gone
            elif kind == DRINK:
                new = drink(content)
                if new["id"] not in drinks and len(drinks) == CAPACITY:
                    fold(drinks, folded)
                drinks[new["id"]] = new
                removals.pop(new["id"], None)
            elif kind == ALIAS:
                aliases[extra] = alias(content)
            elif kind not in (STATE, BLOCK, END) and not kind & 0x80:
                mounts = "read-only"
    except Refused as refusal:
        return str(refusal), []
    lines = [text("days", days(folded))]
    lines += [text("change", changes[place]) for place in sorted(changes)]
    lines += [text("removal", gone) for gone in removals.values()]
    lines += [text("drink", drinks[key])
              for key in sorted(drinks, key=lambda key: (drinks[key]["time"], key))]
    lines += [text("alias", aliases[place]) for place in sorted(aliases)]
    return mounts, lines


def fold(drinks, folded):
    """Adds the drink that ended first to its date."""
    counted = [one for one in drinks.values() if not one["flags"] & 3]
    first = min(counted, key=lambda one: (one["time"] + one["duration"], one["id"]))
    del drinks[first["id"]]
    date = (first["time"] + 60 * first["offset"]) // 86400
    place = 16 * (date % 15)
    old, total, count, unknowns = struct.unpack_from("<iIII", folded, place)
    if old != date:
        total = count = unknowns = 0
    unknowns += first["flags"] >> 2 & 1
    unknowns |= (first["flags"] >> 3 & 1) << 31
    struct.pack_into("<iIII", folded, place, date, total + first["dose"], count + 1, unknowns)


# The images.

HEAD = f"""\
# Journals on flash as Formats.md describes them, written by Tools/journals.py and not by the
# library: the slots that are not as erased, by where they begin (bytes), then what is read, as
# Tools/records.py prints it. `mount` is `writable`, `read-only` or the status that refuses it.
# The ledger holds {CAPACITY} drinks and {ALIASES} aliases, is of wearer {WEARER}, and its device is {DEVICE.hex()}.
"""


def images():
    """Remarks, flash, and what is written last."""
    yield "The version of now.", Flash("1.0", 4, 512, 16, 0xFF, WEARER), []
    yield "An older version: one slot of what later has two.", Flash(
        "0.1", 1, 1024, 8, 0xFF, WEARER, copies=1), []
    yield "A later minor version, with a kind that may be passed over.", Flash(
        "1.1", 32, 1024, 8, 0x00, WEARER), [OPTIONAL, LATER, (0xFF, bytes([0xFF] * 48), 0)]
    yield "A later minor version, with a kind that may not.", Flash(
        "1.1", 8, 512, 16, 0xFF, WEARER), [REQUIRED, LATER]
    yield "A later major version.", Flash("2.0", 4, 512, 16, 0xFF, WEARER), []


def reference():
    parts = [HEAD]
    for remark, flash, last in images():
        flash.checkpoint([])
        flash.keep(FIRST_DAY)
        flash.checkpoint(alive())
        flash.keep(SECOND_DAY + last)
        mounts, lines = contents(flash)
        parts.append(f"\n# {remark}\n")
        parts.append(
            f"image version={flash.version} unit={flash.unit} block={flash.block}"
            f" blocks={flash.blocks} erased={flash.erased:02x} mount={mounts}\n")
        for start in range(0, len(flash.bytes), SIZE):
            slot = flash.bytes[start : start + SIZE]
            if slot != bytes([flash.erased]) * SIZE:
                parts.append(f"slot {start}: {slot.hex()}\n")
        parts += [line + "\n" for line in lines]
    return "".join(parts)


def main(arguments):
    if not arguments:
        sys.stdout.write(reference())
        return 0
    if len(arguments) != 2 or arguments[0] != "--check":
        print(__doc__)
        return 2
    with open(arguments[1], encoding="utf-8") as file:
        found = file.read().splitlines()
    expected = reference().splitlines()
    for number, pair in enumerate(zip(found + [""], expected + [""]), 1):
        if pair[0] != pair[1]:
            print(f"{arguments[1]}:{number}:", pair[0], "instead of", pair[1], sep="\n")
            return 1
    print(f"{sum(line.startswith('image') for line in found)} journals, 0 differ")
    return 0 if len(found) == len(expected) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
