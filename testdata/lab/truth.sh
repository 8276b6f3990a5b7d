# shellcheck shell=bash
# What the case ends knows of its packets without rdmadump. OUT is the case's folder.

# Takes a capture; prints a line for each frame: what tells the packet from others, whether it is data, a bare acknowledgement (ack)
# or a datagram (ud), its sequence number and its sender. A frame of something else (mounting uses TCP) has "- - - -". The identification of IPv4
# tells a packet from its retransmission.
frame_keys() {
  tcpdump -nn -xx -r "$1" 2>/dev/null | awk '
    function show(    kind) {
      if (substr(hex, 25, 4) != "0800" || substr(hex, 69, 8) !~ /^(12b7|4e51)|(12b7|4e51)$/) {
        print "- - - -"
      } else if (substr(hex, 47, 2) == "11") {
        kind = substr(hex, 85, 2) == "11" ? "ack" : substr(hex, 85, 2) >= "60" ? "ud" : "data"
        # Opcode and PSN.
        print substr(hex, 29, 40) substr(hex, 85, 24), kind, substr(hex, 85, 2) substr(hex, 103, 6), substr(hex, 53, 8)
      } else {
        # Headers of IPv4 and TCP have no other bytes.
        kind = number(substr(hex, 33, 4)) == 20 + 4 * number(substr(hex, 93, 1)) ? "ack" : "data"
        print substr(hex, 29, 40) substr(hex, 77, 16), kind, substr(hex, 77, 8), substr(hex, 53, 8)
      }
    }
    function number(digits,    i, all) {
      for (i = 1; i <= length(digits); i++) {
        all = 16 * all + index("0123456789abcdef", substr(digits, i, 1)) - 1
      }
      return all
    }
    /^\t0x/ { sub(/^[^:]*: */, ""); gsub(/ /, ""); hex = hex $0; next }
    hex != "" { show(); hex = "" }
    END { if (hex != "") show() }
  '
}

# Takes the names of both guests; prints a line for each packet, in the order of its sender: on whose side the sender is (a, b), its
# frame in either tap (0: none), whether it was lost on the wire, dropped behind the taps or kept, and columns 2 and 3 of frame_keys.
write_truth() {
  local side view
  for side in "$1" "$2"; do
    for view in every tap kept; do
      frame_keys "$OUT/$side.$view.pcap" >"$OUT/$side.$view.keys"
    done
  done
  printf '# sender, frame in A, frame in B, fate, kind, number\n'
  packets_of a c0a84d02 "$OUT/$1.every.keys" "$OUT/$2"
  packets_of b c0a84d01 "$OUT/$2.every.keys" "$OUT/$1"
}

# Takes the sender's side, its address, its packets, and where those of the receiver are.
packets_of() {
  awk -v sender="$1" -v address="$2" '
    $1 == "-" { next }
    FILENAME == ARGV[1] { a[$1] = FNR; next }
    FILENAME == ARGV[2] { b[$1] = FNR; next }
    FILENAME == ARGV[3] { arrived[$1]; next }
    FILENAME == ARGV[4] { kept[$1]; next }
    $4 == address {
      print sender, a[$1] + 0, b[$1] + 0, $1 in kept ? "kept" : $1 in arrived ? "dropped" : "wire", $2, $3
    }
  ' "$OUT/client.tap.keys" "$OUT/server.tap.keys" "$4.every.keys" "$4.kept.keys" "$3"
}

# Takes a file of tc and how many counts of drops to pass over; prints the next.
dropped() {
  sed -nE 's/.*\(dropped ([0-9]+),.*/\1/p' "$1" | sed -n "$(($2 + 1))p"
}

# Takes the sender's side, and the guests of sender and receiver: the kernels count as many drops.
same_counts() {
  local wire host side lost
  wire=$(awk -v sender="$1" '$1 == sender && $4 == "wire"' "$OUT/truth" | wc -l)
  host=$(awk -v sender="$1" '$1 == sender && $4 == "dropped"' "$OUT/truth" | wc -l)
  [[ $wire == $(dropped "$OUT/$2.wire" 0) ]] || fail "netem of $2 has not dropped $wire packets"
  [[ $host == $(dropped "$OUT/$3.gact" 2) ]] || fail "gact of $3 has not dropped $host packets"
  ((wire > 0)) || fail "$2 has lost nothing"
  for side in "$2" "$3"; do
    lost=$(awk 'FILENAME == ARGV[1] { there[$1]; next } $1 != "-" && !($1 in there)' \
      "$OUT/$side.tap.keys" "$OUT/$side.every.keys" | wc -l)
    [[ $lost == $(dropped "$OUT/$side.tap" 0) ]] || fail "the tap of $side does not lack $lost packets"
    ((lost > 0)) || fail "the tap of $side has all"
  done
  printf '%s: %s lost on the wire, %s dropped behind the taps\n' "$2" "$wire" "$host"
}

