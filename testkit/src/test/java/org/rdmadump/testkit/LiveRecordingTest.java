package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.live.CaptureDevice;
import org.rdmadump.live.DropCounters;
import org.rdmadump.live.PacketSink;

/** Recordings of devices that lose packets or fail. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LiveRecordingTest {
  @TempDir Path folder;

  /** A device without packets. */
  private record Silent(long lost, boolean fails) implements CaptureDevice {
    @Override
    public String name() {
      return "dev0";
    }

    @Override
    public int linkType() {
      return 1;
    }

    @Override
    public int snapLength() {
      return 64;
    }

    @Override
    public int take(PacketSink sink, int timeoutMillis) throws IOException {
      if (fails) {
        throw new IOException("it went away");
      }
      return 0;
    }

    @Override
    public DropCounters counters() {
      return new DropCounters(OptionalLong.of(lost), OptionalLong.of(lost), OptionalLong.of(0));
    }

    @Override
    public void close() {}
  }

  private LiveRecording recording(long lost, boolean fails) throws IOException {
    return LiveRecording.of(new Silent(lost, fails), "", folder.resolve("test.pcapng"));
  }

  @Test
  void shouldNotHandOutACaptureWithPacketsLost() throws IOException {
    LiveRecording recording = recording(12, false);

    assertThatThrownBy(recording::stop)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("dev0: 12 packets lost by the kernel");
  }

  @Test
  void shouldHandOutACaptureThoughItsThreadWasInterrupted() throws IOException {
    LiveRecording recording = recording(0, false);

    Thread.currentThread().interrupt();
    recording.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(recording.stop().problems()).isEmpty();
    recording.close();
  }

  @Test
  void shouldFailATestThatPassedWhileItsDeviceWentAway() throws IOException {
    Recordings recordings = new Recordings();
    LiveRecording recording = recording(0, true);
    recordings.add(recording);
    List<Path> kept = new ArrayList<>();

    assertThatThrownBy(() -> recordings.end(false, false, file -> "its report: " + kept.add(file)))
        .isInstanceOf(KeptCapture.class)
        .hasMessageContaining("dev0: it went away; the capture of this test is kept: ");
    assertThat(kept).containsExactly(recording.file());
    assertThat(recording.file()).exists();
  }

  @Test
  void shouldNotFailATestThatWasAbortedWhileItsDeviceWentAway() throws IOException {
    Recordings recordings = new Recordings();
    LiveRecording recording = recording(0, true);
    recordings.add(recording);

    recordings.end(false, true, kept -> "");

    assertThat(Files.exists(recording.file())).isFalse();
  }
}
