package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.rdmadump.RdmaCapture;

/** A test with a capture has JUnit log nothing. */
class SilentCaptureTest {
  private static final String SHOWN = "rdmadump.silent.shown";

  /** Run by the test below only. */
  @EnabledIfSystemProperty(named = SHOWN, matches = "true")
  static class WithCapture {
    @Test
    void shouldHaveMessages(
        @Capture("../testdata/captures/rocev2/rocev2-nfs3-acl.pcap") RdmaCapture capture) {
      assertThat(capture.messages()).isNotEmpty();
    }
  }

  /** Keeps what is logged from warnings on. */
  private static final class Kept extends Handler {
    private final List<String> messages = new ArrayList<>();

    @Override
    public void publish(LogRecord record) {
      if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
        messages.add(record.getMessage());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void shouldCloseACaptureWithoutAWarning() {
    Kept log = new Kept();
    Logger root = Logger.getLogger("");
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    System.setProperty(SHOWN, "true");
    root.addHandler(log);
    try {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectClass(WithCapture.class))
                  .build(),
              listener);
    } finally {
      root.removeHandler(log);
      System.clearProperty(SHOWN);
    }
    assertThat(listener.getSummary().getTestsSucceededCount()).isEqualTo(1);
    assertThat(log.messages).isEmpty();
  }
}
