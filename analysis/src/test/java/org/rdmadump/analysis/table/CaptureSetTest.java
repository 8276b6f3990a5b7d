package org.rdmadump.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files are read as one capture. */
class CaptureSetTest {
  @Test
  void shouldReadEachFileAloneUnlessNamesAreOfARotatedSet() {
    List<String> files = List.of("client.pcap", "server.pcap", "run1.pcap", "run2.pcap");

    assertThat(CaptureSet.of(files))
        .extracting(CaptureSet::files)
        .containsExactly(
            List.of("client.pcap"),
            List.of("server.pcap"),
            List.of("run1.pcap"),
            List.of("run2.pcap"));
  }

  @ParameterizedTest
  @CsvSource({
    "lab/t_00001_20261122103000.pcapng, lab/t_00002_20261122103100.pcapng",
    "t_00000_20261122103000.pcap, t_00001_20261122103000.pcap",
    "t_20261122103000_00001.pcap, t_20261122103100_00002.pcap",
    "t.pcap, t.pcap1",
    "t.pcap09, t.pcap10",
    "t.pcap, t.pcap1.gz",
    "t-2026-11-22T10:30:00.pcap, t-2026-11-22T10:31:00.pcap",
    "20261122-1030.pcap, 20261122-1031.pcap"
  })
  void shouldReadARotatedSetAsOne(String first, String second) {
    assertThat(CaptureSet.of(List.of(second, first, "other.pcap")))
        .containsExactly(
            new CaptureSet(first, List.of(second, first)),
            new CaptureSet("other.pcap", List.of("other.pcap")));
  }

  @ParameterizedTest
  @CsvSource({
    "a/t_00001_20261122103000.pcap, b/t_00002_20261122103100.pcap",
    "client_00001_20261122103000.pcap, server_00001_20261122103000.pcap",
    "192.168.1.10.pcap, 192.168.1.11.pcap",
    "rocev2-nfs3-basic.pcap, rocev2-nfs41-basic.pcap",
    "t_00001_20261122103000.pcap, t_00001_20261122103000.pcapng",
    "case-0001.pcap, case-0002.pcap"
  })
  void shouldNotJoinWhatOnlyLooksAlike(String first, String second) {
    assertThat(CaptureSet.of(List.of(first, second))).hasSize(2);
  }
}
