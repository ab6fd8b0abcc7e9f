#!/usr/bin/env bash
# Plants each mistake of PlantedFault.swift in turn and lets the schedule explorer look for it.
#
#   faults.sh [SEEDS]    how many seeds may pass before it is found: 1000 unless given
set -u
cd "$(dirname "$0")/../../.." || exit 1
seeds=${1:-1000}
source=Sources/CaffeineEngine/Tracking/PlantedFault.swift
failed=0

# The explorer and what it needs, built with FAULT planted ("" for none).
explore() {
  CAFFEINE_FAULT="$1" swift build -c release --product caffeine-sim --scratch-path .build-faults \
    >/dev/null || return 2
  .build-faults/release/caffeine-sim explore --seeds "$seeds" 2>&1
}

for fault in NONE $(sed -n 's/.*CAFFEINE_FAULT_\([A-Z_]*\).*/\1/p' "$source"); do
  said=$(explore "$fault" | tail -1)
  status=missed
  case "$fault $said" in
    "NONE $seeds seeds clean"*) status="clean as it should be" ;;
    NONE*) status="a fault where none is planted" ;;
    *" seed "*) status=found ;;
  esac
  case $status in found | clean*) ;; *) failed=1 ;; esac
  printf '%s: %s: %s\n' "$fault" "$status" "$said"
done
exit "$failed"
