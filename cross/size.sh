#!/usr/bin/env bash
# Weighs the engine and its C interface on the smallest chips, and checks that they answer with the
# same bits there as on the host.
#
#   cross/size.sh               all of it; exit 1 if a check fails or a figure passes its ceiling
#                               (budgets.txt), which is its goal where no other is given
#   cross/size.sh --no-budget   the same, but figures do not fail it
#
# Figures: bytes of text, rodata, data and bss of the linked functions without any library; symbols
# left to the compiler's and the C library; the largest stack frame; instructions per call under
# QEMU. Checks: no allocator and no reference counting in a linked firmware, no trap instruction, no
# GOT, and one digest of all answers on both and on the host with the whole of Swift (run.sh compares
# the other chips and systems).
#
# Debian packages are installed by name, only where missing. Everything goes to .build/size.
set -euo pipefail

root="$(cd "$(dirname "$0")/.." && pwd)"
here="$root/cross"
work="$root/.build/size"
header="$root/include/caffeine.h"
failed=0
over=0
judge=1

case "${1:-}" in
  "") ;;
  --no-budget) judge=0 ;;
  *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2 ;;
esac

# ---- Tools ---------------------------------------------------------------------------------------

install_missing() {
  local missing=() tool
  while read -r tool package; do
    if [ ! -e "$tool" ] && ! command -v "$tool" >/dev/null; then missing+=("$package"); fi
  done <<'TOOLS'
gcc gcc
g++ g++
arm-none-eabi-gcc gcc-arm-none-eabi
/usr/lib/picolibc/arm-none-eabi picolibc-arm-none-eabi
qemu-system-arm qemu-system-arm
TOOLS
  [ "${#missing[@]}" -eq 0 ] && return
  echo "installing ${missing[*]}" >&2
  apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >&2
}

# ---- Boards --------------------------------------------------------------------------------------

# Sets what a board is built with and runs on.
choose() {
  case "$1" in
    m4)
      title="Cortex-M4" triple=armv7em-none-none-eabi machine=mps2-an386
      swift_flags=(-Xcc -mcpu=cortex-m4 -Xcc -mfloat-abi=soft)
      cpu=(-mcpu=cortex-m4) memory=(0 0x400000 0x20000000 0x40000) ;;
    m0p)
      title="Cortex-M0+" triple=armv6m-none-none-eabi machine=microbit
      swift_flags=(-Xcc -mcpu=cortex-m0plus -Xcc -mfloat-abi=soft -D CAFFEINE_NO_LONG_MULTIPLY)
      cpu=(-mcpu=cortex-m0plus) memory=(0 0x40000 0x20000000 0x4000) ;;
  esac
}

