package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A capture is shown while another thread writes it. */
@Timeout(60)
class FollowTest {
  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-acl.pcap");

  private static final int FILE_HEADER = 24;
  private static final int PIECE = 3001;

  private final Lines out = new Lines();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Interruption interruption = new Interruption();

  @TempDir Path folder;

  /** Output that one thread writes and another one looks at. */
  private static final class Lines extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public synchronized void write(int b) {
      bytes.write(b);
    }

    @Override
    public synchronized void write(byte[] some, int offset, int length) {
      bytes.write(some, offset, length);
    }

    synchronized String text() {
      return bytes.toString(StandardCharsets.UTF_8);
    }
  }

  @Test
  void shouldPrintAllOfAFileThatIsWrittenSlowlyAndThenTheCounts() throws Exception {
    // given
    byte[] bytes = Files.readAllBytes(CAPTURE);
    Path file = Files.createFile(folder.resolve("live.pcap"));
    CompletableFuture<Integer> run = follow(file);

    // when
    for (int at = 0; at < bytes.length; at += PIECE) {
      append(file, Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + PIECE)));
      Thread.sleep(2);
    }

    // then
    waitFor(whole());
    interruption.request();
    assertThat(run.get()).isEqualTo(ExitStatus.INTERRUPTED);
    assertThat(out.text()).isEqualTo(whole());
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains(" RDMA packets\n")
        .doesNotContain("cut short");
  }

  @Test
  void shouldCarryStateAcrossTheFilesOfARotation() throws Exception {
    // given files that are cut wherever it happens, between two records
    byte[] bytes = Files.readAllBytes(CAPTURE);
    byte[] header = Arrays.copyOf(bytes, FILE_HEADER);
    Path file = folder.resolve("cap");
    CompletableFuture<Integer> run = null;
    int number = 0;
    int at = FILE_HEADER;

    // when
    while (at < bytes.length) {
      int from = at;
      while (at < bytes.length && at - from < bytes.length / 5) {
        at += 16 + lengthAt(bytes, at + 8);
      }
      Path next = number == 0 ? file : folder.resolve("cap" + number);
      number++;
      Files.write(next, header);
      append(next, Arrays.copyOfRange(bytes, from, at));
      run = run == null ? follow(file) : run;
      Thread.sleep(20);
    }

    // then
    assertThat(number).isGreaterThan(4);
    waitFor(whole());
    interruption.request();
    assertThat(run).succeedsWithin(Duration.ofSeconds(10));
    assertThat(out.text()).isEqualTo(whole());
  }

  private static int lengthAt(byte[] bytes, int at) {
    return Integer.reverseBytes(ByteBuffer.wrap(bytes).getInt(at));
  }

  private CompletableFuture<Integer> follow(Path file) {
    return CompletableFuture.supplyAsync(
        () ->
            Main.run(
                new String[] {"--follow", "--json", file.toString()},
                InputStream.nullInputStream(),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Terminal.NONE,
                interruption));
  }

  private void waitFor(String text) throws InterruptedException {
    while (out.text().length() < text.length()) {
      Thread.sleep(10);
    }
  }

  /** What the whole capture gives. */
  private static String whole() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        new String[] {"--json", CAPTURE.toString()},
        InputStream.nullInputStream(),
        out,
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void append(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes, StandardOpenOption.APPEND);
  }
}
