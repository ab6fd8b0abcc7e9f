#!/usr/bin/env bash
# Compiles the core and the actors with Embedded Swift for x86-64 Linux, with an example that uses them,
# links that and runs it: no `any`, no untyped throws, no Foundation, no main actor. Files for hosts only
# leave themselves out as a whole.
#
#   embedded-actors.sh
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
engine=Sources/CaffeineEngine
files=()
# All of the engine target: what is excluded there is excluded here.
while IFS= read -r file; do files+=("$file"); done < <(
  find "$engine" -name '*.swift' \
    -not -path "$engine/Executor/*" -not -path "$engine/Foundation/*" | LC_ALL=C sort
)
# Checks of the isolation at run time need a runtime that can ask for it; this one cannot.
swiftc -enable-experimental-feature Embedded -wmo -parse-as-library -Osize \
  -disable-actor-data-race-checks -Xfrontend -disable-dynamic-actor-isolation \
  -target x86_64-unknown-linux-gnu -swift-version 6 -warnings-as-errors \
  -package-name CaffeineEngine -module-name CaffeineEngine \
  "${files[@]}" cross/embedded/ActorsExample.swift -c -o "$work/engine.o"
runtime=$(dirname "$(command -v swiftc)")
runtime=$(cd "$(dirname "$(readlink -f "$runtime/swiftc")")/.." && pwd)
runtime=$runtime/lib/swift/embedded/x86_64-unknown-linux-gnu
clang++ "$work/engine.o" "$runtime/libswift_Concurrency.a" \
  "$runtime/libswift_ConcurrencyDefaultExecutor.a" -o "$work/example" -Wl,--gc-sections
timeout 60 "$work/example"
printf '%d files with Embedded Swift, the example of %d bytes ran\n' \
  "${#files[@]}" "$(wc -c <"$work/example")"
