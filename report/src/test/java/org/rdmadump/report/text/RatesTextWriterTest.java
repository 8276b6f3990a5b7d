package org.rdmadump.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.metrics.Rates;
import org.rdmadump.analysis.stats.NvmeStats;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.analysis.stats.Statistics;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Rates of real calls, as if all of them had been made in two seconds. */
class RatesTextWriterTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures", "rocev2");

  private static List<String> printed(List<OperationStats> operations, OptionalLong dropped) {
    return printed(operations, List.of(), dropped);
  }

  private static List<String> printed(
      List<OperationStats> operations, List<NvmeStats> commands, OptionalLong dropped) {
    Rates rates =
        new Rates(
            12_000_000_000L, 2_000_000_000L, 5000, 4_096_000, 3, dropped, 1, operations, commands);
    AsciiBuffer text = new AsciiBuffer();
    new RatesTextWriter("eth0").put(text, rates);
    return text.toString().lines().toList();
  }

  private static List<OperationStats> operations(String capture) throws IOException {
    return statistics(capture).operations();
  }

  private static Statistics statistics(String capture) throws IOException {
    Statistics statistics =
        new Statistics(() -> 0, Optional.empty(), /* everyConnection= */ true, Optional.empty());
    try (FrameSource source = CaptureFile.open(CAPTURES.resolve(capture))) {
      new CaptureDecoder(source, CaptureOptions.DEFAULT, statistics).decodeAll();
    }
    return statistics;
  }

  @Test
  void shouldPrintAnOperationALine() throws IOException {
    List<OperationStats> operations = operations("rocev2-nfs3-acl.pcap");

    List<String> lines = printed(operations, OptionalLong.of(0));

    assertThat(lines.get(0))
        .isEqualTo("eth0, 12.0 s: 2500 packets/s, 2000 kB/s, 3 retrans, 0 dropped, 1 connection");
    assertThat(lines.get(1))
        .isEqualTo("operation         ops/s     kB/s  kB/op retrans errors RTT ms p99 ms protocol");
    OperationStats write =
        operations.stream()
            .filter(each -> each.key().operation().equals("WRITE"))
            .findFirst()
            .orElseThrow();
    double kib = (write.callBytes().orElseThrow() + write.replyBytes().orElseThrow()) / 1024.0;
    assertThat(lines.stream().filter(each -> each.startsWith("WRITE ")).findFirst().orElseThrow())
        .startsWith(
            String.format(
                Locale.ROOT,
                "WRITE           %7.1f%9.1f%7.1f%8d%7d",
                write.calls() / 2.0,
                kib / 2,
                kib / write.calls(),
                write.sentAgain(),
                write.failed()))
        .endsWith(" NFS v3");
    assertThat(lines).hasSize(2 + operations.size()).allMatch(each -> each.length() <= 80);
  }

  @Test
  void shouldPrintNvmeCommandsAsCalls() throws IOException {
    List<NvmeStats> commands = statistics("../verbs/rxe-nvme.pcap").commands();

    List<String> lines = printed(List.of(), commands, OptionalLong.of(0));

    // given 34 reads of 320.5 KiB in two seconds
    assertThat(lines)
        .hasSize(2 + commands.size())
        .anyMatch(
            line ->
                line.matches(
                    "Read +17\\.0 +160\\.3 +9\\.4 +0 +0 +\\d+\\.\\d+ +\\d+\\.\\d+ NVMe io"));
  }

  @Test
  void shouldFitATerminalOf24Lines() throws IOException {
    List<OperationStats> operations = operations("rocev2-nfs3-basic.pcap");

    List<String> lines = printed(operations, OptionalLong.empty());

    assertThat(operations).hasSize(21);
    assertThat(lines).hasSizeLessThanOrEqualTo(RatesTextWriter.MOST_LINES);
    assertThat(lines.get(0)).contains(", unknown dropped, ");
    assertThat(lines).endsWith("3 other operations");
  }

  @Test
  void shouldSayThatThereWereNoCalls() {
    assertThat(printed(List.of(), OptionalLong.of(0))).endsWith("no calls").hasSize(2);
  }
}
