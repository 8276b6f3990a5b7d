package org.rdmadump.cli;

import java.util.List;
import java.util.Optional;

/** The text of {@code --help}: examples first, options from the registry, one screen. */
final class Help {
  private static final int COLUMNS = 79;
  private static final String NOT_BUILT = "Not in this version:";
  private static final int LINES = 40;
  private static final String INDENT = "  ";

  private static final String DUMP =
      """
      rdmadump shows the NFS over RDMA in a capture, every chunk put back in place.

        rdmadump trace.pcap                  a line per RPC message
        rdmadump --exchanges trace.pcap      a line per call with its reply
        rdmadump -Y 'nfs.op == WRITE && rpc.latency_ns > 1ms' trace.pcap
        rdmadump --json trace.pcap | jq .    an object per line, for scripts
        rdmadump check trace.pcap            what is wrong in it; check --help
        tcpdump -i eth0 -U -w - udp port 4791 | rdmadump -l -
        rdmadump extract trace.pcap -o DIR   the files that were moved

      usage: rdmadump [dump] [OPTION]... FILE...
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

  private static final String CHECK =
      """
      rdmadump check says what is wrong or noteworthy in a capture, by rules.

        rdmadump check trace.pcap                     errors first, of each rule a few
        rdmadump check -q trace.pcap                  a count for each rule
        rdmadump check --json trace.pcap | jq .       all of them, a line each
        rdmadump check --rules 'rpcrdma.*,nfs.*' --fail-on error trace.pcap
        rdmadump check -T sarif trace.pcap > check.sarif; -T junit for JUnit XML
        rdmadump check --list-rules --rules 'mpa.*'   what they mean

      Status is 1 if there are findings of the severity that --fail-on says. A rule
      is silent where the capture does not show what it builds on.

      usage: rdmadump check [OPTION]... FILE...

      """;

  private static final String CONFORMANCE =
      """
      rdmadump conformance says which cases of test suites pass in a capture.

        rdmadump conformance trace.pcap               a row each, and what is wrong
        rdmadump conformance --strict trace.pcap      missing packets fail, too
        rdmadump conformance --json trace.pcap | jq 'select(.outcome == "fail")'

      PASS holds wherever it was seen, FAIL does not; WARN cannot be told, as packets
      are missing; NOT SEEN has nothing to judge. Any RDMA, and any NFS traffic.

      usage: rdmadump conformance [OPTION]... FILE...

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

  private static final String COMPLETION =
      """
      rdmadump completion prints what has a shell complete this command line.

        rdmadump completion bash > ~/.local/share/bash-completion/completions/rdmadump
        rdmadump completion zsh > ~/.zfunc/_rdmadump
        rdmadump completion fish > ~/.config/fish/completions/rdmadump.fish

      usage: rdmadump completion bash|zsh|fish

      """;

  private static final String MAN =
      """
      rdmadump man prints the manual page.

        rdmadump man > ~/.local/share/man/man1/rdmadump.1
        rdmadump man | man -l -

      usage: rdmadump man

      """;

  private static final String STATS =
      """
      rdmadump stats counts what is in a capture and says how long it took.

        rdmadump stats trace.pcap                  tables: connections, operations
        rdmadump stats --interval 1 trace.pcap     and rows for every second
        rdmadump stats --json trace.pcap | jq 'select(.record == "operation")'
        rdmadump stats -T csv trace.pcap           comma-separated values

      Calls are counted once, however often they were sent. Percentiles of latencies
      are at most 1 % too high.

      usage: rdmadump stats [OPTION]... FILE...

      """;

  private static final String LIVE =
      """
      rdmadump live decodes what devices see, as it happens, and can write it too.

        rdmadump live -i eth0                a line per RPC message; Ctrl-C for counts
        rdmadump live -i eth0 -f 'udp port 4791' -w trace.pcapng
        rdmadump live -i eth0 -w ring.pcapng -C 100M -W 10 -q
        rdmadump live -i eth0 -w - -q | tshark -r -

      usage: rdmadump live -i DEV [OPTION]...

      """;

  private static final String DEVICES =
      """
      rdmadump devices lists the network and RDMA devices of this machine.

        rdmadump devices                     tables: net devices, RDMA ports, GIDs
        rdmadump -D                          the same
        rdmadump devices --json | jq 'select(.record == "rdma_device")'
        rdmadump devices --sysfs copy/sys    those of another machine

      All of it is read from /sys, as any user can. What is not there is left out.

      usage: rdmadump devices [OPTION]...

      """;

  private static final String EXERCISE =
      """
      rdmadump exercise drives an RDMA device with known traffic, captures that, and
      verifies that the capture rebuilds to what was in memory.

        rdmadump exercise server                        on one machine
        rdmadump exercise client HOST                   on another; prints a table
        rdmadump exercise client HOST -w exercise.pcapng --pattern count --seed 7

      SEND, RDMA READ, RDMA WRITE and RPC-over-RDMA of many sizes. A device that
      cannot do something does not offer it; what was not captured is not proven.

      usage: rdmadump exercise server|client [HOST] [OPTION]...

      """;

  private static final String PING =
      """
      rdmadump ping makes RPC NULL calls over RDMA, and says how long they took.

        rdmadump ping server                 NFS version 4, port 20049; Ctrl-C ends it
        rdmadump ping server -c 5 --interval 0.2
        rdmadump ping server --program 100003 --version 3 --json | jq .

      usage: rdmadump ping HOST [OPTION]...

      """;

  private Help() {}