# Compiles core and C interface as one Embedded module.
compile_engine() {
  local sources=() folder
  choose "$1"
  for folder in Units Model Ledger Forecast Wrist Sync Records Journal; do
    sources+=("$root/Sources/CaffeineEngine/$folder"/*.swift)
  done
  sources+=("$root"/Sources/CCaffeineAPI/*.swift)
  # Each import of the engine by the C interface is one of the module by itself here: a warning.
  if ! swiftc -target "$triple" -enable-experimental-feature Embedded -wmo -Osize \
    -parse-as-library -module-name CaffeineEngine -package-name CaffeineEngine -swift-version 6 \
    -suppress-warnings \
    -Xfrontend -function-sections -Xfrontend -disable-stack-protector -I "$root/include" \
    -Xcc -ffreestanding -Xcc -fshort-enums ${swift_flags[@]+"${swift_flags[@]}"} \
    -c "${sources[@]}" -o "$work/$1.o"; then
    echo "size.sh: the engine does not compile for $title" >&2
    exit 1
  fi
}

# Links a program of bench/ into a firmware.
link_firmware() {
  choose "$1"
  link_sources "$1" "$2" "$here/bench/$2.c"
}

# Links C sources (all further arguments) into a firmware for the board chosen.
link_sources() {
  arm-none-eabi-gcc --specs=picolibc.specs -std=c99 -Os -Wall -Wextra -Wpedantic -Werror -mthumb \
    "${cpu[@]}" -ffunction-sections -fdata-sections -I "$root/include" "${@:3}" \
    "$work/$1.o" --oslib=semihost --crt0=semihost \
    "-Wl,--gc-sections,-z,noexecstack,--defsym=__flash=${memory[0]}" \
    "-Wl,--defsym=__flash_size=${memory[1]},--defsym=__ram=${memory[2]}" \
    "-Wl,--defsym=__ram_size=${memory[3]}" -o "$work/$1-$2.elf"
}

# Runs a firmware: its standard output, its exit code.
run_firmware() {
  local board="$1" program="$2"
  shift 2
  choose "$board"
  timeout 400 qemu-system-arm -M "$machine" -nographic -monitor none -serial none \
    -chardev stdio,id=out -semihosting-config enable=on,target=native,chardev=out \
    "$@" -kernel "$work/$board-$program.elf" </dev/null
}

# ---- Weighing ------------------------------------------------------------------------------------

# The functions of caffeine.h that a firmware has, or of its part up to a heading.
functions_of_header() {
  sed "/---- ${1:-Actors: on a host with threads} -/,\$d; s,/\*.*\*/,," "$header" | grep -oE '\bcaffeine_[a-z0-9_]+\(' | tr -d '(' | sort -u
}

# Links some functions (all further arguments) without any library.
link_core() {
  local board="$1" set="$2" arguments=() function
  shift 2
  for function in "$@"; do arguments+=(-u "$function"); done
  arm-none-eabi-ld --gc-sections --unresolved-symbols=ignore-all -z noexecstack \
    -T "$here/tools/core.ld" -e "$1" "${arguments[@]}" "$work/$board.o" \
    -o "$work/$board-$set.elf"
}

# Bytes of a section of a linked set.
section() {
  arm-none-eabi-size -A "$work/$1-$2.elf" \
    | awk -v name=".$3" '$1 == name { n = $2 } END { print n + 0 }'
}

# The largest frame (column 1) or the deepest path (column 2): bytes, then the function.
largest() {
  awk -v column="$2" '
    $column > most { most = $column; name = $3 }
    END { print most + 0, name }' "$work/$1.frames"
}

readable() {
  swift demangle --simplified --compact | sed 's/CaffeineEngine\.//g; s/ throws(CaffeineError)//'
}

weigh() {
  local board="$1" all=() journal=() core=() set
  mapfile -t all < <(functions_of_header "Journal: the engine on raw flash, safe against power cuts")
  mapfile -t journal < <(functions_of_header)
  mapfile -t core < <(functions_of_header Keeping)
  link_core "$board" all "${all[@]}"
  link_core "$board" journal "${journal[@]}"
  link_core "$board" core "${core[@]}"
  link_core "$board" subset caffeine_init caffeine_record caffeine_amounts caffeine_timeline
  link_core "$board" least caffeine_record caffeine_amounts
  choose "$board"
  for set in journal all core subset least; do
    printf '%-10s  %-38s %7d %7d %6d %6d\n' "$title" "${set_title[$set]}" \
      "$(section "$board" $set text)" "$(section "$board" $set rodata)" \
      "$(section "$board" $set data)" "$(section "$board" $set bss)"
  done
  arm-none-eabi-nm -n "$work/$board-journal.elf" >"$work/$board.nm"
  arm-none-eabi-objdump -d --no-show-raw-insn "$work/$board-journal.elf" >"$work/$board.dis"
  awk -f "$here/tools/frames.awk" "$work/$board.nm" "$work/$board.dis" >"$work/$board.frames"
}

# Counts the instructions of each call of bench.c into BOARD.costs: label, tab, instructions.
count_instructions() {
  local board="$1" plugin
  link_firmware "$board" bench
  plugin="$work/instructions.so,out=$work/$board.counts$(
    arm-none-eabi-nm "$work/$board-bench.elf" | awk '
      $3 == "bench_begin" { printf ",begin=%s", $1 }
      $3 == "bench_end" { printf ",end=%s", $1 }
      $2 == "T" && $3 ~ /^caffeine_/ { printf ",entry=%s", $1 }'
  )"
  run_firmware "$board" bench -plugin "$plugin" >"$work/$board.labels" \
    || fail "bench.c on $board: a call failed"
  awk -F '\t' '
    FNR == NR { count[FNR] = $1; next }
    /^#/ { next }
    $1 == "engine_64" { bytes = $2; next }
    {
      cost = count[++region] / $2
      if (!($1 in most)) order[++labels] = $1
      if (cost > most[$1]) most[$1] = cost
    }
    END {
      for (i = 1; i <= labels; i++) printf "%s\t%.0f\n", order[i], most[order[i]]
      printf "engine_64\t%d\n", bytes
    }' "$work/$board.counts" "$work/$board.labels" >"$work/$board.costs"
}

