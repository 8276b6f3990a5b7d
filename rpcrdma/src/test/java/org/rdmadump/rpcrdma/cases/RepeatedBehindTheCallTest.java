package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.RealCaptures;

/**
 * A server that lost the end of a response to its RDMA Read asks for it again, when the capture,
 * taken at the client, had all of the call: in nfs41-reorder frame 788 asks for the last packet of
 * the Read of frame 783, and frame 789 has it. The call is handed out before that.
 */
class RepeatedBehindTheCallTest {
  private static final int XID = 0xc84b1b61;

  private static RpcExchange exchange() throws IOException {
    return Decoded.of(RealCaptures.open("rocev2/rocev2-nfs41-reorder.pcap"), CaptureOptions.DEFAULT)
        .exchange(XID);
  }

  @Test
  @DisplayName("the reply says what came again behind its call")
  void shouldTellWithTheReply() throws IOException {
    RpcMessage reply = exchange().reply().orElseThrow();

    assertThat(reply.findings())
        .extracting(Finding::frame, each -> each.rule().name(), Finding::message)
        .containsExactly(
            tuple(
                788L,
                "bth.psn-repeat",
                "RDMA READ Request repeated for the last 928 bytes, PSN 13865660"),
            tuple(
                789L,
                "rpcrdma.data-repeated",
                "1 data packet retransmitted, of the operation with PSN 13865660"));
  }

  @Test
  @DisplayName("the exchange lists the Read that asked again, the call does not")
  void shouldListTheReadThatAskedAgain() throws IOException {
    RpcExchange exchange = exchange();

    assertThat(exchange.call().orElseThrow().transfers())
        .extracting(RdmaTransfer::firstFrame)
        .containsExactly(783L);
    assertThat(exchange.transfers())
        .extracting(RdmaTransfer::firstFrame, RdmaTransfer::transferred)
        .containsExactly(tuple(783L, 4000L), tuple(788L, 0L));
  }

  @Test
  @DisplayName("RDMA takes until the server had what it asked for again")
  void shouldCountWhatCameAgainAsTimeOfRdma() throws IOException {
    RpcExchange exchange = exchange();

    // From the first Read in frame 783 to the response in frame 789, and to the reply in frame 790.
    assertThat(exchange.timing().orElseThrow().rdma()).isEqualTo(2_153_157_000L);
    assertThat(exchange.timing().orElseThrow().toReply()).isEqualTo(6_487_000L);
  }
}
