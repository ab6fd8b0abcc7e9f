#!/usr/bin/env python3
"""Compiles and runs the examples of README.md and compares what they print with what it says.

    readme_examples.py FOLDER

FOLDER takes what is built. Needs `swift build -c release` done before.

The `c` block is linked with the static library. The `swift` blocks are programs of one package; each
runs in an empty folder, the second, which keeps drinks, twice there. What such a program prints stands
behind "prints", as `inline code`, a line each. The `csv` block is replayed, with a journal and
without; the `text` block after it is an excerpt of what that prints.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text()

PACKAGE = """// swift-tools-version: 6.3
import PackageDescription
let package = Package(
  name: "example",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "CaffeineEngine", path: "{root}")],
  targets: [
    {targets}
  ])
"""
TARGET = """.executableTarget(
      name: "{name}",
      dependencies: ["CaffeineEngine", "CaffeineExecutor", "CaffeineFoundation"].map {{
        .product(name: $0, package: "CaffeineEngine")
      }})"""


def blocks(language: str) -> list[tuple[str, str]]:
    """The code blocks in a language, each with all that follows it."""
    found = re.finditer(rf"^```{language}\n(.*?\n)```\n", README, re.S | re.M)
    return [(match.group(1), README[match.end() :]) for match in found]


def said(rest: str) -> str:
    """What is said to be printed by the code block before: `these` and `these` words."""
    return "\n".join(re.findall(r"`([^`]+)`", re.match(r"\nprints ((?:`[^`]+`(?: and )?)+)", rest)[1]))


def run(*command: str, cwd: Path = ROOT) -> str:
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


def c_examples(folder: Path) -> Iterator[tuple[str, str]]:
    for number, (code, rest) in enumerate(blocks("c")):
        program = folder / f"example-c-{number}"
        source = program.with_suffix(".c")
        source.write_text(code)
        flags = run("bash", "Tests/CaffeineEngineTests/CInterface/link-flags.sh").split()
        run("gcc", "-std=c99", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror", "-Iinclude",
            str(source), ".build/release/libCaffeineC.a", "-o", str(program), *flags)
        yield run(str(program)).strip(), said(rest)


def swift_examples(folder: Path) -> Iterator[tuple[str, str]]:
    package = folder / "example"
    found = blocks("swift")
    names = [f"example-{number}" for number in range(len(found))]
    for name, (code, _) in zip(names, found):
        sources = package / "Sources" / name
        sources.mkdir(parents=True, exist_ok=True)
        (sources / "main.swift").write_text(code)
    targets = ", ".join(TARGET.format(name=name) for name in names)
    (package / "Package.swift").write_text(PACKAGE.format(root=ROOT, targets=targets))
    run("swift", "build", "-q", cwd=package)
    for name, (_, rest) in zip(names, found):
        with TemporaryDirectory(dir=folder) as home:
            program = str(package / ".build/debug" / name)
            yield run(program, cwd=Path(home)).strip(), said(rest)
            if again := re.search(r"and\s+has (\d+) when it is run\s+again", rest[:300]):
                yield run(program, cwd=Path(home)).split()[0], again[1]


def log_example(folder: Path) -> Iterator[tuple[str, str]]:
    ((log, rest),) = blocks("csv")
    expected = re.search(r"```text\n(.*?)```", rest, re.S)[1]
    first = re.search(r"says first how it is: `([^`]+)`", rest)[1]
    with TemporaryDirectory(dir=folder) as home:
        (Path(home) / "my.csv").write_text(log)
        program = str(ROOT / ".build/release/caffeine-sim")
        for words in ["my.csv"], ["my.csv", "--journal", "drinks.journal"]:
            printed = run(program, "day", *words, cwd=Path(home))
            yield expected if expected in printed else printed, expected
        yield run(program, "journal", "drinks.journal", cwd=Path(home)).split("\n")[0], first


def main() -> int:
    folder = Path(sys.argv[1]).resolve()
    failed = 0
    for name, examples in ("C", c_examples), ("Swift", swift_examples), ("Log", log_example):
        for printed, expected in examples(folder):
            print(f"{name}: {printed}")
            if printed != expected:
                print(f"README.md says: {expected}")
                failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
