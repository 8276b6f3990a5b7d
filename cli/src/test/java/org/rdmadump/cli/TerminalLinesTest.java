package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines on a terminal fit its width, and begin with what matters. */
class TerminalLinesTest {
  private static final String CAPTURES = "../testdata/captures/";
  private static final String ACL = CAPTURES + "rocev2/rocev2-nfs3-acl.pcap";
  private static final String ODD = CAPTURES + "rocev2/rocev2-odd.pcap";
  private static final String MIXED = CAPTURES + "iwarp/iwarp-mixed-versions.pcap";
  private static final String LOSS = CAPTURES + "iwarp/iwarp-nfs41-loss.pcap";
  private static final String ROCE = CAPTURES + "rocev2/rocev2-nfs41-loss.pcap";
  private static final String REORDER = CAPTURES + "rocev2/rocev2-nfs41-reorder.pcap";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private List<String> lines(Terminal terminal, String... arguments) {
    out.reset();
    int unused =
        Main.run(
            arguments,
            InputStream.nullInputStream(),
            out,
            new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
            terminal,
            new Interruption());
    return out.toString(UTF_8).lines().toList();
  }

  private static Terminal terminal(int columns, boolean colour) {
    return new Terminal(true, false, true, colour, columns, true, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 100})
  void shouldFoldTotalsAndCutNoValueOfAComparison(int columns) {
    Terminal narrow = terminal(columns, false);
    List<String> compared = lines(narrow, "compare", ROCE, REORDER);

    assertThat(compared.subList(compared.indexOf("Differences"), compared.size()))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns))
        .noneMatch(line -> line.contains("\u2026"));
    assertThat(lines(narrow, "conformance", ODD)).last().asString().doesNotContain("\u2026");
    assertThat(lines(narrow, "check", "-q", ODD)).last().asString().doesNotContain("\u2026");
  }

  @Test
  void shouldLeaveOutASizeThatIsNotKnown() {
    assertThat(lines(terminal(80, false), ODD)).noneMatch(line -> line.contains(" -; "));
    assertThat(lines(terminal(80, false), "--exchanges", MIXED))
        .noneMatch(line -> line.contains(" - / -"));
  }

  private static String plain(String line) {
    return line.replaceAll("\033\\[[0-9;]*m", "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-v",
        "-vv",
        "-x",
        "--exchanges",
        "--exchanges -v",
        "--frames",
        "--frames -vv",
        "-q",
        "--tree",
        "stats",
        "check",
        "conformance",
        "--columns number,time,nfs.op,rpc.latency_ns"
      })
  void shouldFitWhateverIsAskedFor(String options) {
    for (int columns : new int[] {80, 120, 200}) {
      for (String capture : List.of(ACL, ODD, LOSS)) {
        List<String> words = new ArrayList<>();
        if (!options.isEmpty()) {
          words.addAll(List.of(options.split(" ", -1)));
        }
        words.add(capture);
        assertThat(lines(terminal(columns, true), words.toArray(new String[0])))
            .isNotEmpty()
            .allSatisfy(line -> assertThat(plain(line).length()).isLessThanOrEqualTo(columns));
      }
    }
  }

  @Test
  void shouldIntroduceAConnectionOnceAndCallItByItsNumber() {
    List<String> lines = lines(terminal(120, false), ACL);
    assertThat(lines).startsWith("c1 192.168.77.2 QP 17 -> 192.168.77.1 QP 17");
    assertThat(lines.subList(1, lines.size()))
        .noneMatch(line -> line.contains("192.168"))
        .allMatch(line -> line.contains("  c1  -> call") || line.contains("  c1  <- reply"));
    assertThat(lines(terminal(120, false), "--frames", ACL))
        .filteredOn(line -> line.contains("192.168.77.2"))
        .containsExactly("h4 192.168.77.2");
  }

  @Test
  void shouldSayFirstWhatBecameOfACall() {
    List<String> lines = lines(terminal(80, false), ACL);
    assertThat(lines.get(18)).startsWith("   18!   5.169236  c1  <- reply  NFS v3 LOOKUP");
    assertThat(lines.get(18)).contains("NFS3ERR_NOENT in 6.07 ms; ").endsWith("\u2026");
    assertThat(lines.get(34)).contains("NFS3_OK in 12.5 ms; ! xdr.");
  }

  @Test
  void shouldColourErrorsAndSlowCallsUnlessThatIsNotWanted() {
    List<String> lines = lines(terminal(120, true), ACL);
    assertThat(lines.get(18)).contains("\033[1;31m!\033[0m", "\033[1;31mNFS3ERR_NOENT\033[0m");
    assertThat(lines(terminal(200, true), MIXED))
        .anyMatch(line -> line.contains(" in \033[33m") && line.contains(" ms (slow)"));
    assertThat(lines(terminal(120, false), ACL)).noneMatch(line -> line.contains("\033"));
  }

  @Test
  void shouldPrintWholeLinesIfAskedAsInAPipe() {
    for (List<String> words :
        List.of(
            List.of(ACL),
            List.of("--exchanges", ACL),
            List.of("--frames", ACL),
            List.of("stats", ACL),
            List.of("check", ODD))) {
      List<String> wide = new ArrayList<>(words);
      wide.add("--wide");
      assertThat(lines(terminal(80, false), wide.toArray(new String[0])))
          .isEqualTo(lines(Terminal.NONE, words.toArray(new String[0])));
    }
  }

  @Test
  void shouldPrintColumnsOfOnesOwnChoiceBelowEachOther() {
    assertThat(lines(Terminal.NONE, "--columns", "number,nfs.op,rpc.latency_ns", "-c", "4", ACL))
        .containsExactly(
            "number  nfs.op  rpc.latency_ns",
            "1       NULL    -",
            "2       NULL    13244000",
            "3       FSINFO  -",
            "4       FSINFO  167611000");
    assertThat(lines(Terminal.NONE, "--frames", "--columns", "frame,bth.opcode", "-c", "1", ACL))
        .containsExactly("frame  bth.opcode", "1      -");
    assertThat(lines(Terminal.NONE, "--columns", "no.such", ACL)).isEmpty();
  }

  @Test
  void shouldLeaveOutTheMeanBeforeItCutsAPath() {
    assertThat(lines(terminal(120, false), "stats", MIXED))
        .anyMatch(line -> line.matches(".* max +mean +path"));
    assertThat(lines(terminal(80, false), "stats", MIXED))
        .anyMatch(line -> line.matches(".* max +path"))
        .noneMatch(line -> line.matches(".* mean +path"))
        .contains("  also, with --wide: mean");
  }

  @Test
  void shouldLeaveOutOfTablesWhatIsZero() {
    assertThat(lines(Terminal.NONE, "stats", ACL)).anyMatch(line -> line.contains("retrans."));
    assertThat(lines(terminal(80, false), "stats", ACL))
        .noneMatch(line -> line.contains("retrans."))
        .anyMatch(line -> line.startsWith("  also, with --wide: mean, max, "));
  }

  @Test
  void shouldShowWhereASlowCallSpentItsTimeBeforeItsOtherNames() {
    assertThat(lines(terminal(80, false), "stats", "--slowest", "2", ROCE))
        .contains("  also, with --wide: reply, XID, about")
        .anyMatch(line -> line.endsWith("55.0 ms  29.5 ms  22.8 ms   2.75 ms"));
    assertThat(lines(terminal(120, false), "stats", "--slowest", "2", ROCE))
        .contains("  also, with --wide: reply, XID")
        .anyMatch(line -> line.endsWith("  /lossy-2 offset 0 count 152222 FILE_SYNC4"))
        .anyMatch(line -> line.endsWith("  owner \"Linux NFSv4.1 rdma-client\" flags S\u2026"));
  }

  @Test
  void shouldFoldFactsAboutAConnection() {
    assertThat(lines(terminal(80, false), "stats", ROCE))
        .containsSequence(
            "      client: responder resources 128, initiator depth 0, RNR retry count 0,",
            "        starting PSN 554123");
    assertThat(lines(terminal(80, true), "stats", ROCE))
        .anyMatch(line -> line.startsWith("\033[36m  c1") && line.endsWith("port 20049,"));
  }

  @Test
  void shouldFoldDetails() {
    assertThat(lines(terminal(80, false), "-v", "-Y", "number == 34", ROCE))
        .containsSequence(
            "        reply to #33 in 30904000 ns: 2699000 ns to first RDMA, 22191000 ns RDMA,",
            "          6014000 ns to reply");
    assertThat(lines(terminal(80, false), "-v", "--wide", "-c", "9", ROCE))
        .isEqualTo(lines(Terminal.NONE, "-v", "-c", "9", ROCE));
  }

  @Test
  void shouldPrintRulesInLinesThatFit() {
    assertThat(lines(terminal(80, false), "check", "--list-rules", "--rules", "aeth.nak"))
        .containsExactly(
            "warning  aeth.nak  (IBTA volume 1, 9.7.5.2.8)",
            "      A packet before this request was lost: the requester must repeat it and",
            "      all later packets.",
            "      What to do: The code is PSN Sequence Error, and the PSN is the expected",
            "      one: look for drops on the way.");
    assertThat(lines(Terminal.NONE, "check", "--list-rules", "--rules", "aeth.nak")).hasSize(1);
  }

  @Test
  void shouldFitComparisons() {
    List<String> lines = lines(terminal(80, false), "compare", ROCE, REORDER);

    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    assertThat(lines)
        .anyMatch(line -> line.startsWith("  also, with --wide: p90 A, "))
        .anyMatch(line -> line.matches("  NFS v4.1  WRITE +\\d+ +\\d+  not enough .*ms"));
    assertThat(lines(terminal(80, false), "compare", "--wide", ROCE, REORDER))
        .isEqualTo(lines(Terminal.NONE, "compare", ROCE, REORDER));
  }
}
