package org.rdmadump.rpcrdma.build;

import java.util.List;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpCapture;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.DecodeAs;

/** RPC over RDMA between a client and a server over iWARP: as {@link RpcConversation}. */
public final class IwarpRpc {
  private final IwarpConversation wire;

  private IwarpRpc(IwarpConversation wire) {
    this.wire = wire;
  }

  /** {@return a conversation whose beginning was captured} */
  public static IwarpRpc connected() {
    return connected(new IwarpConversation());
  }

  /** {@return a conversation with settings of its own whose beginning was captured} */
  public static IwarpRpc connected(IwarpConversation wire) {
    wire.connect();
    return new IwarpRpc(wire);
  }

  /** {@return a conversation whose beginning was not captured} */
  public static IwarpRpc unconnected(IwarpConversation wire) {
    wire.framed();
    return new IwarpRpc(wire);
  }

  /** {@return the connection} */
  public IwarpConversation wire() {
    return wire;
  }

  /** {@return what was written so far} */
  public TcpCapture capture() {
    return wire.capture();
  }

  /** The client sends. */
  public IwarpRpc call(RpcRdmaBuilder message) {
    wire.client().send(message.bytes());
    return this;
  }

  /** The server sends. */
  public IwarpRpc reply(RpcRdmaBuilder message) {
    wire.server().send(message.bytes());
    return this;
  }

  /** The server reads a segment, which holds {@code data}, with one RDMA Read. */
  public IwarpRpc pull(Segment segment, byte[] data) {
    wire.server().read(segment.handle(), segment.offset(), data);
    return this;
  }

  /** The server writes to the start of a segment with one RDMA Write. */
  public IwarpRpc push(Segment segment, byte[] data) {
    wire.server().write(segment.handle(), segment.offset(), data);
    return this;
  }

  /** {@return what the decoder makes of it} */
  public Decoded decode() {
    return decode(wire.capture());
  }

  /** {@return what the decoder makes of segments} */
  public static Decoded decode(TcpCapture capture) {
    return Decoded.of(capture.source(), Decoded.EVERYTHING);
  }

  /** {@return what the decoder makes of segments if it is told of ports} */
  public static Decoded decode(TcpCapture capture, Integer... ports) {
    DecodeAs decodeAs = new DecodeAs(List.of(ports), List.of());
    return Decoded.of(capture.source(), new CaptureOptions(true, true, 64L << 20, decodeAs));
  }
}
