#!/usr/bin/env bash
# Tries what is installed as a user would: one command, pkg-config, CMake, on the host and for a Cortex-M4
# under QEMU; and sees that what does not fit is refused when it is linked or at init.
#
#   packaging.sh        exit 1 if something does not work
#
# Debian packages are installed by name, only where missing.
set -euo pipefail

root="$(cd "$(dirname "$0")/.." && pwd)"
sources="$root/cross/packaging"
machine="linux-$(uname -m)"
answer="body 56874 ug, gut 168 ug"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
prefix="$work/prefix"
passed=0 failed=0

install_missing() {
  local missing=() tool package
  while read -r tool package; do
    if [ ! -e "$tool" ] && ! command -v "$tool" >/dev/null; then missing+=("$package"); fi
  done <<'TOOLS'
gcc gcc
make make
cmake cmake
pkg-config pkg-config
arm-none-eabi-gcc gcc-arm-none-eabi
/usr/lib/arm-none-eabi/newlib libnewlib-arm-none-eabi
/usr/lib/picolibc/arm-none-eabi picolibc-arm-none-eabi
qemu-system-arm qemu-system-arm
TOOLS
  [ "${#missing[@]}" -eq 0 ] && return
  apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >&2
}

# ---- Trying --------------------------------------------------------------------------------------

