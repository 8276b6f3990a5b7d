package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
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
  private AdapterMachine machine;
  private Path wire;

  @BeforeEach
  void aMachineWithAnAdapter() throws Exception {
    machine = AdapterMachine.in(folder, adapter);
    wire = machine.wire();
  }

  @AfterEach
  void forget() {
    AdapterMachine.forget();
  }

  private int client(String... more) throws Exception {
    try (AdapterMachine.Server server = machine.serve(1)) {
      List<String> words = new ArrayList<>(List.of("exercise", "client", "127.0.0.1"));
      words.addAll(List.of("--sysfs", machine.sysfs().toString()));
      words.addAll(List.of(more));
      int status = AdapterMachine.run(out, err, words);
      server.shouldEndWell();
      return status;
    }
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
    FakeVerbs sniffed = machine.adapter("clock 1000000 64 0 0 0");
    Path kept = folder.resolve("kept.pcapng");

    int status = client("-w", kept.toString());

    assertThat(said())
        .contains(
            "rdmadump: fake0/1, 25 Gb/sec (1X EDR): room for 7812 packets of 1600 bytes (11.9"
                + " MiB)\n")
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
    machine.connections().shouldBeLeftClean();
  }

  @Test
  void thePacketsAreWholeAndRight() throws Exception {
    FakeVerbs unused = machine.adapter();
    Path kept = folder.resolve("kept.pcapng");
    assertThat(client("-w", kept.toString())).isEqualTo(ExitStatus.DONE);
    ByteArrayOutputStream findings = new ByteArrayOutputStream();

    int status = AdapterMachine.run(findings, err, List.of("check", "-q", kept.toString()));

    // Memory that is closed is refused once by each side, which ends the connection. Immediate data
    // are 6 Sends and 5 Writes of each side. The calls are those of exercise.md.
    assertThat(findings.toString(UTF_8))
        .isEqualTo(
            "warning         2  aeth.remote-access-error\n"
                + "warning         2  connection.aborted\n"
                + "note           22  immdt.immediate-data\n"
                + "4 warnings, 22 notes in "
                + packets(wire)
                + " frames, 1 connection, 157 calls\n");
    assertThat(status).isEqualTo(ExitStatus.DIFFERS);
  }

  @Test
  void packetsThatTheAdapterDropsAreCountedAndNotProven() throws Exception {
    FakeVerbs sniffed = machine.adapter("most 16", "burst 64", machine.counting());
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
    FakeVerbs unused = machine.adapter();
    Path kept = folder.resolve("kept.pcapng");

    assertThat(client("-w", kept.toString())).isEqualTo(ExitStatus.DONE);

    assertThat(said())
        .contains(
            "rdmadump: capture filter: host 127.0.0.1 and host 127.0.0.1 and udp port 4791 or ether"
                + " proto 0x8915 or (vlan and (host 127.0.0.1 and host 127.0.0.1 and udp port 4791"
                + " or ether proto 0x8915))\n");
    assertThat(packets(kept)).isEqualTo(packets(wire) - packets(OTHERS));
  }

  @Test
  void anEmptyFilterCapturesTrafficOfOthersToo() throws Exception {
    Files.copy(OTHERS, wire, StandardCopyOption.REPLACE_EXISTING);
    FakeVerbs unused = machine.adapter();
    Path kept = folder.resolve("kept.pcapng");

    assertThat(client("-f", "", "-w", kept.toString())).isEqualTo(ExitStatus.DONE);

    assertThat(said()).doesNotContain("capture filter");
    assertThat(packets(kept)).isEqualTo(packets(wire)).isGreaterThan(packets(OTHERS));
  }

  @Test
  void aFilterOfTheUsersOwnIsTaken() throws Exception {
    FakeVerbs unused = machine.adapter();
    Path kept = folder.resolve("kept.pcapng");

    assertThat(client("-f", "tcp", "-w", kept.toString())).isEqualTo(ExitStatus.UNREADABLE);

    assertThat(packets(kept)).isZero();
    assertThat(table()).contains(" not proven  ");
  }

  @Test
  void anInfinibandPortIsCapturedWithoutAFilter() throws Exception {
    machine.file("class/infiniband/fake0/ports/1/link_layer", "InfiniBand");
    FakeVerbs unused = machine.adapter("link infiniband");

    int status = client();

    // The stand-in's packets are of Ethernet, so that nothing can be made of them here.
    assertThat(said()).doesNotContain("capture filter").doesNotContain("libpcap");
    assertThat(table()).contains(packets(wire) + " packets captured, 0 dropped");
    assertThat(status).isEqualTo(ExitStatus.UNREADABLE);
  }
}
