# Stack of each function: its own frame, and the deepest path of direct calls from it (bytes).
#
#   awk [-v without=NAME] -f frames.awk NM DISASSEMBLY
#
# NM: `arm-none-eabi-nm -n`, DISASSEMBLY: `arm-none-eabi-objdump -d --no-show-raw-insn`. objdump
# takes Swift's names for mapping symbols (both begin with $), so functions are told by address.
# Functions whose names fit the expression NAME are not followed.
# Prints: frame, depth, name. A frame is what pushes and subtractions take; calls through a
# register (a host's lock; on ARMv6-M also repeated calls of one function) are not followed.

function padded(address) { return substr("00000000" address, length(address) + 1) }

FNR == NR {
  if ($2 ~ /^[TtWw]$/ && $3 !~ /^\$[atd]$/) name[$1] = $3
  next
}

/^ *[0-9a-f]+:/ {
  split($1, label, ":")
  address = padded(label[1])
  if (address in name) {
    current = name[address]
    frame[current] += 0
  }
}

/\t(push|stmdb(\.w)?\tsp!|stmfd\tsp!)/ {
  registers = $0
  sub(/^[^{]*\{/, "", registers)
  frame[current] += 4 * split(registers, unused, ",")
}

/\tsub(w|\.w)?\tsp,/ {
  if ($0 !~ /#/) unreadable = unreadable " " current
  bytes = $0
  sub(/^[^#]*#/, "", bytes)
  frame[current] += bytes + 0
}

/\[sp, #-[0-9]+\]!/ {
  bytes = $0
  sub(/^.*\[sp, #-/, "", bytes)
  frame[current] += bytes + 0
}

/\tadd\tsp, (r|sl|fp|ip)/ { unreadable = unreadable " " current }

/\tblx?\t[0-9a-f]+ </ { follow(1) }
/\tb[a-z]*(\.[nw])?\t[0-9a-f]+ </ { if ($2 !~ /^blx?$/) follow(0) }

# Notes a call, or a branch to the start of another function: its frame is gone by then.
function follow(keeps_frame,    target) {
  target = padded($3)
  if (!(target in name) || name[target] == current) return
  if (without != "" && name[target] ~ without) return
  calls[current]++
  callee[current, calls[current]] = name[target]
  kept[current, calls[current]] = keeps_frame
}

function depth(function_name,    i, deepest, below) {
  if (function_name in known) return known[function_name]
  known[function_name] = frame[function_name]  # recursion, if there were any, counts once
  deepest = frame[function_name]
  for (i = 1; i <= calls[function_name]; i++) {
    below = depth(callee[function_name, i])
    if (kept[function_name, i]) below += frame[function_name]
    if (below > deepest) deepest = below
  }
  known[function_name] = deepest
  return deepest
}

END {
  if (unreadable != "") {
    print "frames.awk: cannot read the frame of" unreadable > "/dev/stderr"
    exit 2
  }
  for (function_name in frame) print frame[function_name], depth(function_name), function_name
}