cost() {
  awk -F '\t' -v label="$2" '$1 == label { n = $2 } END { print n + 0 }' "$work/$1.costs"
}

# ---- Checks --------------------------------------------------------------------------------------

fail() {
  echo "FAIL  $*"
  failed=1
}

# Fails unless the text on standard input is empty.
expect_none() {
  local found
  found="$(cat)"
  if [ -z "$found" ]; then
    echo "ok    $1"
  else
    fail "$1, but:"
    readable <<<"$found" | sed 's/^/        /'
  fi
}

# Names the functions of a disassembly that hold a trap. objdump takes Swift's names for its own, so
# they are told by address. Only an unwinder would call the personality, and there is none.
traps() {
  awk 'FNR == NR { if ($2 ~ /^[TtWw]$/ && $3 !~ /^\$[atd]$/) name[$1] = $3; next }
    /^ *[0-9a-f]+:/ {
      split($1, label, ":")
      address = substr("00000000" label[1], length(label[1]) + 1)
      if (address in name) current = name[address]
    }
    /\tudf/ && current != "_swift_exceptionPersonality" { print current }' "$1.nm" "$1.dis" \
    | sort -u
}

forbidden='^_*((m|c|re)alloc|free|(posix_)?memalign|aligned_alloc|s?brk)(_r)?$'
forbidden+='|^swift_.*([Aa]lloc|[Rr]etain|[Rr]elease)'

check_board() {
  local firmware="$work/$1-scenario.elf"
  choose "$1"
  arm-none-eabi-nm "$firmware" | awk '{ print $NF }' \
    | { grep -E "$forbidden" || true; } \
    | expect_none "$title: no allocator and no reference counting in the firmware"
  traps "$work/$1" | expect_none "$title: no trap instruction (0xDEFE)"
  { arm-none-eabi-readelf -rW "$work/$1.o" | grep -oE 'R_ARM_(GOT|TLS)[A-Z0-9_]*' || true; } \
    | sort -u | expect_none "$title: no relocation through a GOT"
}

digest_of_host() {
  local flags=()
  swift build --package-path "$root" --scratch-path "$work/host" -c release --product CaffeineC \
    >"$work/host.log" 2>&1 || { cat "$work/host.log" >&2; exit 1; }
  mapfile -t flags < <("$root/Tests/CaffeineEngineTests/CInterface/link-flags.sh")
  gcc -std=c99 -O1 -I "$root/include" "$here/bench/scenario.c" \
    "$work/host/release/libCaffeineC.a" "${flags[@]}" -o "$work/host-scenario"
  "$work/host-scenario"
}

# Called by compare_digest.
# shellcheck disable=SC2317
digest_of_board() {
  link_firmware "$1" scenario
  run_firmware "$1" scenario
}

compare_digest() {
  local digest
  if digest="$("${@:3}")" && [ "$digest" = "$1" ]; then
    echo "ok    $2: $digest"
  else
    fail "$2: ${digest:-did not run}"
  fi
}

# ---- Budgets -------------------------------------------------------------------------------------

