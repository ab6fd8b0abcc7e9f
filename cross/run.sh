#!/usr/bin/env bash
# Runs what is shipped on the machines it is for, under QEMU: every test has to print the same bytes on all
# of them, and every example (examples/) what it is expected to.
#
#   run.sh            all of it; exit code 1 if anything fails
#   run.sh NAME...    only these machines of matrix.txt, or examples: readme watch-face dual-core power-loss daemon
#
# The tests, in one transcript: the conformance tests of the C interface, the reference tables (judged by
# the exact model), the sample day, a journal on emulated flash under power cuts, and a digest of a long
# scripted life. A machine that does not run is a failure. On the microbit, which has 16 KB of RAM, all
# run but the conformance tests: these run the M0's code on the M4's machine, which executes it as well.
#
# JOBS machines run at a time, by default one for each processor. Debian packages are installed by name,
# only where missing. Everything goes to .build/cross.
set -euo pipefail

root="$(cd "$(dirname "$0")/.." && pwd)"
here="$root/cross"
work="$root/.build/cross"
shipped="$root/.build/release-boards"
tests="$root/Tests/CaffeineEngineTests"
jobs="${JOBS:-$(nproc)}"
examples="readme watch-face dual-core power-loss daemon"
programs="conformance tables day storage scenario"

install_missing() {
  local missing=() tool package
  while read -r tool package; do
    if [ ! -e "$tool" ] && ! command -v "$tool" >/dev/null; then missing+=("$package"); fi
  done <<'TOOLS'
gcc gcc
python3 python3
arm-none-eabi-gcc gcc-arm-none-eabi
/usr/lib/picolibc/arm-none-eabi picolibc-arm-none-eabi
arm-linux-gnueabihf-gcc gcc-arm-linux-gnueabihf
/usr/arm-linux-gnueabihf/include/stdio.h libc6-dev-armhf-cross
aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
/usr/aarch64-linux-gnu/include/stdio.h libc6-dev-arm64-cross
qemu-system-arm qemu-system-arm
qemu-arm qemu-user
TOOLS
  [ "${#missing[@]}" -eq 0 ] && return
  echo "installing ${missing[*]}" >&2
  apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >&2
}

# ---- One machine ---------------------------------------------------------------------------------

# Sets archive, machine, memory and cpu of a machine of matrix.txt.
choose() {
  local row
  read -r -a row < <(grep "^$1 " "$here/matrix.txt")
  archive="${row[1]}" machine="${row[2]}" memory=("${row[@]:3:4}") cpu=("${row[@]:7}")
}

# Builds a program for the machine that was chosen.
#   compile PROGRAM OPTION-OR-SOURCE...
compile() {
  local tools common=(-std=c99 -Os -Wall -Wextra -Wpedantic -Werror -I "$shipped/include" -I "$work")
  case "$archive" in
    linux-armv7*) tools=arm-linux-gnueabihf common+=(-static) ;;
    linux-aarch64) tools=aarch64-linux-gnu common+=(-static) ;;
    linux-x86_64) tools=x86_64-linux-gnu common+=(-static) ;;
    *)
      tools=arm-none-eabi
      common+=(-mthumb --specs=picolibc.specs --oslib=semihost --crt0=semihost -ffunction-sections
        "-Wl,--gc-sections,-z,noexecstack,--defsym=__flash=${memory[0]}"
        "-Wl,--defsym=__flash_size=${memory[1]},--defsym=__ram=${memory[2]}"
        "-Wl,--defsym=__ram_size=${memory[3]}") ;;
  esac
  "$tools-gcc" "${common[@]}" ${cpu[@]+"${cpu[@]}"} "${@:2}" -L "$shipped/lib" "-lcaffeine-$archive" -o "$1"
}

# Runs a program on the machine that was chosen; its output, its exit code.
#   execute PROGRAM OPTION-OF-QEMU...
execute() {
  case "$machine" in
    none) timeout 60 "$@" ;;
    qemu-*) timeout 300 "$machine" "$@" ;;
    *)
      timeout 300 qemu-system-arm -M "$machine" -nographic -monitor none -serial none \
        -chardev stdio,id=out -semihosting-config "enable=on,target=native,chardev=out${arguments:-}" \
        "${@:2}" -kernel "$1" </dev/null ;;
  esac
}

sources_of() {
  local c="$tests/CInterface"
  case "$1" in
    conformance)
      printf '%s\n' -I "$c" "$here/bench/allocations.c" \
        "$c"/{conformance,harness,examples,life,ledger,folding,questions,refusals,numbers}.c \
        "$c"/{records,keeping,adopting,sharing,wrist,plans,sync,journal}.c ;;
    scenario) echo "$here/bench/scenario.c" ;;
    *) echo "$here/matrix/$1.c" ;;
  esac
}

