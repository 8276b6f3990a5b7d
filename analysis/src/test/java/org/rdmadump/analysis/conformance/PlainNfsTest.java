package org.rdmadump.analysis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.build.FrameList;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Xdr;
import org.rdmadump.rpcrdma.build.XdrMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** NFS beside RDMA is found at each server for itself, over TCP and UDP. */
class PlainNfsTest {
  private static final int SERVER = 0xc0a84d01;
  private static final int OTHER = 0xc0a84d09;
  private static final int CLIENT = 0xc0a84d02;
  private static final int PORT = 2049;

  private static PlainNfs of(FrameSource source) throws IOException {
    PlainNfs plain = new PlainNfs();
    new CaptureDecoder(source, CaptureOptions.DEFAULT, new MessageListener() {}, plain).decodeAll();
    return plain;
  }

  /** A call with its record mark, as TCP carries it. */
  private static TcpFrame overTcp(int server, XdrMessage call) {
    byte[] bytes = new Xdr().u32(0x8000_0000 | call.length()).raw(call.bytes()).bytes();
    return new TcpFrame(
        "plain",
        new TcpFrame.Socket(CLIENT, 800),
        new TcpFrame.Socket(server, PORT),
        100,
        100,
        TcpFrame.ACK,
        bytes);
  }

  private static IwarpConversation iwarpOnThatPort() {
    IwarpConversation wire = new IwarpConversation().ports(44000, PORT);
    IwarpRpc.connected(wire).call(RpcRdmaBuilder.inline(1, Nfs3.getattrCall(1)));
    return wire;
  }

  /** Ethernet, IPv4 and UDP, without checksums. */
  private static FrameSource overUdp(int port, XdrMessage call) {
    byte[] data = call.bytes();
    Xdr frame = new Xdr().raw(new byte[12]).raw(new byte[] {8, 0});
    frame.raw(new byte[] {0x45, 0}).raw(two(28 + data.length)).u32(0).raw(new byte[] {64, 17});
    frame.raw(new byte[2]).u32(CLIENT).u32(SERVER);
    frame.raw(two(800)).raw(two(port)).raw(two(8 + data.length)).raw(new byte[2]).raw(data);
    byte[] bytes = frame.bytes();
    return FrameList.evenly(List.of(new FrameList.Copied(bytes, bytes.length, 0, 1, 0)));
  }

  private static byte[] two(int value) {
    return new byte[] {(byte) (value >> 8), (byte) value};
  }

  @Test
  void shouldFindCallsOverTcp() throws IOException {
    IwarpConversation wire = new IwarpConversation();
    wire.capture().add(overTcp(SERVER, Nfs3.nullCall(1)));
    wire.capture().add(overTcp(SERVER, Nfs3.getattrCall(2)));
    wire.capture().add(overTcp(OTHER, Nfs3.getattrCall(3)));

    PlainNfs plain = of(wire.capture().source());
    assertThat(plain.calls()).isEqualTo(2);
    assertThat(plain.first()).isEqualTo(2);
  }

  @Test
  void shouldExcuseTheServerThatHasIwarpOnThatPortAndNoOther() throws IOException {
    IwarpConversation wire = iwarpOnThatPort();
    wire.capture().add(overTcp(SERVER, Nfs3.getattrCall(2)));
    assertThat(of(wire.capture().source()).calls()).isZero();

    wire.capture().add(overTcp(OTHER, Nfs3.getattrCall(3)));
    PlainNfs plain = of(wire.capture().source());
    assertThat(plain.calls()).isEqualTo(1);
    assertThat(plain.first()).isEqualTo(wire.capture().frames().size());
  }

  @Test
  void shouldFindCallsOverUdpToThatPortAlone() throws IOException {
    assertThat(of(overUdp(PORT, Nfs3.getattrCall(1))).calls()).isEqualTo(1);
    assertThat(of(overUdp(PORT, Nfs3.getattrCall(1))).first()).isEqualTo(1);
    assertThat(of(overUdp(PORT, Nfs3.nullCall(1))).calls()).isZero();
    assertThat(of(overUdp(111, Nfs3.getattrCall(1))).calls()).isZero();
  }

  @Test
  void shouldFindCallsToMoreServersThanAreKnownApart() throws IOException {
    IwarpConversation wire = new IwarpConversation();
    List<TcpFrame> frames = new ArrayList<>();
    for (int i = 0; i < 1500; i++) {
      frames.add(overTcp(0x0a000000 + i, Nfs3.getattrCall(i)));
    }
    wire.capture().frames().addAll(frames);

    assertThat(of(wire.capture().source()).calls()).isEqualTo(1500);
  }
}
