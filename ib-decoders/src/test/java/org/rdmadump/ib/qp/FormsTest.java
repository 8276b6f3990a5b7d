package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.forms.Form;
import org.rdmadump.ib.forms.RewrittenCapture;
import org.rdmadump.link.LinkType;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Transport;

/** Connections and CRCs of packets that other things than RoCEv2 carry. */
class FormsTest {
  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-acl.pcap");

  /** A frame in the middle of the capture, a request with a payload. */
  private static final int DAMAGED = 60;

  @TempDir Path folder;

  private Path write(Form form) throws IOException {
    return RewrittenCapture.of(CAPTURE).write(form, folder.resolve(form.fileName()));
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindRightCrcsInEveryForm(Form form) throws IOException {
    Recording seen = damaged(form, -1, 0);
    assertThat(seen.rules()).doesNotContain("icrc.mismatch", "vcrc.mismatch");
    assertThat(seen.decoder.malformed()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"ROCE_V1", "INFINIBAND", "INFINIBAND_GLOBAL", "INFINIBAND_ROUTED"})
  void shouldDiscardAPacketWithAWrongIcrc(Form form) throws IOException {
    Recording whole = damaged(form, -1, 0);
    // The last byte of the payload, before the CRCs.
    int back = form == Form.ROCE_V1 ? 5 : 7;
    Recording seen = damaged(form, DAMAGED, back);
    assertThat(seen.rules()).contains("icrc.mismatch");
    assertThat(seen.connections()).hasSameSizeAs(whole.connections());
  }

  @ParameterizedTest
  @EnumSource(names = {"INFINIBAND", "INFINIBAND_ROUTED", "ERF_INFINIBAND"})
  void shouldTellOfAWrongVariantCrcAndUseThePacket(Form form) throws IOException {
    Recording whole = damaged(form, -1, 0);
    Recording seen = damaged(form, DAMAGED, form == Form.ERF_INFINIBAND ? -1 : 1);
    List<Finding> wrong =
        seen.findings.stream().filter(each -> each.rule().equals(IbRules.BAD_VCRC)).toList();
    assertThat(wrong)
        .singleElement()
        .satisfies(each -> assertThat(each.frame()).isEqualTo(DAMAGED));
    assertThat(seen.rules()).doesNotContain("icrc.mismatch");
    assertThat(seen.connection().sends).hasSameSizeAs(whole.connection().sends);
  }

  @Test
  void shouldTakeAVariantCrcOfZerosForNone() throws IOException {
    Recording seen = new Recording();
    read(
        write(Form.INFINIBAND),
        frame -> frame.bytes().putShort(frame.end() - Short.BYTES, (short) 0),
        seen);
    assertThat(seen.rules()).doesNotContain("vcrc.mismatch");
  }

  @Test
  void shouldCheckTheVariantCrcOfARawPacket() {
    byte[] raw = {0, 0x30, 0, 2, 0, 3, 0, 1, 0, 0, 8, 6, 1, 2};
    Frame frame = new Frame();
    frame.set(ByteBuffer.wrap(raw), 0, raw.length, raw.length, 0, LinkType.INFINIBAND, 0, 1);
    Recording seen = new Recording();
    seen.decode(frame);
    assertThat(seen.rules()).containsExactly("vcrc.mismatch");
  }

  @ParameterizedTest
  @EnumSource
  void shouldSayWhatCarriedAConnection(Form form) throws IOException {
    Transport transport = form.transport();
    Recording seen = damaged(form, -1, 0);
    assertThat(seen.connections())
        .extracting(each -> each.connection.transport())
        .containsOnly(isElsewhere(form) ? new Transport[0] : new Transport[] {transport});
  }

  @ParameterizedTest
  @EnumSource(names = {"INFINIBAND", "INFINIBAND_ROUTED", "ERF_INFINIBAND"})
  void shouldKeepServiceLevelAndVirtualLane(Form form) throws IOException {
    RdmaConnection connection = damaged(form, -1, 0).connection().connection;
    assertThat(connection.lane(RdmaConnection.FIRST)).isEqualTo(new Lane(0xffff, 3, 1));
    assertThat(connection.lane(RdmaConnection.SECOND)).isEqualTo(new Lane(0xffff, 3, 1));
  }

  /** Whether the packets go to a port that only an option names. */
  private static boolean isElsewhere(Form form) {
    return form == Form.ROCE_V2_OTHER_PORT || form == Form.ROCE_V2_TUNNEL_PORT;
  }

  /** Decodes a form with one bit of one frame changed, counted from behind its last byte. */
  private Recording damaged(Form form, long number, int back) throws IOException {
    Recording seen = new Recording();
    read(
        write(form),
        frame -> {
          if (frame.number() == number) {
            int at = back < 0 ? erfEnd(frame) - 1 : frame.end() - back;
            frame.bytes().put(at, (byte) (frame.bytes().get(at) ^ 1));
          }
        },
        seen);
    seen.decoder.finish();
    return seen;
  }

  /** Where the packet in an ERF record without extension headers ends. */
  private static int erfEnd(Frame frame) {
    return frame.offset() + 16 + frame.bytes().getShort(frame.offset() + 14);
  }

  private static void read(Path file, Change change, Recording seen) throws IOException {
    Frame frame = new Frame();
    try (FrameSource source = CaptureFile.open(file)) {
      while (source.next(frame)) {
        change.to(frame);
        seen.decode(frame);
      }
    }
  }

  /** What is done to a frame before it is decoded. */
  private interface Change {
    void to(Frame frame);
  }
}
