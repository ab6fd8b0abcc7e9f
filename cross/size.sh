#!/usr/bin/env bash
# Weighs the engine and its C interface on the smallest chips, and checks that they answer with the
# same bits there as on the host.
#
#   cross/size.sh               all of it; exit 1 if a check fails or a figure passes its ceiling
#                               (budgets.tsv), which is its goal where no other is given
#   cross/size.sh --no-budget   the same, but figures do not fail it
#
# Figures: bytes of text, rodata, data and bss of the linked functions without any library, by group;
# symbols left to the compiler's and the C library; the largest stack frame, and the deepest stack of
# each function; instructions per call under QEMU, beside what people write today. Checks: no allocator and no reference counting in a linked firmware, no trap instruction, no
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
    m4f) # only for programs without the engine
      title="Cortex-M4 with FPU" machine=mps2-an386
      cpu=(-mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16) memory=(0 0x400000 0x20000000 0x40000) ;;
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
  local engine=()
  [ "$2" = people ] || engine=("$work/$1.o")
  arm-none-eabi-gcc --specs=picolibc.specs -std=c99 -Os -Wall -Wextra -Wpedantic -Werror -mthumb \
    "${cpu[@]}" -ffunction-sections -fdata-sections -I "$root/include" "${@:3}" \
    "${engine[@]}" -lm --oslib=semihost --crt0=semihost \
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

# The functions of a group: of the part of caffeine.h under a heading.
functions_of_group() {
  sed -n "/---- $1/,/^\/\* ----/{s,/\*.*\*/,,;p}" "$header" | tail -n +2 | grep -oE '\bcaffeine_[a-z0-9_]+\(' | tr -d '(' | sort -u
}

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
  local board="$1" every=() rest=() core=() group=() set
  mapfile -t every < <(functions_of_header)
  mapfile -t rest < <(functions_of_header "Journal: the engine on raw flash, safe against power cuts")
  mapfile -t core < <(functions_of_header Keeping)
  link_core "$board" every "${every[@]}"
  link_core "$board" rest "${rest[@]}"
  link_core "$board" core "${core[@]}"
  link_core "$board" subset caffeine_init caffeine_record caffeine_amounts caffeine_timeline
  link_core "$board" least caffeine_record caffeine_amounts
  for set in "${!heading[@]}"; do
    mapfile -t group < <(functions_of_group "${heading[$set]}")
    link_core "$board" "$set" "${core[@]}" "${group[@]}"
  done
  choose "$board"
  for set in "${sets[@]}"; do
    printf '%-10s  %-38s %7d %7d %6d %6d\n' "$title" "${set_title[$set]}" \
      "$(section "$board" "$set" text)" "$(section "$board" "$set" rodata)" \
      "$(section "$board" "$set" data)" "$(section "$board" "$set" bss)"
  done
  arm-none-eabi-nm -n "$work/$board-every.elf" >"$work/$board.nm"
  arm-none-eabi-objdump -d --no-show-raw-insn "$work/$board-every.elf" >"$work/$board.dis"
  awk -f "$here/tools/frames.awk" "$work/$board.nm" "$work/$board.dis" >"$work/$board.frames"
  # Without a ledger nothing is replayed.
  awk -v without=6LedgerV6replay -f "$here/tools/frames.awk" "$work/$board.nm" "$work/$board.dis" \
    | grep -E ' caffeine_journal_(format|inspect)$' >"$work/$board.without-ledger"
  grep -vE ' caffeine_journal_(format|inspect)$' "$work/$board.frames" >>"$work/$board.without-ledger"
  mv "$work/$board.without-ledger" "$work/$board.frames"
}

# Counts the instructions of each call of a program into BOARD-PROGRAM.costs: label, tab, instructions.
count_instructions() {
  local board="$1" program="$2" plugin
  link_firmware "$board" "$program"
  plugin="$work/instructions.so,out=$work/$board-$program.counts$(
    arm-none-eabi-nm "$work/$board-$program.elf" | awk '
      $3 == "bench_begin" { printf ",begin=%s", $1 }
      $3 == "bench_end" { printf ",end=%s", $1 }
      $2 == "T" && $3 ~ /^caffeine_/ { printf ",entry=%s", $1 }'
  )"
  run_firmware "$board" "$program" -plugin "$plugin" >"$work/$board-$program.labels" \
    || fail "$program.c on $board: a call failed"
  awk -F '\t' '
    FNR == NR { count[FNR] = $1; next }
    /^#/ { next }
    /^engine_/ { print; next }
    {
      cost = count[++region] / $2
      if (!($1 in most)) order[++labels] = $1
      if (cost > most[$1]) most[$1] = cost
    }
    END {
      for (i = 1; i <= labels; i++) printf "%s\t%.0f\n", order[i], most[order[i]]
    }' "$work/$board-$program.counts" "$work/$board-$program.labels" >"$work/$board-$program.costs"
}

# What a call costs: the board, the label, and the program if it is not bench.c.
cost() {
  awk -F '\t' -v label="$2" '$1 == label { n = $2 } END { print n }' "$work/$1-${3:-bench}.costs"
}

# Text of what people write, with all of the C library that it takes.
text_of_people() {
  choose "$1"
  arm-none-eabi-gcc --specs=picolibc.specs -std=c99 -Os -mthumb "${cpu[@]}" -ffunction-sections \
    -fdata-sections "$here/bench/people.c" -nostartfiles "-Wl,--gc-sections,-e,$2" -lm \
    -Wl,--defsym=__flash=0,--defsym=__flash_size=0x400000 \
    -Wl,--defsym=__ram=0x20000000,--defsym=__ram_size=0x4000 -o "$work/$1-$2.elf" 2>/dev/null
  arm-none-eabi-size -A "$work/$1-$2.elf" | awk '$1 ~ /^\.(text|rodata|ARM)/ { n += $2 } END { print n + 0 }'
}

