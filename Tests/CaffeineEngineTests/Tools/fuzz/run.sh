#!/usr/bin/env bash
# Feeds load and record_decode with what libFuzzer makes of saved ledgers, or mount with what it makes
# of journals, under AddressSanitizer.
#
#   run.sh [COUNT] [SECONDS]     COUNT inputs (20 000), for at most SECONDS (no limit)
#
# FUZZ_TARGET=NAME  ledger (if not given) or journal
# FUZZ_SEED=N      another run of inputs than that of seed 1; the same seed gives the same inputs
# FUZZ_WORK=DIR    where the program and what it found stay; else a folder that is removed
#
# Each input goes in as it is and with its sizes and checksums mended; the target's Entry.swift says
# what has to hold. An input that breaks it is printed in hexadecimal, and the exit code is 1.
set -euo pipefail
shopt -s nullglob

here="$(cd "$(dirname "$0")" && pwd)"
core="$(cd "$here/../../../.." && pwd)/Sources/CaffeineEngine"
target="${FUZZ_TARGET:-ledger}"
count="${1:-20000}"
seconds="${2:-0}"

if [ -n "${FUZZ_WORK:-}" ]; then
  work="$FUZZ_WORK"
else
  work="$(mktemp -d)"
  trap 'rm -rf "$work"' EXIT
fi
rm -rf "$work/seeds" "$work/found"
mkdir -p "$work/seeds" "$work/found" "$work/corpus"

sources=()
for folder in Units Model Ledger Forecast Wrist Sync Records Journal; do
  sources+=("$core/$folder"/*.swift)
done
# Another linker would tell of every symbol of the sanitizer that it cannot export.
swiftc -parse-as-library -module-name CaffeineEngine -package-name CaffeineEngine \
  -swift-version 6 -wmo -O -sanitize=fuzzer,address -use-ld=lld \
  "${sources[@]}" "$here"/*.swift "$here/$target"/*.swift -o "$work/fuzz"
FUZZ_SEEDS="$work/seeds" "$work/fuzz"

# Swift's own backtrace would meet the sanitizer on the stack.
export SWIFT_BACKTRACE=enable=no
if "$work/fuzz" -runs="$count" -max_total_time="$seconds" -seed="${FUZZ_SEED:-1}" -timeout=10 \
  -max_len=8192 -print_final_stats=1 -artifact_prefix="$work/found/" \
  "$work/corpus" "$work/seeds" >"$work/log" 2>&1; then
  grep -E 'cov: ' "$work/log" | tail -1
  grep -E 'number_of_executed_units|average_exec_per_sec' "$work/log"
else
  tail -40 "$work/log"
  for input in "$work/found"/*; do
    echo "$(basename "$input"):"
    od -An -v -tx1 "$input" | tr -d ' \n'
    echo
  done
  exit 1
fi
