package org.rdmadump.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.FoldedFindings;
import org.rdmadump.analysis.check.Silence;
import org.rdmadump.analysis.overview.ClientLoad;
import org.rdmadump.analysis.overview.CreditLoad;
import org.rdmadump.analysis.overview.LongCall;
import org.rdmadump.analysis.overview.LongSilence;
import org.rdmadump.analysis.overview.Mount;
import org.rdmadump.analysis.overview.Overview;
import org.rdmadump.analysis.overview.OverviewCollector;
import org.rdmadump.analysis.overview.SideLoad;
import org.rdmadump.analysis.overview.TimeUse;
import org.rdmadump.analysis.overview.Wholeness;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * The page of a real capture with one part of it replaced at a time: each sentence, and what could
 * break the page.
 */
class OverviewTextWriterTest {
  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-vlan.pcap");
  private static final long MILLI = 1_000_000;
  private static final Wholeness WHOLE =
      new Wholeness(true, 0, 0, OptionalInt.empty(), 0, Map.of(), Map.of(), OptionalLong.of(0));

  private static final Overview REAL = decoded();

  private Wholeness wholeness = WHOLE;
  private List<OperationStats> operations = REAL.operations();
  private List<SideLoad> sides = List.of(side(Direction.FORWARD, 0, Map.of()));
  private Optional<CreditLoad> credits =
      Optional.of(new CreditLoad(1, 3, 64, 64, 0, OptionalLong.of(0)));
  private List<ClientLoad> clients = List.of(client("192.0.2.1", "somebody"));
  private List<FoldedFindings.OfRule> findings = List.of();
  private List<String> files = List.of("folder/trace.pcap");
  private List<Mount> mounts = REAL.mounts();
  private Set<String> transports = Set.of("rocev2");
  private TimeUse time = new TimeUse(400 * MILLI, 100 * MILLI, 0, 100 * MILLI, 20 * MILLI, 0);
  private Optional<LongSilence> silence = Optional.empty();
  private Map<String, Long> rules = Map.of();
  private long unanswered;

