#!/usr/bin/env bash
# A drink recorded through the actor from a running task allocates nothing: 20 000 drinks after the
# tenth make no allocation. And a day's replay makes at most a hundred between its start and its end,
# with any number of workers.
#
#   run.sh FOLDER PROGRAM     what is built goes into FOLDER; PROGRAM is caffeine-sim
set -eu
folder=$1
program=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)

mkdir -p "$folder/Sources/allocations"
cp "$here/main.swift" "$folder/Sources/allocations/"
cat >"$folder/Package.swift" <<TXT
// swift-tools-version: 6.3
import PackageDescription
let package = Package(
  name: "allocations",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "CaffeineEngine", path: "$root")],
  targets: [
    .executableTarget(
      name: "allocations",
      dependencies: [.product(name: "CaffeineEngine", package: "CaffeineEngine")])
  ])
TXT
swift build -q -c release --package-path "$folder"
gcc -std=gnu11 -O1 -Wall -Wextra -Werror -shared -fPIC "$here/counter.c" -o "$folder/counter.so"

# The least of five runs: a thread that the runtime starts late takes a few of its own.
drinks=$(for _ in 1 2 3 4 5; do
  LD_PRELOAD="$folder/counter.so" "$folder/.build/release/allocations" 20000 2>&1
done | cut -d ' ' -f 2 | sort -n | head -n 1)
echo "allocations of 20 000 drinks: $drinks"
[ "$drinks" -eq 0 ]

for workers in 1 2; do
  for mode in parallel lockstep; do
    replay=$(LD_PRELOAD="$folder/counter.so" "$program" --workers "$workers" --mode "$mode" \
      2>&1 >/dev/null | tail -n 1 | cut -d ' ' -f 2)
    echo "allocations of a day's replay, $workers workers, $mode: $replay"
    [ "$replay" -le 100 ]
  done
done
