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
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.live.hca.FakeVerbs;
import org.rdmadump.rdmacm.FakeCm;

/**
 * {@code exercise} from end to end: client and server drive a stand-in for librdmacm, the packets
 * of its connections reach a stand-in for an adapter, and what is sniffed there is verified.
 */
@Timeout(value = 120, unit = SECONDS)
@Tag("alone")
class ExerciseAdapterTest {
  private static final Path OTHERS =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-basic.pcap").toAbsolutePath();

  @TempDir Path folder;
  @TempDir Path adapter;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private FakeCm connections;
  private Path wire;

  @BeforeEach
  void aMachineWithAnAdapter() throws Exception {
    FakeVerbs.needs();
    connections = FakeCm.in(folder);
    wire = connections.wire();
    file("class/infiniband/fake0/device/net/ens2/dev_port", "0");
    file("class/infiniband/fake0/ports/1/link_layer", "Ethernet");
    file("class/infiniband/fake0/ports/1/hw_counters/out_of_buffer", "5");
    file("class/infiniband/fake0/ports/1/rate", "25 Gb/sec (1X EDR)");
    file("class/net/ens2/mtu", "1500");
  }

  @AfterEach
  void forget() {
    FakeVerbs.forget();
    FakeCm.forget();
  }

  private void file(String name, String text) throws IOException {
    Path file = adapter.resolve("sys").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  private FakeVerbs adapter(String... settings) throws Exception {
    List<String> all = new ArrayList<>(List.of("device fake0", "link ethernet", "mtu 1024"));
    all.addAll(List.of("pcap " + wire, "follow"));
    all.addAll(List.of(settings));
    return FakeVerbs.in(adapter, all.toArray(new String[0])).use();
  }

  private int client(String... more) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    CompletableFuture<Integer> server =
        CompletableFuture.supplyAsync(
            () -> run(new ByteArrayOutputStream(), said, "exercise", "server", "--count", "1"));
    while (!said.toString(UTF_8).contains("exercise server on port") && !server.isDone()) {
      Thread.sleep(10);
    }
    List<String> words = new ArrayList<>(List.of("exercise", "client", "127.0.0.1"));
    words.addAll(List.of("--sysfs", adapter.resolve("sys").toString()));
    words.addAll(List.of(more));
    int status = run(out, err, words.toArray(new String[0]));
    assertThat(server).as(said() + said.toString(UTF_8)).succeedsWithin(20, SECONDS).isEqualTo(0);
    return status;
  }

  private static int run(
      ByteArrayOutputStream to, ByteArrayOutputStream messages, String... words) {
    return Main.run(
        words, InputStream.nullInputStream(), to, new PrintStream(messages, true, UTF_8));
  }

  private long packets(Path capture) throws IOException {
    try (FrameSource source = CaptureFile.open(capture)) {
      Frame frame = new Frame();
      long packets = 0;
      while (source.next(frame)) {
        packets++;
      }
      return packets;
    }
  }

  private String table() {
    return out.toString(UTF_8);
  }

  private String said() {
    return err.toString(UTF_8);
  }

  @Test
  void whatIsDrivenIsSniffedAndProven() throws Exception {
    FakeVerbs sniffed = adapter("clock 1000000 64 0 0 0");
    Path kept = folder.resolve("kept.pcapng");

    int status = client("-w", kept.toString());

    assertThat(said())
        .contains(
            "rdmadump: fake0/1, 25 Gb/sec (1X EDR): room for 7812 packets of 1600 bytes (11.9 MiB)\n")
        .contains("rdmadump: exercising fake0 with 127.0.0.1, capturing fake0/1\n");
    assertThat(table())
        .contains("\n29 proven\n")
        .endsWith(
            "\nfake0/1: "
                + packets(wire)
                + " packets captured, 0 dropped by the buffer, unknown by the interface\n");
    assertThat(status).isEqualTo(ExitStatus.DONE);
    assertThat(packets(kept)).isEqualTo(packets(wire)).isGreaterThan(9000);
    sniffed.shouldBeLeftClean();
    connections.shouldBeLeftClean();
  }

