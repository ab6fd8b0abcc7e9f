# Turns the reference tables into C for tables.c: doses in the order of time, questions as they stand.
#
#   LC_ALL=C awk -F, -f tables.awk profiles.csv changes.csv doses.csv levels.csv … >tables.h
function begin(file) {
  name = file
  sub(/.*\//, "", name)
  sub(/\.csv$/, "", name)
  columns = name == "profiles" ? 3 : name ~ /changes|doses/ ? 4 : name == "bedtimes" ? 5 : \
    name == "levels" ? 2 : 3
}
FNR == 1 { begin(FILENAME); next }
{
  sub(/\r$/, "")
  if (name == "profiles") number[$1] = cases++
  row = "  {" number[$1]
  for (i = 2; i <= columns; i++) row = row ", " $i
  row = row "},\n"
  if (name == "profiles") {
    rows[name] = rows[name] "  {\"" $1 "\", " $2 ", " $3 "},\n"
  } else if (name == "doses") {
    # Those of one second stay in the order of the file.
    place = ++doses
    while (place > 1 && time[place - 1] > $2 + 0) {
      time[place] = time[place - 1]
      dose[place] = dose[place - 1]
      place--
    }
    time[place] = $2 + 0
    dose[place] = row
  } else rows[name] = rows[name] row
}
END {
  for (i = 1; i <= doses; i++) rows["doses"] = rows["doses"] dose[i]
  types = "profiles changes doses levels forecasts bedtimes areas"
  n = split(types, list, " ")
  print "/* Made by tables.awk. */"
  for (i = 1; i <= n; i++) {
    type = list[i]
    sub(/s$/, "", type)
    printf "static const struct %s %s[] = {\n%s};\n", type, list[i], rows[list[i]]
  }
}
