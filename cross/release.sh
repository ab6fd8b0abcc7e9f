#!/usr/bin/env bash
# Makes what is shipped, and fails rather than ship what must not be (gates.sh).
#
#   release.sh                      every board of boards.txt and caffeine-sim, --twice
#   release.sh [--twice] BOARD...   the archives of these boards alone
#
# With --twice they are built a second time in another directory, and have to be the same to the byte.
# Leaves in .build/release-boards, beside boards that were built before:
#
#   include/caffeine.h
#   lib/libcaffeine-BOARD.a      one object: sections collected, only caffeine_* global
#   debug/libcaffeine-BOARD.a  the same code with line numbers
#   bin/caffeine-sim             for x86-64 Linux with glibc, without a Swift runtime beside it
#   BUILD-IDS  SHA256SUMS
#
# A build id is the hash of an archive's code; both archives bear it in .comment, and so does a program
# that is linked with one: `readelf -p .comment firmware.elf`.
#
# Debian packages are installed by name, only where missing.
set -euo pipefail

root="$(cd "$(dirname "$0")/.." && pwd)"
out="$root/.build/release-boards"
work="$root/.build/release-work"
toolchain="$(dirname "$(dirname "$(realpath "$(command -v swiftc)")")")"

install_missing() {
  local missing=() tool package
  while read -r tool package; do
    command -v "$tool" >/dev/null || missing+=("$package")
  done <<'TOOLS'
arm-none-eabi-ld binutils-arm-none-eabi
arm-linux-gnueabihf-ld binutils-arm-linux-gnueabihf
aarch64-linux-gnu-ld binutils-aarch64-linux-gnu
x86_64-linux-gnu-ld binutils
TOOLS
  [ "${#missing[@]}" -eq 0 ] && return
  apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >&2
}

boards() { awk '/^[a-z]/ { print $1 }' "$root/cross/boards.txt"; }

version() {
  awk '$2 ~ /^CAFFEINE_VERSION_/ { part[n++] = $3 } $2 == "CAFFEINE_ABI" { abi = $3 + 0 }
    END { printf "%d.%d.%d, ABI %d", part[0], part[1], part[2], abi }' "$root/include/caffeine.h"
}

# Builds a board's archives from the sources in a folder.
#   build BOARD SOURCES DESTINATION
build() {
  local board="$1" sources="$2" to="$3" scratch="$2/.build/boards/$1" triple tools id leftover=() name
  read -r _ triple tools _ < <(grep "^$board " "$root/cross/boards.txt")
  mkdir -p "$scratch" "$to/lib" "$to/debug"
  # Line numbers, with paths that do not show the folder.
  swift build --package-path "$sources" --scratch-path "$scratch" -c release --triple "$triple" \
    --toolset "$sources/cross/toolsets/$board.json" --product Caffeine \
    -Xswiftc -gline-tables-only -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
    -Xswiftc -file-prefix-map -Xswiftc "$toolchain=swift" \
    -Xswiftc -file-prefix-map -Xswiftc "$sources=." >"$scratch.log" 2>&1 \
    || { cat "$scratch.log" >&2; return 1; }
  (
    cd "$scratch"
    bash "$root/cross/functions.sh" >functions
    # shellcheck disable=SC2046
    "$tools-ld" -r --gc-sections -T "$root/cross/release.ld" $(sed 's/^/-u /' functions) \
      release/libCaffeine.a -o joined.o
    "$tools-objcopy" --keep-global-symbols=functions joined.o whole.o
    "$tools-objcopy" --strip-unneeded whole.o caffeine.o
    # Names that only collected sections used would have the linker look for them.
    while read -r name; do leftover+=("--strip-symbol=$name"); done < <(
      comm -23 <("$tools-nm" -u whole.o | sort) <("$tools-nm" -u caffeine.o | sort) | awk '{ print $2 }'
    )
    "$tools-objcopy" "${leftover[@]}" whole.o debug.o
    id="$(sha256sum caffeine.o | cut -c1-40)"
    printf 'CaffeineEngine %s, %s, build %s\0' "$(version)" "$board" "$id" >comment
    echo "$id  libcaffeine-$board.a" >"$to/$board.id"
    "$tools-objcopy" --add-section .comment=comment caffeine.o
    "$tools-objcopy" --add-section .comment=comment debug.o
    rm -f "$to/lib/libcaffeine-$board.a" "$to/debug/libcaffeine-$board.a"
    "$tools-ar" rcsD "$to/lib/libcaffeine-$board.a" caffeine.o
    mv debug.o caffeine.o
    "$tools-ar" rcsD "$to/debug/libcaffeine-$board.a" caffeine.o
  )
}

# Builds boards (all further arguments) from the sources in a folder, a few at a time.
build_all() {
  export -f build version
  export root toolchain
  # shellcheck disable=SC2016
  printf '%s\n' "${@:3}" | SOURCES="$1" DESTINATION="$2" xargs -P "$(nproc)" -I{} \
    bash -euo pipefail -c 'build {} "$SOURCES" "$DESTINATION"'
}

# Copies the sources to a folder.
copy_sources() {
  rm -rf "$1"
  mkdir -p "$1"
  tar -C "$root" --exclude='./.build*' --exclude=./.git -cf - . | tar -C "$1" -xf -
}

build_program() {
  mkdir -p "$out/bin"
  swift build --package-path "$root" --scratch-path "$work/program" -c release \
    --product caffeine-sim --static-swift-stdlib >"$work/program.log" 2>&1 \
    || { cat "$work/program.log" >&2; exit 1; }
  strip -o "$out/bin/caffeine-sim" "$work/program/release/caffeine-sim"
  "$out/bin/caffeine-sim" --help >/dev/null
}

# ---- All of it -----------------------------------------------------------------------------------

program=0 twice=0
if [ "${1:-}" = --twice ]; then twice=1; shift; fi
if [ $# -eq 0 ]; then
  program=1 twice=1
  mapfile -t chosen < <(boards)
else
  chosen=("$@")
fi
for board in "${chosen[@]}"; do
  grep -q "^$board " "$root/cross/boards.txt" \
    || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2; }
done

install_missing
[ "$program" -eq 0 ] || rm -rf "$out"
mkdir -p "$out/include" "$work"
cp "$root/include/caffeine.h" "$out/include/"
build_all "$root" "$out" "${chosen[@]}"
for board in "${chosen[@]}"; do
  bash "$root/cross/gates.sh" "$board" "$out"/{lib,debug}/"libcaffeine-$board.a"
done
if [ "$twice" -eq 1 ]; then
  copy_sources "$work/elsewhere/of another length"
  build_all "$work/elsewhere/of another length" "$work/again" "${chosen[@]}"
  for board in "${chosen[@]}"; do
    for archive in {lib,debug}/"libcaffeine-$board.a"; do
      cmp "$out/$archive" "$work/again/$archive" \
        || { echo "release.sh: $archive is not reproducible" >&2; exit 1; }
    done
  done
  echo "the same to the byte from another directory: ${chosen[*]}"
fi
if [ "$program" -eq 1 ]; then build_program; fi
# Of boards that were built before, the line stays.
touch "$out/BUILD-IDS"
LC_ALL=C sort -s -u -k 2,2 "$out"/*.id "$out/BUILD-IDS" >"$work/BUILD-IDS"
mv "$work/BUILD-IDS" "$out/"
rm "$out"/*.id
(
  cd "$out"
  find . -type f ! -name SHA256SUMS -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum >"$work/SHA256SUMS"
  mv "$work/SHA256SUMS" .
  cat SHA256SUMS
)
