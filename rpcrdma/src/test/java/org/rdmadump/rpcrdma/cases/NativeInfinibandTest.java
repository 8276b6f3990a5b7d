package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.MessageAssert.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.finding.Severity;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.Vcrc;
import org.rdmadump.ib.build.Mad;
import org.rdmadump.ib.forms.Form;
import org.rdmadump.ib.forms.RewrittenCapture;
import org.rdmadump.link.LinkType;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.FrameList;
import org.rdmadump.rpcrdma.build.FrameList.Copied;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * What a card that listens on an InfiniBand link writes between the packets of connections: flow
 * control of the link, and the subnet manager's datagrams on virtual lane 15.
 */
class NativeInfinibandTest {
  private static final int INFINIBAND = 21;
  private static final int INFINIBAND_LINK = 25;
  private static final int ERF_HEADER = 16;
  private static final int EXTENSIONS = 0x80;
  private static final int LRH = 8;
  private static final int BTH = 12;
  private static final int DETH = 8;
  private static final int PERMISSIVE_LID = 0xffff;
  private static final int NODE_INFO = 0x0011;

  private final byte[] data = Pattern.of(21, 3001);

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"ERF_INFINIBAND, 0", "ERF_INFINIBAND, 1", "ERF_INFINIBAND_EXTENSIONS, 7"})
  @DisplayName("ERF records with packets, flow control and subnet management, extension headers")
  void shouldLookPastWhatIsOfTheLink(Form form, int extensions) throws IOException {
    RpcConversation rpc = RpcConversation.connected();
    Segment memory = Segment.of(0x100, data.length);
    XdrMessage reply = Nfs3.readReply(7, data);
    rpc.call(inline(7, Nfs3.readCall(7, data.length)).writeChunk(memory));
    rpc.push(memory, data);
    rpc.reply(reduced(7, reply).writeChunk(memory));
    Path file = rpc.capture().toPcap(folder.resolve("plain.pcap"));
    Path erf = RewrittenCapture.of(file).write(form, folder.resolve(form.fileName()));

    List<Copied> frames = new ArrayList<>();
    long packets = 0;
    for (Copied packet : FrameList.of(erf)) {
      packets++;
      frames.add(at(packet, record(INFINIBAND_LINK, extensions, flowControl())));
      frames.add(packet);
      frames.add(at(packet, record(INFINIBAND, extensions, directed(Mad.GET))));
      frames.add(at(packet, record(INFINIBAND, extensions, directed(Mad.GET_RESP))));
    }
    Decoded seen = Decoded.of(frames);

    assertThat(seen.reply(7)).isWhole(reply).pushed(data.length).answers(seen.call(7));
    assertThat(seen.summary().notDecoded()).isEqualTo(Map.of("infiniband_link", packets));
    assertThat(seen.summary().mads())
        .containsEntry("Subn directed route", 2 * packets)
        .containsEntry("ComMgt", 3L);
    assertThat(seen.summary().findings()).doesNotContainKeys(Severity.WARNING, Severity.ERROR);
    assertThat(seen.summary().connections()).isEqualTo(1);
  }

  private static Copied at(Copied other, byte[] bytes) {
    return new Copied(bytes, bytes.length, other.nanos(), LinkType.ERF, other.viewpoint());
  }

  /** Operand 0, virtual lane 3, and the CRC of link packets, which nothing checks. */
  private static byte[] flowControl() {
    return new byte[] {0, 0x40, 0x30, 0x50, 0x12, 0x34};
  }

  /** A datagram from one end of the link to the other, which have no addresses yet. */
  private static byte[] directed(int method) {
    byte[] mad = Mad.of(Mad.SUBN_DIRECTED, method, 0, NODE_INFO);
    int end = LRH + BTH + DETH + mad.length;
    ByteBuffer packet = ByteBuffer.allocate(end + Icrc.LENGTH + Vcrc.LENGTH);
    packet.put((byte) 0xf0).put((byte) 2).putShort((short) PERMISSIVE_LID);
    packet.putShort((short) ((end + Icrc.LENGTH) / 4)).putShort((short) PERMISSIVE_LID);
    packet.put((byte) 0x64).put((byte) 0).putShort((short) 0xffff).putInt(0).putInt(9);
    packet.putInt(0).putInt(0).put(mad).order(ByteOrder.LITTLE_ENDIAN);
    packet.putInt(new Icrc().computeLocal(packet.array(), 0, end));
    packet.putShort((short) Vcrc.compute(packet.array(), 0, packet.position()));
    return packet.array();
  }

  private static byte[] record(int type, int extensions, byte[] packet) {
    int length = ERF_HEADER + extensions * Long.BYTES + packet.length;
    ByteBuffer record = ByteBuffer.allocate((length + 7) / 8 * 8).putLong(0);
    record.put((byte) (extensions > 0 ? type | EXTENSIONS : type)).put((byte) 4);
    record.putShort((short) record.capacity()).putShort((short) 0);
    record.putShort((short) packet.length);
    for (int left = extensions; left > 0; left--) {
      record.put((byte) (left > 1 ? left | EXTENSIONS : left)).put(new byte[7]);
    }
    return record.put(packet).array();
  }
}
