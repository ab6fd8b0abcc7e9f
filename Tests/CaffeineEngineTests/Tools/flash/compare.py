#!/usr/bin/env python3
"""The journal beside littlefs: the same 10 000 drinks of 40 bytes, each kept when its call returns.

    compare.py ARCHIVE [--without-littlefs]

ARCHIVE is libCaffeineC.a. 16 blocks of 4 KiB, program units of 4, 8 and 32 bytes. littlefs has one
file, opened for appending, with a sync after each drink, cut to its last 64 drinks when it passes
24 KiB; it comes from PyPI (littlefs-python). Prints a table; exits 1 if a target is missed.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK, BLOCKS, DRINKS, SIZE = 4096, 16, 10_000, 40
UNITS = (4, 8, 32)
HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]


def ours(archive, work):
    program = Path(work) / "ours"
    flags = subprocess.run(
        [ROOT / "Tests/CaffeineEngineTests/CInterface/link-flags.sh"],
        check=True, capture_output=True, text=True).stdout.splitlines()
    subprocess.run(
        ["gcc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-I", ROOT / "include",
         HERE / "ours.c", archive, *flags, "-o", program], check=True)
    for unit in UNITS:
        line = subprocess.run([program, str(unit)], check=True, capture_output=True, text=True)
        programmed, erases, least, most, read, there = map(int, line.stdout.split())
        if there != 64:
            sys.exit(f"compare.py: {there} drinks are there, not 64")
        yield unit, programmed, erases, least, most, read


def littlefs():
    from littlefs import LittleFS, UserContext

    class Chip(UserContext):
        def __init__(self):
            super().__init__(BLOCK * BLOCKS)
            self.programmed = self.bytes_read = 0
            self.erases = [0] * BLOCKS

        def read(self, cfg, block, off, size):
            self.bytes_read += size
            return super().read(cfg, block, off, size)

        def prog(self, cfg, block, off, data):
            self.programmed += len(data)
            return super().prog(cfg, block, off, data)

        def erase(self, cfg, block):
            self.erases[block] += 1
            return super().erase(cfg, block)

    for unit in UNITS:
        chip = Chip()
        options = dict(
            context=chip, block_size=BLOCK, block_count=BLOCKS, read_size=unit, prog_size=unit,
            cache_size=max(64, unit), lookahead_size=16, block_cycles=100)
        disk = LittleFS(**options)
        with disk.open("drinks", "wb"):
            pass
        chip.programmed, chip.erases = 0, [0] * BLOCKS
        length = 0
        for number in range(DRINKS):
            drink = number.to_bytes(4, "little") * (SIZE // 4)
            with disk.open("drinks", "ab") as file:
                file.write(drink)
            length += SIZE
            if length > 24 * 1024:
                with disk.open("drinks", "rb") as file:
                    kept = file.read()[-64 * SIZE:]
                with disk.open("drinks.new", "wb") as file:
                    file.write(kept)
                disk.rename("drinks.new", "drinks")
                length = len(kept)
        chip.bytes_read = 0
        again = LittleFS(mount=True, **options)
        with again.open("drinks", "rb") as file:
            file.read()
        yield (unit, chip.programmed, sum(chip.erases), min(chip.erases), max(chip.erases),
               chip.bytes_read)


def row(name, figures):
    unit, programmed, erases, least, most, read = figures
    print(f"{name:9} {unit:4}  {programmed:10}  {programmed / DRINKS / SIZE:9.2f}  {erases:6}"
          f"  {erases / DRINKS:11.4f}  {least:5} {most:5}  {read:9}")


def main():
    archive = Path(sys.argv[1]).resolve()
    print(f"{DRINKS} drinks of {SIZE} bytes, {BLOCKS} blocks of {BLOCK} bytes")
    print("          unit  programmed  bytes per  erases     erases    erases of a   read to")
    print("               (bytes)      byte kept          per drink   block: least    mount")
    print("                                                           and most      (bytes)")
    with tempfile.TemporaryDirectory() as work:
        mine = list(ours(archive, work))
    for figures in mine:
        row("journal", figures)
    missed = []
    for unit, programmed, erases, least, most, _ in mine:
        if programmed > 2 * DRINKS * SIZE:
            missed.append(f"unit {unit}: more than 2 bytes programmed for each kept")
        if most > 1.2 * least:
            missed.append(f"unit {unit}: wear {most / least:.2f}, more than 1.2")
    if "--without-littlefs" not in sys.argv:
        theirs = list(littlefs())
        for figures in theirs:
            row("littlefs", figures)
        for a, b in zip(mine, theirs):
            print(f"unit {a[0]}: 1/{b[1] / a[1]:.1f} of the bytes, 1/{b[2] / a[2]:.1f} of the erases")
            if a[1] * 25 > b[1]:
                missed.append(f"unit {a[0]}: more than 1/25 of littlefs's bytes")
            if a[2] * 50 > b[2]:
                missed.append(f"unit {a[0]}: more than 1/50 of littlefs's erases")
    for text in missed:
        print(f"missed: {text}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