# Runs a function in a fresh directory and compares what it prints, and its exit code.
#   try NAME EXPECTED-OUTPUT EXPECTED-CODE FUNCTION [ARGUMENT...]
try() {
  local code=0 fresh
  fresh="$(mktemp -d -p "$work")"
  cp "$sources"/* "$fresh/"
  (cd "$fresh" && "${@:4}") >"$work/output" 2>"$work/errors" || code=$?
  if [ "$code" -eq "$3" ] && grep -qF -- "$2" "$work/output" "$work/errors"; then
    echo "ok      $1"
    passed=$((passed + 1))
  else
    echo "not ok  $1: exit code $code for $3, and instead of '$2':"
    tail -n 20 "$work/output" "$work/errors" | sed 's/^/        /'
    failed=$((failed + 1))
  fi
}

core=(-mcpu=cortex-m4 -mthumb)
memory="-Wl,--defsym=__flash=0,--defsym=__flash_size=0x400000,--defsym=__ram=0x20000000"
memory+=",--defsym=__ram_size=0x40000,-z,noexecstack"
picolibc=(--specs=picolibc.specs --oslib=semihost --crt0=semihost "$memory")

run_board() {
  timeout 60 qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none \
    -chardev stdio,id=out -semihosting-config enable=on,target=native,chardev=out -kernel "$1" \
    </dev/null
}

# Options before the program's name go to the compiler.
on_host() {
  # shellcheck disable=SC2046
  gcc "$@" main.c $(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --cflags --libs caffeine) -o espresso
  ./espresso
}

on_board() {
  arm-none-eabi-gcc "${core[@]}" "${picolibc[@]}" "$@" main.c -I "$prefix/include" -L "$prefix/lib" \
    -lcaffeine-cortex-m4-soft -o espresso
  run_board espresso
}

by_pkg_config() {
  # shellcheck disable=SC2046
  arm-none-eabi-gcc "${core[@]}" "${picolibc[@]}" main.c \
    $(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --cflags --libs caffeine-cortex-m4-soft) \
    -o espresso
  run_board espresso
}

one_line() {
  arm-none-eabi-gcc main.c -mcpu=cortex-m4 --specs=rdimon.specs \
    -I "$prefix/include" -L "$prefix/lib" -lcaffeine-cortex-m4-soft
  arm-none-eabi-readelf -p .comment a.out
}

without_got() {
  arm-none-eabi-gcc -std=c99 -Wall -Wextra -Wpedantic -Werror -Os "${core[@]}" --specs=picolibc.specs \
    -nostartfiles -T no-got.ld -Wl,--orphan-handling=error,--gc-sections bare.c -I "$prefix/include" \
    -L "$prefix/lib" -lcaffeine-cortex-m4-soft -o bare
  run_board bare
  arm-none-eabi-objdump -h bare | grep -qE ' \.got' || echo "no .got"
}

by_cmake() {
  cmake -S . -B build "$@" >/dev/null
  cmake --build build >/dev/null
  build/espresso
}

by_cmake_for_board() {
  local board="$1"
  shift
  cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE="$prefix/lib/cmake/Caffeine/arm-none-eabi.cmake" \
    -DCAFFEINE_BOARD="$board" \
    -DCMAKE_C_FLAGS="${picolibc[0]}" -DCMAKE_EXE_LINKER_FLAGS="${picolibc[*]:1}" \
    "$@" >/dev/null
  cmake --build build
  run_board build/espresso
}

# A program and an archive whose float ABIs differ.
mixed() {
  arm-none-eabi-gcc -mthumb -mcpu=cortex-m4 "${picolibc[@]}" "${@:2}" main.c -I "$prefix/include" \
    -L "$prefix/lib" "-lcaffeine-$1" -o espresso
}

# The program of an older or a newer header.
other_header() {
  sed 's/^#define CAFFEINE_ABI 1u/#define CAFFEINE_ABI 2u/' "$prefix/include/caffeine.h" >caffeine.h
  grep -q 'CAFFEINE_ABI 2u' caffeine.h
  "$1" -I .
}

# ---- All of it -----------------------------------------------------------------------------------

install_missing
make -s -C "$root" install PREFIX="$prefix" \
  BOARD="$machine cortex-m4-soft cortex-m4-hard" 2>"$work/install.log" \
  || { cat "$work/install.log" >&2; exit 1; }
tar -C "$root" --exclude='./.build*' --exclude=./.git -czf "$work/caffeine.tar.gz" .

try "pkg-config on the host" "$answer" 0 on_host
try "find_package on the host" "$answer" 0 by_cmake -DCMAKE_PREFIX_PATH="$prefix"
try "FetchContent on the host" "$answer" 0 by_cmake -DFETCH="$work/caffeine.tar.gz"
try "one line for a Cortex-M4" "cortex-m4-soft, build" 0 one_line
try "a Cortex-M4" "$answer" 0 on_board
try "pkg-config for a Cortex-M4" "$answer" 0 by_pkg_config
try "find_package for a Cortex-M4F" "$answer" 0 \
  by_cmake_for_board cortex-m4-hard -DCMAKE_PREFIX_PATH="$prefix"
try "FetchContent for a Cortex-M4" "$answer" 0 by_cmake_for_board cortex-m4-soft \
  -DFETCH="$work/caffeine.tar.gz" -DFETCHCONTENT_SOURCE_DIR_CAFFEINE="$root"
try "a linker script without .got" "no .got" 0 without_got

try "find_package of a board that is not installed" "there is no" 1 by_cmake_for_board \
  cortex-m7-hard -DCMAKE_PREFIX_PATH="$prefix"
try "a soft archive in a hard firmware does not link" "uses VFP register arguments" 1 \
  mixed cortex-m4-soft -mfloat-abi=hard -mfpu=fpv4-sp-d16
try "a hard archive in a soft firmware does not link" "uses VFP register arguments" 1 \
  mixed cortex-m4-hard -mfloat-abi=soft
try "the header of another ABI on the host: init says ABI" "ABI mismatch" 3 other_header on_host
try "the header of another ABI on a Cortex-M4: init says ABI" "ABI mismatch" 3 other_header on_board
try "too little memory on the host: init says MEMORY" "memory too small" 1 on_host -DMEMORY_BYTES=1024u
try "too little memory on a Cortex-M4: init says MEMORY" "memory too small" 1 on_board \
  -DMEMORY_BYTES=1024u

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
