package org.rdmadump.cli;

/** Makes the manual page, for man(7), from the registries and the help of each verb. */
final class ManualPage {
  private static final String DESCRIPTION =
      """
      .SH DESCRIPTION
      Reads packet captures of NFS over RDMA (RoCE, InfiniBand, iWARP; pcap and pcapng, plain,
      gzip or zstd; files, folders or standard input) and puts every RPC message back together:
      chunks, segments and the RDMA Reads and Writes that moved them, each byte in its place.
      What is not there it names: which bytes, and why.
      .PP
      The verb comes first; without one it is
      .BR dump .
      Several captures are merged by time.
      """;

  private static final String END =
      """
      .SH "EXIT STATUS"
      .TP
      .B 0
      done
      .TP
      .B 1
      findings of the level that was asked for, or a filter that nothing matched
      .TP
      .B 2
      usage, or not in this version
      .TP
      .B 3
      an input could not be read as a capture to its end; what came before is printed
      .TP
      .B 70
      a fault of rdmadump itself
      .TP
      .B 74
      the output could not be written
      .TP
      .BR 130 ", " 143
      interrupted, ended; what was found so far is printed, then the counts
      .TP
      .B 141
      nobody reads standard output any more
      .SH ENVIRONMENT
      .TP
      .B COLUMNS
      width of the terminal
      .TP
      .B NO_COLOR
      if not empty, no colour unless
      .B \\-\\-color always
      says so
      .TP
      .B TERM
      no colour if it is
      .B dumb
      .TP
      .BR LC_ALL ", " LC_CTYPE ", " LANG
      trees are drawn in ASCII unless they say UTF\\-8; numbers never depend on them
      .SH "SEE ALSO"
      .BR tcpdump (8),
      .BR tshark (1),
      .BR nfs (5)
      """;

  private ManualPage() {}

  /** {@return the page, of a version of the program} */
  static String of(String version) {
    StringBuilder page = new StringBuilder();
    page.append(".TH RDMADUMP 1 \"\" \"rdmadump ").append(escaped(version)).append("\"\n");
    page.append(".SH NAME\nrdmadump \\- show the NFS over RDMA in packet captures\n");
    page.append(".SH SYNOPSIS\n.nf\n");
    for (Verb verb : Verb.allBuilt()) {
      page.append(synopsis(verb)).append('\n');
    }
    page.append(".fi\n").append(DESCRIPTION);
    page.append(".SH VERBS\n");
    for (Verb verb : Verb.allBuilt()) {
      page.append(".SS ").append(verb.word()).append('\n');
      verb(page, verb);
    }
    return page.append(END).toString();
  }

  private static String synopsis(Verb verb) {
    String operands = VerbTexts.operands(verb);
    return "\\fBrdmadump\\fR "
        + (verb == Verb.DUMP ? "[\\fBdump\\fR]" : "\\fB" + verb.word() + "\\fR")
        + " [\\fIOPTION\\fR]..."
        + (operands.isEmpty() ? "" : " " + escaped(operands));
  }

  private static void verb(StringBuilder page, Verb verb) {
    String summary = VerbTexts.summary(verb);
    page.append(Character.toUpperCase(summary.charAt(0))).append(escaped(summary.substring(1)));
    page.append(".\n");
    String help = Help.of(verb);
    int examples = help.indexOf("\n  rdmadump ");
    if (examples >= 0) {
      page.append(".PP\n.nf\n.RS\n");
      for (String line :
          help.substring(examples + 1, help.indexOf("\n\n", examples)).lines().toList()) {
        page.append(escaped(line.substring(2))).append('\n');
      }
      page.append(".RE\n.fi\n");
    }
    for (CommandOption option : CommandOption.of(verb)) {
      page.append(".TP\n.B ").append(escaped(OptionTexts.synopsis(option, verb))).append('\n');
      page.append(escaped(OptionTexts.description(option, verb))).append('\n');
    }
  }

  /** Has troff print a text as it stands. */
  private static String escaped(String text) {
    String plain = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq");
    return plain.startsWith(".") ? "\\&" + plain : plain;
  }
}
