package org.rdmadump.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.testing.Needs;

/**
 * A run that is interrupted leaves whole output; one that nobody reads any more ends in silence.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, unit = SECONDS)
class SignalTest {
  /** Far more than a pipe holds, so that most of it was read once all of it is written. */
  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-loss.pcap");

  /** Whoever started the tests may ignore the signal, and then Java leaves it ignored. */
  private static final List<String> SIGNALS = List.of("env", "--default-signal=INT,PIPE");

  private static final int INTERRUPTED = 130;
  private static final int TERMINATED = 143;

  private LauncherTree tree;

  @TempDir Path folder;

  @BeforeAll
  void makeTree(@TempDir Path shared) throws IOException {
    Needs.command("bash", "bash");
    Needs.command("env", "coreutils");
    Needs.command("kill", "procps");
    tree = LauncherTree.real(shared);
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void shouldPrintTheCountsOfWhatItReadWhenInterrupted(String signal, int status) throws Exception {
    LauncherTree.Run run = interrupted(signal, "-");

    assertThat(run.status()).isEqualTo(status);
    assertThat(run.out().lines())
        .hasSizeGreaterThan(20)
        .allMatch(line -> line.matches(" +[0-9]+ .* c1 +192.168.77.2 .*"));
    assertThat(run.err()).contains(" frames, ", " calls\n", " replies\n");
  }

  @Test
  void shouldEndTheArrayWhenInterrupted() throws Exception {
    LauncherTree.Run run = interrupted("INT", "-T", "json", "-");

    assertThat(run.status()).isEqualTo(INTERRUPTED);
    JsonNode array = new ObjectMapper().readTree(run.out());
    assertThat(array.isArray()).isTrue();
    assertThat(array).hasSizeGreaterThan(20);
  }

  @Test
  void shouldEndEveryTreeWhenInterrupted() throws Exception {
    LauncherTree.Run run = interrupted("INT", "--tree", "-");

    assertThat(run.status()).isEqualTo(INTERRUPTED);
    assertThat(run.out()).contains("reply #").endsWith("\n\n");
  }

  @Test
  void shouldLeaveAWholeCaptureWhenAnExportIsInterrupted() throws Exception {
    Path out = folder.resolve("out.pcapng");
    LauncherTree.Run run = interrupted("TERM", "export", "-", "-o", out.toString());

    assertThat(run.status()).isEqualTo(TERMINATED);
    assertThat(run.err()).matches("(?s)rdmadump: interrupted; [0-9]+ messages written\n.*");
    int frames = 0;
    try (FrameSource source = CaptureFile.open(out)) {
      Frame frame = new Frame();
      while (source.next(frame)) {
        frames++;
      }
      assertThat(source.damage()).isEmpty();
    }
    assertThat(frames).isGreaterThan(20);
  }

  @Test
  void shouldLeaveWholeFilesWhenAnExtractIsInterrupted() throws Exception {
    Path out = folder.resolve("files");
    LauncherTree.Run run = interrupted("INT", "extract", "-", "-o", out.toString());

    assertThat(run.status()).isEqualTo(INTERRUPTED);
    assertThat(run.out()).containsPattern("[0-9]+ files?, [0-9]+ bytes");
    JsonNode manifest = new ObjectMapper().readTree(out.resolve("manifest.json").toFile());
    assertThat(manifest).isNotEmpty();
    for (JsonNode file : manifest) {
      assertThat(out.resolve(file.get("path").asText())).hasSize(file.get("size").asLong());
    }
  }

  @ParameterizedTest
  @CsvSource({"''", "--json", "--tree", "-T json", "-vv", "-q"})
  void shouldEndInSilenceWhenNobodyReads(String options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(options.split(" ")));
    arguments.removeIf(String::isEmpty);
    arguments.add(CAPTURE.toString());
    LauncherTree.Started started = tree.start(SIGNALS, Map.of(), arguments.toArray(new String[0]));
    started.process().getInputStream().close();

    assertThat(started.process().waitFor()).isEqualTo(141);
    assertThat(Files.readString(started.err())).isEmpty();
  }

  @Test
  void shouldPassOnWhatItFollowsAtOnce() throws Exception {
    byte[] whole = Files.readAllBytes(CAPTURE);
    Path growing = folder.resolve("growing.pcap");
    Files.write(growing, Arrays.copyOf(whole, whole.length / 2));
    LauncherTree.Started started = tree.start(SIGNALS, Map.of(), "--follow", growing.toString());
    try (InputStream stream = started.process().getInputStream()) {
      BufferedReader out =
          new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
      // Less than a buffer of it: it comes although the run goes on.
      assertThat(out.readLine()).contains("NFS v4 NULL");
      assertThat(started.process().isAlive()).isTrue();
      signal("INT", started);
      assertThat(out.lines()).isNotEmpty();
    }
    assertThat(started.process().waitFor()).isEqualTo(INTERRUPTED);
    assertThat(Files.readString(started.err())).contains(" calls\n");
  }

  /** Runs with a capture at standard input that does not end, and ends it by a signal. */
  private LauncherTree.Run interrupted(String signal, String... arguments) throws Exception {
    Path out = folder.resolve("stdout");
    LauncherTree.Started started = tree.start(toFile(out), Map.of(), arguments);
    try (OutputStream in = started.process().getOutputStream()) {
      in.write(Files.readAllBytes(CAPTURE));
      in.flush();
      signal(signal, started);
      assertThat(started.process().waitFor(60, SECONDS)).isTrue();
    } catch (IOException e) {
      // It is over, and what was not read of its input is thrown away.
      assertThat(started.process().waitFor(60, SECONDS)).isTrue();
    }
    return new LauncherTree.Run(
        started.process().exitValue(), Files.readString(out), Files.readString(started.err()));
  }

  /** A prefix that sends standard output to a file, which takes all of it without a reader. */
  private static List<String> toFile(Path out) {
    List<String> prefix = new ArrayList<>(SIGNALS);
    prefix.addAll(
        List.of("sh", "-c", "out=$1; shift; exec \"$@\" >\"$out\"", "sh", out.toString()));
    return prefix;
  }

  private static void signal(String name, LauncherTree.Started started)
      throws IOException, InterruptedException {
    String process = Long.toString(started.process().pid());
    assertThat(new ProcessBuilder("kill", "-" + name, process).start().waitFor()).isZero();
  }
}
