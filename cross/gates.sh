#!/usr/bin/env bash
# Refuses an archive that must not be shipped.
#
#   gates.sh BOARD ARCHIVE...      BOARD: a name of boards.txt
#
# Each archive has to define the functions of caffeine.h and no other global name, to leave undefined
# only what undefined.txt lists, and to be for the board's architecture and float ABI. It may hold no
# allocator and no reference counting, no relocation through a GOT or for a thread's storage, no trap
# instruction, and no data but constants, and be no larger than budgets.tsv says. Exits 1 and says what
# is wrong.
set -euo pipefail

here="$(cd "$(dirname "$0")" && pwd)"
[ $# -ge 2 ] || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2; }
board="$1"
shift
failed=0

read -r _ _ tools family architecture unit arguments enum < <(grep "^$board " "$here/boards.txt") \
  || { echo "gates.sh: boards.txt has no $board" >&2; exit 2; }

# ---- What is in an archive -----------------------------------------------------------------------

symbols() { "$tools-nm" "$1" 2>/dev/null | awk 'NF > 1 { print $(NF - 1), $NF }' | sort -u; }

allowed() {
  awk -v list="$family:" '$1 == list { for (i = 2; i <= NF; i++) print $i }' "$here/undefined.txt"
}

# The value of an attribute that the ARM ABI has objects bear.
attribute() { sed -nE "s/^ *Tag_$2: \"?([^\"]*)\"?$/\1/p" <<<"$1" | sort -u | paste -sd ','; }

built_for() {
  local attributes
  if [ "$unit" = - ]; then
    "$tools-readelf" -h "$1" 2>/dev/null | awk '$1 == "Machine:" { print $NF, "- - -" }' | sort -u
    return
  fi
  attributes="$("$tools-readelf" -A "$1" 2>/dev/null)"
  unit="$(attribute "$attributes" FP_arch)" arguments="$(attribute "$attributes" ABI_VFP_args)"
  arguments="${arguments% registers}"
  printf '%s %s %s %s\n' "$(attribute "$attributes" CPU_arch)" "$(tr ' ' - <<<"${unit:-none}")" \
    "${arguments:-core}" "$(attribute "$attributes" ABI_enum_size)"
}

allocating='^_*((m|c|re)alloc|free|(posix_)?memalign|aligned_alloc|s?brk)(_r)?$'
allocating+='|^_*swift_.*([Aa]lloc|[Rr]etain|[Rr]elease)'

allocators() { symbols "$1" | awk '{ print $2 }' | { grep -E "$allocating" || true; }; }

undefined() {
  comm -13 <(allowed | sort -u) <(symbols "$1" | awk '$1 == "U" { print $2 }' | sort -u)
}

# Names that are missing (<) or too many (>).
names() {
  diff <(bash "$here/functions.sh") \
    <(symbols "$1" | awk '$1 ~ /^[A-TV-Zu]$/ { print $2 }' | sort -u) | grep '^[<>]' || true
}

relocations() {
  "$tools-readelf" -rW "$1" 2>/dev/null \
    | awk '$3 ~ /^R_/ { seen = 1 }
      $3 ~ /GOT|TLS|TPOFF/ { print $3 }
      END { if (!seen) print "none could be read" }' | sort -u
}

traps() {
  "$tools-objdump" -d --no-show-raw-insn "$1" \
    | awk '/^[0-9a-f]+ </ { current = $2 }
      current ~ /caffeine_init/ { seen = 1 }
      /\t(udf|ud2|ud1|brk|bkpt|hlt|int3|svc|syscall)/ { print current, $2 }
      END { if (!seen) print "no code could be read" }' | sort -u
}

# Sections that take memory or run before main.
data() {
  "$tools-readelf" -SW "$1" 2>/dev/null | sed -nE 's/^ *\[ *[0-9]+\] //p' \
    | awk '$1 != "NULL" && $5 !~ /^0+$/ && $7 ~ /W/ { print $1, $5 }' | sort -u
}

# Bytes of an archive: of text, rodata, data or bss.
weigh() {
  "$tools-readelf" -SW "$1" 2>/dev/null | sed -nE 's/^ *\[ *[0-9]+\] //p' | awk -v what="$2" '
    function hex(text, i, n) {
      for (i = 1; i <= length(text); i++) n = 16 * n + index("123456789abcdef", substr(text, i, 1))
      return n
    }
    $7 ~ /A/ {
      kind = $7 ~ /X/ ? "text" : $7 !~ /W/ ? "rodata" : $2 == "NOBITS" ? "bss" : "data"
      if (kind == what) sum += hex($5)
    }
    END { print sum + 0 }'
}

# Figures that pass what budgets.tsv allows, and missing ones.
budgets() {
  local name figure of goal ceiling bytes
  while IFS=$'\t' read -r name figure of goal ceiling; do
    [ "$name $of" = "$board archive" ] || continue
    bytes="$(weigh "$1" "$figure")"
    if [ "$bytes" -gt "${ceiling:-$goal}" ] || { [ "$bytes" -eq 0 ] && [ "$goal" -ne 0 ]; }; then
      echo "$figure $bytes of ${ceiling:-$goal}"
    fi
  done <"$here/budgets.tsv"
}

# ---- All of it -----------------------------------------------------------------------------------

# Refuses the archive if there is something on standard input.
refuse() {
  local found
  found="$(cat)"
  [ -n "$found" ] || return 0
  failed=1
  printf 'REFUSED  %s: %s\n' "$archive" "$1"
  swift demangle --simplified --compact <<<"$found" | sed 's/^/         /'
}

for archive in "$@"; do
  [ -f "$archive" ] || { echo "gates.sh: no $archive" >&2; exit 2; }
  refuse "not for $architecture $unit $arguments $enum, but:" < <(
    built_for "$archive" | grep -vxF "$architecture $unit $arguments $enum" || true)
  refuse "global names, missing (<) or too many (>):" < <(names "$archive")
  refuse "undefined, and not in undefined.txt for $family:" < <(undefined "$archive")
  refuse "allocators or reference counting:" < <(allocators "$archive")
  refuse "relocations through a GOT or for a thread's storage:" < <(relocations "$archive")
  refuse "trap instructions:" < <(traps "$archive")
  refuse "sections that are written to:" < <(data "$archive")
  refuse "bytes over budgets.tsv:" < <(budgets "$archive")
done
exit "$failed"
