#!/usr/bin/env bash
# Runs every check of the project, one step after another, and closes with `N passed, N failed`.
#
#   test.sh            all steps
#   test.sh NAME...    only these
#
# Debian packages are installed by name, and only where their command is missing.
set -u
cd "$(dirname "$0")/../../.." || exit 1
tools=Tests/CaffeineEngineTests/Tools
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# need COMMAND PACKAGE: installs a package if its command is missing.
need() {
  command -v "$1" >/dev/null 2>&1 && return 0
  if [ ! -e "$work/updated" ]; then
    apt-get update -qq >/dev/null || return 1
    : >"$work/updated"
  fi
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$2" >/dev/null
}

step_build() { swift build -c release -Xswiftc -warnings-as-errors; }

step_format() {
  swift format lint -s -r --configuration .swift-format Package.swift Sources Tests
}

step_shell() {
  need shellcheck shellcheck || return 1
  git ls-files '*.sh' .ci/run | xargs shellcheck
}

step_swift() { swift test; }

step_c() {
  need gcc gcc && need g++ g++ || return 1
  bash Tests/CaffeineEngineTests/CInterface/run.sh .build/release/libCaffeineC.a
}

step_model() {
  need python3 python3 || return 1
  python3 "$tools/test_exact_model.py" && python3 "$tools/test_check_tables.py" \
    && python3 "$tools/records.py" --check Tests/CaffeineEngineTests/Reference/records.txt \
    && python3 "$tools/journals.py" --check Tests/CaffeineEngineTests/Reference/journals.txt
}

# The program against the exact model: the committed tables and generated ones.
step_tables() {
  need python3 python3 || return 1
  python3 "$tools/generate_cases.py" --seed 1 --cases 400 "$work/cases" || return 1
  python3 "$tools/check_tables.py" --program .build/release/caffeine-sim \
    Tests/CaffeineEngineTests/Reference "$work/cases"
}

step_folds() {
  need python3 python3 && need gcc gcc || return 1
  python3 "$tools/folds/check.py" "$work/folds"
}

step_allocations() {
  need gcc gcc || return 1
  bash "$tools/allocations/run.sh" "$work/allocations" .build/release/caffeine-sim
}

# Twenty thousand inputs, and five thousand journals, the same each time; the campaigns are longer
# and run by hand.
step_fuzz() {
  bash "$tools/fuzz/run.sh" 20000 && FUZZ_TARGET=journal bash "$tools/fuzz/run.sh" 5000
}

# What the journal does to flash, against its targets; `make flash` sets it beside littlefs.
step_flash() {
  need python3 python3 && need gcc gcc || return 1
  python3 "$tools/flash/compare.py" .build/release/libCaffeineC.a --without-littlefs
}

step_readme() {
  need python3 python3 && need gcc gcc || return 1
  python3 "$tools/readme_examples.py" "$work"
}

# The actors with Embedded Swift on this machine, and the code of the article Migration.
step_actors() {
  bash cross/embedded-actors.sh && bash "$tools/migration_examples.sh" "$work"
}

step_symbols() {
  need python3 python3 && need nm binutils || return 1
  python3 "$tools/api_symbols.py" --check
}

step_day() {
  need strace strace || return 1
  bash "$tools/day_runs.sh" .build/release/caffeine-sim \
    && bash "$tools/journal_runs.sh" .build/release/caffeine-sim
}

# Three hundred schedules of the actors; `make explore` runs ten thousand.
step_explore() { .build/release/caffeine-sim explore --seeds 300; }

# A hundred thousand power cuts of the journal; `make powercut` makes a million.
step_powercut() { .build/release/caffeine-sim powercut --cuts 100000; }

# What matters most; the whole suite is `make tsan` and `make asan`.
step_tsan() { bash "$tools/sanitize.sh" thread short; }

step_asan() { bash "$tools/sanitize.sh" address short; }

step_size() { bash cross/size.sh; }

# An archive as it is shipped: the same from another directory, and no planted fault gets through.
step_release() { bash cross/release.sh --twice cortex-m4-soft && bash cross/test-gates.sh; }

# What is installed is found and linked, and what must not fit is refused.
step_packaging() { bash cross/packaging.sh; }

# Every test and example of the C interface on the emulated boards and ARM Linux.
step_cross() { bash cross/run.sh; }

steps=("$@")
[ $# -gt 0 ] || steps=(build format shell swift c model tables folds fuzz flash day explore powercut tsan asan
  allocations actors readme symbols size release packaging
  cross)
passed=0
failed=()
took=()
for name in "${steps[@]}"; do
  printf '\n=== %s\n' "$name"
  begun=$SECONDS
  if "step_$name"; then
    passed=$((passed + 1))
  else
    failed+=("$name")
    printf '=== %s FAILED\n' "$name"
  fi
  took+=("$name $((SECONDS - begun))")
done
printf '\nsteps, and how long each took (s): %s\n' "$(IFS=,; echo "${took[*]}")"
[ ${#failed[@]} -eq 0 ] || printf 'failed: %s\n' "${failed[*]}"
printf '%d passed, %d failed\n' "$passed" "${#failed[@]}"
[ ${#failed[@]} -eq 0 ]
