#!/usr/bin/env python3
"""Ten thousand folds against the exact model.

    check.py FOLDER [DRINKS]

FOLDER takes what is built. Needs `swift build -c release` done before. Prints the worst error as a
part of the allowance, 1 ug + 1e-9 of the total dose so far, and exits with 1 above 1.
"""

import csv
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
CAPACITY = 16


def build(folder: Path) -> Path:
    program = folder / "folds"
    flags = subprocess.run(["bash", "Tests/CaffeineEngineTests/CInterface/link-flags.sh"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.split()
    subprocess.run(["gcc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-Iinclude",
                    str(HERE / "folds.c"), ".build/release/libCaffeineC.a", "-o", str(program),
                    *flags], cwd=ROOT, check=True)
    return program


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    drinks = sys.argv[2] if len(sys.argv) > 2 else "10016"
    table = folder / "folds.csv"
    subprocess.run([sys.executable, str(HERE.parent / "fold_reference.py"), "--seed", "1",
                    "--drinks", drinks, str(table)], check=True)
    with open(table) as file:
        output = subprocess.run([str(build(folder)), str(CAPACITY)], stdin=file, check=True,
                                capture_output=True, text=True).stdout.splitlines()
    total, worst, asks = Decimal(0), Decimal(0), iter(output)
    for row in csv.DictReader(open(table)):
        total += Decimal(row["dose_ug"])
        if not row["ask_time_s"]:
            continue
        allowance = 1 + total / 10**9
        for given, exact in zip(next(asks).split(), (row["gut_ug"], row["body_ug"])):
            worst = max(worst, abs(Decimal(given) - Decimal(exact)) / allowance)
    folds = int(drinks) - CAPACITY
    print(f"{folds} folds, {len(output)} asks: worst error {worst:.3f} of the allowance, "
          "and the bits of a ledger that never folds")
    return int(worst > 1)


if __name__ == "__main__":
    sys.exit(main())
