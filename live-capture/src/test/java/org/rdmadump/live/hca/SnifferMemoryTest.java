package org.rdmadump.live.hca;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.natives.Run;
import org.rdmadump.natives.Valgrind;

/**
 * The sniffer in C without Java, {@code src/test/c/driver.c}, watched by AddressSanitizer with leak
 * detection, UndefinedBehaviorSanitizer, and valgrind.
 */
class SnifferMemoryTest {
  private static final String PCAP = "pcap " + Packets.CAPTURE;
  private static final String PLAIN = "repeat 1";
  private static final String CLOCK = "clock 1000000 64 0 0 0";
  private static final int CHECK_ONLY = 2;

  @TempDir Path folder;

  @BeforeEach
  void need() {
    FakeVerbs.needs();
  }

  private Run drive(List<String> driver, int slots, int length, int options, String... settings)
      throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, settings);
    List<String> command = new ArrayList<>(driver);
    command.add(verbs.library().toString());
    command.add(Integer.toString(slots));
    command.add(Integer.toString(length));
    command.add(Integer.toString(options));
    command.add(folder.resolve("packets").toString());
    Run run = Run.of(command, folder);
    verbs.shouldBeLeftClean();
    return run;
  }

  private static List<String> sanitized() throws Exception {
    return List.of(FakeVerbs.built().resolve("driver-sanitized").toString());
  }

  private static List<String> valgrind() throws Exception {
    return Valgrind.command(FakeVerbs.built().resolve("driver"));
  }

  private static byte[] allBytes() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Packets.Kept each : Packets.of(Packets.CAPTURE)) {
      all.write(HexFormat.of().parseHex(each.bytes()));
    }
    return all.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        PLAIN,
        "most 7",
        "burst 100",
        "bad 10 4",
        "fatal-bad 10",
        "fatal-event 10",
        "late 3",
        "sick 20",
        "overrun 10",
        "fail post_recv 3 12",
        "fail poll_cq 5 5",
        "clock 156250 32 100 0 4000000000"
      })
  void shouldBeCleanUnderSanitizers(String setting) throws Exception {
    Run run = drive(sanitized(), 7, 65536, 0, PCAP, setting);

    assertThat(run.output()).matches("packets \\d+ failed \\d too-long 0 gaps \\d\n");
    assertThat(run.status()).isZero();
  }

  @Test
  void shouldDeliverThePacketsOfTheFile() throws Exception {
    Run run = drive(sanitized(), 7, 65536, 0, PCAP, CLOCK);

    assertThat(run.output()).endsWith(" failed 0 too-long 0 gaps 0\n");
    assertThat(Files.readAllBytes(folder.resolve("packets"))).isEqualTo(allBytes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fail get_device_list 1 2",
        "fail open_device 1 2",
        "fail query_device 1 2",
        "fail query_port 1 2",
        "fail alloc_pd 1 2",
        "fail reg_mr 1 2",
        "fail create_comp_channel 1 2",
        "fail create_cq 1 2",
        "fail create_qp 1 2",
        "fail modify_qp_init 1 2",
        "fail post_recv 1 2",
        "fail modify_qp_rtr 1 2",
        "fail create_flow 1 2",
        "fail req_notify_cq 1 2",
        "device",
        "vanish 10",
        "old"
      })
  void shouldBeCleanUnderSanitizersWhenAStepFails(String setting) throws Exception {
    Run run = drive(sanitized(), 64, 65536, 0, PCAP, setting);

    assertThat(run.output()).containsPattern("(?m)^step \\d+ error \\d+ $").doesNotContain("ERROR");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void shouldBeCleanUnderSanitizersWithoutALibrary() throws Exception {
    List<String> command = new ArrayList<>(sanitized());
    command.addAll(List.of("/no/such/library", "1", "64", "0", folder.resolve("out").toString()));

    Run run = Run.of(command, folder);

    assertThat(run.output()).startsWith("step 2 error 0 /no/such/library: cannot open");
    assertThat(run.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAIN, CLOCK, "fatal-bad 10", "overrun 10"})
  void shouldBeCleanUnderValgrind(String setting) throws Exception {
    Run run = drive(valgrind(), 7, 65536, 0, PCAP, setting);

    assertThat(run.output()).matches("packets \\d+ failed \\d too-long 0 gaps \\d\n");
    assertThat(run.status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail create_flow 1 6", "fail post_recv 1 12", "vanish 10"})
  void shouldBeCleanUnderValgrindWhenAStepFails(String setting) throws Exception {
    Run run = drive(valgrind(), 64, 65536, 0, PCAP, setting);

    assertThat(run.output()).containsPattern("(?m)^step \\d+ error \\d+ $").doesNotContain("==");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void shouldBeCleanUnderValgrindWhenItOnlyChecks() throws Exception {
    Run run = drive(valgrind(), 64, 65536, CHECK_ONLY, PCAP);

    assertThat(run.output()).isEmpty();
    assertThat(run.status()).isZero();
  }
}
