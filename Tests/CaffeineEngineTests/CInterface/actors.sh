#!/usr/bin/env bash
# Tests the trackers of the C interface, one process a test.
#
#   actors.sh ARCHIVE         gcc and clang, C99 and C++17
#   actors.sh ARCHIVE FLAGS   the same tests once, by clang as C99 with further flags
#                             (-fsanitize=thread; ARCHIVE was built with --sanitize thread)
#
# Exits 1 if anything fails.
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/../../.." && pwd)"
archive="${1:?usage: actors.sh path/to/libCaffeineC.a [flags]}"
shift
failed=0

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

warnings=(-Wall -Wextra -Wpedantic -Werror -Wconversion -Wshadow)
mapfile -t link_flags < <("$here/link-flags.sh")

clang_path() {
  local beside
  beside="$(dirname "$(realpath "$(command -v swiftc)")")/clang"
  if [ -x "$beside" ]; then echo "$beside"; else command -v clang || true; fi
}

# -rdynamic: the Swift runtime tells Thread Sanitizer of its own locks only if it finds it by name.
#   check COMPILER NAME STANDARD [FLAGS...]
check() {
  local compiler="$1" name="$2 as $3" standard="$3" language=c test count=0 bad=0 environment
  shift 3
  if [[ "$standard" == c++* ]]; then language=c++; fi
  if ! "$compiler" -x "$language" -std="$standard" -O1 -g "${warnings[@]}" "$@" -pthread -rdynamic \
    -D_POSIX_C_SOURCE=200809L -I "$root/include" "$here"/Actors/*.c -x none "$archive" \
    "${link_flags[@]}" -o "$work/actors"; then
    echo "not ok - the tests of trackers do not build, $name"
    failed=1
    return
  fi
  while read -r test; do
    count=$((count + 1))
    mkdir -p "$work/files" && rm -rf "$work/files/"*
    environment=default
    if [ "$test" = unavailable ]; then environment=stock; fi
    if ! CAFFEINE_EXECUTOR=$environment timeout 120 "$work/actors" "$test" "$work/files" \
      >"$work/output" 2>&1; then
      head -40 "$work/output" | sed 's/^/# /'
      echo "not ok - trackers, $name: $test"
      bad=1
    fi
  done < <("$work/actors")
  if [ "$bad" -eq 0 ]; then echo "ok - trackers, $name: $count tests"; else failed=1; fi
}

if [ $# -gt 0 ]; then
  check "$(clang_path)" "clang $*" c99 "$@"
else
  check gcc gcc c99
  check "$(clang_path)" clang c99
  check g++ g++ c++17
  check "$(clang_path)++" clang++ c++17
fi
exit "$failed"
