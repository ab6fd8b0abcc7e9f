#!/usr/bin/env bash
# Plants each mistake of PlantedFault.swift in turn and lets the schedule explorer look for it.
#
#   faults.sh [--seeds N] [NAME...]    all mistakes, and NONE, unless some are named
#
# A mistake is to be found within N seeds, 1000 unless given; without one all N are to be clean.
set -u
cd "$(dirname "$0")/../../.." || exit 1
seeds=1000
if [ "${1:-}" = --seeds ]; then
  seeds=$2
  shift 2
fi
failed=0

# Builds the explorer with FAULT planted; NONE stands for nothing in the sources.
build() {
  CAFFEINE_FAULT="$1" swift build -c release --product caffeine-sim --scratch-path .build-faults
}

# Prints what exploring came to: its last line.
explore() { .build-faults/release/caffeine-sim explore --seeds "$seeds" 2>&1 | tail -1; }

known="NONE $(sed -n 's/.*CAFFEINE_FAULT_\([A-Z_]*\).*/\1/p' \
  Sources/CaffeineEngine/Tracking/PlantedFault.swift | tr '\n' ' ')"
faults=("$@")
[ $# -gt 0 ] || read -ra faults <<<"$known"
for fault in "${faults[@]}"; do
  case " $known " in
    *" $fault "*) ;;
    *) echo "$fault is none of: $known" >&2; exit 2 ;;
  esac
  said="the build failed"
  if log=$(build "$fault" 2>&1); then said=$(explore); else echo "$log" >&2; fi
  case "$fault $said" in
    "NONE $seeds seeds clean"*) status="clean as it should be" ;;
    *" the build failed") status="not built" ;;
    NONE*) status="a fault where none is planted" ;;
    *" seed "*) status=found ;;
    *) status=missed ;;
  esac
  case $status in found | clean*) ;; *) failed=1 ;; esac
  printf '%s: %s: %s\n' "$fault" "$status" "$said"
done
exit "$failed"
