package org.rdmadump.analysis.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.bytes.Rope;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

class PrivateDataTest {
  /** RFC 8797: version 1, Remote Invalidation, Sends of 4096 and 1024 bytes. */
  private static final String RPC_RDMA = "f6ab0e1801010300";

  @ParameterizedTest
  @CsvSource({
    RPC_RDMA + "0000000000000000, 16, " + RPC_RDMA,
    RPC_RDMA + ", 4, f6ab0e18",
    "0102000300000000, 8, 01020003",
    "0000000000000000, 8, ''",
    "0102, 0, ''",
    "0102, -36, ''"
  })
  void shouldLeaveOutWhatFillsAField(String wire, int captured, String said) {
    PrivateData data = PrivateData.readFilled(buffer(wire), 0, captured);

    assertThat(hex(data)).isEqualTo(said);
    assertThat(data.rpcRdma().isPresent()).isEqualTo(said.equals(RPC_RDMA));
  }

  @Test
  void shouldReadWhatRpcRdmaSays() {
    PrivateData data = PrivateData.read(buffer("ffff" + RPC_RDMA + "00"), 2, 9);

    assertThat(hex(data)).isEqualTo(RPC_RDMA + "00");
    assertThat(data.rpcRdma()).contains(new RpcRdmaPrivateMessage(true, 4096, 1024));
  }

  @ParameterizedTest
  @CsvSource({
    "true, 80070003" + RPC_RDMA + ", 7, " + RPC_RDMA,
    "true, 80070003, 7, ''",
    // cut within IRD and ORD
    "true, 8007, -1, ''",
    "false, 80070003, -1, 80070003"
  })
  void shouldTellIrdAndOrdFromWhatTheProgramSays(
      boolean enhanced, String wire, int inbound, String said) {
    MpaStartUp startUp = new MpaStartUp(true, false, false, false, enhanced, 2, 12);
    FrameRecord frame = new FrameRecord(1, 0, 0, 0, 0, Rope.empty());
    MpaLayer layer = MpaLayer.of(startUp, buffer(wire), new QueueSetups(), frame);

    assertThat(layer.setup().map(setup -> setup.inboundReads()).orElse(-1)).isEqualTo(inbound);
    assertThat(hex(layer.privateData())).isEqualTo(said);
  }

  private static String hex(PrivateData data) {
    return HexFormat.of().formatHex(data.bytes().toArray(0, data.bytes().length()));
  }

  private static ByteBuffer buffer(String hex) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
  }
}
