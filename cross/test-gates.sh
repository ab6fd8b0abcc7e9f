#!/usr/bin/env bash
# Plants each fault that gates.sh is there to refuse in the archive for a Cortex-M4, and sees it refused.
#
#   test-gates.sh        after release.sh has made cortex-m4-soft; exit 1 if a fault gets through
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
archive="$here/../.build/release-boards/lib/libcaffeine-cortex-m4-soft.a"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# Counts whether the gates refuse $work/planted.a for a reason.
#   expect NAME REASON
expect() {
  if bash "$here/gates.sh" cortex-m4-soft "$work/planted.a" >"$work/said" 2>&1; then
    echo "not ok  $1: passed the gates"
  elif ! grep -q "REFUSED .*$2" "$work/said"; then
    echo "not ok  $1: refused, but not for '$2':"
    sed 's/^/        /' "$work/said"
  else
    echo "ok      $1: refused"
    passed=$((passed + 1))
    return
  fi
  failed=$((failed + 1))
}

# Adds assembly to the archive, as one object more.
#   plant NAME REASON ASSEMBLY [OPTION OF THE ASSEMBLER...]
plant() {
  cp "$archive" "$work/planted.a"
  printf '.syntax unified\n.thumb\n%b\n' "$3" >"$work/fault.s"
  arm-none-eabi-as -mcpu=cortex-m4 "${@:4}" -o "$work/fault.o" "$work/fault.s"
  arm-none-eabi-ar r "$work/planted.a" "$work/fault.o"
  expect "$1" "$2"
}

cp "$archive" "$work/planted.a"
bash "$here/gates.sh" cortex-m4-soft "$work/planted.a"
echo "ok      the archive as it is: passes"

plant "an allocator" "allocators" 'bl malloc'
plant "an allocator of its own" "allocators" 'posix_memalign: bx lr'
plant "reference counting" "allocators" 'swift_retain: bx lr\nbl swift_retain'
plant "a symbol that is not listed" "undefined" 'bl memcmp'
plant "a relocation through a GOT" "relocations" '.word caffeine_init(GOT_PREL)'
plant "storage of a thread" "relocations" '.word strlen(tlsgd)'
plant "a trap" "trap instructions" 'udf #254'
plant "a breakpoint" "trap instructions" 'bkpt 0xab'
plant "a variable" "written to" '.data\n.word 1'
plant "a zeroed variable" "written to" '.bss\n.space 4'
plant "another global name" "global names" '.global other\nother: bx lr'
plant "the hard float ABI" "not for" '.eabi_attribute Tag_ABI_VFP_args, 1'
plant "instructions of an FPU" "not for" 'vmov.f32 s0, s1' -mfpu=fpv4-sp-d16 -mfloat-abi=softfp
plant "another architecture" "not for" 'bx lr' -mcpu=cortex-m33
plant "enums of four bytes" "not for" '.eabi_attribute Tag_ABI_enum_size, 2'
plant "code over its budget" "bytes over" '.space 4096'
plant "constants over their budget" "bytes over" '.section .rodata\n.space 512'
arm-none-eabi-objcopy --localize-symbol=caffeine_init "$archive" "$work/planted.a"
expect "a function that is missing" "global names"

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
