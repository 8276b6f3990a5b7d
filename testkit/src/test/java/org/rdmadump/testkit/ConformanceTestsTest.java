package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;
import org.rdmadump.RdmaCapture;

/** The cases of conformance as tests. */
class ConformanceTestsTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path ROCE = CAPTURES.resolve("rocev2/rocev2-nfs41-any-nano.pcap");
  private static final Path IWARP = CAPTURES.resolve("iwarp/iwarp-nfs41-crc.pcap");
  private static final Path LOSS = CAPTURES.resolve("rocev2/rocev2-nfs41-loss.pcap");
  private static final Path ODD = CAPTURES.resolve("rocev2/rocev2-odd.pcap");

  @TempDir Path folder;

  private static List<DynamicTest> tests(Stream<DynamicNode> nodes) {
    return nodes
        .map(DynamicContainer.class::cast)
        .flatMap(DynamicContainer::getChildren)
        .map(DynamicTest.class::cast)
        .toList();
  }

  private static DynamicTest test(Stream<DynamicNode> nodes, String name) {
    return tests(nodes).stream()
        .filter(each -> each.getDisplayName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldPassOverBothTransportsAndSkipWhatIsNotSeen() throws Throwable {
    List<DynamicTest> tests = tests(ConformanceTests.of(ROCE, IWARP));
    int skipped = 0;
    for (DynamicTest each : tests) {
      try {
        each.getExecutable().execute();
      } catch (TestAbortedException e) {
        assertThat(e).hasMessageStartingWith("not seen: ");
        skipped++;
      }
    }

    assertThat(tests).hasSize(2 * (1 + 13));
    assertThat(skipped).isEqualTo(3 + 4);
  }

  @Test
  void shouldSkipWhereMissingPacketsLeaveItOpenAndFailIfStrict() {
    assertThatThrownBy(
            () -> test(ConformanceTests.of(LOSS), "basic.traffic").getExecutable().execute())
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("aeth.nak");
    assertThatThrownBy(
            () -> test(ConformanceTests.strict(LOSS), "basic.traffic").getExecutable().execute())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("aeth.nak");
  }

  @Test
  void shouldFailWithThePlaceAndTheExchange() {
    assertThatThrownBy(
            () -> test(ConformanceTests.of(ODD), "basic.traffic").getExecutable().execute())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("basic.traffic: NFS goes over RDMA")
        .hasMessageContaining("  frame 15: rpcrdma.other-version")
        .hasMessageContaining("... and ")
        .hasMessageContaining("RDMA_ERROR");
  }

  @Test
  void shouldFailWhereNothingOfNfsIsSeen() {
    for (String each : List.of("verbs/siw-rping.pcap", "iwarp/iwarp-nfs41-snap128.pcap")) {
      Path capture = CAPTURES.resolve(each);
      assertThatThrownBy(
              () ->
                  test(ConformanceTests.of(capture), "something is seen").getExecutable().execute())
          .isInstanceOf(AssertionError.class)
          .hasMessageStartingWith("no NFS in ")
          .hasMessageContaining(capture.toString());
    }
  }

  /** The captures behind it have their tests all the same. */
  @Test
  void shouldFailOneThatCannotBeRead() throws IOException {
    Path none = Files.writeString(folder.resolve("none.pcap"), "no capture");

    assertThat(ConformanceTests.of(none, ROCE)).hasSize(2);
    assertThatThrownBy(
            () ->
                test(ConformanceTests.of(none), "the capture can be read")
                    .getExecutable()
                    .execute())
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith(none + " cannot be read: ");
    Path missing = folder.resolve("missing.pcap");
    assertThatThrownBy(
            () ->
                test(ConformanceTests.of(missing), "the capture can be read")
                    .getExecutable()
                    .execute())
        .hasMessage(missing + " cannot be read: no such file");
    assertThatThrownBy(
            () ->
                test(
                        ConformanceTests.strict(folder.resolve("nothing.pcap")),
                        "the capture can be read")
                    .getExecutable()
                    .execute())
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void shouldNotPassACaptureThatIsCutShort() throws IOException {
    Path cut = folder.resolve("cut.pcap");
    byte[] bytes = Files.readAllBytes(CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap"));
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 3));

    assertThatThrownBy(
            () -> test(ConformanceTests.strict(cut), "basic.traffic").getExecutable().execute())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("capture.cut-short: cut short in frame ");
  }

  @Test
  void shouldNotPassTwoCapturesOfWhichOneIsCutShort() throws IOException {
    Path first = CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap");
    Path cut = folder.resolve("cut.pcap");
    byte[] bytes = Files.readAllBytes(ROCE);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 3));

    try (RdmaCapture capture = RdmaCapture.builder().files(List.of(first, cut)).open()) {
      assertThat(capture.conformance().isFailure(true)).isTrue();
    }
  }
}
