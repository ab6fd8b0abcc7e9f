#!/usr/bin/env bash
# Tests the C interface as C and C++ programs see it.
#
#   run.sh ARCHIVE      ARCHIVE: libCaffeineC.a, as `swift build -c release --product CaffeineC`
#                       leaves it in .build/release
#
# - caffeine.h alone, and the conformance program against the archive, by gcc and by clang, as C99,
#   C11, C17, C++11, C++17 and C++20, with warnings as errors;
# - the trackers, with workers lent by C threads, by actors.sh;
# - no function of the core or the C interface in the archive holds a trap instruction;
# - the archive defines the functions of caffeine.h, and no other name that C code could mean.
#
# Exits 1 if anything fails. Debian packages are installed by name, only where missing.
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/../../.." && pwd)"
archive="${1:?usage: run.sh path/to/libCaffeineC.a}"
failed=0

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

warnings=(-Wall -Wextra -Wpedantic -Werror -Wconversion -Wshadow)
mapfile -t link_flags < <("$here/link-flags.sh")

fail() {
  echo "not ok - $1"
  failed=1
}

install_missing() {
  local missing=() package
  for package in gcc g++; do
    command -v "$package" >/dev/null || missing+=("$package")
  done
  command -v objdump >/dev/null || missing+=(binutils)
  [ -n "$(clang_path)" ] || missing+=(clang)
  [ "${#missing[@]}" -eq 0 ] && return
  apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >&2
}

# The clang of the Swift toolchain, or any other.
clang_path() {
  local beside
  beside="$(dirname "$(realpath "$(command -v swiftc)")")/clang"
  if [ -x "$beside" ]; then echo "$beside"; else command -v clang || true; fi
}

# ---- Programs ------------------------------------------------------------------------------------

# Compiles the header alone, twice included, and builds and runs the program.
#   check COMPILER NAME STANDARD
check() {
  local compiler="$1" name="$2 as $3" language=c more=(-Wmissing-prototypes) output closing
  if [[ "$3" == c++* ]]; then language=c++ more=(); fi
  if ! printf '#include "caffeine.h"\n#include "caffeine.h"\n' \
    | "$compiler" -x "$language" -std="$3" "${warnings[@]}" "${more[@]}" -I "$root/include" \
      -fsyntax-only -; then
    fail "caffeine.h alone, $name"
  fi
  output="$work/conformance-$language"
  # What stands in for the allocator is C in any case; sources after -x are in the language named.
  if ! "$compiler" -x "$language" -std="$3" -O1 "${warnings[@]}" "${more[@]}" -I "$root/include" \
    "$here"/{conformance,harness,examples,life,ledger,folding,questions,refusals,numbers}.c \
    "$here"/{records,keeping,adopting,sharing,wrist,plans,sync,journal}.c \
    -x none "$work/allocations.o" "$archive" "${link_flags[@]}" -o "$output"; then
    fail "conformance does not build, $name"
    return
  fi
  if "$output" >"$work/tap" 2>&1; then
    closing="$(tail -1 "$work/tap")"
    echo "ok - $name: $closing, $(grep -oE '[0-9]+ checks.*' "$work/tap")"
  else
    grep -v '^ok' "$work/tap" || true
    fail "$name"
  fi
}

# ---- The archive ---------------------------------------------------------------------------------

# No trap in the members of core and C interface. Tracking, executor and a journal's file are for Swift
# callers, whose misuse traps; the trackers use Swift's arrays, which check themselves.
check_traps() {
  local tracking traps
  tracking="$(cd "$root/Sources" \
    && find CaffeineEngine/{Tracking,Executor} CCaffeineAPI/Actors -name '*.swift' \
      -printf './%f\n' \
    && grep -lr '^#if canImport(Glibc)' CaffeineEngine/Journal | sed 's,.*/,./,')"
  traps="$(objdump -d --no-show-raw-insn "$archive" | awk -v tracking="$tracking" '
    BEGIN { split(tracking, names, "\n"); for (i in names) skipped[substr(names[i], 3) ".o:"] = 1 }
    /file format/ { member = $1 }
    /^[0-9a-f]+ </ { current = $2 }
    current ~ /FileFlash/ { next }
    (/\tud2/ || /\tbrk\t/) && !(member in skipped) { print member, current }' | sort -u)"
  if [ -z "$traps" ]; then
    echo "ok - no trap instruction in the core and the C interface"
  else
    swift demangle --simplified --compact <<<"$traps" | sed 's/^/# /'
    fail "trap instructions in the core or the C interface"
  fi
}

# Names that are Swift's own: mangled ones, and what its compiler adds to any object.
# shellcheck disable=SC2016
swift_names='^(\$s|__?swift_|symbolic |associated |generic environment |got\.|get_)'

check_names() {
  local ours
  nm --defined-only "$archive" 2>/dev/null | sed -nE 's/^[0-9a-f]* ?[A-Z] //p' | sort -u \
    | grep -vE "$swift_names" >"$work/defined" || true
  sed 's,/\*.*\*/,,' "$root/include/caffeine.h" | grep -oE '\bcaffeine_[a-z0-9_]+\(' | tr -d '(' \
    | sort -u >"$work/declared"
  if ours="$(diff "$work/declared" "$work/defined")"; then
    echo "ok - the archive defines the $(wc -l <"$work/declared") functions of caffeine.h alone"
  else
    printf '# declared (<) and defined (>):\n%s\n' "$ours"
    fail "the archive does not define exactly the functions of caffeine.h"
  fi
}

# ---- All of it -----------------------------------------------------------------------------------

install_missing
gcc -std=c99 -O1 "${warnings[@]}" -Wmissing-prototypes -c "$here/allocations.c" \
  -o "$work/allocations.o"
for standard in c99 c11 c17; do
  check gcc gcc "$standard"
  check "$(clang_path)" clang "$standard"
done
for standard in c++11 c++17 c++20; do
  check g++ g++ "$standard"
  check "$(clang_path)++" clang++ "$standard"
done
bash "$here/actors.sh" "$archive" || failed=1
check_traps
check_names
exit "$failed"
