# Prints what orders memory in a function of a disassembly, in the order of its code, with that of the
# pieces that the compiler took out of it (OUTLINED_FUNCTION_...):
#
#   arm-none-eabi-objdump -d --no-show-raw-insn ELF | awk -v name=caffeine_inbox_post -f barriers.awk
/^[0-9a-f]+ <.*>:$/ {
  current = $2
  gsub(/[<>:]/, "", current)
  if (index(current, name)) wanted = current
  next
}
$2 ~ /^(lda|stl|dmb)/ { found[current] = found[current] " " $2 }
/OUTLINED_FUNCTION_[0-9]+>/ && $2 ~ /^b/ {
  match($0, /OUTLINED_FUNCTION_[0-9]+/)
  found[current] = found[current] " =" substr($0, RSTART, RLENGTH)
}
END {
  n = split(found[wanted], part, " ")
  for (i = 1; i <= n; i++) {
    text = part[i]
    if (sub(/^=/, "", text)) text = found[text]
    if (text != "") line = line " " text
  }
  gsub(/ +/, " ", line)
  print substr(line, 2)
}
