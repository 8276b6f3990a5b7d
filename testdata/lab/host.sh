# shellcheck shell=bash
# What the cases use in their check, on this machine. OUT is the case's folder.
# shellcheck disable=SC2154 # jar is run's

rdmadump() {
  "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$jar" org.rdmadump.cli.Main "$@"
}

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# Takes a trace of the client's kernel; prints every RPC that it sent or got over RDMA, sorted: what it was, its XID.
traced_rpcs() {
  sed -nE 's/.* xprtrdma_(marshal|reply|cb_call|cb_reply): .*\bxid=(0x[0-9a-f]{8})\b.*/\1 \2/p' "$1" |
    sed -e 's/^marshal /call /' -e 's/^cb_call /callback /' -e 's/^cb_reply /answer /' | sort
}

# Takes the same trace; prints, sorted, how often calls were made in vain: all times but one, if the connection ended in
# between. The kernel makes a call before it posts it: at a timeout it makes the call again, ends the connection in place of
# posting, and makes it once more for the next connection.
remade_calls() {
  sed -nE 's/.* xprtrdma_marshal: .*\bxid=(0x[0-9a-f]{8})\b.*/call \1/p; s/.* xprtrdma_disconnect: .*/disconnect/p' "$1" |
    awk '/^disconnect/ { ended++; next }
      !($0 in made) { first[$0] = ended + 0 }
      { made[$0]++; last[$0] = ended + 0 }
      END { for (call in made) for (n = 1; n < made[call] && first[call] < last[call]; n++) print call }' | sort
}

# Takes NDJSON; prints the same of what rdmadump saw.
seen_rpcs() {
  sed -nE 's/^\{"record":"message".*"direction":"(forward|backward)".*"rpc":\{"type":"(call|reply)","xid":"(0x[0-9a-f]{8})".*/\1-\2 \3/p' "$1" |
    sed -e 's/^forward-call /call /' -e 's/^backward-reply /reply /' -e 's/^backward-call /callback /' \
      -e 's/^forward-reply /answer /' | sort
}

# Takes NDJSON of rdmadump live and the trace of the same time: each RPC once in both, and whole.
same_rpcs() {
  local count
  traced_rpcs "$2" >"$OUT/traced"
  remade_calls "$2" >"$OUT/remade"
  seen_rpcs "$1" >"$OUT/seen"
  count=$(wc -l <"$OUT/traced")
  ((count > 0)) || fail 'the kernel traced no RPC'
  {
    comm -23 "$OUT/traced" "$OUT/seen" | comm -23 - "$OUT/remade" | sed 's/^/not seen: /'
    comm -13 "$OUT/traced" "$OUT/seen" | sed 's/^/not in the trace: /'
  } >"$OUT/differences"
  if [[ -s $OUT/differences ]]; then
    head -n 20 "$OUT/differences"
    grep -o ' xprtrdma_\(dis\)\?connect: .*' "$2"
    fail "of $count RPCs that the client's kernel counts, not the same were seen"
  fi
  if grep -m 3 '"complete":false' "$1"; then
    fail 'messages are not whole'
  fi
  printf '%s RPCs, all seen\n' "$count"
}

# Takes standard error of rdmadump live: the capture lost nothing.
nothing_dropped() {
  local line
  for line in 'dropped by the buffer of' 'dropped by the device'; do
    grep -qE "^ +0 $line" "$1" || fail "$(grep "$line" "$1" || printf 'no count: %s' "$line")"
  done
  ! grep 'were not decoded' "$1" || fail 'the decoder was too slow'
}
