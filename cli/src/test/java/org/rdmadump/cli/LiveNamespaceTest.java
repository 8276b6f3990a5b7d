package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.testing.Needs;

/**
 * Captures that are replayed onto one end of a veth pair are taken by {@code live} at the other.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, unit = SECONDS)
@Tag("alone")
class LiveNamespaceTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path BASIC = CAPTURES.resolve("rocev2").resolve("rocev2-nfs3-basic.pcap");
  private static final int FAST = 50_000;
  private static final int INTERRUPTED = 130;
  private static final int UNREADABLE = 3;
  private static final int UNWRITABLE = 74;
  private static final long PATIENCE_SECONDS = 30;
  private static final long LATENCY_NANOS = 200_000_000L;
  private static final ObjectMapper JSON = new ObjectMapper();

  private VethPair pair;

  @TempDir Path folder;

  @BeforeAll
  void makePair(@TempDir Path shared) throws Exception {
    Needs.root();
    Needs.libpcap();
    Needs.netNamespaces();
    Needs.command("gcc", "gcc");
    Needs.command("env", "coreutils");
    pair = VethPair.make(shared);
  }

  @AfterAll
  void removePair() throws Exception {
    if (pair != null) {
      pair.close();
    }
  }

  /** A run of {@code live}, which takes packets already. */
  private record Running(Process process, Path out, Path err) {
    String said() throws IOException {
      return Files.readString(err);
    }

    /** Interrupts it, and returns its status. */
    int interrupted() throws Exception {
      Process kill =
          new ProcessBuilder("bash", "-c", "kill -INT " + process.pid()).inheritIO().start();
      assertThat(kill.waitFor()).isZero();
      return ended();
    }

    int ended() throws Exception {
      assertThat(process.waitFor(PATIENCE_SECONDS, SECONDS)).as(said()).isTrue();
      return process.exitValue();
    }
  }

  private Running live(String... options) throws Exception {
    return live(/* toFile= */ true, options);
  }

  private Running live(boolean toFile, String... options) throws Exception {
    return live(VethPair.CAPTURED, toFile, options);
  }

  private Running live(String device, boolean toFile, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    // Whoever started the tests may ignore the signal, and then Java leaves it ignored.
    command.addAll(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("live", "-i", device));
    command.addAll(List.of(options));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(pair.besideCaptured(command));
    builder.redirectError(err.toFile());
    if (toFile) {
      builder.redirectOutput(out.toFile());
    }
    Running running = new Running(builder.start(), out, err);
    long end = System.nanoTime() + SECONDS.toNanos(PATIENCE_SECONDS);
    while (!running.said().contains("capturing " + device)) {
      assertThat(running.process.isAlive()).as(running.said()).isTrue();
      assertThat(System.nanoTime()).as("time to start").isLessThan(end);
      Thread.sleep(20);
    }
    return running;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-nfs3-basic.pcap",
        "rocev2/rocev2-nfs41-direct.pcap",
        "iwarp/iwarp-nfs41-crc.pcap",
        "iwarp/iwarp-nfs3-acl.pcap"
      })
  void shouldPrintTheSameRecordsAsForTheFileWhereTimesAreNotMeant(String name) throws Exception {
    Path capture = CAPTURES.resolve(name);
    List<String> expected = timeless(dump("--json", capture.toString()));
    Path written = folder.resolve("trace.pcapng");

    Running running = live("--json", "-w", written.toString());
    long sent = pair.replay(capture, FAST, 1);
    awaitLines(running.out, expected.size());

    assertThat(running.interrupted()).isEqualTo(INTERRUPTED);
    assertThat(timeless(Files.readString(running.out))).isEqualTo(expected);
    assertThat(running.said())
        .contains(sent + " packets captured on vb", sent + " packets written", " calls\n");
    assertThat(frames(written)).isEqualTo(sent);
    assertThat(timeless(dump("--json", written.toString()))).isEqualTo(expected);
  }

  @Test
  void shouldWriteTheFramesOfChosenMessagesToAFileOfTheirOwn() throws Exception {
    Path capture = CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap");
    Path written = folder.resolve("trace.pcapng");
    Path chosen = folder.resolve("chosen.pcapng");
    String filter = "rpcrdma.xid == 0x0a85c64e";

    Running running =
        live("--json", "-Y", filter, "-w", written.toString(), "--write-chosen", chosen.toString());
    long sent = pair.replay(capture, FAST, 1);
    awaitLines(running.out, 2);
    Thread.sleep(300);

    assertThat(running.interrupted()).isEqualTo(INTERRUPTED);
    assertThat(running.said()).contains(sent + " packets written", "10 chosen frames written");
    assertThat(frames(chosen)).isEqualTo(10);
    assertThat(dump("--json", "-Y", filter, written.toString()).lines()).hasSize(2);
    assertThat(timeless(dump("--exchanges", "--json", "--digest", chosen.toString())))
        .hasSize(1)
        .allSatisfy(line -> assertThat(line).contains("sha256"));
  }

  @Test
  void shouldEndByItselfWhenTheFramesOfChosenMessagesCannotBeWritten() throws Exception {
    // given little memory, so that frames are written while the capture goes on
    fillDiskWithChosen(
        running -> assertThat(running.ended()).isEqualTo(UNWRITABLE), "--max-memory", "1M");
  }

  @Test
  void shouldSayThatAFileIsNotWholeAlsoAfterAnInterruption() throws Exception {
    // given much memory, so that most frames are written at the end
    fillDiskWithChosen(running -> assertThat(running.interrupted()).isEqualTo(UNWRITABLE));
  }

  private interface Ending {
    void of(Running running) throws Exception;
  }

  private void fillDiskWithChosen(Ending ending, String... options) throws Exception {
    Needs.command("mount", "mount");
    Path disk = Files.createDirectory(folder.resolve("disk"));
    command("mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", disk.toString());
    try {
      List<String> words = new ArrayList<>(List.of("--json", "-Y", "rpc"));
      words.addAll(List.of("--write-chosen", disk.resolve("chosen.pcapng").toString()));
      words.addAll(List.of(options));
      Running running = live(words.toArray(new String[0]));
      long unused = pair.replay(BASIC, FAST, 1);
      Thread.sleep(500);
      ending.of(running);
      assertThat(running.said())
          .contains("chosen.pcapng: No space left on device\n")
          .doesNotContain("chosen frames written");
      assertThat(frames(disk.resolve("chosen.pcapng"))).as("whole frames").isGreaterThan(50);
    } finally {
      command("umount", disk.toString());
    }
  }

  @Test
  void shouldDecodeOnceWhatPassesTwoDevices() throws Exception {
    // given a bridge that takes all that its port takes
    List<String> ip = pair.besideCaptured(List.of("ip", "link"));
    ip(ip, "add", "bridge", "type", "bridge");
    ip(ip, "set", VethPair.CAPTURED, "master", "bridge");
    ip(ip, "set", "bridge", "up", "promisc", "on");
    List<String> expected = timeless(dump("--json", BASIC.toString()));
    try {
      Path written = folder.resolve("any.pcapng");
      Running running = live("any", true, "--json", "-w", written.toString());
      long sent = pair.replay(BASIC, FAST, 1);
      Thread.sleep(500);
      assertThat(running.interrupted()).isEqualTo(INTERRUPTED);

      assertThat(frames(written)).isGreaterThanOrEqualTo(2 * sent);
      assertThat(timeless(Files.readString(running.out)).size()).isEqualTo(expected.size());
      assertThat(timeless(dump("--json", written.toString()))).hasSameSizeAs(expected);
    } finally {
      ip(ip, "del", "bridge");
    }
  }

  private static void ip(List<String> ip, String... words) throws Exception {
    command(Stream.concat(ip.stream(), Stream.of(words)).toArray(String[]::new));
  }

  private static void command(String... words) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void shouldWriteTheFramesOfChosenNvmeCommands() throws Exception {
    // given a write of 8 KiB: two capsules with their acknowledgements, a Read of 9 packets
    Path chosen = folder.resolve("chosen.pcapng");
    String filter = "nvme.cmd.slba == 64 and nvme.operation == Write";

    Running running = live("--json", "-Y", filter, "--write-chosen", chosen.toString());
    long sent = pair.replay(CAPTURES.resolve("verbs/rxe-nvme.pcap"), FAST, 1);
    awaitLines(running.out, 1);
    Thread.sleep(300);

    assertThat(running.interrupted()).isEqualTo(INTERRUPTED);
    assertThat(running.said()).contains(sent + " packets captured on vb", "13 chosen frames");
    assertThat(frames(chosen)).isEqualTo(13);
  }

  @Test
  void shouldCountEveryPacketAtFiftyThousandASecondAndLoseNoneAtTheSeamsOfItsFiles()
      throws Exception {
    Running running =
        live("-q", "--json", "-w", folder.resolve("ring.pcapng").toString(), "-C", "5M");
    long sent = pair.replay(BASIC, FAST, 40);
    Thread.sleep(300);

    assertThat(running.interrupted()).isEqualTo(INTERRUPTED);
    JsonNode summary = JSON.readTree(Files.readString(running.out));
    JsonNode device = summary.get("devices").get(0);
    long captured = device.get("captured").asLong();
    System.out.println("live: " + device);
    assertThat(device.get("received").asLong()).isEqualTo(sent);
    assertThat(captured + device.get("dropped").asLong()).isEqualTo(sent);
    assertThat(summary.get("frames").asLong() + device.get("not_decoded").asLong())
        .isEqualTo(captured);
    long frames = 0;
    List<Path> files = rotated();
    assertThat(files).hasSizeGreaterThan(5);
    for (Path file : files) {
      frames += frames(file);
    }
    assertThat(frames).isEqualTo(captured);
    assertThat(running.said()).contains(captured + " packets written to " + files.size());
  }

  @Test
  void shouldPrintALineWithinAFifthOfASecond() throws Exception {
    Running running = live(/* toFile= */ false, "--json");
    Thread replaying =
        new Thread(
            () -> {
              try {
                long unused = pair.replay(BASIC, 1000, 1);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    replaying.start();
    List<Long> latencies = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(running.process.getInputStream(), UTF_8))) {
      for (int i = 0; i < 1400; i++) {
        String line = lines.readLine();
        long now = System.currentTimeMillis() * 1_000_000L;
        latencies.add(now - JSON.readTree(line).get("epoch_ns").asLong());
      }
      replaying.join();
      assertThat(running.interrupted()).isEqualTo(INTERRUPTED);
    }
    // The first ones also wait for the virtual machine to load what they need.
    long[] sorted = latencies.stream().skip(100).mapToLong(each -> each).sorted().toArray();
    System.out.println(
        "latency from wire to line: median "
            + sorted[sorted.length / 2] / 1_000_000
            + " ms, 99 % "
            + sorted[sorted.length * 99 / 100] / 1_000_000
            + " ms, most "
            + sorted[sorted.length - 1] / 1_000_000
            + " ms");
    assertThat(sorted[sorted.length * 95 / 100]).isLessThan(LATENCY_NANOS);
  }

  @Test
  void shouldCountWhatItCouldNotDecodeBecauseNobodyReadItsOutput() throws Exception {
    Path written = folder.resolve("trace.pcapng");
    Running running =
        live(/* toFile= */ false, "--json", "--queue", "1M", "-w", written.toString());
    long sent = pair.replay(BASIC, FAST, 10);
    Thread.sleep(300);
    Process kill = new ProcessBuilder("bash", "-c", "kill -INT " + running.process.pid()).start();
    assertThat(kill.waitFor()).isZero();
    try (InputStream out = running.process.getInputStream()) {
      assertThat(out.readAllBytes()).isNotEmpty();
    }

    assertThat(running.ended()).isEqualTo(INTERRUPTED);
    String said = running.said();
    long captured = number(said, " packets captured on vb");
    long dropped = number(said, " dropped by the buffer of vb");
    long notDecoded = number(said, " frames of vb were not decoded");
    assertThat(captured + dropped).isEqualTo(sent);
    assertThat(notDecoded).isPositive();
    assertThat(number(said, " frames, ")).isEqualTo(captured - notDecoded);
    assertThat(frames(written)).isEqualTo(captured);
  }

  @Test
  void shouldChooseInTheKernelWhatTheCaptureFilterSays() throws Exception {
    Running running = live("-f", "udp port 4791", "-q", "--json");
    long unused = pair.replay(BASIC, FAST, 1);
    Thread.sleep(1000);

    assertThat(running.interrupted()).isEqualTo(INTERRUPTED);
    JsonNode summary = JSON.readTree(Files.readString(running.out));
    JsonNode file = JSON.readTree(dump("-q", "--json", "-f", "udp port 4791", BASIC.toString()));
    assertThat(summary.get("frames")).isEqualTo(file.get("frames"));
    assertThat(summary.get("calls")).isEqualTo(file.get("calls"));
    assertThat(file.get("frames").asLong()).isLessThan(3996);
  }

  @Test
  void shouldEndInOrderWhenTheDeviceGoesAway(@TempDir Path own) throws Exception {
    try (VethPair unplugged = VethPair.make(own)) {
      VethPair usual = pair;
      pair = unplugged;
      try {
        Path written = folder.resolve("trace.pcapng");
        Running running = live("--json", "-w", written.toString());
        long sent = pair.replay(BASIC, FAST, 1);
        Thread.sleep(500);
        pair.unplug();

        assertThat(running.ended()).as(running.said()).isEqualTo(UNREADABLE);
        assertThat(running.said())
            .contains("rdmadump: vb: ", sent + " packets captured on vb", " calls\n")
            .doesNotContain("Error occurred");
        assertThat(frames(written)).isEqualTo(sent);
        assertThat(timeless(Files.readString(running.out)))
            .isEqualTo(timeless(dump("--json", BASIC.toString())));
      } finally {
        pair = usual;
      }
    }
  }

  private static long number(String text, String behind) {
    Matcher matcher = Pattern.compile("([0-9]+)" + Pattern.quote(behind)).matcher(text);
    assertThat(matcher.find()).as("%s in %s", behind, text).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  private static void awaitLines(Path file, int count) throws Exception {
    long end = System.nanoTime() + SECONDS.toNanos(PATIENCE_SECONDS);
    long lines = 0;
    while (lines < count && System.nanoTime() < end) {
      Thread.sleep(50);
      try (Stream<String> all = Files.lines(file)) {
        lines = all.count();
      }
    }
    assertThat(lines).isEqualTo(count);
  }

  private static String dump(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(arguments, InputStream.nullInputStream(), out, new PrintStream(err, true, UTF_8));
    assertThat(status).as(err.toString(UTF_8)).isZero();
    return out.toString(UTF_8);
  }

  private List<Path> rotated() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(each -> each.toString().endsWith(".pcapng")).sorted().toList();
    }
  }

  private static long frames(Path file) throws IOException {
    Frame frame = new Frame();
    long frames = 0;
    try (FrameSource source = CaptureFile.open(file)) {
      while (source.next(frame)) {
        frames++;
      }
      assertThat(source.damage()).isEmpty();
    }
    return frames;
  }

  /** The objects of lines without times, and without how long anything took. */
  private static List<String> timeless(String lines) throws IOException {
    List<String> objects = new ArrayList<>();
    for (String line : Arrays.asList(lines.split("\n", -1))) {
      if (!line.isEmpty()) {
        JsonNode object = JSON.readTree(line);
        dropTimes(object);
        objects.add(object.toString());
      }
    }
    return objects;
  }

  private static void dropTimes(JsonNode node) {
    if (node instanceof ObjectNode object) {
      Iterator<String> names = object.fieldNames();
      while (names.hasNext()) {
        String name = names.next();
        if (name.equals("time") || name.equals("completed_time") || name.endsWith("_ns")) {
          names.remove();
        }
      }
    }
    for (JsonNode each : node) {
      dropTimes(each);
    }
  }
}
