# shellcheck shell=bash
# Read by run: time limits that grow with the load of the machine. A guest that waits for a processor of the host uses up no
# patience; one that hangs does.
#
# shellcheck disable=SC2154 # guests is of guests.sh

# Of each thread of the guests, how long it has waited for a processor; and how long the guests have, in all. Nanoseconds.
declare -A waited=()
starved=0

# Forgets guests that have ended.
forget_starvation() {
  waited=() starved=0
}

# Takes the folder of the guests. Adds how long they have waited for a processor since the last call: at one time, the
# thread that waited longest counts. The guests read the seconds in the file starved. Sets NOW: seconds without those.
guests_clock() {
  local pid file wait longest=0 before=$((starved / 1000000000))
  for pid in "${guests[@]}"; do
    for file in "/proc/$pid/task"/*/schedstat; do
      { read -r _ wait _ <"$file"; } 2>/dev/null || continue
      ((wait - ${waited[$file]:-$wait} <= longest)) || longest=$((wait - waited[$file]))
      waited[$file]=$wait
    done
  done
  starved=$((starved + longest))
  if ((starved / 1000000000 > before)) || [[ ! -e $1/starved ]]; then
    printf '%d\n' $((starved / 1000000000)) >"$1/starved"
  fi
  NOW=$((SECONDS - starved / 1000000000))
}

# Takes a case and the folder of its guests; prints its limit in seconds, which is longer where the guests are slow.
limit_of() {
  local limit slowness=''
  limit=${LAB_LIMIT:-$(sed -n 's/^# limit: \([0-9]*\) s$/\1/p' "$lab/cases/$1")}
  read -r _ slowness <"$2/client-up" || :
  printf '%d\n' $((${limit:-60} * ${slowness:-100} / 100))
}