# Writes a machine's transcript.
run_machine() {
  local name="$1" program files code archive machine memory=() cpu=()
  for program in $programs; do
    choose "$name"
    if [ "$program" = conformance ] && [ "$machine" = microbit ]; then
      machine=mps2-an386 memory=(0 0x400000 0x20000000 0x400000)
    fi
    mapfile -t files < <(sources_of "$program")
    if [ "$program" = conformance ] && [ "${memory[0]}" != - ]; then
      files+=("$here/matrix/memory.c" "-Wl,--wrap=memcpy,--wrap=memcmp")
    fi
    compile "$work/$name-$program" "${files[@]}"
    echo "== $program"
    code=0
    # How many checks there were depends on the size of a pointer; that line is a comment.
    execute "$work/$name-$program" >"$work/$name-$program.txt" || code=$?
    sed '/^# /d' "$work/$name-$program.txt"
    echo "== exit code $code"
  done >"$work/$name.transcript" 2>"$work/$name.errors"
}

# ---- All machines --------------------------------------------------------------------------------

passed=0 failed=0
pass() { echo "ok    $1"; passed=$((passed + 1)); }
fail() { echo "FAIL  $1"; failed=$((failed + 1)); }

# Has the exact model judge the answers to the tables in a transcript.
judge_tables() {
  awk -v out="$work/answers" 'BEGIN { split("--forecasts --bedtimes --areas", kind, " "); kind[0] = "" }
    /^== / { on = /tables/; next }
    on && /^case,/ { file = out kind[n++] }
    on { print >file }' "$work/x86_64.transcript"
  # shellcheck disable=SC2016
  python3 "$tests/Tools/check_tables.py" --program "bash -c 'cat \"$work/answers\${2:-}\"'" \
    "$tests/Reference" >"$work/judgement" 2>&1
}

run_matrix() {
  local name hash expected
  LC_ALL=C awk -F, -f "$here/matrix/tables.awk" \
    "$tests/Reference"/{profiles,changes,doses,levels,forecasts,bedtimes,areas}.csv >"$work/tables.h"
  for name in "$@"; do : >"$work/$name.transcript"; done
  export -f choose compile execute sources_of run_machine
  export root here work shipped tests programs
  printf '%s\n' "$@" | xargs -P "$jobs" -I{} bash -euo pipefail -c 'run_machine {}' || true
  if judge_tables; then pass "reference tables: $(tail -n 1 "$work/judgement")"; else
    fail "reference tables:"
    tail -n 20 "$work/judgement"
  fi
  expected="$(sha256sum <"$work/x86_64.transcript")"
  for name in "$@"; do
    hash="$(sha256sum <"$work/$name.transcript")"
    if [ "$hash" = "$expected" ] && [ "$(grep -c '^== exit code 0$' "$work/$name.transcript")" -eq 5 ] \
      && grep -q '^[1-9][0-9]* passed, 0 failed$' "$work/$name.transcript"; then
      pass "transcript ${hash%% *}: $name"
    else
      fail "transcript ${hash%% *}: $name, where x86_64 has:"
      diff "$work/x86_64.transcript" "$work/$name.transcript" | head -n 10 || true
      grep -E '^== exit code [^0]|^not ok' "$work/$name.transcript" || true
      tail -n 10 "$work/$name.errors"
    fi
  done
}

# ---- Examples ------------------------------------------------------------------------------------

archives_of() {
  case "$1" in
    readme | watch-face) echo cortex-m4-soft ;;
    dual-core) echo cortex-m33-soft ;;
    power-loss) echo cortex-m0plus-soft ;;
    daemon) printf '%s\n' linux-armv7-hard linux-aarch64 linux-x86_64 ;;
  esac
}

# Compares what an example printed with what it is to print; lines that begin with # are counts.
#   same EXAMPLE WHAT EXIT-CODE
same() {
  if [ "$3" -eq 0 ] && diff "$here/examples/$1.expected" <(sed '/^#/d' "$work/$1.out") >"$work/$1.diff" 2>&1
  then pass "$1: $2"; else
    fail "$1: $2: exit code $3, and instead of what is expected (<):"
    head -n 20 "$work/$1.diff"
  fi
}

