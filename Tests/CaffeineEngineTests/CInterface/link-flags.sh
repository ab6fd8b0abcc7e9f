#!/usr/bin/env bash
# Prints what a C compiler has to link after libCaffeineC.a on Linux: the Swift runtime, static.
set -euo pipefail

runtime="$(dirname "$(realpath "$(command -v swiftc)")")/../lib/swift_static/linux"
printf '%s\n' "$runtime/$(uname -m)/swiftrt.o" "-L$runtime" -lswiftDispatch -lswiftGlibc \
  -lswiftSwiftOnoneSupport -lswiftObservation -lswift_Concurrency -lswiftSynchronization -lswiftCore -ldispatch \
  -lBlocksRuntime -lstdc++ -lm -ldl -lpthread
