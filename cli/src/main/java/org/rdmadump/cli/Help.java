package org.rdmadump.cli;

/** The text of {@code --help}: examples first, options from the registry, one screen. */
final class Help {
  private static final int COLUMNS = 79;
  private static final String INDENT = "  ";

  private static final String DUMP =
      """
      rdmadump shows the NFS over RDMA in a capture, every chunk put back in place.

        rdmadump trace.pcap                  a line per RPC message
        rdmadump -v trace.pcap               and a line per layer below it; -vv all
        rdmadump --exchanges trace.pcap      a line per call with its reply
        rdmadump --json trace.pcap | jq .    an object per line, for scripts
        rdmadump -q client.pcap server.pcap  counts of both, merged by time
        tcpdump -i eth0 -U -w - udp port 4791 | rdmadump -l -

      usage: rdmadump [dump] [OPTION]... FILE...
             rdmadump extract ... the files that were moved;   extract --help
             rdmadump export ...  the messages as TCP packets; export --help
             rdmadump fields ...  what -Y and -e can ask;      fields --help

      """;

  private static final String EXPORT =
      """
      rdmadump export writes the RPC messages of a capture as packets without RDMA.

        rdmadump export trace.pcap -o rpc.pcapng      TCP port 2049, for any Wireshark
        rdmadump export trace.pcap -o - | tshark -r - -Y nfs
        rdmadump export --upper-pdu trace.pcap -o rpc.pcapng
                                                      RPC only, no made-up TCP

      A comment on each packet names the frames that the message was rebuilt from. A
      message with missing bytes is left out, and standard error says how many are.

      usage: rdmadump export [OPTION]... FILE... -o OUT

      """;

  private static final String EXTRACT =
      """
      rdmadump extract writes the files that NFS READ and WRITE moved to a folder.

        rdmadump extract trace.pcap -o files          and a line for each
        rdmadump extract trace.pcap -o files -q; jq . files/manifest.json
        rdmadump extract client.pcap server.pcap -o files
                                                      captures merged by time

      A file is called as the messages called it, or fh- and part of the SHA-256 of
      its file handle. manifest.json says what is known of each: its names, SHA-256,
      and which bytes are missing. What was read of a file is NAME.read if it differs
      from what was written.

      usage: rdmadump extract [OPTION]... FILE... -o DIR

      """;

  private static final String FIELDS =
      """
      rdmadump fields prints the names that -Y and -e know, with type and meaning.

        rdmadump fields credits              those with credits in their name
        rdmadump fields nfs.operations.stat
        rdmadump fields --json | jq -r .name

      In names of NFS, operations. can be left out: nfs.offset. With --exchanges, a
      name means both messages; call. and reply. before it mean one.

      usage: rdmadump fields [OPTION]... [PATTERN]

      """;

  private static final String END =
      """

      Exit status: 0 done, 2 usage, 3 input not readable to its end, 130 interrupted.
      """;

  private Help() {}

  /** {@return the help of a verb; ASCII, 80 columns at most} */
  static String of(Verb verb) {
    StringBuilder text = new StringBuilder(4096);
    text.append(head(verb));
    options(verb, text);
    text.append(END);
    if (verb == Verb.DUMP) {
      whatIsNotBuilt(text);
    }
    return text.toString();
  }

  private static String head(Verb verb) {
    return switch (verb) {
      case DUMP -> DUMP;
      case EXTRACT -> EXTRACT;
      case EXPORT -> EXPORT;
      case FIELDS -> FIELDS;
      default -> throw new IllegalArgumentException(verb.word());
    };
  }

  private static void options(Verb verb, StringBuilder text) {
    int width = 0;
    for (CommandOption option : CommandOption.values()) {
      if (option.belongsTo(verb)) {
        width = Math.max(width, option.synopsis().length());
      }
    }
    if (verb == Verb.FIELDS) {
      option("PATTERN", "letters of a name", width, text);
    } else {
      option("FILE", "pcap or pcapng; - is standard input; several are merged", width, text);
    }
    for (CommandOption option : CommandOption.values()) {
      if (option.belongsTo(verb)) {
        option(option.synopsis(), option.description(), width, text);
      }
    }
  }

  private static void option(String synopsis, String description, int width, StringBuilder text) {
    text.append(INDENT).append(synopsis);
    for (int i = synopsis.length(); i < width; i++) {
      text.append(' ');
    }
    text.append(INDENT).append(description).append('\n');
  }

  private static void whatIsNotBuilt(StringBuilder text) {
    StringBuilder line = new StringBuilder("Not in this version:");
    for (Verb verb : Verb.values()) {
      if (!verb.built()) {
        word(text, line, verb.word());
      }
    }
    for (CommandOption option : CommandOption.values()) {
      if (!option.built()) {
        word(text, line, option.display());
      }
    }
    text.append(line).append('\n');
  }

  private static void word(StringBuilder text, StringBuilder line, String word) {
    if (line.length() + 1 + word.length() > COLUMNS) {
      text.append(line).append('\n');
      line.setLength(0);
      line.append(' ');
    }
    line.append(' ').append(word);
  }
}
