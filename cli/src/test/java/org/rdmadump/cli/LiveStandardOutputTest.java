package org.rdmadump.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.testing.Needs;

/** Who reads a capture from a pipe gets it at once, may go away, and may stop reading. */
@Timeout(value = 120, unit = SECONDS)
@Tag("alone")
class LiveStandardOutputTest {
  /** Nobody answers there. */
  private static final int DISCARD = 9;

  /** More than a pipe holds. */
  private static final int MANY = 300;

  private static final int LENGTH = 1400;
  private static final int PATIENCE_SECONDS = 30;
  private static final int INTERRUPTED = 130;

  @TempDir Path folder;
  private Path err;
  private Optional<Process> started = Optional.empty();

  @BeforeEach
  void prepare() throws Exception {
    Needs.root();
    Needs.libpcap();
    Needs.command("env", "coreutils");
    Needs.command("mkfifo", "coreutils");
    err = folder.resolve("err");
  }

  @AfterEach
  void end() {
    if (started.isPresent()) {
      Process unused = started.get().destroyForcibly();
    }
  }

  @Test
  void shouldBeginBeforeTheFirstPacketAndEndSoonWhenItsReaderIsGone() throws Exception {
    live("-");
    try (InputStream capture = process().getInputStream()) {
      assertThat(capture.readNBytes(4)).startsWith(0x0a, 0x0d, 0x0d, 0x0a);
    }

    long end = System.nanoTime() + SECONDS.toNanos(10);
    while (process().isAlive() && System.nanoTime() < end) {
      send(1);
      Thread.sleep(20);
    }

    assertThat(process().isAlive()).isFalse();
    assertThat(process().exitValue()).isEqualTo(ExitStatus.CLOSED_PIPE);
  }

  @Test
  void shouldEndWithTheCountsWhenInterruptedThoughItsReaderReadsNoMore() throws Exception {
    live("-");
    await("capturing lo");
    send(MANY);
    Thread.sleep(300);

    long nanos = interrupt();

    assertThat(process().exitValue()).isEqualTo(INTERRUPTED);
    assertThat(nanos).isLessThan(SECONDS.toNanos(6));
    assertThat(Files.readString(err)).containsPattern("[1-9][0-9]* packets captured on lo");
  }

  @Test
  void shouldEndWhenInterruptedThoughNobodyOpensThePipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    live(pipe.toString());
    while (!hasDevice()) {
      assertThat(process().isAlive()).isTrue();
      Thread.sleep(20);
    }
    Thread.sleep(300);

    long nanos = interrupt();

    assertThat(process().exitValue()).isEqualTo(INTERRUPTED);
    assertThat(nanos).isLessThan(SECONDS.toNanos(6));
    assertThat(Files.readString(err)).contains("nothing was captured");
  }

  private void live(String written) throws IOException {
    List<String> command = new ArrayList<>();
    // Whoever started the tests may ignore the signal, and then Java leaves it ignored.
    command.addAll(List.of("env", "--default-signal=INT,PIPE"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("live", "-i", "lo", "-q", "-f", "udp dst port " + DISCARD));
    command.addAll(List.of("-w", written));
    started = Optional.of(new ProcessBuilder(command).redirectError(err.toFile()).start());
  }

  private Process process() {
    return started.orElseThrow();
  }

  private void await(String message) throws Exception {
    long end = System.nanoTime() + SECONDS.toNanos(PATIENCE_SECONDS);
    while (!Files.readString(err).contains(message)) {
      assertThat(System.nanoTime()).as(Files.readString(err)).isLessThan(end);
      Thread.sleep(20);
    }
  }

  /** Whether the device is open, which is done before the file is opened. */
  private boolean hasDevice() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/" + process().pid() + "/fd"))) {
      for (Path file : files.toList()) {
        if (isSocket(file)) {
          return true;
        }
      }
      return false;
    }
  }

  private static boolean isSocket(Path descriptor) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (NoSuchFileException e) {
      return false; // Closed since it was listed.
    }
  }

  private static void send(int count) throws IOException {
    byte[] bytes = new byte[LENGTH];
    try (DatagramSocket socket = new DatagramSocket()) {
      for (int i = 0; i < count; i++) {
        socket.send(new DatagramPacket(bytes, LENGTH, InetAddress.getLoopbackAddress(), DISCARD));
      }
    }
  }

  /** {@return how long it took to end} */
  private long interrupt() throws Exception {
    long start = System.nanoTime();
    Process kill = new ProcessBuilder("bash", "-c", "kill -INT " + process().pid()).start();
    assertThat(kill.waitFor()).isZero();
    assertThat(process().waitFor(PATIENCE_SECONDS, SECONDS)).isTrue();
    return System.nanoTime() - start;
  }
}