  @Test
  void thePacketsAreWholeAndRight() throws Exception {
    FakeVerbs unused = adapter();
    Path kept = folder.resolve("kept.pcapng");
    assertThat(client("-w", kept.toString())).isEqualTo(ExitStatus.DONE);
    ByteArrayOutputStream findings = new ByteArrayOutputStream();

    int status = run(findings, err, "check", kept.toString());

    // Memory that is closed is refused once by each side; nothing else is amiss, such as an ICRC.
    assertThat(findings.toString(UTF_8)).contains("Remote Access Error").doesNotContain("ICRC");
    assertThat(status).isEqualTo(ExitStatus.DIFFERS);
  }

  @Test
  void packetsThatTheAdapterDropsAreCountedAndNotProven() throws Exception {
    FakeVerbs sniffed =
        adapter(
            "most 16",
            "burst 64",
            "counter "
                + adapter.resolve("sys/class/infiniband/fake0/ports/1/hw_counters/out_of_buffer"));
    Files.writeString(
        adapter.resolve("sys/class/infiniband/fake0/ports/1/hw_counters/out_of_buffer"), "1000\n");
    Path kept = folder.resolve("kept.pcapng");

    int status = client("-w", kept.toString());

    long captured = packets(kept);
    assertThat(captured).isLessThan(packets(wire));
    assertThat(table())
        .as(said())
        .contains(" not proven  ")
        .doesNotContain("DIFFERS")
        .contains(captured + " packets captured, " + (packets(wire) - captured) + " dropped");
    assertThat(status).isEqualTo(ExitStatus.UNREADABLE);
    sniffed.shouldBeLeftClean();
  }

  @Test
  void trafficOfOthersIsNotCaptured() throws Exception {
    Files.copy(OTHERS, wire, StandardCopyOption.REPLACE_EXISTING);
    FakeVerbs unused = adapter();
    Path kept = folder.resolve("kept.pcapng");

    assertThat(client("-w", kept.toString())).isEqualTo(ExitStatus.DONE);

    assertThat(said())
        .contains(
            "rdmadump: capture filter: host 127.0.0.1 and host 127.0.0.1 and (udp port 4791 or tcp"
                + " port 7471) or ether proto 0x8915 or (vlan and ");
    assertThat(packets(kept)).isEqualTo(packets(wire) - packets(OTHERS));
  }

  @Test
  void anEmptyFilterCapturesTrafficOfOthersToo() throws Exception {
    Files.copy(OTHERS, wire, StandardCopyOption.REPLACE_EXISTING);
    FakeVerbs unused = adapter();
    Path kept = folder.resolve("kept.pcapng");

    assertThat(client("-f", "", "-w", kept.toString())).isEqualTo(ExitStatus.DONE);

    assertThat(said()).doesNotContain("capture filter");
    assertThat(packets(kept)).isEqualTo(packets(wire)).isGreaterThan(packets(OTHERS));
  }

  @Test
  void aFilterOfTheUsersOwnIsTaken() throws Exception {
    FakeVerbs unused = adapter();
    Path kept = folder.resolve("kept.pcapng");

    assertThat(client("-f", "tcp", "-w", kept.toString())).isEqualTo(ExitStatus.UNREADABLE);

    assertThat(packets(kept)).isZero();
    assertThat(table()).contains(" not proven  ");
  }

  @Test
  void anInfinibandPortIsCapturedWithoutAFilter() throws Exception {
    file("class/infiniband/fake0/ports/1/link_layer", "InfiniBand");
    FakeVerbs unused = adapter("link infiniband");

    int status = client();

    // The stand-in's packets are of Ethernet, so that nothing can be made of them here.
    assertThat(said()).doesNotContain("capture filter").doesNotContain("libpcap");
    assertThat(table()).contains(packets(wire) + " packets captured, 0 dropped");
    assertThat(status).isEqualTo(ExitStatus.UNREADABLE);
  }
}
