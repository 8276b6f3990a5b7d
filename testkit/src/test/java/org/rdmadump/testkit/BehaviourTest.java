package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rpcrdma.RpcExchange;

/** A golden of one run fits the next run of the same workload, and no other. */
class BehaviourTest {
  private static final String ROCE = "rocev2/rocev2-nfs41-vlan.pcap";
  private static final String IWARP = "iwarp/iwarp-nfs41-crc.pcap";
  private static final Path GOLDEN = Path.of("src/test/golden/nfs3-acl.txt");

  @TempDir Path folder;

  static Stream<String> captures() throws IOException {
    try (Stream<Path> files = Files.walk(Captures.path(""))) {
      return files
          .filter(file -> file.toString().matches(".*-(nfs|mixed|odd).*\\.pcap(ng)?"))
          .map(file -> Captures.path("").relativize(file).toString())
          .sorted()
          .toList()
          .stream();
    }
  }

  private static Set<String> xids(RdmaCapture capture) {
    try (Stream<RpcExchange> all = capture.exchanges()) {
      return all.map(RpcExchange::xidText).collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** Loss, as it shows below RPC. */
  private static Tolerance withLoss(Difference... kinds) {
    return Tolerance.allowing(kinds)
        .ignoringRules("tcp.*", "aeth.*", "bth.*", "rpcrdma.data-repeated");
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs41-any-nano.pcap, rocev2/rocev2-nfs41-vlan.pcap",
    "rocev2/rocev2-nfs41-pcapng.pcapng, rocev2/rocev2-nfs41-vlan.pcap",
    "iwarp/iwarp-nfs41-p2p.pcap, iwarp/iwarp-nfs41-crc.pcap",
    "iwarp/iwarp-nfs41-loss.pcap, iwarp/iwarp-nfs41-reorder.pcap",
  })
  void shouldFitTheNextRun(String run, String golden) throws IOException {
    try (RdmaCapture capture = Captures.open(run);
        RdmaCapture before = Captures.open(golden)) {
      assertThat(capture).behavesLike(before);
      Assertions.assertThat(xids(capture)).doesNotContainAnyElementsOf(xids(before));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs41-vlan.pcap, iwarp/iwarp-nfs41-crc.pcap",
    "rocev2/rocev2-nfs3-acl.pcap, iwarp/iwarp-nfs3-acl.pcap",
    "rocev2/rocev2-nfs41-delegation.pcap, iwarp/iwarp-nfs41-delegation.pcap",
    "rocev2/rocev2-nfs41-midstream.pcap, iwarp/iwarp-nfs41-midstream.pcap",
  })
  void shouldFitAnotherTransportIfThatIsAllowed(String run, String golden) throws IOException {
    try (RdmaCapture capture = Captures.open(run);
        RdmaCapture other = Captures.open(golden)) {
      assertThat(capture).behavesLike(other, Tolerance.allowing(Difference.TRANSPORT));
      assertThatThrownBy(() -> assertThat(capture).behavesLike(other))
          .hasMessageContaining("expected the behaviour of the golden but there is 1 difference")
          .hasMessageContaining("  TRANSPORT: transport is rocev2, golden iwarp");
    }
  }

  @Test
  void shouldFitARunWithLossAndReordering() throws IOException {
    try (RdmaCapture capture = Captures.open("rocev2/rocev2-nfs41-reorder.pcap");
        RdmaCapture golden = Captures.open(ROCE);
        RdmaCapture loss = Captures.open("rocev2/rocev2-nfs41-loss.pcap");
        RdmaCapture other = Captures.open("iwarp/iwarp-nfs41-loss.pcap")) {
      assertThat(capture).behavesLike(golden, withLoss());
      assertThat(loss).behavesLike(other, withLoss(Difference.TRANSPORT, Difference.SEGMENTS));
      assertThatThrownBy(() -> assertThat(capture).behavesLike(golden))
          .hasMessageContaining("FINDINGS: bth.psn-repeat is new: the golden has none");
      assertThatThrownBy(() -> assertThat(golden).behavesLike(capture))
          .hasMessageContaining("FINDINGS: bth.psn-repeat of the golden is gone");
    }
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldFitItselfAsCaptureAndAsText(String name) throws IOException {
    try (RdmaCapture capture = Captures.open(name);
        RdmaCapture same = Captures.open(name)) {
      Path file = Files.write(folder.resolve("golden.txt"), BehaviourReader.of(same).lines());

      assertThat(capture).behavesLike(same).behavesLike(file);
      Assertions.assertThat(Behaviour.read(Files.readAllLines(file), file).lines())
          .isEqualTo(Files.readAllLines(file));
    }
  }

  @Test
  void shouldNotCompareTimes() throws IOException {
    try (RdmaCapture golden = Captures.open("rocev2/rocev2-nfs3-acl.pcap");
        RdmaCapture later =
            Captures.open(Captures.later("rocev2/rocev2-nfs3-acl.pcap", 3600, 7, folder))) {
      assertThat(later).behavesLike(golden).behavesLike(GOLDEN);
    }
  }

  @Test
  void shouldNotCompareTheOrderOfPackets() throws IOException {
    try (RdmaCapture golden = Captures.open(IWARP);
        RdmaCapture moved = Captures.open(Captures.moved(IWARP, 200, 199, folder))) {
      assertThat(moved).behavesLike(golden, withLoss());
    }
  }

  @Test
  void shouldFitAReviewedFileOverBothTransports() throws IOException {
    try (RdmaCapture roce = Captures.open("rocev2/rocev2-nfs3-acl.pcap");
        RdmaCapture iwarp = Captures.open("iwarp/iwarp-nfs3-acl.pcap")) {
      assertThat(roce).behavesLike(Path.of("src/test/golden/nfs3-acl.txt"));
      assertThat(iwarp)
          .behavesLike(
              Path.of("src/test/golden/nfs3-acl.txt"),
              Tolerance.allowing(Difference.TRANSPORT).ignoringOperations("GETATTR"));
    }
  }

  @Test
  void shouldSayHowToMakeTheFileThatIsNotThere() throws IOException {
    Path file = folder.resolve("none.txt");
    try (RdmaCapture capture = Captures.open(ROCE)) {
      assertThatThrownBy(() -> assertThat(capture).behavesLike(file))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("none.txt says but it is not there; -Drdmadump.golden.update=true");
    }
  }

  @Test
  void shouldListCallsThatOnlyOneHas() throws IOException {
    String name = "rocev2/rocev2-nfs3-acl.pcap";
    try (RdmaCapture whole = Captures.open(name);
        RdmaCapture begin = Captures.open(Captures.frames(name, 1, 100, folder))) {
      assertThatThrownBy(() -> assertThat(begin).behavesLike(whole))
          .hasMessageContaining("CALLS: GETACL ")
          .hasMessageContaining(" is missing\n      golden: call #")
          .hasMessageNotContaining("is not in the golden");
      assertThatThrownBy(() -> assertThat(whole).behavesLike(begin))
          .hasMessageContaining(" is not in the golden\n      capture: call #");
    }
  }

  @Test
  void shouldShowBothSidesOfAnOtherResult() throws IOException {
    try (RdmaCapture capture = Captures.open("rocev2/rocev2-nfs41-ipv6.pcap");
        RdmaCapture golden = Captures.open(ROCE)) {
      assertThatThrownBy(() -> assertThat(capture).behavesLike(golden))
          .hasMessageContaining(
              "delegation OPEN_DELEGATE_NONE; call #215 in frame 643, reply #216 in frame 647")
          .hasMessageContaining(
              "delegation OPEN_DELEGATE_READ; call #215 in frame 641, reply #216 in frame 645")
          .hasMessageContaining("CALLS: CLOSE /basic/small-0 is missing")
          .hasMessageContaining(" more\nTolerance.allowing(");
    }
  }

  @Test
  void shouldFailOnEmptySets() throws IOException {
    try (RdmaCapture capture = Captures.open(ROCE);
        RdmaCapture none = Captures.open("verbs/siw-rping.pcap")) {
      Tolerance all = Tolerance.allowing(Difference.values());

      assertThatThrownBy(() -> assertThat(none).behavesLike(none, all))
          .hasMessageContaining("expected RPC over RDMA but there is none");
      assertThatThrownBy(() -> assertThat(capture).behavesLike(none, all))
          .hasMessageContaining("expected calls that the golden has too but there is none");
    }
  }

  @Test
  void shouldRejectOperationsAndLinesThatDoNotExist() throws IOException {
    assertThatThrownBy(() -> Tolerance.NONE.ignoringOperations("GETTATR"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("GETTATR");
    Path file = Files.writeString(folder.resolve("bad.txt"), "transport: rocev2\nnothing\n");
    try (RdmaCapture capture = Captures.open(ROCE)) {
      assertThatThrownBy(() -> assertThat(capture).behavesLike(file))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("line 2: nothing");
    }
  }

  @Test
  void shouldKeepTheColumnsOfNamesWithBars() {
    BehavedCall call =
        new BehavedCall(
            BehavedCall.column("/a | b\n"),
            true,
            "NFS v3",
            "LOOKUP",
            List.of("LOOKUP"),
            "",
            "NFS3_OK",
            "RDMA_MSG",
            "RDMA_MSG",
            "line 4");

    Assertions.assertThat(call.line()).startsWith("~ /a \\u007c b\\n | NFS v3 | LOOKUP | ");
    Assertions.assertThat(BehavedCall.read(call.line(), "line 4")).contains(call);
  }
}
