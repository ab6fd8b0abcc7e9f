#!/usr/bin/env bash
# A day whose run is killed at each write and at each sync of its journal, and called again: nothing
# that was kept is lost, nothing is there twice, and the output is that of a run without a journal.
#
#   journal_runs.sh PROGRAM
set -eu
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export TZ=UTC

"$program" template >template.csv
{
  grep '^time' template.csv
  for hour in 08 09 10 11 12 13 14 15 16 17; do echo "2026-08-08 $hour:10,40,5,Cup,coffee"; done
} >day.csv
head -n 3 day.csv >begun.csv
"$program" day day.csv >plain 2>/dev/null

# listed FILE: how many drinks it holds, if it is whole.
listed() {
  "$program" journal "$1" >shown
  head -n 1 shown | grep -q -e ': whole$' -e ': sound but for the last write$'
  grep -c '^2026' shown || true
}

# killed CALL N: a run that is killed before the N-th such call of a thread; false if it has fewer.
killed() {
  local status=0
  # The shell would tell of each kill.
  { strace -f -qq -o /dev/null -e "trace=$1" -e "inject=$1:signal=SIGKILL:when=$2" \
    "$program" day day.csv --journal it.journal >/dev/null 2>&1; } 2>/dev/null || status=$?
  [ "$status" -ne 0 ]
}

# goes_on: called again, it comes to the end as if nothing had been.
goes_on() {
  "$program" day day.csv --journal it.journal >out 2>/dev/null
  cmp plain out
  [ "$(listed it.journal)" -eq 10 ]
}

count=0
# In the making of a file: it is not there, or it is whole.
for call in pwrite64:1 pwrite64:2 pwrite64:40 pwrite64:69 pwrite64:70 pwrite64:71 fdatasync:1 \
  fdatasync:2 rename:1 fsync:1; do
  rm -f it.journal
  killed "${call%:*}" "${call#*:}"
  [ ! -e it.journal ] || listed it.journal >/dev/null
  goes_on
  count=$((count + 1))
done
# In the course of the day.
rm -f begun.journal
"$program" day begun.csv --journal begun.journal >/dev/null 2>&1
for call in pwrite64 fdatasync; do
  kept=2
  for at in $(seq 20); do
    cp begun.journal it.journal
    killed "$call" "$at" || break
    now=$(listed it.journal)
    [ "$now" -eq "$kept" ] || [ "$now" -eq $((kept + 1)) ]
    kept=$now
    goes_on
    count=$((count + 1))
  done
  [ "$at" -eq 9 ] && [ "$kept" -ge 9 ]
done
# Killed again and again.
cp begun.journal it.journal
while killed fdatasync 2; do count=$((count + 1)); done
goes_on
echo "$count runs killed, each gone on to the same output"
