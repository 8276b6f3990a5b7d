package org.rdmadump.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.CaptureSummary;

class SummaryTextTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Test
  void shouldPrintTheCountsOfARun() throws IOException {
    SummaryText.write(
        bytes,
        new CaptureSummary(
            3171,
            1_155_750,
            Map.of("not_ip", 1L),
            3170,
            1,
            Map.of("ecn", 7L),
            Map.of("SubnAdm", 8L),
            Map.of("SubnAdmGetResp(PathRecord): busy", 1L),
            Map.of("Consumer Reject, private data 01", 3L),
            1,
            Map.of("SMB Direct", 2),
            160,
            2,
            159,
            1,
            0,
            2,
            0,
            0,
            Map.of(Severity.WARNING, 4L),
            Map.of("bth.psn-gap", 4L),
            Map.of("calls", 5L),
            1,
            0,
            4_287_892_000L,
            List.of(
                new DeviceCounts(
                    "eth0",
                    3173,
                    OptionalLong.of(3180),
                    OptionalLong.of(7),
                    OptionalLong.empty(),
                    2)),
            List.of()),
        /* colours= */ false);

    assertThat(bytes.toString(StandardCharsets.US_ASCII))
        .isEqualTo(
            """
                    3173 packets captured on eth0
                    3180 received by the capture on eth0
                       7 dropped by the buffer of eth0
                 unknown dropped by the device eth0
                       2 frames of eth0 were not decoded: the output was too slow, or the run was over
                    3171 frames, 1.1 MiB, spanning 4.29 s
                       1 frame earlier than the one before
                    3170 RDMA packets
                       1 duplicate dropped, which two interfaces or files showed
                       7   of congestion: ecn
                       8   of management: SubnAdm
                       1   of management, with an error: SubnAdmGetResp(PathRecord): busy
                       1 frame not decoded: not ip
                       1 connection with RPC-over-RDMA
                       3 connections refused: Consumer Reject, private data 01
                       2 connections with SMB Direct
                     160 calls, 2 of them repeats
                     159 replies
                       1 call without a reply
                       2 incomplete messages
                       4 warnings
                       4   bth.psn-gap
                       5 given up by the limit on calls
            """);
  }
}
