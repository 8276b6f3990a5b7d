package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.PcapngWriter;
import org.rdmadump.testing.Needs;

/** tshark captures from the interfaces of an installation, and has the fields of the Lua file. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 180, unit = SECONDS)
class WiresharkTest {
  private static final Path CAPTURES =
      LauncherTree.repository().resolve("testdata").resolve("captures");
  private static final Path ACL = CAPTURES.resolve("rocev2").resolve("rocev2-nfs3-acl.pcap");
  private static final int NOBODY = 65_534;
  private static final long PATIENCE_SECONDS = 60;

  /** Place of R in /proc/net/packet: 1 if packets come to the socket. */
  private static final int RUNNING = 5;

  /** Middle packets of a WRITE of 5,000 bytes in {@link #ACL}, with 1,024 bytes each. */
  private static final List<Long> DATA = List.of(72L, 73L);

  /** What a run of tshark left. */
  private record Run(int status, List<String> lines, String err) {}

  private LauncherTree tree;
  private Path home;

  @BeforeAll
  void install(@TempDir Path shared) throws Exception {
    Needs.tshark();
    Needs.command("bash", "bash");
    // Another user starts it, too.
    assertThat(shared.toFile().setExecutable(true, /* ownerOnly= */ false)).isTrue();
    assertThat(shared.toFile().setReadable(true, /* ownerOnly= */ false)).isTrue();
    tree = LauncherTree.real(shared);
    home = Files.createDirectory(shared.resolve("home"));
    LauncherTree.Run run = tree.start(List.of(), environment(), "extcap", "--install").finish();
    assertThat(run.status()).as(run.err()).isZero();
  }

  @Test
  void shouldListTheInterfaces() throws Exception {
    assertThat(tshark(List.of(), "-D").lines())
        .anyMatch(line -> line.matches("\\d+\\. rdmadump \\(NFS over RDMA, .*\\)"))
        .anyMatch(line -> line.matches("\\d+\\. rdmadump-live \\(NFS over RDMA, .*\\)"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-nfs3-acl.pcap",
        "rocev2/rocev2-nfs41-loss.pcap",
        "rocev2/rocev2-nfs41-midstream.pcap",
        "iwarp/iwarp-nfs41-gso-loss.pcap",
        "iwarp/iwarp-nfs41-midstream.pcap"
      })
  void shouldShowTheOperationsOfEveryExchange(String capture) throws Exception {
    Path file = CAPTURES.resolve(capture);

    Map<String, String> shown = new TreeMap<>();
    for (String line : rebuilt(file, "rpc", "rpc.xid", "nfs.opcode", "nfs.procedure_v3")) {
      shown.merge(xid(line), operations(line), WiresharkTest::joined);
    }

    Map<String, String> expected = new TreeMap<>();
    for (String line : exchanges(file, "rpc.xid", "nfs.opcode", "nfs.procedure_v3")) {
      expected.put(xid(line), operations(line));
    }
    assertThat(shown).hasSizeGreaterThan(20).isEqualTo(expected);
  }

  private static String joined(String call, String reply) {
    return call.isEmpty() ? reply : call + "," + reply;
  }

  private static String xid(String line) {
    return line.substring(0, line.indexOf('\t')).split(",", -1)[0];
  }

  /** Of any version; the operations of a call and of its reply are the same. */
  private static String operations(String line) {
    return line.substring(line.indexOf('\t')).strip();
  }

  @Test
  void shouldMakeFieldsOfComments() throws Exception {
    List<String> lines =
        rebuilt(
            ACL,
            "rdmadump.complete == 1 && rdmadump.moved > 0 && rdmadump.frames == \"69 to 76\"",
            "rdmadump.message",
            "rdmadump.connection",
            "rdmadump.type",
            "rdmadump.xid",
            "rdmadump.operation",
            "rdmadump.to",
            "rdmadump.first_frame",
            "rdmadump.last_frame",
            "rdmadump.chunks",
            "rdmadump.moved",
            "rdmadump.packets",
            "rdmadump.missing",
            "nfs.procedure_v3");

    assertThat(lines)
        .containsExactly(
            String.join(
                "\t",
                "23",
                "1",
                "call",
                "0x0a85c64e",
                "WRITE",
                "server",
                "69",
                "76",
                "Read 5000 bytes (1 segment)",
                "5000",
                "5",
                "",
                "7"));
    Path loss = CAPTURES.resolve("rocev2").resolve("rocev2-nfs41-loss.pcap");
    assertThat(rebuilt(loss, "rdmadump.finding contains \"bth.out-of-order\"", "rdmadump.finding"))
        .isNotEmpty()
        .allMatch(line -> line.matches("([a-z.-]+ in frame \\d+,?)+(\\d+ more)?"));
  }

  @Test
  void shouldShowWhatIsBehindMissingData(@TempDir Path folder) throws Exception {
    Path lossy = without(DATA, folder);

    List<String> lines =
        rebuilt(lossy, "rpc", "rpc.xid", "rdmadump.gaps", "nfs.count3", "_ws.malformed");
    assertThat(lines)
        .hasSize(44)
        .containsOnlyOnce(
            "0x0a85c64e\t2048 of 5116 bytes not captured, 2048 of them data, written as zeros"
                + "\t5000\t");
    assertThat(lines.stream().filter(line -> line.contains("zeros"))).hasSize(1);
  }

  @Test
  void shouldShowCutMessagesAsFarAsTheyGo() throws Exception {
    Path cut = CAPTURES.resolve("rocev2").resolve("rocev2-nfs41-snap128.pcap");

    List<String> lines =
        rebuilt(cut, "rpc", "rdmadump.gaps", "_ws.malformed", "rpc.msgtyp", "rpc.repframe");
    assertThat(lines).hasSize(320).noneMatch(line -> line.contains("Malformed"));
    assertThat(lines.stream().filter(line -> line.matches(".*, cut at byte \\d+\t.*")))
        .hasSize(316);
    // Most of 160 calls name the program before the cut, so tshark recognises their replies.
    assertThat(lines.stream().filter(line -> line.matches(".*\t1\t\\d+"))).hasSizeGreaterThan(140);
  }

  @Test
  void shouldLeaveThemOutWhereThatIsAskedFor() throws Exception {
    Path cut = CAPTURES.resolve("rocev2").resolve("rocev2-nfs41-snap128.pcap");
    Run run =
        tshark(
            List.of(),
            "-i",
            "rdmadump",
            "-o",
            "extcap.rdmadump.file:" + cut,
            "-o",
            "extcap.rdmadump.incomplete:false");

    assertThat(run.lines()).hasSize(4);
    assertThat(run.err()).contains("left out 316 incomplete messages, bytes truncated");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rdmadump | extcap.rdmadump.file:/nosuch.pcap | /nosuch.pcap: no such file",
        "rdmadump | extcap.rdmadump.match:nfs.op | no --file FILE: choose it in the options",
        "rdmadump-live | extcap.rdmadump_live.device:nosuch0 | -i nosuch0: no such device",
      })
  void shouldShowWhatIsWrong(String name, String option, String message) throws Exception {
    Run run = tshark(List.of(), "-i", name, "-o", option);

    assertThat(run.status()).isNotZero();
    assertThat(run.err()).contains("rdmadump: " + message);
    assertThat(run.lines()).isEmpty();
  }

  @Test
  void shouldShowThatThePermissionIsMissing() throws Exception {
    Needs.root();
    Needs.libpcap();
    Needs.command("setpriv", "util-linux");
    List<String> nobody =
        List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
    Run run = tshark(nobody, "-i", "rdmadump-live", "-o", "extcap.rdmadump_live.device:lo");

    assertThat(run.status()).isNotZero();
    assertThat(run.err())
        .contains("rdmadump: lo: capturing needs the capability CAP_NET_RAW; in a terminal: sudo ")
        .contains("rdmadump live -q --export - -i lo | wireshark -k -i -");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void shouldEndWellWithASignal(String signal, @TempDir Path folder) throws Exception {
    Needs.root();
    Needs.libpcap();
    Needs.command("mkfifo", "coreutils");
    Needs.command("env", "coreutils");
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    LauncherTree.Started run =
        tree.start(
            List.of("env", "--default-signal=" + signal),
            environment(),
            capture(pipe, "rdmadump-live", "--device", "lo"));

    try (InputStream in = Files.newInputStream(pipe)) {
      assertThat(in.readNBytes(4)).as("the capture begins").startsWith(0x0a, 0x0d, 0x0d, 0x0a);
      signal(signal, run.process().pid());
      assertThat(in.readAllBytes()).isNotEmpty();
    }
    LauncherTree.Run ended = run.finish();
    assertThat(ended.status()).as(ended.err()).isZero();
  }

  @Test
  void shouldEndWellWhenThePipeIsClosed(@TempDir Path folder) throws Exception {
    Needs.command("mkfifo", "coreutils");
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path large = CAPTURES.resolve("rocev2").resolve("rocev2-nfs41-direct.pcap");
    LauncherTree.Started run =
        tree.start(List.of(), environment(), capture(pipe, "rdmadump", "--file", large.toString()));

    try (InputStream in = Files.newInputStream(pipe)) {
      assertThat(in.readNBytes(100)).hasSize(100);
    }
    LauncherTree.Run ended = run.finish();
    assertThat(ended.status()).as(ended.err()).isZero();
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void shouldShowMessagesOfADeviceAsTheyCome(@TempDir Path folder) throws Exception {
    Needs.root();
    Needs.libpcap();
    Needs.netNamespaces();
    Needs.command("gcc", "gcc");
    try (VethPair pair = VethPair.make(folder)) {
      List<String> command = new ArrayList<>(pair.besideCaptured(List.of("tshark", "-n", "-l")));
      command.addAll(List.of("-i", "rdmadump-live", "-T", "fields", "-e", "rdmadump.operation"));
      command.addAll(List.of("-o", "extcap.rdmadump_live.device:" + VethPair.CAPTURED));
      command.addAll(List.of("-c", "44", "-a", "duration:" + PATIENCE_SECONDS));
      Process tshark = start(command, folder.resolve("err"));
      try {
        await(tshark, pair);
        long unused = pair.replay(ACL, 10_000, 1);
        // It ends by itself, because all messages came.
        assertThat(lines(tshark)).hasSize(44).contains("WRITE", "GETACL");
        assertThat(tshark.waitFor()).isZero();
      } finally {
        tshark.destroyForcibly();
      }
    }
  }

  /** Waits until a packet socket beside the captured device runs: what came before is lost. */
  private static void await(Process tshark, VethPair pair) throws Exception {
    long end = System.nanoTime() + SECONDS.toNanos(PATIENCE_SECONDS);
    List<String> sockets = pair.besideCaptured(List.of("cat", "/proc/net/packet"));
    while (true) {
      Process list = new ProcessBuilder(sockets).start();
      if (lines(list).stream().anyMatch(line -> line.trim().split(" +", -1)[RUNNING].equals("1"))) {
        return;
      }
      assertThat(tshark.isAlive()).isTrue();
      assertThat(System.nanoTime()).as("time to start").isLessThan(end);
      Thread.sleep(50);
    }
  }

  private static String[] capture(Path pipe, String name, String... options) {
    return Stream.concat(
            Stream.of("--capture", "--extcap-interface", name, "--fifo", pipe.toString()),
            Stream.of(options))
        .toArray(String[]::new);
  }

  /** Columns of the packets of a capture that a filter chooses. */
  private List<String> rebuilt(Path capture, String filter, String... fields) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("-i", "rdmadump", "-o", "extcap.rdmadump.file:" + capture));
    arguments.addAll(List.of("-Y", filter, "-T", "fields"));
    for (String field : fields) {
      arguments.addAll(List.of("-e", field));
    }
    Run run = tshark(List.of(), arguments.toArray(new String[0]));
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).doesNotContain("Error by extcap", "Lua");
    return run.lines();
  }

  private static List<String> exchanges(Path capture, String... fields) {
    List<String> words = new ArrayList<>(List.of("--exchanges", "-T", "fields"));
    for (String field : fields) {
      words.addAll(List.of("-e", field));
    }
    words.add(capture.toString());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status =
        Main.run(
            words.toArray(new String[0]),
            new ByteArrayInputStream(new byte[0]),
            out,
            new PrintStream(new ByteArrayOutputStream(), true, UTF_8));
    assertThat(status).isEqualTo(ExitStatus.DONE);
    return out.toString(UTF_8).lines().toList();
  }

  private Run tshark(List<String> prefix, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of("tshark", "-n"));
    command.addAll(List.of(arguments));
    Path err = Files.createTempFile(home, "err", ".txt");
    Process process = start(command, err);
    List<String> lines = lines(process);
    assertThat(process.waitFor(PATIENCE_SECONDS, SECONDS)).isTrue();
    return new Run(process.exitValue(), lines, Files.readString(err));
  }

  private Process start(List<String> command, Path err) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
    builder.environment().putAll(environment());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().values().removeIf(String::isEmpty);
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    return builder.start();
  }

  private static List<String> lines(Process process) throws IOException {
    try (InputStream out = process.getInputStream()) {
      return new String(out.readAllBytes(), UTF_8).lines().toList();
    }
  }

  private Map<String, String> environment() {
    return Map.of(
        "HOME",
        home.toString(),
        "XDG_CONFIG_HOME",
        "",
        "WIRESHARK_EXTCAP_DIR",
        "",
        "LC_ALL",
        "C.UTF-8");
  }

  private static void signal(String signal, long pid) throws Exception {
    Process kill = new ProcessBuilder("bash", "-c", "kill -" + signal + " " + pid).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** {@link #ACL} without some frames. */
  private static Path without(List<Long> left, Path folder) throws IOException {
    Path lossy = folder.resolve("lossy.pcapng");
    try (FrameSource source = CaptureFile.open(ACL);
        PcapngWriter out =
            new PcapngWriter(
                FileChannel.open(lossy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                ByteOrder.LITTLE_ENDIAN)) {
      Frame frame = new Frame();
      int written = 0;
      while (source.next(frame)) {
        if (written == 0) {
          out.addInterface(frame.linkType(), 0);
        }
        if (!left.contains(frame.number())) {
          out.write(0, frame);
          written++;
        }
      }
      assertThat(written).isPositive();
    }
    return lossy;
  }
}
