#!/usr/bin/env bash
# The engine with a sanitizer: data races (thread) or bad memory accesses (address).
#
#   sanitize.sh thread|address          the whole suite, and the short form
#   sanitize.sh thread|address short    for CI: days on two workers, schedules, the trackers in C with
#                                       their threads; address: all of the C interface. No tests in
#                                       Swift: they take five times as long to build as the programs
#
# The executor's tests run in child processes, which are built with the sanitizer too; a report in
# any of them ends it with a status of its own, and so fails the test.
set -euo pipefail
cd "$(dirname "$0")/../../.."
sanitizer=$1
form=${2:-whole}
case $sanitizer in
  thread | address) ;;
  *) echo "sanitize.sh thread|address [short]" >&2; exit 2 ;;
esac
folder=.build-$sanitizer
interface=Tests/CaffeineEngineTests/CInterface

# Swift's own backtraces trip over the address sanitizer and would hide its report.
export SWIFT_BACKTRACE=enable=no
export TSAN_OPTIONS="exitcode=66:halt_on_error=1${TSAN_OPTIONS:+:$TSAN_OPTIONS}"
export ASAN_OPTIONS="exitcode=66:detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}"

build() { swift build --sanitize "$sanitizer" --scratch-path "$folder" "$@"; }

programs() {
  local program=$folder/debug/caffeine-sim
  for _ in 1 2 3 4 5; do "$program" --workers 2 --mode parallel >/dev/null; done
  "$program" --workers 2 --mode lockstep >/dev/null
  echo "ok - six days on two workers"
  "$program" watch >/dev/null
  echo "ok - a watch's day"
  "$program" explore --seeds 20
  "$program" concurrency --feeds 12 --runs 1 >/dev/null
  echo "ok - feeds and requests on queues, the stock executor and two workers"
}

# The conformance program, whose buffers the sanitizer watches too.
conformance() {
  local work link_flags sources
  work=$(mktemp -d)
  # The sanitizer has an allocator of its own: nobody counts here.
  echo 'long allocations(void); int allocations_are_counted(void);
    long allocations(void) { return 0; } int allocations_are_counted(void) { return 1; }' \
    >"$work/allocations.c"
  mapfile -t sources < <(printf '%s\n' "$interface"/*.c | grep -v /allocations.c)
  mapfile -t link_flags < <("$interface/link-flags.sh")
  "$(dirname "$(realpath "$(command -v swiftc)")")/clang" -std=c99 -O1 -g \
    "-fsanitize=$sanitizer" -pthread -rdynamic -I include "${sources[@]}" "$work/allocations.c" \
    "$folder/debug/libCaffeineC.a" "${link_flags[@]}" -o "$work/conformance"
  "$work/conformance" >"$work/tap" || { grep -v '^ok' "$work/tap"; rm -r "$work"; return 1; }
  echo "ok - the C interface: $(tail -1 "$work/tap")"
  rm -r "$work"
}

if [ "$form" = whole ]; then
  build --build-tests
  swift test --skip-build --sanitize "$sanitizer" --scratch-path "$folder"
else
  build --product caffeine-sim
  build --product CaffeineC
fi
programs
[ "$sanitizer" = thread ] || conformance
bash "$interface/actors.sh" "$folder/debug/libCaffeineC.a" "-fsanitize=$sanitizer"
