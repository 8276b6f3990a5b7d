package org.rdmadump.rpcrdma.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * Real captures against what the client's kernel recorded while they were taken.
 *
 * <p>Checks the captures of {@code testdata}; {@code -Drdmadump.captures=DIR} names another folder.
 * {@code docs/ground-truth.md} says what is compared and how it came out.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GroundTruthTest {
  private final GroundTruthReport report = new GroundTruthReport();

  /** A comparison that returns its differences. */
  private interface Check {
    List<String> differences() throws IOException;
  }

  @AfterAll
  void writeReport() throws IOException {
    report.write();
  }

  @TestFactory
  Stream<DynamicNode> shouldAgreeWithTheTraceOfTheClient() throws IOException {
    return CaptureFolder.captures().stream().filter(CaptureCase::isTraced).map(this::traced);
  }

  private DynamicNode traced(CaptureCase capture) {
    try {
      TracedCapture traced = TracedCapture.read(capture);
      report.add(traced);
      return dynamicContainer(
          capture.name(),
          Stream.of(
              test(traced, "has the traced messages", () -> XidCheck.messages(traced)),
              test(traced, "pairs calls and replies", () -> XidCheck.pairs(traced)),
              test(traced, "has the offered segments", () -> SegmentCheck.offered(traced)),
              test(traced, "has the returned segments", () -> SegmentCheck.returned(traced)),
              test(traced, "has the lengths sent", () -> CompletenessCheck.lengths(traced)),
              test(traced, "misses only what was cut", () -> CompletenessCheck.missing(traced)),
              test(traced, "names the procedures", () -> ProcedureCheck.differences(traced)),
              test(traced, "names NFSv4 operations", () -> Nfs4Check.differences(traced)),
              test(traced, "rebuilds the files' bytes", () -> FileDataCheck.differences(traced)),
              test(traced, "explains the latencies", () -> LatencyCheck.differences(traced)),
              test(traced, "is as documented", () -> documentDiffers(traced))));
    } catch (IOException | RuntimeException e) {
      return dynamicTest(
          capture.name(),
          () -> {
            throw new AssertionError(capture.name(), e);
          });
    }
  }

  private static DynamicTest test(TracedCapture traced, String name, Check check) {
    return dynamicTest(
        name,
        () -> assertThat(check.differences()).as("%s %s", traced.capture().name(), name).isEmpty());
  }

  /** Only of captures that the document knows: another folder can have others. */
  private static List<String> documentDiffers(TracedCapture traced) throws IOException {
    String row = GroundTruthReport.row(traced);
    return GroundTruthReport.documented(traced.capture()).stream()
        .filter(documented -> !documented.equals(row))
        .map(documented -> "documented " + documented + ", decoded " + row)
        .toList();
  }

  @TestFactory
  Stream<DynamicNode> shouldDecodeOddMessagesLineByLine() throws IOException {
    return CaptureFolder.captures().stream().filter(CaptureCase::isOdd).map(GroundTruthTest::odd);
  }

  private static DynamicNode odd(CaptureCase capture) {
    try {
      OddCapture odd = new OddCapture(DecodedCapture.read(capture.file()), capture.isIwarp());
      List<OddLine> lines = OddWorkloadReader.read(capture.beside(".workload.txt"));
      assertThat(lines).as("%s: lines of the workload file", capture.name()).hasSize(22);
      return dynamicContainer(
          capture.name(),
          lines.stream()
              .map(
                  line ->
                      dynamicTest(
                          line.name(),
                          () ->
                              assertThat(odd.differences(line))
                                  .as(
                                      "%s %s %s",
                                      capture, line.name(), TracedCapture.hex(line.xid()))
                                  .isEmpty())));
    } catch (IOException e) {
      throw new IllegalStateException(capture.name(), e);
    }
  }

  @TestFactory
  Stream<DynamicTest> shouldFindNoRpcInOtherVerbsTraffic() throws IOException {
    return CaptureFolder.captures().stream()
        .filter(CaptureCase::isVerbs)
        .map(capture -> dynamicTest(capture.name(), () -> hasNoRpc(capture)));
  }

  private static void hasNoRpc(CaptureCase capture) throws IOException {
    DecodedCapture decoded = DecodedCapture.read(capture.file());
    CaptureSummary summary = decoded.summary();
    assertThat(decoded.messages()).as(capture.name()).isEmpty();
    assertThat(decoded.exchanges()).as(capture.name()).isEmpty();
    assertThat(summary.rdmaPackets()).as(capture.name()).isPositive();
    assertThat(summary.notDecoded()).as(capture.name()).doesNotContainKey("rdma_malformed");
  }
}
