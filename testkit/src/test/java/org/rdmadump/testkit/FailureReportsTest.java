package org.rdmadump.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.rdmadump.RdmaCapture;

/** A test that fails has the report of its capture beside its failure. */
class FailureReportsTest {
  private static final String SHOWN = "rdmadump.reports.shown";
  private static final String CLIENT = "../testdata/captures/rocev2/rocev2-nfs3-acl.pcap";
  private static final String OTHER = "../testdata/captures/rocev2/rocev2-nfs41-loss.pcap";

  private static final String SAME_NAME = "target/same-name/rocev2-nfs3-acl.pcap";

  @TempDir Path folder;

  /** Run by the tests below only. */
  @EnabledIfSystemProperty(named = SHOWN, matches = "true")
  static class Shown {
    @Test
    void shouldFail(@Capture(CLIENT) RdmaCapture capture) {
      RdmaAssertions.assertThat(capture).hasConnections(9);
    }

    @Test
    void shouldFailWithTwo(
        @Capture({CLIENT, OTHER}) RdmaCapture both, @Capture(OTHER) RdmaCapture one) {
      RdmaAssertions.assertThat(both).hasConnections(9);
      RdmaAssertions.assertThat(one).hasConnections(9);
    }

    @Test
    void shouldFailWithTwoOfAName(
        @Capture(CLIENT) RdmaCapture roce, @Capture(SAME_NAME) RdmaCapture iwarp) {
      RdmaAssertions.assertThat(roce).hasConnections(9);
      RdmaAssertions.assertThat(iwarp).hasConnections(9);
    }

    @Test
    void shouldFailWithTheNameOfASecond(
        @Capture(CLIENT) RdmaCapture one,
        @Capture(SAME_NAME) RdmaCapture two,
        @Capture(SAME_NAME + "-2") RdmaCapture three) {
      RdmaAssertions.assertThat(one).hasConnections(9);
      RdmaAssertions.assertThat(two).hasConnections(9);
      RdmaAssertions.assertThat(three).hasConnections(9);
    }

    @Test
    void shouldPass(@Capture(CLIENT) RdmaCapture capture) {
      RdmaAssertions.assertThat(capture).hasConnections(1);
    }

    @Test
    void shouldAbort(@Capture(CLIENT) RdmaCapture capture) {
      abort(capture.messages().count() + " messages");
    }
  }