# What README.md says of the first five minutes on a board, in a fresh directory.
run_readme() {
  local code=0 fresh
  fresh="$(mktemp -d)"
  ln -s "$root" "$fresh/CaffeineEngine"
  awk '/^## On a board/ { section = 1 } section && /^```/ { if (on) exit; on = 1; next } on' "$root/README.md" \
    >"$fresh/steps"
  (cd "$fresh" && timeout 300 bash -euo pipefail ./steps) >"$work/readme.out" 2>&1 </dev/null || code=$?
  awk '/^## On a board/ { section = 1 } section && /^```text/ { on = 1; next } on && /^```/ { exit } on' \
    "$root/README.md" >"$work/readme.expected"
  if [ "$code" -eq 0 ] && [ -s "$work/readme.expected" ] \
    && [[ "$(cat "$work/readme.out")" == *"$(cat "$work/readme.expected")"* ]]; then
    pass "readme: a Cortex-M4 from a fresh directory"
  else
    fail "readme: exit code $code, and not in what it printed:"
    cat "$work/readme.expected"
    tail -n 20 "$work/readme.out"
  fi
  rm -rf "$fresh"
}

run_watch_face() {
  local code=0
  choose m4
  compile "$work/watch-face" "$here/examples/watch-face.c"
  execute "$work/watch-face" >"$work/watch-face.out" || code=$?
  same watch-face "a day of buttons on a Cortex-M4" "$code"
}

# One core and two draw the same; with -icount two cores take the very same turns each time.
run_dual_core() {
  local cores code time
  rm -f "$work/dual-core.turns.new"
  choose m33x2
  for cores in 1 2; do
    compile "$work/dual-core-$cores" "-DCORES=$cores" "$here/examples/dual-core.c"
  done
  for time in "1" "2" "2 -icount shift=4,sleep=off" "2 -icount shift=4,sleep=off"; do
    code=0
    # shellcheck disable=SC2086
    execute "$work/dual-core-"$time >"$work/dual-core.out" || code=$?
    same dual-core "cores: $time; $(tail -n 1 "$work/dual-core.out")" "$code"
    if [[ "$time" = *icount* ]]; then sha256sum <"$work/dual-core.out"; fi >>"$work/dual-core.turns.new"
  done
  if [ "$(sort -u "$work/dual-core.turns.new" | wc -l)" -eq 1 ]; then pass "dual-core: the same turns twice"; else
    fail "dual-core: other turns with the same -icount"
  fi
  rm "$work/dual-core.turns.new"
  check_barriers
}

# QEMU on x86-64 would not show a barrier that is missing: so the code is looked at.
check_barriers() {
  local name expected found
  compile "$work/dual-core-named" -L "$shipped/debug" "$here/examples/dual-core.c"
  arm-none-eabi-objdump -d --no-show-raw-insn "$work/dual-core-named" >"$work/dual-core.dis"
  while read -r name expected; do
    found="$(awk -v name="$name" -f "$here/tools/barriers.awk" "$work/dual-core.dis")"
    if [ "$found" = "$expected" ]; then pass "dual-core: $name orders memory by $found"; else
      fail "dual-core: $name orders memory by '$found', not by '$expected'"
    fi
  done <<'EXPECTED'
caffeine_inbox_post lda stl
caffeine_inbox_drain lda stl lda
caffeine_snapshot_publish dmb stl
caffeine_snapshot_read lda dmb
EXPECTED
}

# A number from 0 on, below its argument, from a fixed seed.
random() {
  seed=$(((seed * 1103515245 + 12345) % 2147483648))
  drawn=$((seed / 8 % $1))
}

