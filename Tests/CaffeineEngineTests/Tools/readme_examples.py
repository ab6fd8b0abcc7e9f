#!/usr/bin/env python3
"""Compiles and runs the examples of README.md and compares what they print with what it says.

    readme_examples.py FOLDER [--print]

FOLDER takes what is built. Needs `swift build -c release` done before. The first `c` block is
linked with the static library; its output is the first `inline code` after it. The first `swift`
block runs in a package of its own; its output is the first `text` block after it. The first `text`
block after `caffeine-sim watch` is an excerpt of what that prints, and that after `caffeine-sim
journal` the beginning.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text()

PACKAGE = """// swift-tools-version: 6.3
import PackageDescription
let package = Package(
  name: "example",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "CaffeineEngine", path: "{root}")],
  targets: [
    .executableTarget(
      name: "example",
      dependencies: [.product(name: "CaffeineEngine", package: "CaffeineEngine")])
  ])
"""


def block(language: str) -> tuple[str, str]:
    """The first code block in a language, and all that follows it."""
    start = README.index(f"```{language}\n") + len(language) + 4
    end = README.index("\n```", start)
    return README[start:end] + "\n", README[end + 4 :]


def run(*command: str, cwd: Path = ROOT) -> str:
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


def c_example(folder: Path) -> tuple[str, str]:
    code, rest = block("c")
    source = folder / "example.c"
    source.write_text(code)
    flags = run("bash", "Tests/CaffeineEngineTests/CInterface/link-flags.sh").split()
    run("gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Iinclude", str(source),
        ".build/release/libCaffeineC.a", "-o", str(folder / "example-c"), *flags)
    return run(str(folder / "example-c")).strip(), re.search(r"`([^`]+)`", rest).group(1)


def swift_example(folder: Path) -> tuple[str, str]:
    code, rest = block("swift")
    package = folder / "example"
    sources = package / "Sources/example"
    sources.mkdir(parents=True, exist_ok=True)
    (package / "Package.swift").write_text(PACKAGE.format(root=ROOT))
    (sources / "main.swift").write_text(code)
    printed = run("swift", "run", "-q", "example", cwd=package).strip()
    return printed, re.search(r"```text\n(.*?)\n```", rest, re.S).group(1)


def watch_example(folder: Path) -> tuple[str, str]:
    rest = README[README.index("caffeine-sim watch") :]
    expected = re.search(r"```text\n(.*?)\n```", rest, re.S).group(1)
    printed = run(".build/release/caffeine-sim", "watch").strip()
    return expected if expected in printed else printed, expected


def journal_example(folder: Path) -> tuple[str, str]:
    rest = README[README.index("caffeine-sim journal") :]
    expected = re.search(r"```text\n(.*?)\n```", rest, re.S).group(1)
    program = str(ROOT / ".build/release/caffeine-sim")
    (folder / "drinks.journal").unlink(missing_ok=True)
    run(program, "--journal", "drinks.journal", cwd=folder)
    printed = run(program, "journal", "drinks.journal", cwd=folder).strip()
    return expected if printed.startswith(expected) else printed, expected


def main() -> int:
    folder = Path(sys.argv[1])
    failed = 0
    for name, example in (
        ("C", c_example),
        ("Swift", swift_example),
        ("Watch", watch_example),
        ("Journal", journal_example),
    ):
        printed, expected = example(folder)
        print(f"{name}: {printed}")
        if printed != expected:
            print(f"README.md says: {expected}")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