  private TestExecutionSummary run(String method, Class<?>... parameters) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    System.setProperty(SHOWN, "true");
    try {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectMethod(Shown.class, method, parameters))
                  .configurationParameter("junit.platform.reporting.output.dir", folder.toString())
                  .build(),
              listener);
    } finally {
      System.clearProperty(SHOWN);
    }
    return listener.getSummary();
  }

  private static List<String> beside(TestExecutionSummary summary) {
    assertThat(summary.getFailures()).hasSize(1);
    Throwable failure = summary.getFailures().get(0).getException();
    assertThat(failure).hasMessageContaining("expected 9 connections");
    assertThat(failure.getSuppressed()).hasSize(1).hasOnlyElementsOfType(AttachedReport.class);
    return String.valueOf(failure.getSuppressed()[0].getMessage()).lines().toList();
  }

  @Test
  void shouldSayWhereTheReportIs() throws IOException {
    List<String> said = beside(run("shouldFail", RdmaCapture.class));

    assertThat(said).hasSize(1);
    assertThat(said.get(0)).startsWith("the report of rocev2-nfs3-acl.pcap: ");
    Path page = Path.of(said.get(0).substring(said.get(0).indexOf(": ") + 2));
    assertThat(page).startsWith(folder);
    assertThat(Files.readString(page, UTF_8))
        .contains("rdmadump report")
        .contains("\"frames\":" + frames(CLIENT));
  }

  private static long frames(String capture) throws IOException {
    // Of a classic pcap, in little-endian order.
    ByteBuffer file =
        ByteBuffer.wrap(Files.readAllBytes(Path.of(capture))).order(ByteOrder.LITTLE_ENDIAN);
    long frames = 0;
    for (int at = 24; at < file.limit(); at += 16 + file.getInt(at + 8)) {
      frames++;
    }
    return frames;
  }

  @Test
  void shouldHaveAReportOfEachCapture() {
    List<String> said = beside(run("shouldFailWithTwo", RdmaCapture.class, RdmaCapture.class));

    assertThat(said)
        .hasSize(2)
        .anySatisfy(each -> assertThat(each).startsWith("the report of rocev2-nfs3-acl.pcap: "))
        .anySatisfy(each -> assertThat(each).startsWith("the report of rocev2-nfs41-loss.pcap: "));
  }

  @Test
  void shouldHaveAReportOfEachOfTwoCapturesOfOneName() throws IOException {
    // given a second file of the name of the first one, in another folder
    Path other = Path.of(SAME_NAME);
    Files.createDirectories(other.getParent());
    Files.copy(Path.of(OTHER), other, StandardCopyOption.REPLACE_EXISTING);

    List<String> said =
        beside(run("shouldFailWithTwoOfAName", RdmaCapture.class, RdmaCapture.class));

    assertThat(said).hasSize(2);
    assertThat(said.get(0)).startsWith("the report of rocev2-nfs3-acl.pcap: ");
    assertThat(said.get(1)).startsWith("the report of rocev2-nfs3-acl.pcap-2: ");
    assertThat(pageOf(said.get(0))).contains("\"frames\":" + frames(CLIENT));
    assertThat(pageOf(said.get(1))).contains("\"frames\":" + frames(OTHER));
  }

  @Test
  void shouldNotTakeTheNameThatAnotherReportWasGiven() throws IOException {
    // given a third file whose name is that of the second report
    Path other = Path.of(SAME_NAME);
    Files.createDirectories(other.getParent());
    Files.copy(Path.of(OTHER), other, StandardCopyOption.REPLACE_EXISTING);
    Files.copy(Path.of(CLIENT), Path.of(SAME_NAME + "-2"), StandardCopyOption.REPLACE_EXISTING);

    List<String> said =
        beside(
            run(
                "shouldFailWithTheNameOfASecond",
                RdmaCapture.class,
                RdmaCapture.class,
                RdmaCapture.class));

    assertThat(said).hasSize(3);
    assertThat(said.get(1)).startsWith("the report of rocev2-nfs3-acl.pcap-2: ");
    assertThat(said.get(2)).startsWith("the report of rocev2-nfs3-acl.pcap-2-2: ");
    assertThat(pageOf(said.get(1))).contains("\"frames\":" + frames(OTHER));
    assertThat(pageOf(said.get(2))).contains("\"frames\":" + frames(CLIENT));
  }

  private static String pageOf(String line) throws IOException {
    return Files.readString(Path.of(line.substring(line.indexOf(": ") + 2)), UTF_8);
  }

  @Test
  void shouldSayAtWhichFrameOneOfSeveralCapturesIsCutShort() throws IOException {
    // given the later one of two, without the end of its last frame
    byte[] bytes = Files.readAllBytes(Path.of(CLIENT));
    Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(bytes, bytes.length - 1));
    Path page = folder.resolve("page.html");

    CaptureReport.write(List.of(cut, Path.of(OTHER)), page);

    assertThat(Files.readString(page, UTF_8))
        .contains("capture.cut-short")
        .contains("\"frame\":" + (frames(OTHER) + frames(CLIENT) - 1));
  }

  @Test
  void shouldWriteNoneIfTheTestPassesOrAborts() throws IOException {
    assertThat(run("shouldPass", RdmaCapture.class).getTestsSucceededCount()).isEqualTo(1);
    assertThat(run("shouldAbort", RdmaCapture.class).getTestsAbortedCount()).isEqualTo(1);

    assertThat(folder).isEmptyDirectory();
  }
}
