package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.testing.PrometheusFormat.sum;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.live.hca.FakeVerbs;
import org.rdmadump.testing.PrometheusFormat;

/** Metrics and rates of {@code live}; a stand-in for an adapter plays a capture. */
@Timeout(value = 60, unit = SECONDS)
@Tag("alone")
class LiveMonitorTest {
  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-basic.pcap").toAbsolutePath();
  private static final Pattern URL = Pattern.compile("metrics are at (http://\\S+)");

  /** Calls of the capture, by the verb stats. */
  private static final double CALLS = 702;

  /** Its lookups, each of another name. */
  private static final String LOOKUPS =
      "rdmadump_calls_total{protocol=\"NFS v3\",operation=\"LOOKUP\"}";

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Interruption interruption = new Interruption();

  @BeforeEach
  void aMachineWithAnAdapter() throws Exception {
    FakeVerbs.needs();
    file("class/infiniband/mlx5_0/device/net/lo/dev_port", "0");
    file("class/infiniband/mlx5_0/ports/1/link_layer", "Ethernet");
    file("class/infiniband/mlx5_0/ports/1/hw_counters/out_of_buffer", "5");
    file("class/net/lo/mtu", "9000");
    FakeVerbs.in(folder, "pcap " + CAPTURE, "link ethernet").use();
  }

  @AfterEach
  void forget() {
    FakeVerbs.forget();
  }

  private void file(String name, String text) throws IOException {
    Path file = folder.resolve("sys").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  private int live(Terminal terminal, String... more) {
    List<String> arguments = new ArrayList<>(List.of("live", "-i", "mlx5_0"));
    arguments.addAll(List.of("--sysfs", folder.resolve("sys").toString()));
    arguments.addAll(List.of(more));
    return Main.run(
        arguments.toArray(new String[0]),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, UTF_8),
        terminal,
        interruption);
  }

  private int live(String... more) {
    return live(Terminal.NONE, more);
  }

  @Test
  void shouldWriteTheMetricsOfTheWholeCaptureToAFile() throws IOException {
    Path file = folder.resolve("rdmadump.prom");

    assertThat(live("-q", "--duration", "1", "--metrics-file", file.toString()))
        .isEqualTo(ExitStatus.DONE);

    Map<String, Double> series = PrometheusFormat.read(Files.readString(file));
    assertThat(series.get("rdmadump_rpc_calls_total")).isEqualTo(CALLS);
    assertThat(sum(series, "rdmadump_calls_total")).isEqualTo(CALLS);
    assertThat(series.get(LOOKUPS)).isEqualTo(219);
    assertThat(series.get("rdmadump_device_packets_total{device=\"mlx5_0/1\"}")).isEqualTo(3996);
    assertThat(sum(series, "rdmadump_connection_calls_total")).isEqualTo(CALLS);
    assertThat(series.get("process_resident_memory_bytes")).isGreaterThan(1 << 20);
    assertThat(Files.getPosixFilePermissions(file)).contains(PosixFilePermission.OTHERS_READ);
    try (Stream<Path> beside = Files.list(folder)) {
      assertThat(beside).noneMatch(each -> each.toString().endsWith(".tmp"));
    }
  }

  @Test
  void shouldCountWhatAFilterDoesNotChooseToo() throws IOException {
    Path file = folder.resolve("rdmadump.prom");

    assertThat(live("-Y", "nfs.op == READ", "--duration", "1", "--metrics-file", file.toString()))
        .isEqualTo(ExitStatus.DONE);

    assertThat(PrometheusFormat.read(Files.readString(file)).get(LOOKUPS)).isEqualTo(219);
    assertThat(out.toString(UTF_8)).contains("READ").doesNotContain("LOOKUP");
  }

