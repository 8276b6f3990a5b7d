package org.rdmadump.live.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pcap4j.core.BpfProgram.BpfCompileMode;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.Pcaps;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.live.DeviceOpenException;
import org.rdmadump.live.DeviceOpenException.Reason;
import org.rdmadump.testing.Needs;

/** Capture filters choose the frames that libpcap chooses itself. */
class CaptureFilterTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");

  @BeforeEach
  void needLibpcap() {
    Needs.libpcap();
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs3-basic.pcap, udp port 4791",
    "rocev2/rocev2-nfs3-basic.pcap, greater 300",
    "rocev2/rocev2-nfs41-any-nano.pcap, src host 192.168.77.2",
    "rocev2/rocev2-nfs41-snap128.pcap, len > 500",
    "rocev2/rocev2-nfs41-vlan.pcap, vlan and udp",
    "rocev2/rocev2-nfs41-ipv6.pcap, ip6",
    "iwarp/iwarp-nfs41-large-gso.pcap, tcp[tcpflags] & tcp-push != 0"
  })
  void shouldChooseWhatLibpcapChooses(String name, String expression) throws Exception {
    Path file = CAPTURES.resolve(name);

    List<Long> chosen = new ArrayList<>();
    long before = 0;
    Frame frame = new Frame();
    try (FrameSource source = CaptureFilter.of(expression).over(CaptureFile.open(file))) {
      while (source.next(frame)) {
        assertThat(frame.number()).isGreaterThan(before);
        before = frame.number();
        chosen.add(frame.epochNanos());
      }
    }

    assertThat(chosen).hasSize(libpcap(file, expression)).isNotEmpty();
  }

  private static int libpcap(Path file, String expression) throws Exception {
    int count = 0;
    try (PcapHandle handle = Pcaps.openOffline(file.toString())) {
      handle.setFilter(expression, BpfCompileMode.OPTIMIZE);
      while (handle.getNextRawPacket() != null) {
        count++;
      }
    }
    return count;
  }

  @Test
  void shouldLeaveTheFrameAsItIsAtTheEnd() throws IOException {
    Path file = CAPTURES.resolve("rocev2").resolve("rocev2-nfs3-basic.pcap");
    Frame frame = new Frame();
    long last = 0;
    try (FrameSource source = CaptureFilter.of("greater 1000").over(CaptureFile.open(file))) {
      while (source.next(frame)) {
        last = frame.number();
      }
      assertThat(frame.number()).isEqualTo(last);
    }
  }

  @Test
  void shouldSayWhatLibpcapDoesNotUnderstand() {
    assertThatThrownBy(() -> CaptureFilter.of("udp prt 4791"))
        .isInstanceOfSatisfying(
            DeviceOpenException.class, e -> assertThat(e.reason()).isEqualTo(Reason.WRONG_FILTER))
        .hasMessageContaining("syntax error");
  }
}