# Kills QEMU at instants that a seed says, keeps the flash, and starts it again.
run_power_loss() {
  local code=0 seed=2026 drawn cuts=0 torn=0 lives=0 kept found arguments lost=0
  local cut write
  local run=("$work/power-loss" -plugin)
  choose m0
  memory[1]=0x3E000 # the journal has the rest of the flash
  compile "$work/power-loss" "$here/examples/power-loss.c"
  write="$(arm-none-eabi-nm "$work/power-loss" | awk '$3 == "mirror" { print $1 }')"
  gcc -O2 -Wall -Wextra -shared -fPIC -o "$work/cut.so" "$here/tools/cut.c"
  arguments=",arg=power-loss,arg=$work/flash.image"
  head -c 8192 /dev/zero >"$work/flash.image"
  execute "${run[@]}" "$work/cut.so,at=0" >"$work/power-loss.out" 2>/dev/null || code=$?
  same power-loss "forty drinks on a Cortex-M0, without a cut" "$code"
  while [ "$cuts" -lt 100 ]; do
    head -c 8192 /dev/zero >"$work/flash.image"
    kept=0 code=1
    while [ "$code" -ne 0 ]; do
      # Of all instructions, or, every other time, before a word is written.
      if [ $((cuts % 2)) -eq 0 ]; then random 2500000 && cut="at=$((100000 + drawn))"
      else random 800 && cut="at=$((1 + drawn)),of=$write"; fi
      code=0
      # The shell tells of the signal.
      { execute "${run[@]}" "$work/cut.so,$cut" >"$work/cut.out"; } 2>"$work/cut.errors" || code=$?
      found="$(awk '/^found .*: [0-9]/ { print $2 + 0 }' "$work/cut.out")"
      # One drink may be there that the power went before it could be told.
      if [ -n "$found" ] && { [ "$found" -lt "$kept" ] || [ "$found" -gt $((kept + 1)) ]; }; then lost=1; fi
      if [ "$code" -ne 0 ] && [ "$code" -ne 137 ]; then lost=1; fi
      [ "$lost" -eq 0 ] || break
      if grep -q '^found .*: [1-9]' "$work/cut.out"; then torn=$((torn + 1)); fi
      [ -z "$found" ] || kept="$found"
      found="$(awk '/^kept [0-9]+$/ && $2 > n { n = $2 } END { print n + 0 }' "$work/cut.out")"
      [ "$found" -le "$kept" ] || kept="$found"
      [ "$code" -eq 0 ] || cuts=$((cuts + 1))
    done
    lives=$((lives + 1))
    [ "$(tail -n 1 "$work/cut.out")" = "$(tail -n 1 "$here/examples/power-loss.expected")" ] || lost=1
    [ "$lost" -eq 0 ] || break
  done
  if [ "$lost" -eq 0 ] && [ "$torn" -gt 0 ]; then
    pass "power-loss: $cuts cuts in $lives times forty drinks, records torn by $torn, no drink lost"
  else
    fail "power-loss: after $cuts cuts, records torn by $torn, $kept drinks were kept, and then:"
    head -n 5 "$work/cut.out" "$work/cut.errors"
  fi
}

# Two lives with the same file, and a third that is killed once a drink is kept.
run_daemon() {
  local name code in out pid answer emulator run
  for name in armhf aarch64 x86_64; do
    code=0 emulator=()
    choose "$name"
    compile "$work/daemon-$name" "$here/examples/daemon.c"
    rm -f "$work/daemon-$name.journal"
    run=("$work/daemon-$name" "$work/daemon-$name.journal")
    [ "$machine" = none ] || emulator=("$machine")
    {
      printf '%s\n' 'drink 1786170600 64' 'at 1786174200' 'drink today 64' 'drink 1786170600 64000' \
        | execute "${run[@]}" || code=1
      printf '%s\n' 'at 1786174200' 'drink 1786176000 96' | execute "${run[@]}" || code=1
      coproc DAEMON { exec ${emulator[@]+"${emulator[@]}"} "${run[@]}"; }
      in="${DAEMON[1]}" out="${DAEMON[0]}" pid="$DAEMON_PID"
      echo 'drink 1786180000 34' >&"$in"
      read -r -t 60 answer <&"$out" || code=1
      kill -KILL "$pid"
      wait "$pid" || true
      echo "$answer"
      echo 'at 1786183600' | execute "${run[@]}" || code=1
    } >"$work/daemon.out" 2>"$work/daemon.errors"
    same daemon "Linux, $name" "$code"
    cmp "$work/daemon-armhf.journal" "$work/daemon-$name.journal" \
      || fail "daemon: the journal of $name is another than that of armhf"
  done
}

# ---- All of it -----------------------------------------------------------------------------------

machines="$(awk '/^[a-z]/ { print $1 }' "$here/matrix.txt")"
names=("$@")
# shellcheck disable=SC2206
[ $# -gt 0 ] || names=($machines $examples)
chosen=() shown=() archives=()
for name in "${names[@]}"; do
  if grep -qx -- "$name" <<<"$machines"; then chosen+=("$name")
  elif [[ " $examples " == *" $name "* ]]; then shown+=("$name")
  else
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
  fi
done
# The others are compared with this machine's own.
if [ "${#chosen[@]}" -gt 0 ] && [[ " ${chosen[*]} " != *" x86_64 "* ]]; then chosen+=(x86_64); fi
for name in ${chosen[@]+"${chosen[@]}"}; do choose "$name" && archives+=("$archive"); done
for name in ${shown[@]+"${shown[@]}"}; do mapfile -t -O "${#archives[@]}" archives < <(archives_of "$name"); done

install_missing
mkdir -p "$work"
mapfile -t archives < <(printf '%s\n' "${archives[@]}" | sort -u)
bash "$here/release.sh" "${archives[@]}" >"$work/release.log" 2>&1 || { cat "$work/release.log" >&2; exit 1; }
if [ "${#chosen[@]}" -gt 0 ]; then run_matrix "${chosen[@]}"; fi
for name in ${shown[@]+"${shown[@]}"}; do "run_${name//-/_}"; done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