# Takes the name of a member; prints its value in each line of JSON.
member() {
  sed -E "s/.*\"$1\":\"?([^\",}]*).*/\1/"
}

# Each packet that one tap lacks is told of once, and what is told of any packet is true.
same_places() {
  grep '"record":"ends_packet"' "$OUT/compare.ndjson" >"$OUT/told"
  paste -d ' ' <(member place <"$OUT/told") <(member capture <"$OUT/told") <(member frame <"$OUT/told") >"$OUT/places"
  awk '
    function wrong(why) { print "frame " $3 " of " $2 ", " $1 ": " why; failed = 1 }
    /^#/ { next }
    FILENAME == ARGV[1] {
      row = ++rows
      sender[row] = $1; in_a[row] = $2; in_b[row] = $3; fate[row] = $4; kind[row] = $5; number[row] = $1 $6
      if ($2) at["a" $2] = row
      if ($3) at["b" $3] = row
      times[number[row]]++
      earlier[row] = times[number[row]] - bad[number[row]] - 1
      if ($4 != "kept") bad[number[row]]++
      if ($4 == "dropped") dropped[number[row]]++
      next
    }
    {
      row = at[$2 $3]
      receiver = sender[row] == "a" ? "b" : "a"
      again = $1 == "receiver" || $1 == "late" || $1 == "needless"
      told[row] += !again
      if (!row) {
        wrong("no packet of RDMA")
      } else if (again) {
        # It is the retransmission of that packet.
        # A receiver drops what it has read, too, if that comes out of order.
        if ($1 == "receiver" ? !dropped[number[row]] && number[row] !~ /^.(0d|0e|0f|10)/ : times[number[row]] - bad[number[row]] < 1 || times[number[row]] < 2) {
          wrong("dropped " dropped[number[row]] + 0 " times, bad " bad[number[row]] + 0 ", sent " times[number[row]])
        }
      } else if (in_a[row] && in_b[row]) {
        wrong("both taps have it")
      } else if ($2 == receiver) {
        if ($1 != "missing_in_" sender[row]) wrong("the tap of its sender lacks it")
      } else if (fate[row] == "wire") {
        # Nothing tells of a packet that was not sent again, or arrived before.
        if ($1 != "wire" && !($1 == "undecided" && (kind[row] != "data" || times[number[row]] == 1 || earlier[row] > 0))) {
          wrong("it was lost on the wire")
        }
      } else if ($1 == "wire" ? times[number[row]] == 1 && kind[row] == "data" : $1 != "undecided" && $1 != "missing_in_" receiver) {
        # One that was sent again behind another may have been lost as well: nothing in both captures tells.
        wrong("the tap of its receiver lacks it")
      }
      counts[$1 " (" (row ? fate[row] : "?") ")"]++
    }
    END {
      for (row = 1; row <= rows; row++) {
        if (!in_a[row] != !in_b[row] && told[row] != 1) {
          print "frame " in_a[row] " of A, " in_b[row] " of B: told of " told[row] + 0 " times"
          failed = 1
        }
      }
      for (place in counts) print counts[place], place
      exit failed
    }
  ' "$OUT/truth" "$OUT/places" | sort -rn || fail 'not every packet is placed right'
}

# The clocks that the guests told each other are between the bounds of the line.
same_clocks() {
  local line name
  line=$(grep '"record":"ends"' "$OUT/compare.ndjson")
  for name in base_ns offset_ns bound_ns drift_ppm; do
    printf '%s ' "$(member "$name" <<<"$line")"
  done >"$OUT/line"
  # The client says how far the server is ahead, the server how far the client is.
  paste -d ' ' "$OUT/client.clock" "$OUT/server.clock" | awk -v line="$(<"$OUT/line")" '
    BEGIN { split(line, known, " ") }
    {
      low = $2 > -$6 ? $2 : -$6
      high = $3 < -$5 ? $3 : -$5
      found = known[2] + ($1 - known[1]) * known[4] / 1e6
      printf "clock: %.3f ms of %.3f to %.3f ms, bound %.3f ms\n", found / 1e6, low / 1e6, high / 1e6, known[3] / 1e6
      if (found + known[3] < low || found - known[3] > high) failed = 1
    }
    END { exit failed }
  ' || fail 'the clocks differ otherwise'
}

# Server, network and client took all of the time of a call.
whole_shares() {
  grep '"record":"ends_exchange"' "$OUT/compare.ndjson" >"$OUT/calls"
  paste <(member latency_ns <"$OUT/calls") <(member server_ns <"$OUT/calls") <(member network_ns <"$OUT/calls") \
    <(member client_ns <"$OUT/calls") | awk '
    $1 != $2 + $3 + $4 { print "not the time of a call: " $0; failed = 1 }
    END { exit failed || NR == 0 }
  ' || fail 'server, network and client do not add up'
}
