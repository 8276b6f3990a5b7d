# shellcheck shell=bash
# Read by run: what it tells while it works. A terminal has one more line, which says what runs.
#
# shellcheck disable=SC2154 # links, out and so on are run's

# Whether each stream is a terminal; before anything is written to it, that line is wiped.
wipe_out='' wipe_err=''
[[ ! -t 1 ]] || wipe_out=$'\r\e[K'
[[ ! -t 2 || ! -t 1 ]] || wipe_err=$'\r\e[K'

say() {
  printf '%slab: %s\n' "$wipe_err" "$*" >&2
}

# Takes link, number of the case, case, seconds, the next case if there is one, and what failed, if it did.
tell_result() {
  local verdict=passed more=${5:+next $5}
  if [[ -n $6 ]]; then
    verdict=FAILED more=$6
  fi
  printf '%s%-4s %5s %-16s %s %4d s%s\n' "$wipe_out" "$1" "$2" "$3" "$verdict" "$4" "${more:+  $more}"
}

# Takes link, number of the case, case, its limit in seconds and the next case: what runs now.
note_running() {
  printf '%s\n' "$SECONDS" "${@:2}" >"$out/$1.running"
}

# What runs now, in one line of a terminal.
tell_running() {
  local link line='' began number name limit next
  for link in "${links[@]}"; do
    [[ -s $out/$link.running ]] || continue
    {
      read -r began
      read -r number
      read -r name
      read -r limit
      read -r next
    } <"$out/$link.running" || continue
    line+="${line:+ | }$link ${number:+$number }$name $((SECONDS - began)) s${limit:+ of $limit}${next:+, next $next}"
  done
  printf '%s%s' "$wipe_out" "${line:0:79}"
}
