#!/usr/bin/env bash
# Installs header, archives, pkg-config files and the CMake package.
#
#   install.sh PREFIX [BOARD...]      BOARD: a name of boards.txt; this machine's if none is given
#
# One prefix takes any number of boards: each has its archive and its caffeine-BOARD.pc, this machine's
# is caffeine.pc as well. Builds with release.sh what is to be installed.
set -euo pipefail

root="$(cd "$(dirname "$0")/.." && pwd)"
[ -n "${1:-}" ] || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2; }
prefix="$1"
shift
machine="linux-$(uname -m)"
boards=("$@")
[ $# -gt 0 ] || boards=("$machine")
version="$(awk '$2 ~ /^CAFFEINE_VERSION_/ { printf "%s%s", dot, $3; dot = "." }' "$root/include/caffeine.h")"

# Fills in a template.
#   fill TEMPLATE DESTINATION [BOARD]
fill() {
  sed "s/@VERSION@/$version/; s/@MINOR@/${version%.*}/; s/@BOARD@/${3:-}/" "$1" >"$2"
  chmod 644 "$2"
}

bash "$root/cross/release.sh" "${boards[@]}" >&2
install -d "$prefix"/{include,lib/pkgconfig,lib/cmake/Caffeine}
install -m 644 "$root/include/caffeine.h" "$prefix/include/"
install -m 644 "$root"/cross/cmake/{CaffeineBoard,CaffeineConfig,arm-none-eabi}.cmake \
  "$prefix/lib/cmake/Caffeine/"
fill "$root/cross/cmake/CaffeineConfigVersion.cmake.in" \
  "$prefix/lib/cmake/Caffeine/CaffeineConfigVersion.cmake"
for board in "${boards[@]}"; do
  install -m 644 "$root/.build/release-boards/lib/libcaffeine-$board.a" "$prefix/lib/"
  fill "$root/cross/packaging/caffeine.pc.in" "$prefix/lib/pkgconfig/caffeine-$board.pc" "$board"
  if [ "$board" = "$machine" ]; then
    cp "$prefix/lib/pkgconfig/caffeine-$board.pc" "$prefix/lib/pkgconfig/caffeine.pc"
  fi
done
