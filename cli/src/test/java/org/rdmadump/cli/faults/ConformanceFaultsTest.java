package org.rdmadump.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.rdmadump.cli.Main;

/** The verb {@code conformance} on captures with a fault: a case fails, and says where. */
class ConformanceFaultsTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");

  @TempDir Path folder;

  private record Run(int status, List<String> lines) {}

  private Run run(SeededFault fault, String... options) throws IOException {
    Path file = folder.resolve("broken.pcap");
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve(fault.capture()));
    fault.into(capture);
    capture.write(file);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String[] arguments = new String[options.length + 2];
    arguments[0] = "conformance";
    System.arraycopy(options, 0, arguments, 1, options.length);
    arguments[arguments.length - 1] = file.toString();
    int status =
        Main.run(
            arguments,
            InputStream.nullInputStream(),
            out,
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    return new Run(status, out.toString(StandardCharsets.UTF_8).lines().toList());
  }

  private static String outcome(Run run, String label) {
    return run.lines().stream()
        .filter(line -> line.startsWith(label + " "))
        .map(line -> line.replaceAll("^\\S+ +([A-Z]+( SEEN)?) .*", "$1"))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(
      value = SeededFault.class,
      mode = Mode.EXCLUDE,
      names = {
        "LOST_REPLY_PACKET",
        "CUT_FRAME",
        "TCP_HOLE",
        "NAK",
        "RNR_NAK",
        "REPEATED_PACKET",
        "SWAPPED_PACKETS",
        "TCP_CHECKSUM",
        "TCP_RETRANSMISSION",
        "UNBOUND_BACK_CHANNEL",
        "BAD_DISCRIMINANT"
      })
  void shouldFailNamingTheCaseAndTheRule(SeededFault fault) throws IOException {
    Run run = run(fault);

    assertThat(run.status()).isEqualTo(1);
    assertThat(outcome(run, "basic.traffic")).isEqualTo("FAIL");
    // What is only missing from the capture is not told where something is wrong.
    if (!fault.rule().equals("ddp.msn-gap")) {
      assertThat(run.lines()).anyMatch(line -> line.contains(fault.rule() + ": "));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = SeededFault.class,
      names = {"LOST_REPLY_PACKET", "CUT_FRAME", "TCP_HOLE", "NAK", "RNR_NAK"})
  void shouldWarnOfMissingPacketsAndFailIfStrict(SeededFault fault) throws IOException {
    Run run = run(fault);

    assertThat(run.status()).isZero();
    assertThat(outcome(run, "basic.traffic")).isEqualTo("WARN");
    assertThat(run(fault, "--strict").status()).isEqualTo(1);
  }

  /** What was repaired on the way, and what is inside of NFS, is no matter of RDMA. */
  @ParameterizedTest
  @EnumSource(
      value = SeededFault.class,
      names = {
        "REPEATED_PACKET",
        "SWAPPED_PACKETS",
        "TCP_CHECKSUM",
        "TCP_RETRANSMISSION",
        "UNBOUND_BACK_CHANNEL",
        "BAD_DISCRIMINANT"
      })
  void shouldPassWhatIsNoneOfItsMatter(SeededFault fault) throws IOException {
    assertThat(run(fault, "--strict").status()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = SeededFault.class,
      names = {
        "WRITE_TO_UNKNOWN_HANDLE",
        "SEGMENT_NOT_OFFERED",
        "TRANSFERRED_SHORT",
        "IWARP_WRITE_TO_UNKNOWN_HANDLE",
        "IWARP_TRANSFERRED_SHORT"
      })
  void shouldNameTheCaseOfTheAclForItsReplyChunk(SeededFault fault) throws IOException {
    Run run = run(fault);

    assertThat(outcome(run, "basic.getattr-acl")).isEqualTo("FAIL");
    assertThat(outcome(run, "write.many-packets")).isEqualTo("PASS");
  }

  @ParameterizedTest
  @EnumSource(
      value = SeededFault.class,
      names = {
        "READ_BEYOND_SEGMENT",
        "UNALIGNED_READ_CHUNK",
        "COUNT_DIFFERS",
        "IWARP_READ_BEYOND_SEGMENT",
        "IWARP_UNALIGNED_READ_CHUNK"
      })
  void shouldNameTheCaseOfTheWriteForItsReadChunk(SeededFault fault) throws IOException {
    Run run = run(fault);

    assertThat(outcome(run, "write.many-packets")).isEqualTo("FAIL");
    assertThat(outcome(run, "basic.getattr-acl")).isEqualTo("PASS");
  }
}
