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
  seen_rpcs "$1" >"$OUT/seen"
  count=$(wc -l <"$OUT/traced")
  ((count > 0)) || fail 'the kernel traced no RPC'
  diff --unchanged-line-format= --old-line-format='not seen: %L' --new-line-format='not in the trace: %L' \
    "$OUT/traced" "$OUT/seen" || fail "of $count RPCs that the client's kernel counts, not the same were seen"
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
