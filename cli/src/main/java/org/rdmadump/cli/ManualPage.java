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

  private static final String FILTERS =
      """
      .SH FILTERS
      An expression of
      .BR \\-Y " or " \\-m
      chooses records by their fields, which
      .B rdmadump fields
      lists. Those of NFS can leave out
      .BR operations. ,
      and many names of Wireshark and NFStest are known, too.
      .TP
      .I FIELD
      the record has the field
      .TP
      .IR FIELD " == " VALUE
      a value is so; also
      .BR != ", " < ", " <= ", " > ", " >= ,
      or
      .BR eq ", " ne ", " lt ", " le ", " gt ", " ge
      .TP
      .IR FIELD " in {" VALUE ", " LOW .. HIGH }
      a value is one of these, or in the range
      .TP
      .IR FIELD " contains " TEXT
      a value has this in it: characters of text, or bytes
      .TP
      .IR FIELD " matches " PATTERN
      the pattern is found in a text or name, large letters or small; also
      .B ~
      .TP
      .BI len( FIELD ") > " NUMBER
      by the number of values, of text and bytes by their length
      .TP
      .BI any( GROUP : " EXPRESSION" )
      one and the same part is so, such as
      .B any(nfs.operations: op == WRITE && data.length > 4096)
      .TP
      .BR not ", " and ", " or
      also
      .BR ! ", " && ", " || ,
      and parentheses;
      .B not
      binds closest, then
      .B and
      .PP
      A field with several values is so if any of them is. Where it is absent, every comparison is
      false, also
      .BR != .
      .PP
      Values are integers (decimal, 0x1000, octal 0644), names such as
      .BR WRITE " or " NFS4ERR_NOENT
      in large letters or small or their numbers, texts
      .RB ( \\(dqwith\\ spaces\\(dq ),
      .BR true " and " false ,
      addresses
      .RB ( 192.0.2.0/24 ),
      durations
      .RB ( 1.5ms ),
      times
      .RB ( 2026\\-11\\-20T23:26:26Z )
      and bytes
      .RB ( 0x00ff ).
      .PP
      .nf
      .RS
      rpc.latency_ns > 20ms
      failed and nfs.op in {OPEN, LOOKUP}
      ip.addr == 192.0.2.1 && rpcrdma.read_chunks.segments.length >= 1048576
      nfs.fh == fh:0xc717cadc
      findings.severity >= warning
      .RE
      .fi
      """;

  private static final String STATUSES =
      """
      .SH "EXIT STATUS"
      .TP
      .B 0
      done
      .TP
      .B 1
      """;

  private static final String OTHER_STATUSES =
      """
      .TP
      .B 2
      usage, or not in this version
      .TP
      .B 3
      an input could not be read as a capture to its end; what came before is printed. With
      .BR devices ,
      a file of sysfs could not be understood; with
      .B exercise
      and
      .BR ping ,
      there is no connection, or not all was captured
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

  /**
   * {@return the page}
   *
   * @param version of the program
   * @param date when it was released, such as 2026-11-22; empty if that is not known
   */
  static String of(String version, String date) {
    StringBuilder page = new StringBuilder();
    page.append(".TH RDMADUMP 1 \"").append(date).append("\" \"rdmadump ");
    page.append(escaped(version)).append("\"\n");
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
    page.append(".SH \"OPTIONS OF EVERY VERB\"\n");
    option(
        page, CommandOption.HELP.spellings(), "examples and the options of the verb, on a screen");
    option(page, CommandOption.VERSION.spellings(), CommandOption.VERSION.description());
    return page.append(FILTERS)
        .append(STATUSES)
        .append(escaped(FailureTexts.all()))
        .append('\n')
        .append(OTHER_STATUSES)
        .toString();
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
      if (!option.isCommon()) {
        option(page, OptionTexts.synopsis(option, verb), OptionTexts.description(option, verb));
      }
    }
  }

  private static void option(StringBuilder page, String synopsis, String description) {
    page.append(".TP\n.B ").append(escaped(synopsis)).append('\n');
    page.append(escaped(description)).append('\n');
  }

  /** Has troff print a text as it stands. */
  private static String escaped(String text) {
    String plain = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq");
    return plain.startsWith(".") ? "\\&" + plain : plain;
  }
}
