package org.rdmadump.report.json;

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

class SummaryJsonTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Test
  void shouldWriteTheCountsOfARun() throws IOException {
    SummaryJson.write(
        bytes,
        /* array= */ false,
        new CaptureSummary(
            10,
            2000,
            Map.of("arp", 2L),
            8,
            2,
            Map.of("cnp", 6L),
            Map.of("SubnAdm", 7L),
            Map.of("SubnAdmGetResp(PathRecord): busy", 1L),
            Map.of("Consumer Reject", 3L),
            1,
            Map.of("SMB Direct", 2),
            3,
            1,
            2,
            1,
            0,
            1,
            0,
            0,
            Map.of(Severity.WARNING, 4L),
            Map.of("bth.psn-gap", 4L),
            Map.of("calls", 5L),
            9,
            0,
            1_500_000_000L,
            List.of(
                new DeviceCounts(
                    "eth0", 10, OptionalLong.of(12), OptionalLong.of(2), OptionalLong.empty(), 1)),
            List.of()));

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {"record":"summary","format":2,"frames":10,"bytes":2000,"not_decoded":{"arp":2},\
            "rdma_packets":8,"duplicates":2,"congestion":{"cnp":6},\
            "mads":{"SubnAdm":7},"mad_errors":{"SubnAdmGetResp(PathRecord): busy":1},\
            "refused":{"Consumer Reject":3},"connections":1,"other_protocols":{"SMB Direct":2},\
            "calls":3,"repeated_calls":1,"replies":2,"unanswered":1,\
            "replies_without_call":0,"incomplete":1,"other_messages":0,\
            "findings":{"note":0,"warning":4,"error":0},"rules":{"bth.psn-gap":4},\
            "evictions":{"calls":5},\
            "first_time":"1970-01-01T00:00:00.000000000Z","first_epoch_ns":"0",\
            "last_time":"1970-01-01T00:00:01.500000000Z","last_epoch_ns":"1500000000",\
            "duration_ns":1500000000,"frames_back_in_time":9,\
            "devices":[{"device":"eth0","captured":10,"received":12,"dropped":2,"not_decoded":1}]}
            """);
  }
}
