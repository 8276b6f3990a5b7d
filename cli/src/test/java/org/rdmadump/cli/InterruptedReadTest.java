package org.rdmadump.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/** A run that is interrupted while it waits for more of its input leaves whole output. */
@Timeout(value = 60, unit = SECONDS)
class InterruptedReadTest {
  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-loss.pcap");
  private static final int PART = 200_000;

  private final Interruption interruption = new Interruption();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;
  private Pipe pipe;

  @BeforeEach
  void openPipe() throws IOException {
    pipe = Pipe.open();
  }

  @AfterEach
  void closePipe() throws IOException {
    pipe.sink().close();
    pipe.source().close();
  }

  @Test
  void shouldLeaveAWholeCaptureInAFile() throws Exception {
    Path file = folder.resolve("out.pcapng");

    assertThat(interrupted(part(), "export", "-", "-o", file.toString()))
        .isEqualTo(ExitStatus.INTERRUPTED);
    assertThat(err()).startsWith("rdmadump: interrupted; " + framesOf(file) + " messages written");
  }

  @Test
  void shouldLeaveAWholeCaptureAtStandardOutput() throws Exception {
    assertThat(interrupted(part(), "export", "-", "-o", "-")).isEqualTo(ExitStatus.INTERRUPTED);

    Path file = Files.write(folder.resolve("out.pcapng"), out.toByteArray());
    assertThat(err()).startsWith("rdmadump: interrupted; " + framesOf(file) + " messages written");
  }

  @Test
  void shouldLeaveWholeFilesAndAManifest() throws Exception {
    Path files = folder.resolve("files");

    assertThat(interrupted(part(), "extract", "-", "-o", files.toString()))
        .isEqualTo(ExitStatus.INTERRUPTED);
    assertThat(out()).containsPattern("[0-9]+ files?, [0-9]+ bytes");
    JsonNode manifest = new ObjectMapper().readTree(files.resolve("manifest.json").toFile());
    assertThat(manifest).isNotEmpty();
    for (JsonNode each : manifest) {
      assertThat(files.resolve(each.get("path").asText())).hasSize(each.get("size").asLong());
    }
  }

  @Test
  void shouldSayThatNothingWasRead() throws Exception {
    assertThat(interrupted(new byte[0], "-")).isEqualTo(ExitStatus.INTERRUPTED);

    assertThat(err()).isEqualTo("rdmadump: interrupted; nothing was read\n");
  }

  /** Wireshark sends the signal when its pipe is closed, which is before the message. */
  @Test
  void shouldSayWhatWasWrongBeforeTheSignal() throws Exception {
    String text = Files.writeString(folder.resolve("a.txt"), "some words").toString();
    String fifo = Files.createFile(folder.resolve("pipe")).toString();
    interruption.request();

    assertThat(run("-r", folder + "/nosuch.pcap")).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(run(text)).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(
            run(
                "extcap",
                "--capture",
                "--extcap-interface",
                "rdmadump",
                "--fifo",
                fifo,
                "--file",
                "/nosuch.pcap"))
        .isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err().lines())
        .containsExactly(
            "rdmadump: " + folder + "/nosuch.pcap: no such file",
            "rdmadump: " + text + ": not a pcap or pcapng capture (starts with 0x736f6d65)",
            "rdmadump: /nosuch.pcap: no such file");
  }

  private int run(String... arguments) {
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(
        arguments, InputStream.nullInputStream(), out, messages, Terminal.NONE, interruption);
  }

  private static byte[] part() throws IOException {
    return Arrays.copyOf(Files.readAllBytes(CAPTURE), PART);
  }

  /** Runs until all of {@code input} was read, and interrupts the wait for more. */
  private int interrupted(byte[] input, String... arguments) throws Exception {
    InputStream in = Channels.newInputStream(pipe.source());
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    FutureTask<Integer> status =
        new FutureTask<>(
            () -> {
              int ended = Main.run(arguments, in, out, messages, Terminal.NONE, interruption);
              interruption.complete(ExitStatus.DONE);
              return ended;
            });
    Thread decoder = new Thread(status, "decoder");
    decoder.start();
    ByteBuffer rest = ByteBuffer.wrap(input);
    while (rest.hasRemaining()) {
      pipe.sink().write(rest);
    }
    Thread.sleep(200);
    interruption.end(decoder);
    return status.get();
  }

  private static int framesOf(Path file) throws IOException {
    int frames = 0;
    try (FrameSource source = CaptureFile.open(file)) {
      Frame frame = new Frame();
      while (source.next(frame)) {
        frames++;
      }
      assertThat(source.damage()).isEmpty();
    }
    assertThat(frames).isGreaterThan(20);
    return frames;
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
