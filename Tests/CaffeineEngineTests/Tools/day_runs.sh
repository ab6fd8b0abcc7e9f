#!/usr/bin/env bash
# The day's standard output is the same with any number of workers, in both modes, in every run,
# and N workers are N threads: N - 1 clones.
#
#   day_runs.sh PROGRAM [RUNS]
set -eu
program=$1
runs=${2:-50}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$program" >"$work/first" 2>/dev/null
count=0
for workers in 1 2; do
  for mode in parallel lockstep; do
    for _ in $(seq "$runs"); do
      "$program" --workers "$workers" --mode "$mode" >"$work/out" 2>/dev/null
      cmp "$work/first" "$work/out"
      count=$((count + 1))
    done
    strace -f -qq -e trace=clone,clone3,fork,vfork -o "$work/trace" \
      "$program" --workers "$workers" --mode "$mode" >/dev/null 2>&1
    clones=$(grep -cE 'clone3?\(|v?fork\(' "$work/trace" || true)
    echo "$workers workers, $mode: $runs runs alike, $clones clones"
    [ "$clones" -eq $((workers - 1)) ]
  done
done
echo "$count runs, standard output byte-identical"