  @Test
  void shouldSayOnceThatTheFileCannotBeWrittenAndGoOn() throws IOException {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    Thread remover =
        new Thread(
            () -> {
              try {
                Thread.sleep(300);
                // Nobody but root can be kept from writing by permissions: the folder goes away.
                try (Stream<Path> files = Files.list(gone)) {
                  for (Path each : files.toList()) {
                    Files.delete(each);
                  }
                }
                Files.delete(gone);
              } catch (IOException | InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    remover.start();

    assertThat(
            live(
                "-q",
                "--duration",
                "1.5",
                "--interval",
                "0.5",
                "--metrics-file",
                gone.resolve("rdmadump.prom").toString()))
        .isEqualTo(ExitStatus.DONE);

    assertThat(err.toString(UTF_8))
        .containsOnlyOnce("--metrics-file " + gone.resolve("rdmadump.prom"))
        .contains(": no such file; the capture goes on, and writing is tried again");
    assertThat(out.toString(UTF_8)).contains("3996 packets captured");
  }

  @Test
  void shouldServeTheMetricsWhileItCaptures() throws Exception {
    Thread run = new Thread(() -> live("-q", "--metrics-listen", "0"));
    run.start();
    try {
      Matcher url = URL.matcher(err.toString(UTF_8));
      while (!url.find()) {
        Thread.sleep(20);
        url = URL.matcher(err.toString(UTF_8));
      }
      double calls = 0;
      while (calls < CALLS) {
        Thread.sleep(100);
        HttpURLConnection asked =
            (HttpURLConnection) URI.create(url.group(1)).toURL().openConnection();
        // Before the capture has begun, there are none.
        if (asked.getResponseCode() != HttpURLConnection.HTTP_UNAVAILABLE) {
          try (InputStream metrics = asked.getInputStream()) {
            String text = new String(metrics.readAllBytes(), UTF_8);
            calls = sum(PrometheusFormat.read(text), "rdmadump_rpc_calls_total");
          }
        }
      }
      assertThat(calls).isEqualTo(CALLS);
      assertThat(url.group(1)).startsWith("http://127.0.0.1:").endsWith("/metrics");
      assertThat(run.isAlive()).isTrue();
    } finally {
      interruption.request();
      run.join();
    }
  }

  @Test
  void shouldPrintABlockOfRatesForEachIntervalInAPipe() {
    assertThat(live("--rates", "--interval", "0.5", "--duration", "1.8")).isZero();

    String printed = out.toString(UTF_8);
    assertThat(printed).doesNotContain("\033");
    assertThat(printed.lines().filter(each -> each.startsWith("mlx5_0, ")).count())
        .isBetween(3L, 5L);
    assertThat(printed).containsOnlyOnce("READDIRPLUS ").contains("no calls\n\nmlx5_0, ");
    Matcher lookups =
        Pattern.compile("(?m)^LOOKUP +([0-9.]+) +[0-9.]+ +0\\.2 +0 +208 .* NFS v3$")
            .matcher(printed);
    assertThat(lookups.find()).isTrue();
    assertThat(Double.parseDouble(lookups.group(1))).isBetween(1.0, 440.0);
    assertThat(printed).contains("3996 packets captured on mlx5_0/1");
  }

  /** Progress would leave the cursor where the next rates do not expect it. */
  @Test
  void shouldShowNoProgressBesideRatesOnTheSameTerminal() throws Exception {
    // given traffic for long enough that there is progress
    Path busy = Files.createDirectory(folder.resolve("busy"));
    FakeVerbs.in(busy, "pcap " + CAPTURE, "link ethernet", "repeat 100000").use();
    Terminal terminal = new Terminal(true, true, true, true, 80, true, false);

    assertThat(live(terminal, "-q", "--duration", "1.8")).isZero();
    assertThat(err.toString(UTF_8)).contains(" MiB/s");
    err.reset();

    assertThat(live(terminal, "--rates", "--interval", "0.5", "--duration", "1.8")).isZero();
    assertThat(err.toString(UTF_8)).doesNotContain(" MiB/s");
  }

  @Test
  void shouldRedrawRatesInPlaceOnATerminalOf80By24() {
    Terminal terminal = new Terminal(true, false, true, true, 80, true, false);

    assertThat(live(terminal, "--rates", "--interval", "0.5", "--duration", "1.8")).isZero();

    String printed = out.toString(UTF_8);
    String[] drawn = printed.split("\033\\[[0-9]+A\033\\[J", -1);
    assertThat(drawn).hasSizeBetween(3, 5);
    for (int i = 0; i < drawn.length - 1; i++) {
      assertThat(drawn[i].lines().count()).isLessThan(24);
      assertThat(drawn[i].lines()).allMatch(line -> line.length() <= 80);
      // It goes up over all that it has drawn.
      assertThat(printed).contains(drawn[i] + "\033[" + drawn[i].lines().count() + "A\033[J");
    }
    assertThat(drawn[0]).contains("operation ", "ops/s", "p99 ms protocol", "3 other operations");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --rates --json | --rates prints no records, for which --json is; -f chooses packets
          --rates -Y nfs | --rates prints no records, for which -Y is
          --rates --frames | --rates prints no records, for which --frames is
          --rates -w - | -w - writes the capture to standard output, which leaves no place for --rates
          --rates --export out.pcapng | --export does not go with metrics or rates
          --interval 3 | --interval needs --rates or --metrics-file
          --metrics-file nowhere/x.prom | there is no folder
          --metrics-file - | --metrics-file standard input: not the name of a file
          --metrics-file x.pcapng -w ./x.pcapng | -w and --metrics-file name the same file
          --metrics-listen ::1:80 | write an IPv6 address in brackets
          """)
  void shouldRefuseWhatMakesNoSense(String words, String why) {
    assertThat(live(words.split(" "))).isEqualTo(ExitStatus.USAGE);

    assertThat(err.toString(UTF_8)).contains(why).hasLineCount(1);
  }
}
