package org.rdmadump.cli;

/** The text of {@code --help}: examples first, one screen. */
final class Help {
  /** ASCII, 80 columns at most. */
  static final String TEXT =
      """
      rdmadump shows the NFS over RDMA in a capture, every chunk put back in place.

        rdmadump trace.pcap                  a line per RPC message
        rdmadump -v trace.pcap               and a line per layer below it; -vv all
        rdmadump --exchanges trace.pcap      a line per call with its reply
        rdmadump --json trace.pcap | jq .    an object per line, for scripts
        rdmadump -q client.pcap server.pcap  counts of both, merged by time
        tcpdump -i eth0 -U -w - udp port 4791 | rdmadump -l -

      usage: rdmadump [dump] [OPTION]... FILE...

        FILE               pcap or pcapng; - is standard input; several are merged
        -r FILE            the same
        -c N               stop after N records
        --exchanges        calls with their replies in place of messages
        -v, -vv, -x        more of each record; its bytes in hex and ASCII
        -q                 only the counts of the whole run
        -T FORMAT          text, json (one array) or ndjson (a line each)
        --json             short for -T ndjson
        --digest           SHA-256 of every complete message
        -t FORMAT          time: a of day, ad with date, d delta, e epoch, r relative
        --utc              -t a and -t ad in UTC, not local time
        -n                 accepted: names are never resolved
        -l                 flush after every record
        --color WHEN       auto, always or never
        --progress WHEN    auto, always or never; on standard error
        --decode-as RULE   tcp:PORT=iwarp: look for iWARP on that port
        --max-memory SIZE  what rebuilding messages may hold, 64M unless said
        -h, --help         this text
        --version          the version

      Exit status: 0 done, 2 usage, 3 input not readable to its end, 130 interrupted.
      """;

  private Help() {}

  /** {@return the help, with what is not in this version} */
  static String text() {
    StringBuilder text = new StringBuilder(TEXT);
    StringBuilder line = new StringBuilder("Not in this version:");
    for (String verb : Arguments.laterVerbs()) {
      word(text, line, verb);
    }
    for (CommandOption option : CommandOption.values()) {
      if (!option.built()) {
        word(text, line, option.display());
      }
    }
    return text.append(line).append('\n').toString();
  }

  private static void word(StringBuilder text, StringBuilder line, String word) {
    if (line.length() + 1 + word.length() > 79) {
      text.append(line).append('\n');
      line.setLength(0);
      line.append(' ');
    }
    line.append(' ').append(word);
  }
}
