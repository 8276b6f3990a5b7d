package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.FrameList;
import org.rdmadump.rpcrdma.build.FrameList.Copied;

/** A call of several packets whose last one was not captured, so that its length is not known. */
class MissingEndTest {
  @ParameterizedTest
  @CsvSource({
    "iwarp/iwarp-nfs41-crc.pcap, 88, 0xf2e02039",
    "iwarp/iwarp-nfs41-ipv6.pcap, 90, 0x796c9df8",
    "rocev2/rocev2-nfs41-vlan.pcap, 123, 0x361b0da6",
    "rocev2/rocev2-nfs3-basic.pcap, 111, 0x102a2fa9"
  })
  @DisplayName("what was captured of it is decoded, and its reply belongs to it")
  void shouldDecodeTheCallUpToItsMissingEnd(String capture, int frame, String xid) {
    List<Copied> frames = new ArrayList<>(FrameList.of(capture));
    frames.remove(frame - 1);

    Decoded seen = Decoded.withContent(new FrameList(frames));

    RpcMessage call = seen.call(Long.decode(xid).intValue());
    RpcMessage reply = seen.reply(Long.decode(xid).intValue());
    assertThat(call.rpc().orElseThrow().complete()).isFalse();
    assertThat(call.rpc().orElseThrow().length()).isEmpty();
    assertThat(call.operation()).hasValue("WRITE");
    assertThat(reply.rpc().orElseThrow().callNumber()).hasValue(call.number());
    assertThat(reply.operation()).hasValue("WRITE");
  }
}
