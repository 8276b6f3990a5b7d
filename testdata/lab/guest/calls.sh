# shellcheck shell=bash
# Read by the case verbs: counts calls of functions of libraries, by probes of the kernel (uprobes).

# Takes a library and an expression for whole names; has calls of those that it exports counted.
count_calls() {
  local file place kind name offset address
  file=$(readlink -f -- "$1")
  # Where its code is in the file, and in memory.
  read -r offset address < <(readelf -lW -- "$file" | awk '$1 == "LOAD" && $8 == "E" { print $2, $3 }')
  while read -r place kind name; do
    # Of several versions of a function, the one that programs get.
    name=${name%@@*}
    if [[ $kind == T && $name =~ ^($2)$ ]]; then
      printf 'p:lab/%s %s:0x%x\n' "$name" "$file" $((16#$place - address + offset)) >>"$TRACING/uprobe_events"
    fi
  done < <(nm -D --defined-only -- "$file")
  # Counted is all that is wanted.
  echo 0 >"$TRACING/tracing_on"
  echo 1 >"$TRACING/events/lab/enable"
}

# Takes a file: a name and a number in each line.
counted_calls() {
  awk '{ print $2, $3 }' "$TRACING/uprobe_profile" | sort >"$1"
  echo 0 >"$TRACING/events/lab/enable"
  echo >"$TRACING/uprobe_events"
}
