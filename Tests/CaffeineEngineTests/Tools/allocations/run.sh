#!/usr/bin/env bash
# A drink recorded through the actor from a running task allocates nothing: a process that records
# 20 000 drinks makes as many allocations as one that records ten. And a day's replay makes at most
# a hundred between its start and its end, with any number of workers.
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

# The least of five runs: how many threads the runtime starts with varies, and each takes a few.
least() {
  for _ in 1 2 3 4 5; do
    LD_PRELOAD="$folder/counter.so" "$folder/.build/release/allocations" "$1" 2>&1
  done | sort -n | head -1 | cut -d ' ' -f 1
}
few=$(least 10)
many=$(least 20000)
echo "allocations with 10 drinks: $few, with 20 000 drinks: $many"
[ "$few" -eq "$many" ]

for workers in 1 2; do
  for mode in parallel lockstep; do
    replay=$(LD_PRELOAD="$folder/counter.so" "$program" --workers "$workers" --mode "$mode" \
      2>&1 >/dev/null | tail -n 1 | cut -d ' ' -f 2)
    echo "allocations of a day's replay, $workers workers, $mode: $replay"
    [ "$replay" -le 100 ]
  done
done
