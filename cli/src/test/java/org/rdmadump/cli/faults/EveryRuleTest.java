package org.rdmadump.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.rule.RuleCatalogue;
import org.rdmadump.ib.forms.Form;
import org.rdmadump.ib.forms.RewrittenCapture;

/**
 * No rule is there for nothing: each has a {@link SeededFault}, or a line in {@code rules.txt} with
 * a capture in which it finds something, or is tried by a test of its own layer that is named here.
 */
class EveryRuleTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path FORMS_OF = CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap");
  private static final String FORM = "form:";

  /** What takes more than a byte or a frame to bring about, and the test that does. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry(
              "capture.cut-short",
              "cli/src/test/java/org/rdmadump/cli/CheckTest.java capture.cut-short"),
          Map.entry(
              "capture.packets-dropped",
              "cli/src/test/java/org/rdmadump/cli/CheckTest.java capture.packets-dropped"),
          Map.entry(
              "capture.packets-twice",
              "analysis/src/test/java/org/rdmadump/analysis/check/CopiesReviewTest.java"
                  + " CaptureRules.PACKETS_TWICE"),
          Map.entry(
              "connection.aborted",
              "analysis/src/test/java/org/rdmadump/analysis/check/TransportReviewTest.java"
                  + " ConnectionRules.ABORTED"),
          Map.entry(
              "connection.congestion",
              "analysis/src/test/java/org/rdmadump/analysis/check/TransportReviewTest.java"
                  + " ConnectionRules.CONGESTION"),
          Map.entry(
              "connection.no-credits",
              "analysis/src/test/java/org/rdmadump/analysis/check/TransportReviewTest.java"
                  + " ConnectionRules.NO_CREDITS"),
          Map.entry(
              "connection.refused",
              "analysis/src/test/java/org/rdmadump/analysis/check/TransportReviewTest.java"
                  + " ConnectionRules.REFUSED"),
          Map.entry(
              "connection.retransmissions",
              "analysis/src/test/java/org/rdmadump/analysis/check/TransportReviewTest.java"
                  + " ConnectionRules.RETRANSMISSIONS"),
          Map.entry(
              "ddp.messages-cut",
              "iwarp-decoders/src/test/java/org/rdmadump/iwarp/stream/MessageNumbersTest.java"
                  + " ddp.messages-cut"),
          Map.entry(
              "ddp.too-short",
              "iwarp-decoders/src/test/java/org/rdmadump/iwarp/stream/OtherMessagesTest.java"
                  + " ddp.too-short"),
          Map.entry(
              "rpcrdma.ambiguous-data",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/SameMemoryTest.java"
                  + " AMBIGUOUS_DATA"),
          Map.entry(
              "ipv4.fragment-overlap",
              "analyzer-core/src/test/java/org/rdmadump/net/FragmentsTest.java"
                  + " ipv4.fragment-overlap"),
          Map.entry(
              "ipv6.fragment",
              "analyzer-core/src/test/java/org/rdmadump/net/FragmentsTest.java ipv6.fragment"),
          Map.entry(
              "ipv6.fragment-length",
              "analyzer-core/src/test/java/org/rdmadump/net/FragmentsTest.java"
                  + " ipv6.fragment-length"),
          Map.entry(
              "ipv6.fragment-overlap",
              "analyzer-core/src/test/java/org/rdmadump/net/FragmentsTest.java"
                  + " ipv6.fragment-overlap"),
          Map.entry(
              "mpa.bad-marker",
              "iwarp-decoders/src/test/java/org/rdmadump/iwarp/stream/UnusualHeadersTest.java"
                  + " IwarpRules.BAD_MARKER"),
          Map.entry(
              "mpa.start-up-order",
              "iwarp-decoders/src/test/java/org/rdmadump/iwarp/stream/StartUpTest.java"
                  + " mpa.start-up-order"),
          Map.entry(
              "nvme.capsule-without-entry",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/NvmeTest.java NvmeRules.NO_ENTRY"),
          Map.entry(
              "nvme.no-response",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/NvmeTest.java"
                  + " nvme.no-response"),
          Map.entry(
              "nvme.response-not-captured",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/NvmeTest.java"
                  + " NvmeRules.RESPONSE_NOT_CAPTURED"),
          Map.entry(
              "nvme.in-flight-at-end",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/NvmeTest.java"
                  + " NvmeRules.IN_FLIGHT_AT_END"),
          Map.entry(
              "nvme.command-not-captured",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/NvmeTest.java"
                  + " NvmeRules.COMMAND_NOT_CAPTURED"),
          Map.entry(
              "nvme.missing-data",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/NvmeTest.java"
                  + " NvmeRules.MISSING_DATA"),
          Map.entry(
              "nvme.truncated-capsule",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/NvmeLimitsTest.java"
                  + " NvmeRules.TRUNCATED_CAPSULE"),
          Map.entry(
              "nvme.capsule-not-delivered",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/NvmeLimitsTest.java"
                  + " NvmeRules.NOT_DELIVERED"),
          Map.entry(
              "nvme.sgl-not-decoded",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/NvmeSglTest.java"
                  + " NvmeRules.SGL_NOT_DECODED"),
          Map.entry(
              "nvme.data-beyond-capsule",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/NvmeSglTest.java"
                  + " NvmeRules.BEYOND_CAPSULE"),
          Map.entry(
              "nvme.given-up",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/NvmeLimitsTest.java"
                  + " NvmeRules.GIVEN_UP"),
          Map.entry(
              "nvme.ambiguous-data",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/NvmeSharedMemoryTest.java"
                  + " NvmeRules.AMBIGUOUS_DATA"),
          Map.entry(
              "nfs.many-operations",
              "rpc-decoders/src/test/java/org/rdmadump/nfs/Nfs4CompoundTest.java"
                  + " nfs.many-operations"),
          Map.entry(
              "rdmap.atomic",
              "iwarp-decoders/src/test/java/org/rdmadump/iwarp/stream/OtherMessagesTest.java"
                  + " IwarpRules.ATOMIC"),
          Map.entry(
              "rdmap.immediate-data",
              "iwarp-decoders/src/test/java/org/rdmadump/iwarp/stream/OtherMessagesTest.java"
                  + " rdmap.immediate-data"),
          Map.entry(
              "rdmap.stray-atomic-response",
              "iwarp-decoders/src/test/java/org/rdmadump/iwarp/stream/OtherMessagesTest.java"
                  + " IwarpRules.STRAY_ATOMIC_RESPONSE"),
          Map.entry(
              "rdmap.unknown-opcode",
              "iwarp-decoders/src/test/java/org/rdmadump/iwarp/stream/UnusualHeadersTest.java"
                  + " rdmap.unknown-opcode"),
          Map.entry(
              "rpc.message-evicted",
              "analysis/src/test/java/org/rdmadump/analysis/check/CompletenessReviewTest.java"
                  + " rpc.message-evicted"),
          Map.entry(
              "rpc.silence",
              "analysis/src/test/java/org/rdmadump/analysis/check/SilenceReviewTest.java"
                  + " rpc.silence"),
          Map.entry(
              "rpcrdma.handle-advertised-again",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/HandlesTest.java"
                  + " RpcRdmaRules.HANDLE_REPLACED"),
          Map.entry(
              "rpcrdma.repeated-message",
              "rpcrdma/src/test/java/org/rdmadump/rpcrdma/cases/DeliveryTest.java"
                  + " RpcRdmaRules.REPEATED"),
          Map.entry(
              "tcp.stale-reset",
              "analyzer-core/src/test/java/org/rdmadump/tcp/TcpConnectionTest.java"
                  + " tcp.stale-reset"),
          Map.entry(
              "tunnel.too-deep",
              "analyzer-core/src/test/java/org/rdmadump/net/TunnelsTest.java tunnel.too-deep"),
          Map.entry(
              "xdr.too-deep",
              "rpc-decoders/src/test/java/org/rdmadump/xdr/decode/XdrFaultTest.java"
                  + " XdrFault.TOO_DEEP"),
          Map.entry(
              "xdr.unknown-bit",
              "rpc-decoders/src/test/java/org/rdmadump/nfs/Nfs4CompoundTest.java xdr.unknown-bit"));

  @TempDir Path folder;

  /** A line of the list. */
  record Case(String rule, long frame, String capture, List<String> change) {
    @Override
    public String toString() {
      return rule;
    }
  }

  static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(EveryRuleTest.class.getResourceAsStream("rules.txt")),
                StandardCharsets.UTF_8))) {
      for (String line : lines.lines().filter(each -> !each.startsWith("#")).toList()) {
        List<String> words = List.of(line.split(" +", -1));
        cases.add(
            new Case(
                words.get(0),
                Long.parseLong(words.get(1)),
                words.get(2),
                words.subList(3, words.size())));
      }
    }
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldFindSomething(Case given) throws IOException {
    Path capture = CAPTURES.resolve(given.capture);
    if (given.capture.startsWith(FORM)) {
      Form form = Form.valueOf(given.capture.substring(FORM.length()));
      capture = RewrittenCapture.of(FORMS_OF).write(form, folder.resolve("form.pcap"));
    }
    Path file = capture;
    if (!given.change.isEmpty()) {
      BrokenCapture broken = BrokenCapture.of(capture);
      change(broken, given.change);
      file = folder.resolve("broken.pcap");
      broken.write(file);
    }
    assertThat(RuleFrames.of(file, given.rule)).contains(given.frame);
  }

  private static void change(BrokenCapture capture, List<String> words) {
    int number = Integer.parseInt(words.get(0));
    int value = Integer.parseInt(words.get(2));
    switch (words.get(1)) {
      case "cut" -> capture.shorten(number, value);
      case "ip" -> capture.shortenIp(number, value);
      case "set" -> capture.frame(number).put(value, (byte) Integer.parseInt(words.get(3)));
      case "put" -> {
        capture.frame(number).putInt(value, Integer.parseInt(words.get(3)));
        capture.repair(number);
      }
      case "move" -> capture.move(number, value);
      case "drop" -> {
        for (int i = 0; i < value; i++) {
          capture.drop(number);
        }
      }
      default -> throw new IllegalArgumentException(words.toString());
    }
  }

  @Test
  void shouldHaveACaseForEachRule() throws IOException {
    Set<String> proven = new TreeSet<>(ELSEWHERE.keySet());
    cases().forEach(each -> proven.add(each.rule));
    for (SeededFault fault : SeededFault.values()) {
      proven.add(fault.rule());
    }
    assertThat(proven).isEqualTo(new TreeSet<>(new RuleCatalogue().names()));
  }

  /** The tests that are named do name the rule, by its name or by its constant. */
  @Test
  void shouldFindTheRuleInTheTestThatIsNamed() throws IOException {
    for (Map.Entry<String, String> each : ELSEWHERE.entrySet()) {
      String[] words = each.getValue().split(" ", -1);
      String test = Files.readString(Path.of("..").resolve(words[0]));
      assertThat(test).as(each.getKey()).contains(words[1]);
    }
  }
}
