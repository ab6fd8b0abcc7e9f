#!/usr/bin/env bash
# The tests with a sanitizer: data races (thread) or bad memory accesses (address).
#
#   sanitize.sh thread|address          the whole suite
#   sanitize.sh thread|address short    for CI: what runs on several threads, and what takes bytes
#                                       and pointers from outside
#
# The executor's tests run in child processes, which are built with the sanitizer too; a report in
# any of them ends it with a status of its own, and so fails the test.
set -eu
cd "$(dirname "$0")/../../.."
sanitizer=$1
form=${2:-whole}

threads='Tracker|HealthStore|CompletionForm|DrinkStore|DayModel|Snapshots|ExecutorTests|Schedule'
threads+='|SleepQueue|BlockingWork|Strict|Concurrency|Explore|Inbox'
bytes='Save|Front|Listed|Adopt|RecordVector|Refusal|Layout|Apply|Inbox|Snapshot|Fuzz|CSVScanner'
bytes+='|BadFile'
case $sanitizer in
  thread) suites=$threads ;;
  address) suites="$threads|$bytes" ;;
  *) echo "sanitize.sh thread|address [short]" >&2; exit 2 ;;
esac

# Swift's own backtraces trip over the address sanitizer and would hide its report.
export SWIFT_BACKTRACE=enable=no
export TSAN_OPTIONS="exitcode=66:halt_on_error=1${TSAN_OPTIONS:+:$TSAN_OPTIONS}"
export ASAN_OPTIONS="exitcode=66:detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}"

swift build --build-tests --sanitize "$sanitizer" --scratch-path ".build-$sanitizer"
filter=(--filter .)
[ "$form" = whole ] || filter=(--filter "$suites")
swift test --skip-build --sanitize "$sanitizer" --scratch-path ".build-$sanitizer" "${filter[@]}"
