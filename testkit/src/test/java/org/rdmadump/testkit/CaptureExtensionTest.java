package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.rdmadump.RdmaCapture;

/** What a parameter cannot be is said once, by name. */
class CaptureExtensionTest {
  @TempDir Path folder;

  private static String reason(Path file) {
    IOException why = catchThrowableOfType(IOException.class, () -> RdmaCapture.open(file));
    return CaptureExtension.reason(why, List.of(file));
  }

  private static final String SHOWN = "rdmadump.constructor.shown";
  private static final List<RdmaCapture> OPENED = new CopyOnWriteArrayList<>();

  /** Run by the test below only. */
  @EnabledIfSystemProperty(named = SHOWN, matches = "true")
  static class Taken {
    private final RdmaCapture capture;

    Taken(@Capture("../testdata/captures/rocev2/rocev2-nfs3-acl.pcap") RdmaCapture capture) {
      this.capture = capture;
    }

    @RepeatedTest(3)
    void shouldBeTheOnlyOneThatIsOpen() {
      List<RdmaCapture> before = OPENED.stream().filter(each -> each != capture).toList();
      OPENED.add(capture);
      assertThat(capture.messages().count()).isPositive();
      for (RdmaCapture each : before) {
        assertThatThrownBy(each::messages).hasMessage("the capture is closed");
      }
    }
  }

  @Test
  void shouldCloseWithEachTestWhatAConstructorTakes() {
    System.setProperty(SHOWN, "true");
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    try {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Taken.class)).build(),
              listener);
    } finally {
      System.clearProperty(SHOWN);
    }

    assertThat(listener.getSummary().getFailures()).isEmpty();
    assertThat(listener.getSummary().getTestsSucceededCount()).isEqualTo(3);
  }

  @Test
  void shouldNameWhatIsNoCaptureOnce() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "no capture at all");

    assertThat(reason(folder)).isEqualTo(folder + ": is a directory");
    assertThat(reason(text)).startsWith(text + ": not a pcap or pcapng capture");
  }

  @Test
  void shouldNameAllFilesWhereTheReasonNamesNone() {
    List<Path> files = List.of(Path.of("a.pcap"), Path.of("b.pcap"));

    assertThat(CaptureExtension.reason(new AccessDeniedException("a.pcap"), files))
        .isEqualTo("a.pcap, b.pcap: permission denied");
  }
}