  /** {@return the help of a verb; ASCII, 80 columns and 40 lines at most} */
  static String of(Verb verb) {
    String all = text(verb, false);
    return lines(all) <= LINES ? all : text(verb, true);
  }

  private static String text(Verb verb, boolean brief) {
    StringBuilder text = new StringBuilder(4096);
    text.append(head(verb));
    if (verb == Verb.DUMP) {
      otherVerbs(text);
    }
    options(verb, brief, text);
    statuses(verb, text);
    if (verb == Verb.DUMP) {
      whatIsNotBuilt(text);
    }
    return text.toString();
  }

  private static void otherVerbs(StringBuilder text) {
    StringBuilder line = new StringBuilder("       rdmadump ");
    int indent = line.length();
    for (Verb verb : Verb.allBuilt()) {
      if (verb == Verb.DUMP) {
        continue;
      }
      if (line.length() > indent) {
        line.append('|');
      }
      if (line.length() + verb.word().length() + "| -h".length() > COLUMNS) {
        text.append(line).append('\n');
        line.setLength(0);
        line.append(" ".repeat(indent));
      }
      line.append(verb.word());
    }
    text.append(line).append(" -h\n\n");
  }

  private static int lines(String text) {
    int lines = 0;
    for (int i = 0; i < text.length(); i++) {
      lines += text.charAt(i) == '\n' ? 1 : 0;
    }
    return lines;
  }

  private static String head(Verb verb) {
    return switch (verb) {
      case DUMP -> DUMP;
      case EXTRACT -> EXTRACT;
      case EXPORT -> EXPORT;
      case CHECK -> CHECK;
      case CONFORMANCE -> CONFORMANCE;
      case FIELDS -> FIELDS;
      case COMPLETION -> COMPLETION;
      case MAN -> MAN;
      case STATS -> STATS;
      case DEVICES -> DEVICES;
      case LIVE -> LIVE;
      case EXERCISE -> EXERCISE;
      case PING -> PING;
      default -> throw new IllegalArgumentException(verb.word());
    };
  }

  private static void options(Verb verb, boolean brief, StringBuilder text) {
    List<CommandOption> options = CommandOption.of(verb);
    int width = 0;
    for (CommandOption option : options) {
      if (!brief || !isRare(option, verb)) {
        width = Math.max(width, OptionTexts.synopsis(option, verb).length());
      }
    }
    if (VerbTexts.operands(verb).contains("FILE")) {
      option("FILE", "pcap or pcapng; - is standard input; several are merged", width, text);
    }
    for (CommandOption option : options) {
      if (!brief || !isRare(option, verb)) {
        String synopsis = OptionTexts.synopsis(option, verb);
        option(synopsis, OptionTexts.description(option, verb), width, text);
      }
    }
    if (brief) {
      StringBuilder line = new StringBuilder("  Also (rdmadump man has all):");
      String separator = "";
      for (CommandOption option : options) {
        if (isRare(option, verb)) {
          line.append(separator);
          word(text, line, OptionTexts.synopsis(option, verb));
          separator = ",";
        }
      }
      text.append(line).append('\n');
    }
  }

  /** Whether an option is told by name only where there are too many for a screen. */
  private static boolean isRare(CommandOption option, Verb verb) {
    return switch (option) {
      case START,
          END,
          CALL,
          REPLY,
          EXPECT_MATCH,
          DIGEST,
          DATA,
          UTC,
          TIME_ZONE,
          STRING_SIZE,
          NUMERIC,
          LINE,
          COLOR,
          PROGRESS,
          DECODE_AS,
          MAX_MEMORY,
          DEVICES,
          NOT_PROMISCUOUS,
          IMMEDIATE,
          BUSY_POLL,
          HELP,
          VERSION ->
          true;
      case CAPTURE_FILTER -> verb != Verb.LIVE;
      case FORCE, FILTER_TOO, TREE, LAYERS, HEX, FIELD, TIME, SYSFS -> verb == Verb.LIVE;
      default -> false;
    };
  }

  private static void option(String synopsis, String description, int width, StringBuilder text) {
    text.append(INDENT).append(synopsis);
    for (int i = synopsis.length(); i < width; i++) {
      text.append(' ');
    }
    text.append(INDENT).append(description).append('\n');
  }

  private static void statuses(Verb verb, StringBuilder text) {
    text.append("\nExit status: 0 done, ");
    Optional<String> failure = FailureTexts.of(verb);
    if (failure.isPresent()) {
      text.append("1 ").append(failure.get()).append(", ");
    }
    text.append("2 usage");
    if (VerbTexts.operands(verb).contains("FILE")) {
      text.append(",\n  3 input not whole, 130 interrupted");
    } else if (verb == Verb.LIVE) {
      text.append(",\n  3 a device failed, 74 FILE cannot be written, 130 interrupted");
    } else if (verb == Verb.EXERCISE) {
      text.append(",\n  3 no connection, or not all was captured, 74 FILE cannot be written,\n");
      text.append("  130 interrupted");
    } else if (verb == Verb.PING) {
      text.append(", 3 no connection,\n  130 interrupted");
    } else if (verb == Verb.DEVICES) {
      text.append(", 3 a file of /sys not understood");
    }
    text.append(".\n");
  }

  private static void whatIsNotBuilt(StringBuilder text) {
    int before = text.length();
    StringBuilder line = new StringBuilder(NOT_BUILT);
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
    if (text.length() > before || line.length() > NOT_BUILT.length()) {
      text.append(line).append('\n');
    }
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
