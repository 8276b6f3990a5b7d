package org.rdmadump.ib.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.Icrc;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;

/**
 * Every form holds the transport packets of the capture it was made of. {@code testdata/forms} runs
 * this to have the files, by the properties {@code rdmadump.forms.capture} and {@code
 * rdmadump.forms.folder}.
 */
class RewrittenCaptureTest {
  private static final Path ROCE = Path.of("..", "testdata", "captures", "rocev2");
  private static final Path CAPTURE =
      Path.of(
          System.getProperty(
              "rdmadump.forms.capture", ROCE.resolve("rocev2-nfs3-acl.pcap").toString()));

  @TempDir Path temporary;

  @ParameterizedTest
  @EnumSource
  void shouldHoldTheSamePacketsInEveryForm(Form form) throws IOException {
    String wanted = System.getProperty("rdmadump.forms.folder");
    Path folder = wanted == null ? temporary : Files.createDirectories(Path.of(wanted));
    Path file = folder.resolve(form.fileName());
    RewrittenCapture.of(CAPTURE).write(form, file);
    boolean crcs = form != Form.INFINIBAND_WITHOUT_CRCS;
    List<String> packets = packets(file, crcs);
    assertThat(packets).isNotEmpty().isEqualTo(packets(CAPTURE, true));
  }

  @ParameterizedTest
  @EnumSource
  void shouldHoldEveryPacketInAllFilesOfAForm(SplitForm form) throws IOException {
    String wanted = System.getProperty("rdmadump.forms.folder");
    Path folder = form.writeTo(wanted == null ? temporary : Path.of(wanted), rewritten());
    Set<String> packets = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        for (String packet : packets(file, true)) {
          packets.add(packet.substring(packet.indexOf('[')));
        }
      }
    }
    Set<String> originals = new HashSet<>();
    for (String packet : packets(CAPTURE, true)) {
      originals.add(packet.substring(packet.indexOf('[')));
    }
    assertThat(packets).isEqualTo(originals);
  }

  private static RewrittenCapture rewritten() throws IOException {
    return RewrittenCapture.of(CAPTURE);
  }

  @Test
  void shouldRefuseACaptureThatWasCut() {
    assertThatThrownBy(() -> RewrittenCapture.of(ROCE.resolve("rocev2-nfs41-snap128.pcap")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("was cut");
  }

  /** Time and bytes of every transport packet, without ICRC. */
  private static List<String> packets(Path file, boolean crcs) throws IOException {
    PacketDecoder decoder = new PacketDecoder(Form.VXLAN);
    PacketDecoder tunnels = new PacketDecoder();
    boolean closed = file.endsWith(Form.ROCE_V2_TUNNEL_PORT.fileName());
    List<String> packets = new ArrayList<>();
    Datagram datagram = new Datagram();
    Frame frame = new Frame();
    try (FrameSource source = CaptureFile.open(file)) {
      while (source.next(frame)) {
        PacketDecoder used = closed ? decoder : tunnels;
        PacketKind kind =
            used.decode(frame, datagram, finding -> assertThat(finding.message()).isEmpty());
        boolean udp = kind == PacketKind.UDP && datagram.destinationPort() > 4000;
        if (udp || kind == PacketKind.ROCE_V1 || kind == PacketKind.INFINIBAND) {
          int at = datagram.payloadOffset();
          int end = at + datagram.payloadLength() - Icrc.LENGTH;
          assertThat(datagram.isPayloadCut()).isEqualTo(!crcs);
          byte[] array = used.holder(frame, datagram).array();
          packets.add(frame.epochNanos() + Arrays.toString(Arrays.copyOfRange(array, at, end)));
        }
      }
      assertThat(source.damage()).isEmpty();
    }
    return packets;
  }
}
