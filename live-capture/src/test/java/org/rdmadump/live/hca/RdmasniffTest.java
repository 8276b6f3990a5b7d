package org.rdmadump.live.hca;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.natives.Run;
import org.rdmadump.testing.Needs;

/**
 * The stand-in for libibverbs judged by code that was written for hardware: tcpdump with the
 * sniffer of libpcap, which {@code testdata/rdmasniff/build} makes from Debian's source package.
 */
@Timeout(value = 60, unit = SECONDS)
class RdmasniffTest {
  /** Receives that libpcap posts. */
  private static final int RECEIVES = 128;

  /** What drivers allow, and rdmadump does not do: its stand-in is the stricter one. */
  private static final List<String> LESS_STRICT =
      List.of(
          "memory deregistered while " + RECEIVES + " receives are posted",
          "a queue pair destroyed with " + RECEIVES + " receives not flushed");

  @TempDir Path folder;

  private Path libpcap;
  private Path tcpdump;

  @BeforeEach
  void need() throws IOException {
    FakeVerbs.needs();
    Needs.command("tcpdump", "tcpdump");
    String cache = System.getenv("XDG_CACHE_HOME");
    libpcap =
        (cache == null || cache.isEmpty()
                ? Path.of(
                    System.getenv().getOrDefault("HOME", System.getProperty("user.home")), ".cache")
                : Path.of(cache))
            .resolve("rdmadump/rdmasniff-bookworm");
    Needs.built(
        Files.exists(libpcap.resolve("libpcap.so.0.8")),
        "libpcap with RDMA: testdata/rdmasniff/build makes it (Debian source package libpcap)");
    // By its own path, AppArmor's profile of tcpdump forbids it a library in the cache.
    tcpdump = Files.copy(inPath("tcpdump"), folder.resolve("tcpdump"));
  }

  private static Path inPath(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(each -> Path.of(each, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  /** Captures with tcpdump until it has some packets; its status is that of tcpdump. */
  private Run tcpdump(FakeVerbs verbs, long packets) throws Exception {
    List<String> command = new ArrayList<>(List.of("env"));
    command.add("LD_LIBRARY_PATH=" + libpcap);
    command.add("LD_PRELOAD=" + verbs.library());
    // Not as the user tcpdump, who may not write there.
    command.addAll(List.of("timeout", "-k", "1", "20", tcpdump.toString()));
    command.addAll(List.of("-Z", "root", "-i", "mlx5_0"));
    command.addAll(List.of("-c", Long.toString(packets), "-w", captured().toString()));
    return Run.of(command, folder);
  }

  private Path captured() {
    return folder.resolve("captured.pcap");
  }

  private static int linkType(Path capture) throws IOException {
    try (FrameSource source = CaptureFile.open(capture)) {
      Frame frame = new Frame();
      assertThat(source.next(frame)).isTrue();
      return frame.linkType();
    }
  }

  @ParameterizedTest
  @CsvSource({"ethernet, 1", "infiniband, 247"})
  void libpcapCapturesAllPacketsOfTheStandIn(String link, int linkType) throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, "pcap " + Packets.CAPTURE, "link " + link);
    List<Packets.Kept> all = Packets.of(Packets.CAPTURE);

    Run run = tcpdump(verbs, all.size());

    assertThat(run.output()).contains(all.size() + " packets captured");
    assertThat(run.status()).isZero();
    assertThat(linkType(captured())).isEqualTo(linkType);
    assertThat(Packets.of(captured())).isEqualTo(all);
    assertThat(verbs.report())
        .startsWith(
            "left devices=0 pds=0 mrs=0 channels=0 cqs=0 qps=0 flows=0",
            "sent " + all.size() + " dropped 0")
        .hasSize(2 + LESS_STRICT.size())
        .endsWith(LESS_STRICT.toArray(new String[0]));
  }

  @Test
  void libpcapReportsAPacketThatTheStandInFails() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, "pcap " + Packets.CAPTURE, "bad 10 4");
    List<Packets.Kept> others = new ArrayList<>(Packets.of(Packets.CAPTURE));
    others.remove(9);

    Run run = tcpdump(verbs, others.size());

    assertThat(run.output()).containsPattern("failed WC wr_id 9 status 4/");
    assertThat(Packets.of(captured())).isEqualTo(others);
  }

  @Test
  void libpcapLosesPacketsOfABurstAsOfAnAdapter() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, "pcap " + Packets.CAPTURE, "burst 200");

    Run run = tcpdump(verbs, RECEIVES);

    assertThat(run.status()).isZero();
    assertThat(Packets.of(captured())).isEqualTo(Packets.of(Packets.CAPTURE).subList(0, RECEIVES));
    assertThat(verbs.report().get(1)).matches("sent \\d+ dropped [1-9]\\d*");
  }

  @Test
  void libpcapSaysThatTheStandInRefusesTheRule() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, "no-flow");

    Run run = tcpdump(verbs, 1);

    assertThat(run.output()).contains("Failed to create flow for device mlx5_0");
    assertThat(run.status()).isEqualTo(1);
    assertThat(verbs.report().get(0)).endsWith(" qps=0 flows=0");
  }
}