  private static Overview decoded() {
    OverviewCollector collector = new OverviewCollector(() -> 0, /* everything= */ true);
    try (FrameSource source = CaptureFile.open(CAPTURE)) {
      CaptureDecoder decoder = new CaptureDecoder(source, CaptureOptions.DEFAULT, collector);
      while (decoder.decodeNext()) {
        // All of it.
      }
      return collector.overview(
          List.of("trace.pcap"), decoder.finish(), /* readToEnd= */ true, OptionalLong.of(0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SideLoad side(Direction direction, long again, Map<String, Long> naks) {
    return new SideLoad(direction, 500, again, 0, 0, naks, 0, 0);
  }

  private static ClientLoad client(String address, String name) {
    return new ClientLoad(address, List.of(name), List.of("192.0.2.9"), 1, 10, 0, 4096);
  }

  private String page() throws IOException {
    Overview overview =
        new Overview(
            files,
            REAL.chosen(),
            transports,
            REAL.protocols(),
            mounts,
            wholeness,
            time,
            REAL.longest().map(it -> new LongCall(it.key(), 7, 50 * MILLI, 40 * MILLI)),
            silence,
            operations,
            unanswered,
            REAL.busiest(),
            sides,
            credits,
            clients,
            REAL.usedFiles(),
            findings,
            REAL.connections(),
            0,
            REAL.withoutRpc(),
            REAL.nvme(),
            REAL.summary().withFindings(Map.of(), rules));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new OverviewTextWriter(out, /* colour= */ false).write(overview);
    String page = out.toString(StandardCharsets.UTF_8);
    assertThat(page.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(80));
    return page;
  }

  /** The page with the lines of sentences joined again. */
  private String sentences() throws IOException {
    return page().replaceAll("\\s+", " ");
  }

  // ---- whether it is whole

  @Test
  void shouldCallACaptureWholeOnlyIfNothingIsKnownToBeMissing() throws IOException {
    assertThat(sentences())
        .contains("Capture whole, as far as its packets tell; no packet dropped while capturing");

    wholeness =
        new Wholeness(true, 0, 0, OptionalInt.empty(), 0, Map.of(), Map.of(), OptionalLong.empty());
    assertThat(sentences()).contains("tell; drops not recorded Time");
  }

  @Test
  void shouldSayWhatIsMissing() throws IOException {
    wholeness =
        new Wholeness(
            false,
            2,
            1,
            OptionalInt.of(96),
            7,
            Map.of("tcp.hole", 3L),
            Map.of("pages", 1L),
            OptionalLong.of(5));

    assertThat(sentences())
        .contains(
            "Capture not whole: could not all be read; began after 2 connections did;"
                + " frames are cut (snap length), the first at 96 B; packets are missing (tcp.hole"
                + " 3); a limit of rdmadump cost some of it (pages 1); 5 packets dropped while"
                + " capturing; 7 messages not complete; ended before 1 connection did");
  }

  @Test
  void shouldSayThatCopiesOfConnectionsAreLeftOut() throws IOException {
    rules = Map.of("tcp.repeated-connection", 1L);
    assertThat(sentences()).contains("its packets tell; a copy of a connection is left out; no");

    rules = Map.of("tcp.repeated-connection", 2L);
    assertThat(sentences()).contains("tell; 2 copies of connections are left out; no packet");
  }

  // ---- verdicts

  @Test
  void shouldSayWhereTheTimeWent() throws IOException {
    assertThat(sentences())
        .contains("no client call in flight 75% of the time; calls took")
        .contains(": server 80%, wire 20% stats --interval 1")
        .contains("longest call: NFS v4.1 EXCHANGE_ID in frame 7, 50.0 ms (wire 80%, server 20%)");

    time = new TimeUse(400 * MILLI, 100 * MILLI, 0, 100 * MILLI, 0, 0);
    assertThat(sentences()).contains("took 25%: server stats --interval 1");
  }

  @Test
  void shouldSayOfWhichTimeServersAndWireHadTheirParts() throws IOException {
    time = new TimeUse(400 * MILLI, 360 * MILLI, 344 * MILLI, 20 * MILLI, 4 * MILLI, 0);
    assertThat(sentences())
        .contains(
            "no client call in flight 10% of the time, only calls without a reply 86%; answered"
                + " calls took 4%: server 80%, wire 20%");

    time = new TimeUse(400 * MILLI, 400 * MILLI, 400 * MILLI, 0, 0, 0);
    assertThat(sentences())
        .contains("no client call in flight 0% of the time, only calls without a reply 100% stats");
  }

  @Test
  void shouldSayOfHowManyCallsTheTimeIsNotKnown() throws IOException {
    time = new TimeUse(400 * MILLI, 100 * MILLI, 0, 100 * MILLI, 0, 2);

    assertThat(sentences())
        .contains(
            "no client call of known time in flight 75% of the time; calls took 25%: server; not"
                + " known of 2 calls: replies are missing");
  }

  @Test
  void shouldTellOfTheLongestTimeInWhichNothingMoved() throws IOException {
    assertThat(sentences()).doesNotContain("Silence");

    silence = silence(1, Silence.Until.CONNECTION_END, new LongSilence.Repeat(4, 6_300 * MILLI));
    assertThat(sentences())
        .contains(
            "Silence nothing moved for 6.00 s on c3 from frame 90; NFS v4.1 EXCHANGE_ID 0xc3a44e82"
                + " was answered after its repeat on c4, 6.30 s later check");

    silence = silence(1, Silence.Until.CONNECTION_END, null);
    assertThat(sentences())
        .contains("frame 90 to the end of the connection; NFS v4.1 EXCHANGE_ID 0xc3a44e82 got no");

    silence = silence(1, Silence.Until.CAPTURE_END, null);
    assertThat(sentences()).contains("from frame 90 to the end of the capture; NFS v4.1");

    silence = silence(3, Silence.Until.REPLY, null);
    assertThat(sentences())
        .contains("Silence longest of 3: nothing moved for 6.00 s on c3 from frame 90; NFS v4.1")
        .contains("0xc3a44e82 waited");
  }

  private static Optional<LongSilence> silence(
      long silences, Silence.Until until, LongSilence.@Nullable Repeat repeat) {
    return Optional.of(
        new LongSilence(
            silences,
            6_000 * MILLI,
            3,
            90,
            REAL.longest().map(LongCall::key),
            91,
            0xc3a44e82,
            until,
            Optional.ofNullable(repeat)));
  }

  @Test
  void shouldSayWhatFailed() throws IOException {
    assertThat(sentences()).contains("Replies every call was answered, none failed");

    unanswered = 2;
    assertThat(sentences()).contains("2 calls without a reply; none failed check");
  }

  @Test
  void shouldNotSayThatNothingFailedIfItWasNotCaptured() throws IOException {
    wholeness =
        new Wholeness(true, 0, 0, OptionalInt.of(96), 7, Map.of(), Map.of(), OptionalLong.of(0));

    assertThat(sentences()).contains("answered, none failed as far as replies were captured");
  }

  @Test
  void shouldSayWhoSentAgainAndWasRefused() throws IOException {
    assertThat(sentences())
        .contains("no packet was retransmitted")
        .contains("none in either direct");

    sides =
        List.of(
            side(Direction.FORWARD, 9, Map.of()),
            side(Direction.BACKWARD, 4, Map.of("Remote Access Error", 2L)));
    assertThat(sentences())
        .contains("clients retransmitted 9 of 500 packets, servers retransmitted 4 of 500 packets")
        .contains("NAKs clients sent Remote Access Error 2 check --rules 'aeth.*'");
  }

  @Test
  void shouldKnowThatTcpHasNoNaks() throws IOException {
    transports = Set.of("iwarp");
    sides = List.of(side(Direction.FORWARD, 1, Map.of()));
    assertThat(sentences())
        .contains("no Terminate; TCP has no NAKs")
        .contains("clients retransmitted 1 of 500 packets stats");

    rules = Map.of("rdmap.terminate", 1L);
    assertThat(sentences())
        .contains("NAKs 1 Terminate message; TCP has no NAKs check --rules rdmap.termin");
  }

  @Test
  void shouldSayWhetherCreditsWereExhausted() throws IOException {
    assertThat(sentences()).contains("never exhausted: at most 3 of 64 in use on c1");

    credits = Optional.of(new CreditLoad(2, 64, 64, 64, 0, OptionalLong.of(1)));
    assertThat(sentences()).contains("exhausted by 1 call; at most 64 of 64 in use on c2");

    credits = Optional.of(new CreditLoad(2, 66, 64, 64, 2, OptionalLong.of(1)));
    assertThat(sentences()).contains("2 calls beyond the credits; at most 66 of 64 in use on c2");

    credits = Optional.of(new CreditLoad(2, 66, 64, 64, 0, OptionalLong.of(1)));
    assertThat(sentences()).contains("Credits not known: replies may be missing; at most 66 of 64");

    credits = Optional.of(new CreditLoad(2, 64, 64, 64, 0, OptionalLong.empty()));
    assertThat(sentences()).contains("Credits not known: replies may be missing; at most 64 of 64");

    credits = Optional.empty();
    assertThat(sentences()).contains("Credits not known: no reply with a grant was captured");
  }

  // ---- what could break the page

  @Test
  void shouldEscapeWhatOthersChose() throws IOException {
    files = List.of("a\u001b[31mb.pcap");
    clients = List.of(client("192.0.2.1", "evil\u001b[2J\u202e"));
    mounts = List.of(new Mount("192.0.2.9", Optional.of("/x\u001b[2J\u202e"), "NFS v4.1"));

    assertThat(page())
        .contains("\"a\\u001b[31mb.pcap\"", "\"evil\\u001b[2J\\u202e\"", "\"/x\\u001b[2J\\u202e\"")
        .matches("[\\n -~]*");
  }

  @Test
  void shouldKeepItsWidthAndLengthWhateverThereIs() throws IOException {
    String longName = "x\u0007".repeat(300);
    files = List.of(longName, "b", "c");
    List<ClientLoad> many = new ArrayList<>();
    FoldedFindings found = new FoldedFindings();
    List<Mount> mounted = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      many.add(client("2001:db8:1111:2222:3333:4444:5555:" + (6000 + i), longName));
      mounted.add(new Mount("2001:db8::" + i, Optional.of(longName), "NFS v4.1"));
      Rule rule = new Rule("a-layer.a-rule-with-a-name-of-many-words-" + i, Severity.NOTE, "RFC");
      found.add(
          new CheckFinding(
              new Finding(rule, 999_999_999, -1, longName),
              OptionalInt.of(1),
              OptionalInt.empty(),
              OptionalLong.empty(),
              Optional.empty()));
    }
    clients = many;
    mounts = mounted;
    findings = List.copyOf(found.rules());
    operations = Collections.nCopies(100, REAL.operations().get(0));

    assertThat(page().lines().count()).isLessThanOrEqualTo(48);
  }

  @Test
  void shouldTellOfRpcMessagesThatWereRetransmitted() throws IOException {
    rules = Map.of("rpcrdma.repeated-message", 1L);
    assertThat(sentences()).contains("Retrans. no packet was retransmitted, but 1 RPC message was");

    sides = List.of(side(Direction.FORWARD, 7, Map.of()));
    rules = Map.of("rpcrdma.repeated-message", 2L);
    assertThat(sentences())
        .contains("Retrans. clients retransmitted 7 of 500 packets; 2 RPC messages, too check");
  }

  @ParameterizedTest
  @CsvSource({
    "/short, /short",
    "\u2026/basic/big, \u2026/basic/big",
    "/dir/d\u00fcrre-\u65e5\u672c.txt, /dir/d\u00fcrre-\u65e5\u672c.txt",
    "/0123456789/0123456789, /0123456789/0123456789",
    "/a/0123456789/0123456789, \u20260123456789/0123456789",
    "/\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5, "
        + "\u2026\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5\u65e5"
  })
  void shouldShowTheEndOfAPathAsItIsToldElsewhere(String path, String shown) {
    assertThat(OverviewTextWriter.end(path)).isEqualTo(shown);
  }
}
