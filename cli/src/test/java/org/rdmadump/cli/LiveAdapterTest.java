package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.live.hca.FakeVerbs;
import org.rdmadump.testing.Needs;

/** {@code live} with an RDMA adapter, for which a stand-in receives the packets of a capture. */
@Timeout(value = 60, unit = SECONDS)
@Tag("alone")
class LiveAdapterTest {
  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-basic.pcap").toAbsolutePath();
  private static final String PLAYED = "pcap " + CAPTURE;

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void aMachineWithAnAdapterAndASoftwareDevice() throws IOException {
    FakeVerbs.needs();
    file("class/infiniband/mlx5_0/device/net/lo/dev_port", "0");
    file("class/infiniband/mlx5_0/ports/1/link_layer", "Ethernet");
    file("class/infiniband/mlx5_0/ports/1/hw_counters/out_of_buffer", "5");
    file("class/infiniband/rxe0/parent", "lo");
    file("class/infiniband/rxe0/ports/1/link_layer", "Ethernet");
    file("class/net/lo/mtu", "65536");
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

  private int live(String device, String... more) {
    return run(
        List.of("live", "-i", device, "--sysfs", folder.resolve("sys").toString()), List.of(more));
  }

  private int run(List<String> first, List<String> more) {
    out.reset();
    err.reset();
    List<String> arguments = new ArrayList<>(first);
    arguments.addAll(more);
    return Main.run(
        arguments.toArray(new String[0]),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, UTF_8));
  }

  private List<String> messages(Path file) {
    List<String> columns = List.of("-T", "fields", "-e", "frame.number", "-e", "rpc.xid");
    assertThat(run(List.of(file.toString()), columns)).isEqualTo(ExitStatus.DONE);
    return out.toString(UTF_8).lines().toList();
  }

  @Test
  void shouldDecodeAndWriteWhatTheAdapterDelivers() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PLAYED, "link ethernet").use();
    Path file = folder.resolve("hca.pcapng");
    List<String> columns =
        List.of("-T", "fields", "-e", "frame.number", "-e", "rpc.xid", "--duration", "2");

    assertThat(live("mlx5_0", add(columns, "-w", file.toString()))).isEqualTo(ExitStatus.DONE);
    List<String> decoded = out.toString(UTF_8).lines().toList();
    verbs.shouldBeLeftClean();

    assertThat(decoded).hasSizeGreaterThan(1000).isEqualTo(messages(CAPTURE));
    assertThat(messages(file)).isEqualTo(decoded);
  }

  private static String[] add(List<String> some, String... more) {
    List<String> all = new ArrayList<>(some);
    all.addAll(List.of(more));
    return all.toArray(new String[0]);
  }

  @Test
  void shouldTellTheAdaptersCounts() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PLAYED, "link ethernet").use();

    assertThat(live("mlx5_0:1", "-q", "--duration", "1")).isEqualTo(ExitStatus.DONE);
    assertThat(out.toString(UTF_8))
        .containsPattern("\\d+ packets captured on mlx5_0/1")
        .contains("0 dropped by the buffer of mlx5_0/1")
        .contains("unknown dropped by the device mlx5_0/1");
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldFilterAndCutWhatAnAdapterDeliversWhole() throws Exception {
    Needs.libpcap();
    FakeVerbs.in(folder, PLAYED, "link ethernet").use();
    Path file = folder.resolve("tcp.pcapng");

    assertThat(
            live("mlx5_0", "-q", "--duration", "1", "-f", "tcp", "-s", "60", "-w", file.toString()))
        .isEqualTo(ExitStatus.DONE);
    assertThat(out.toString(UTF_8)).contains("42 packets captured").contains("42 received by");
    assertThat(Files.size(file)).isLessThan(42 * (60 + 40) + 1000);
    assertThat(live("mlx5_0", "-f", "tcp and")).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8)).contains("-f 'tcp and': ");
  }

  @Test
  void shouldSizeTheRing() throws Exception {
    FakeVerbs.in(folder, PLAYED, "link ethernet", "burst 64").use();

    assertThat(live("mlx5_0", "-q", "--duration", "1", "--buffer", "64K"))
        .isEqualTo(ExitStatus.DONE);
    // Slots for jumbo frames and more: one fits, so most packets of a burst find no receive.
    assertThat(out.toString(UTF_8)).containsPattern("(?m)^ +\\d\\d packets captured on mlx5_0/1");
  }

  @Test
  void shouldSayWhyAnAdapterIsNotSniffedAndWhatElseThereIs() throws Exception {
    FakeVerbs.in(folder, "device rxe0", "link ethernet", "no-flow").use();

    assertThat(live("rxe0")).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err.toString(UTF_8))
        .contains("rxe0/1 cannot be sniffed: ")
        .contains("its packets pass the net device lo, which can be captured instead")
        .endsWith("; --fallback captures lo" + System.lineSeparator());
  }

  @Test
  void shouldFallBackToTheNetDevice() throws Exception {
    Needs.root();
    Needs.libpcap();
    FakeVerbs.in(folder, "device rxe0", "link ethernet", "no-flow").use();

    assertThat(live("rxe0", "--fallback", "-q", "--duration", "0.2")).isEqualTo(ExitStatus.DONE);
    assertThat(err.toString(UTF_8))
        .contains("rxe0/1 cannot be sniffed: ")
        .contains("; capturing lo" + System.lineSeparator());
    assertThat(out.toString(UTF_8)).contains("packets captured on lo");
  }

  @Test
  void shouldEndWithTheDevice() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, PLAYED, "link ethernet", "vanish 100").use();

    assertThat(live("mlx5_0", "-q")).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(err.toString(UTF_8)).contains("mlx5_0/1 is not sniffed any more: the device went");
    assertThat(out.toString(UTF_8)).contains("packets captured on mlx5_0/1");
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldSayWhichPortsThereAre() {
    assertThat(live("mlx5_0:2")).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8)).contains("-i mlx5_0:2: RDMA device mlx5_0 has no port 2");
    assertThat(live("mlx5_1")).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8))
        .contains("-i mlx5_1: no such device (did you mean mlx5_0?)")
        .contains("and to sniff mlx5_0, rxe0");
  }
}
