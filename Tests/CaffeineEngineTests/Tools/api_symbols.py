#!/usr/bin/env python3
"""Lists the public symbols of each library and compares them with the committed lists.

    api_symbols.py --check    exit 1 and print the differences if a list is out of date
    api_symbols.py --write    write the lists anew

Swift: the compiler's symbol graphs. C: what the static library exports under the header's prefix.
"""

import difflib
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LISTS = ROOT / "Tests/CaffeineEngineTests/Reference/Symbols"
MODULES = ["CaffeineEngine", "CaffeineExecutor", "CaffeineFoundation"]


def run(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def swift_symbols(module: str, folder: Path) -> list[str]:
    """Kind and declaration of each public symbol that the module declares, on its own types or not."""
    # What a module adds to another one's types is in a graph of its own.
    graphs = [folder / f"{module}.symbols.json", *folder.glob(f"{module}@*.symbols.json")]
    lines = set()
    for symbol in [s for graph in graphs for s in json.loads(graph.read_text())["symbols"]]:
        if "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
            continue
        text = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
        path = ".".join(symbol["pathComponents"])
        lines.add(f"{path}: {' '.join(text.split())}")
    return sorted(lines)


def c_symbols() -> list[str]:
    """The C functions that the static library defines."""
    names = run("nm", "-g", "--defined-only", str(ROOT / ".build/release/libCaffeineC.a"))
    return sorted(set(re.findall(r" T (caffeine_\w+)$", names, re.M)))


def header_functions() -> list[str]:
    """The C functions that the header declares."""
    text = re.sub(r"/\*.*?\*/", "", (ROOT / "include/caffeine.h").read_text(), flags=re.S)
    return sorted(set(re.findall(r"^\w[\w *]*?\b(caffeine_\w+)\(", text, re.M)))


def main() -> int:
    output = run("swift", "package", "dump-symbol-graph", "--minimum-access-level", "public")
    folder = Path(re.search(r"Files written to (.*)", output).group(1))
    found = {module: swift_symbols(module, folder) for module in MODULES}
    found["C"] = c_symbols()
    failed = 0
    if found["C"] != header_functions():
        print("the static library and the header declare different functions")
        failed = 1
    for name, lines in found.items():
        path = LISTS / f"{name}.txt"
        if "--write" in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(lines) + "\n")
        committed = path.read_text().splitlines() if path.exists() else []
        changes = list(difflib.unified_diff(committed, lines, "committed", "built", lineterm="", n=0))
        print(f"{name}: {len(lines)} public symbols, {len(changes)} lines of difference")
        for line in changes:
            print(f"  {line}")
        failed |= bool(changes)
    return failed


if __name__ == "__main__":
    sys.exit(main())