# A row of the table: title, board, program, label, text.
print_people() {
  printf '%-44s %8d %8d %8d %8d %8d\n' "$1" "$(cost "$2" "${4}1" "$3")" \
    "$(cost "$2" "${4}4" "$3")" "$(cost "$2" "${4}16" "$3")" "$(cost "$2" "${4}64" "$3")" "$5"
}

compare_with_people() {
  local board
  printf '\n%-44s %8s %8s %8s %8s %8s\n' "Instructions for the amount now, by drinks" 1 4 16 64 text
  for board in m4 m0p m4f; do
    count_instructions "$board" people
    choose "$board"
    if [ "$board" != m4f ]; then
      print_people "$title, caffeine_record and _amounts" "$board" bench "amounts now, drinks: " \
        "$(section "$board" least text)"
    fi
    print_people "$title, pow in doubles" "$board" people "pow in doubles, " \
      "$(text_of_people "$board" caffeine_by_pow)"
    print_people "$title, two float exponentials" "$board" people "two float exponentials, " \
      "$(text_of_people "$board" caffeine_by_expf)"
  done
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

# A figure: the board, what of it, and of what.
measure() {
  local one many
  case "$2" in
    text | rodata | data | bss) section "$1" "$3" "$2" ;;
    engine) cost "$1" "engine_$3" ;;
    frame) largest "$1" 1 | cut -d' ' -f1 ;;
    stack) awk -v name="$3" '$3 == name { print $2 }' "$work/$1.frames" ;;
    instructions) cost "$1" "$3" ;;
    spread)
      one="$(cost "$1" "$3 1")" many="$(cost "$1" "$3 64")"
      [ -n "$one" ] && [ -n "$many" ] || return 0
      echo $((one > many ? one - many : many - one)) ;;
  esac
}

# Judges every figure and prints those that are over their goal.
print_budgets() {
  local board figure of goal ceiling measured kept=0
  while IFS=$'\t' read -r board figure of goal ceiling; do
    case "$board" in m4 | m0p) ;; *) continue ;; esac
    measured="$(measure "$board" "$figure" "$of")"
    if [ -z "$measured" ] || { [ "$measured" -eq 0 ] && [[ "$figure" =~ ^(text|rodata|instructions|engine)$ ]]; }; then
      fail "budgets.tsv: $board has no $figure of $of"
    elif [ "$measured" -gt "${ceiling:-$goal}" ]; then
      printf '%-4s %-12s %-36s %7d / %-7d OVER %d\n' "$board" "$figure" "$of" "$measured" "$goal" "${ceiling:-$goal}"
      over=1
    elif [ "$measured" -gt "$goal" ]; then
      printf '%-4s %-12s %-36s %7d / %-7d over its goal, ceiling %d\n' "$board" "$figure" "$of" "$measured" \
        "$goal" "$ceiling"
    else
      kept=$((kept + 1))
    fi
  done <"$here/budgets.tsv"
  echo "ok    $kept other figures keep to their goals"
}

# ---- All of it -----------------------------------------------------------------------------------

sets=(every rest core keeping wrist sharing sync journal subset least)
declare -A heading=(
  [keeping]="Keeping -" [wrist]="Wrist -" [sharing]="Sharing:" [sync]="Sync -" [journal]="Journal:")
declare -A set_title=(
  [every]="every function" [rest]="all but the journal" [core]="core: life + ledger + questions"
  [keeping]="core + keeping" [wrist]="core + wrist" [sharing]="core + sharing" [sync]="core + sync"
  [journal]="core + journal" [subset]="init + record + amounts + timeline" [least]="record + amounts")

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
  count_instructions "$board" bench
  read -r bytes function < <(largest "$board" 1)
  echo "$title: largest stack frame $bytes: $(readable <<<"$function")"
  # On ARMv6-M calls go through registers, so the path cannot be told from the code.
  if [ "$board" = m4 ]; then
    read -r bytes function < <(largest "$board" 2)
    echo "$title: deepest stack without libraries and locks $bytes: $(readable <<<"$function")"
  fi
  echo "$title: left to libraries:" \
    "$(arm-none-eabi-nm -u "$work/$board-every.elf" | awk '{ print $2 }' | sort | paste -sd ' ')"
done
for drinks in 16 64 256 1024 4096; do
  echo "Engine for $drinks drinks: $(cost m4 "engine_$drinks") bytes"
done

printf '\n%-44s %10s %10s\n' "Instructions a call" Cortex-M4 Cortex-M0+
paste "$work/m4-bench.costs" "$work/m0p-bench.costs" \
  | awk -F '\t' '$1 !~ /^engine_/ { printf "%-44s %10d %10d\n", $1, $2, $4 }'
compare_with_people

echo
host_digest="$(digest_of_host)"
echo "ok    digest of all answers on the host: $host_digest"
for board in m4 m0p; do
  choose "$board"
  compare_digest "$host_digest" "the same on $title" digest_of_board "$board"
done
for board in m4 m0p; do check_board "$board"; done

printf '\n%-54s %7s / %-7s\n' "Over its goal" is goal
print_budgets
if [ "$over" -ne 0 ] && [ "$judge" -ne 0 ]; then failed=1; fi
exit "$failed"