measure() {
  local board="${1%%.*}" one many
  case "$1" in
    *.journal.* | *.all.* | *.core.* | *.subset.* | *.least.*) section "$board" "$(cut -d. -f2 <<<"$1")" "${1##*.}" ;;
    *.engine_64) cost "$board" engine_64 ;;
    *.frame) largest "$board" 1 | cut -d' ' -f1 ;;
    *.amounts_now) cost "$board" "amounts now, 64 drinks" ;;
    *.timeline_entry) cost "$board" "timeline 288 x 5 min from now, an entry" ;;
    *.amounts_now_spread)
      one="$(cost "$board" "amounts now, 1 drink")" many="$(cost "$board" "amounts now, 64 drinks")"
      echo $((one > many ? one - many : many - one)) ;;
    *) echo "size.sh: budgets.txt: nothing is called '$1'" >&2; exit 2 ;;
  esac
}

print_budgets() {
  local name goal ceiling measured verdict
  while read -r name goal ceiling; do
    case "$name" in "" | "#"*) continue ;; esac
    measured="$(measure "$name")"
    verdict=OK
    if [ "$measured" -gt "$goal" ]; then verdict="over its goal, ceiling ${ceiling:-$goal}"; fi
    if [ "$measured" -gt "${ceiling:-$goal}" ]; then verdict="OVER ${ceiling:-$goal}" over=1; fi
    printf '%-26s %7d / %-7d %s\n' "$name" "$measured" "$goal" "$verdict"
  done <"$here/budgets.txt"
}

# ---- All of it -----------------------------------------------------------------------------------

declare -A set_title=(
  [journal]="every function" [all]="all but the journal" [core]="life + ledger + questions" [subset]="init + record + amounts + timeline" [least]="record + amounts"
)

shopt -s nullglob
install_missing
mkdir -p "$work"
for board in m4 m0p; do compile_engine "$board"; done
gcc -O2 -Wall -Wextra -shared -fPIC -o "$work/instructions.so" "$here/tools/instructions.c"

printf '%-49s %8s %7s %6s %6s\n' "Bytes without libraries" text rodata data bss
for board in m4 m0p; do weigh "$board"; done

echo
for board in m4 m0p; do
  choose "$board"
  count_instructions "$board"
  read -r bytes function < <(largest "$board" 1)
  echo "$title: largest stack frame $bytes: $(readable <<<"$function")"
  # On ARMv6-M calls go through registers, so the path cannot be told from the code.
  if [ "$board" = m4 ]; then
    read -r bytes function < <(largest "$board" 2)
    echo "$title: deepest stack without libraries and locks $bytes: $(readable <<<"$function")"
  fi
  echo "$title: left to libraries:" \
    "$(arm-none-eabi-nm -u "$work/$board-journal.elf" | awk '{ print $2 }' | sort | paste -sd ' ')"
done
printf 'Engine for 64 drinks: %d bytes; CAFFEINE_STORAGE_BYTES(64): %d\n' \
  "$(cost m4 engine_64)" \
  "$(printf '#include "caffeine.h"\nCAFFEINE_STORAGE_BYTES(64)\n' \
    | gcc -E -P -I "$root/include" - | tail -1 | sed 's/[uU]\b//g; s/(uint32_t)//' \
    | { read -r expression; echo $((expression)); })"

printf '\n%-44s %10s %10s\n' "Instructions a call" Cortex-M4 Cortex-M0+
paste "$work/m4.costs" "$work/m0p.costs" \
  | awk -F '\t' '$1 != "engine_64" { printf "%-44s %10d %10d\n", $1, $2, $4 }'

echo
host_digest="$(digest_of_host)"
echo "ok    digest of all answers on the host: $host_digest"
for board in m4 m0p; do
  choose "$board"
  compare_digest "$host_digest" "the same on $title" digest_of_board "$board"
done
for board in m4 m0p; do check_board "$board"; done

printf '\n%-26s %7s / %-7s\n' Budget is goal
print_budgets
if [ "$over" -ne 0 ] && [ "$judge" -ne 0 ]; then failed=1; fi
exit "$failed"
