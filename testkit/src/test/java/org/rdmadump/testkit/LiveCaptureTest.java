package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.tcp.TcpHeader;
import org.rdmadump.testing.Needs;

/** Captures around a test, of iWARP that is replayed through TCP over the loopback device. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LiveCaptureTest {
  private static final Path IWARP =
      Path.of("..", "testdata", "captures", "iwarp", "iwarp-nfs3-acl.pcap");
  private static final int TCP_HEADER = 34;
  private static final int IWARP_PORT = 20049;
  private static final String SHOWN = "rdmadump.shown";
  private static final String DEVICE = "rdmadump.test.device";

  @BeforeEach
  void need() {
    Needs.root();
    Needs.libpcap();
  }

  /** What one side of the connection in the capture sends at once. */
  private record Turn(boolean byClient, Rope bytes) {}

  private static List<Turn> turns() throws IOException {
    List<Turn> turns = new ArrayList<>();
    try (FrameSource source = CaptureFile.open(IWARP)) {
      Frame frame = new Frame();
      while (source.next(frame)) {
        TcpHeader header = TcpHeader.read(frame.bytes(), frame.offset() + TCP_HEADER);
        boolean iwarp = header.sourcePort() == IWARP_PORT || header.destinationPort() == IWARP_PORT;
        int data = TCP_HEADER + header.headerLength();
        int end = 14 + Short.toUnsignedInt(frame.bytes().getShort(frame.offset() + 16));
        if (iwarp && end > data) {
          byte[] bytes = new byte[end - data];
          frame.bytes().get(frame.offset() + data, bytes);
          turns.add(new Turn(header.destinationPort() == IWARP_PORT, Rope.of(bytes)));
        }
      }
    }
    return turns;
  }

  /** Has both sides send what they sent in the capture, turn by turn. */
  private static void replay() throws IOException {
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(listening.getInetAddress(), listening.getLocalPort());
        Socket server = listening.accept()) {
      for (Turn each : turns()) {
        OutputStream out = (each.byClient() ? client : server).getOutputStream();
        InputStream in = (each.byClient() ? server : client).getInputStream();
        byte[] bytes = each.bytes().toArray(0, each.bytes().length());
        out.write(bytes);
        out.flush();
        assertThat(in.readNBytes(bytes.length)).isEqualTo(bytes);
      }
    }
  }

  @Test
  void shouldHandOutWhatWasCaptured(@LiveCapture("lo") LiveRecording recording) throws IOException {
    replay();

    RdmaAssertions.assertThat(Exchanges.of(recording.stop()).matching("nfs_acl")).hasSize(9);
    RdmaAssertions.assertThat(recording.stop()).isComplete().hasNoCallsWithoutReply();
    assertThat(recording.file()).exists();
  }

  /** Run by the tests below only. */
  static class Shown {
    @Test
    @EnabledIfSystemProperty(named = SHOWN, matches = "true")
    void shouldFail(@LiveCapture("lo") LiveRecording recording) throws IOException {
      replay();
      RdmaAssertions.assertThat(recording.stop()).hasConnections(9);
    }

    @Test
    @EnabledIfSystemProperty(named = SHOWN, matches = "true")
    void shouldPass(@LiveCapture(value = "lo", folder = "target/live") LiveRecording recording) {
      assertThat(recording.file()).exists();
    }

    @Test
    @EnabledIfSystemProperty(named = SHOWN, matches = "true")
    void shouldNotBegin(@LiveCapture("no-such-device") LiveRecording recording) {
      assertThat(recording).isNotNull();
    }

    @Test
    @EnabledIfSystemProperty(named = SHOWN, matches = "true")
    void shouldNotBeginByProperty(@LiveCapture("${" + DEVICE + "}") LiveRecording recording) {
      assertThat(recording).isNotNull();
    }
  }

  /** Run by the tests below only. */
  static class ShownTogether {
    private LiveRecording before;

    @BeforeEach
    void begin(@LiveCapture(value = "lo", folder = "target/together") LiveRecording recording) {
      before = recording;
    }

    @Test
    @EnabledIfSystemProperty(named = SHOWN, matches = "true")
    void shouldPass(
        @LiveCapture(value = "lo", folder = "target/together") LiveRecording one,
        @LiveCapture(value = "lo", folder = "target/together") LiveRecording other) {
      assertThat(List.of(before.file(), one.file(), other.file())).doesNotHaveDuplicates();
    }

    @Test
    @EnabledIfSystemProperty(named = SHOWN, matches = "true")
    void shouldAbort() {
      assumeTrue(before.file().toString().isEmpty(), "no more");
    }
  }

  /** Run by the tests below only. */
  static class ShownFactory {
    @TestFactory
    @EnabledIfSystemProperty(named = SHOWN, matches = "true")
    Stream<DynamicTest> shouldFailLater(@LiveCapture("lo") LiveRecording recording) {
      return Stream.of(
          DynamicTest.dynamicTest("later", () -> assertThat(recording.file()).isNull()));
    }
  }

  private static Optional<Throwable> failureOf(String method) {
    return resultsOf(
            selectMethod(
                Shown.class.getName() + "#" + method + "(" + LiveRecording.class.getName() + ")"))
        .stream()
        .flatMap(each -> each.getThrowable().stream())
        .findFirst();
  }

  private static List<TestExecutionResult> resultsOf(DiscoverySelector tests) {
    List<TestExecutionResult> results = new ArrayList<>();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(tests).build();
    System.setProperty(SHOWN, "true");
    try {
      LauncherFactory.create()
          .execute(
              request,
              new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                  if (!test.isContainer() || result.getThrowable().isPresent()) {
                    results.add(result);
                  }
                }
              });
    } finally {
      System.clearProperty(SHOWN);
    }
    return results;
  }

  @Test
  void shouldKeepTheFileOfATestThatFailedAndSayWhere() throws IOException {
    Throwable failure = failureOf("shouldFail").orElseThrow();

    assertThat(failure).hasMessageContaining("expected 9 connections but there is 1");
    assertThat(failure.getSuppressed()).hasSize(1);
    String said = String.valueOf(failure.getSuppressed()[0].getMessage());
    assertThat(said).startsWith("the capture of this test is kept: ");
    Path kept = Path.of(said.substring(said.indexOf(": ") + 2, said.indexOf("; ")));
    assertThat(kept).isNotEmptyFile();
    assertThat(said).contains("; the report of " + kept.getFileName() + ": ");
    assertThat(Path.of(said.substring(said.lastIndexOf(": ") + 2))).isNotEmptyFile();
    Files.delete(kept);
  }

  @Test
  void shouldDeleteTheFileOfATestThatPassed() throws IOException {
    assertThat(failureOf("shouldPass")).isEmpty();
    assertThat(Path.of("target", "live")).isEmptyDirectory();
  }

  @Test
  void shouldSayWhatDeviceCannotBeCaptured() {
    assertThat(failureOf("shouldNotBegin").orElseThrow())
        .hasMessageContaining("cannot capture no-such-device: ");
  }

  @Test
  void shouldCaptureTheDeviceThatAPropertyNames() {
    System.setProperty(DEVICE, "no-such-device");
    try {
      assertThat(failureOf("shouldNotBeginByProperty").orElseThrow())
          .hasMessageContaining("no-such-device: ");
    } finally {
      System.clearProperty(DEVICE);
    }
  }

  @Test
  void shouldSayWhichPropertyNamesNoDevice() {
    assertThat(failureOf("shouldNotBeginByProperty").orElseThrow())
        .hasMessageContaining("no device is named; -D" + DEVICE + "=DEV names one");
  }

  @Test
  void shouldEndAllRecordingsOfATestAndOfWhatIsBeforeIt() {
    assertThat(resultsOf(selectClass(ShownTogether.class)))
        .extracting(TestExecutionResult::getStatus)
        .containsExactlyInAnyOrder(
            TestExecutionResult.Status.SUCCESSFUL, TestExecutionResult.Status.ABORTED);
    assertThat(Path.of("target", "together")).isEmptyDirectory();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("rdmadump-recording");
  }

  @Test
  void shouldRefuseATestFactoryWhoseTestsWouldFailUnseen() {
    assertThat(resultsOf(selectClass(ShownFactory.class)))
        .singleElement()
        .satisfies(
            result ->
                assertThat(result.getThrowable().orElseThrow())
                    .hasMessageContaining(
                        "cannot tell whether the tests of the @TestFactory shouldFailLater fail"));
  }
}
