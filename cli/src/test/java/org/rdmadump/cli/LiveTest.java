package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.testing.Needs;

/** What {@code live} refuses, and capture filters on files. */
@Timeout(value = 60, unit = SECONDS)
@Tag("alone")
class LiveTest {
  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-acl.pcap");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  private int run(String... arguments) {
    return Main.run(
        arguments, InputStream.nullInputStream(), out, new PrintStream(err, true, UTF_8));
  }

  @Test
  void shouldSayWhichDevicesThereAreIfNoneIsNamed() {
    assertThat(run("live")).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8))
        .startsWith("rdmadump: -i DEV names the device to capture: ")
        .contains("lo")
        .hasLineCount(1);
  }

  @Test
  void shouldSayWhichDeviceMayBeMeant() {
    assertThat(run("live", "-i", "l0")).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8))
        .startsWith("rdmadump: -i l0: no such device (did you mean lo?), there are ")
        .hasLineCount(1);
  }

  @Test
  void shouldNotWriteOverAFileUnlessTold() throws IOException {
    Needs.root();
    Needs.libpcap();
    Path file = Files.writeString(folder.resolve("trace.pcapng"), "mine");
    assertThat(run("live", "-i", "lo", "--duration", "0.1", "-w", file.toString()))
        .isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8)).contains("trace.pcapng exists; --force overwrites it");
    assertThat(file).hasContent("mine");

    assertThat(run("live", "-i", "lo", "--duration", "0.1", "-w", file.toString(), "--force"))
        .isZero();
    assertThat(Files.readAllBytes(file)).startsWith(0x0a, 0x0d, 0x0d, 0x0a);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-w DIR/good --write-chosen DIR/nowhere/x -Y nfs | there is no folder",
        "-w DIR/new --write-chosen DIR -Y nfs | is a directory",
        "-w DIR --write-chosen DIR/good -Y nfs | is a directory",
        "-w DIR/good -q --export DIR/nowhere/x | there is no folder",
        "-w DIR/good --metrics-listen 192.0.2.1:1 | 192.0.2.1"
      })
  void shouldOpenNoOutputIfAnotherCannotBe(String options, String why) throws IOException {
    Needs.root();
    Needs.libpcap();
    Path file = Files.writeString(folder.resolve("good"), "mine");
    List<String> words = new ArrayList<>(List.of("live", "-i", "lo", "--duration", "0.1"));
    words.addAll(List.of(options.replace("DIR", folder.toString()).split(" ", -1)));
    words.add("--force");

    assertThat(run(words.toArray(new String[0]))).isNotZero();

    assertThat(err.toString(UTF_8)).contains(why);
    assertThat(file).hasContent("mine");
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @Test
  void shouldTakeWholePacketsWithTheSnapLengthZeroOfOtherTools() throws IOException {
    Needs.root();
    Needs.libpcap();
    Path file = folder.resolve("trace.pcapng");
    String silent = "udp port 1";

    assertThat(
            run(
                "live",
                "-i",
                "lo",
                "-s",
                "0",
                "--duration",
                "0.1",
                "-w",
                file.toString(),
                "-f",
                silent))
        .isZero();

    assertThat(err.toString(UTF_8))
        .contains("rdmadump: no frames: no packet came, or -f matches none; capture again");
    // The snap length is in the description of the device, which follows the section header.
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
    assertThat(bytes.getInt(bytes.getInt(4) + 12)).isEqualTo(262_144);
  }

  @Test
  void shouldWriteOnlyTheCaptureToStandardOutput() {
    Needs.root();
    Needs.libpcap();
    assertThat(run("live", "-i", "lo", "--duration", "0.1", "-w", "-")).isZero();
    assertThat(out.toByteArray()).startsWith(0x0a, 0x0d, 0x0d, 0x0a);
    assertThat(err.toString(UTF_8)).contains(" captured on lo", " frames");
  }

  @Test
  void shouldNameThePackageOfAMissingLibrary() throws Exception {
    for (List<String> words :
        List.of(List.of("live", "-i", "lo"), List.of("-f", "udp", CAPTURE.toString()))) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("-Dorg.pcap4j.core.pcapLibName=libpcap-that-is-not-there");
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
      command.addAll(words);
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (InputStream said = process.getInputStream()) {
        assertThat(new String(said.readAllBytes(), UTF_8))
            .endsWith("libpcap is not installed (Debian package libpcap0.8)\n")
            .hasLineCount(1);
      }
      assertThat(process.waitFor()).isEqualTo(ExitStatus.UNREADABLE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-C 40K", "-C 40K -W 9"})
  void shouldEndByItselfWithAWholeFileWhenTheDiskIsFull(String rotation) throws Exception {
    Needs.root();
    Needs.libpcap();
    Needs.command("mount", "mount");
    Path disk = Files.createDirectory(folder.resolve("disk"));
    command("mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", disk.toString());
    Thread talker = new Thread(LiveTest::talk);
    talker.setDaemon(true);
    try {
      talker.start();
      List<String> words = new ArrayList<>(List.of("live", "-i", "lo", "-q", "--duration", "60"));
      words.addAll(List.of("-w", disk.resolve("trace.pcapng").toString()));
      words.addAll(rotation.isEmpty() ? List.of() : List.of(rotation.split(" ")));
      long start = System.nanoTime();

      assertThat(run(words.toArray(new String[0]))).isEqualTo(ExitStatus.OUTPUT);

      assertThat(System.nanoTime() - start).isLessThan(SECONDS.toNanos(50));
      assertThat(err.toString(UTF_8))
          .contains("rdmadump: -w: ")
          .contains("the file is complete up to there, and the capture ends\n");
      try (Stream<Path> files = Files.list(disk)) {
        List<Path> written = files.toList();
        assertThat(written).isNotEmpty();
        for (Path each : written) {
          try (FrameSource source = CaptureFile.open(each)) {
            Frame frame = new Frame();
            while (source.next(frame)) {
              assertThat(frame.captured()).isPositive();
            }
            assertThat(source.damage()).isEmpty();
          }
        }
      }
    } finally {
      talker.interrupt();
      talker.join();
      command("umount", disk.toString());
    }
  }

  /** Sends packets to itself until it is interrupted. */
  private static void talk() {
    try (DatagramSocket socket = new DatagramSocket()) {
      byte[] bytes = new byte[1000];
      while (!Thread.currentThread().isInterrupted()) {
        socket.send(
            new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), 4791));
        Thread.sleep(1);
      }
    } catch (IOException | InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void command(String... words) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void shouldUnpackNothingInTheHomeFolderAndLeaveNothing() throws Exception {
    Needs.libpcap();
    Path home = Files.createDirectory(folder.resolve("home"));
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:-UsePerfData",
            "-Duser.home=" + home,
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "-q",
            "-f",
            "udp",
            CAPTURE.toString());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("XDG_CACHE_HOME", home.toString());
    Process process = builder.redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    assertThat(home).isEmptyDirectory();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void shouldSayWhatIsWrongWithACaptureFilterBeforeAnyOutput() {
    Needs.libpcap();
    assertThat(run("-f", "udp prt 4791", CAPTURE.toString())).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8))
        .startsWith("rdmadump: -f 'udp prt 4791': ")
        .contains("syntax error")
        .hasLineCount(1);
    assertThat(out.size()).isZero();
  }

  @Test
  void shouldKeepTheNumbersOfFramesThatACaptureFilterChooses() {
    Needs.libpcap();
    assertThat(run("--frames", "-T", "fields", "-e", "frame", CAPTURE.toString())).isZero();
    int all = out.toString(UTF_8).split("\n", -1).length;
    out.reset();

    assertThat(
            run(
                "--frames",
                "-T",
                "fields",
                "-e",
                "frame",
                "-e",
                "length",
                "-f",
                "greater 1000",
                CAPTURE.toString()))
        .isZero();

    List<String> chosen = out.toString(UTF_8).lines().toList();
    assertThat(chosen).isNotEmpty().hasSizeLessThan(all);
    out.reset();
    assertThat(
            run(
                "--frames",
                "-T",
                "fields",
                "-e",
                "frame",
                "-e",
                "length",
                "-Y",
                "length >= 1000",
                CAPTURE.toString()))
        .isZero();
    assertThat(out.toString(UTF_8).lines().toList()).isEqualTo(chosen);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dump -q", "stats", "check", "export -o OUT", "extract -o OUT"})
  void shouldReadNothingThatACaptureFilterLeavesOut(String verb) {
    Needs.libpcap();
    String line = verb.replace("OUT", folder.resolve("new").toString());
    List<String> words = new ArrayList<>(List.of(line.split(" ", -1)));
    words.addAll(List.of("-f", "tcp port 1", CAPTURE.toString()));

    assertThat(run(words.toArray(new String[0]))).isZero();
    assertThat(out.toString(UTF_8) + err.toString(UTF_8)).doesNotContain("NFS");
  }

  @Test
  void shouldLoadNothingOfLiveCaptureToReadAFile() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xlog:class+load:stdout");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("-q", CAPTURE.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream said = process.getInputStream()) {
      assertThat(new String(said.readAllBytes(), UTF_8))
          .contains(" org.rdmadump.cli.Inputs ")
          .doesNotContain("org.pcap4j", "com.sun.jna", "org.rdmadump.live", "org.slf4j");
    }
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void shouldNotMakeTheFolderOfAMisspeltFile() {
    Path file = folder.resolve("nowhere").resolve("trace.pcapng");

    assertThat(run("live", "-i", "lo", "-w", file.toString())).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8)).contains("there is no folder " + file.getParent());
    assertThat(file.getParent()).doesNotExist();
  }

  @Test
  void shouldNameTheVerbsThatHaveAnOption() {
    assertThat(run("-C", "1M")).isEqualTo(ExitStatus.USAGE);
    assertThat(run("-i", "eth0")).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8))
        .contains("dump takes no option -C, rdmadump live does")
        .contains("dump takes no option -i, rdmadump live and exercise do");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inbound", "tcp and outbound", "ifindex 2"})
  void shouldRefuseFiltersOfWhatOnlyTheKernelKnows(String filter) {
    Needs.libpcap();
    assertThat(run(CAPTURE.toString(), "-f", filter)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8)).contains("only the kernel knows ");
  }

  @Test
  void shouldLeaveOutFramesThatLibpcapHasNoFiltersForAndReadTheOthers() throws IOException {
    Needs.libpcap();
    Path infiniband = folder.resolve("ib.pcap");
    byte[] bytes = Files.readAllBytes(CAPTURE);
    bytes[20] = (byte) 247;
    Files.write(infiniband, bytes);

    assertThat(run("-q", "-f", "udp port 4791", CAPTURE.toString(), infiniband.toString()))
        .isEqualTo(ExitStatus.UNREADABLE);
    assertThat(out.toString(UTF_8)).containsPattern("(?m)^ +[1-9][0-9]* calls$");
    assertThat(err.toString(UTF_8))
        .contains("-f cannot look at frames of link type 247, so they are left out: ")
        .hasLineCount(1);
  }
}
