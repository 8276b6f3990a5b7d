package org.rdmadump.rpcrdma.build;

import java.util.Arrays;
import java.util.function.Consumer;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.QueuePair;

/**
 * RPC over RDMA between a client and a server: what each sends, and how the server moves chunks.
 *
 * <pre>{@code
 * XdrMessage call = Nfs3.writeCall(1, data);
 * Segment memory = Segment.of(0x100, data.length);
 * RpcConversation rpc = RpcConversation.connected();
 * rpc.call(RpcRdmaBuilder.reduced(1, call).readChunk(call.position(0), memory));
 * rpc.pull(memory, data);
 * rpc.reply(RpcRdmaBuilder.inline(1, Nfs3.writeReply(1, data.length)));
 * Decoded seen = rpc.decode();
 * }</pre>
 */
public final class RpcConversation {
  private final Conversation wire;

  private RpcConversation(Conversation wire) {
    this.wire = wire;
  }

  /** {@return a conversation at path MTU 1024 that the connection manager set up} */
  public static RpcConversation connected() {
    return connected(wire -> {});
  }

  /** {@return a conversation that the connection manager set up, with settings of its own} */
  public static RpcConversation connected(Consumer<Conversation> settings) {
    RpcConversation rpc = unconnected(settings);
    rpc.wire.connect();
    return rpc;
  }

  /** {@return a conversation whose beginning was not captured} */
  public static RpcConversation unconnected() {
    return unconnected(wire -> {});
  }

  /** {@return a conversation whose beginning was not captured, with settings of its own} */
  public static RpcConversation unconnected(Consumer<Conversation> settings) {
    return over(Conversation.between("192.168.77.2", "192.168.77.1"), settings);
  }

  /** {@return RPC over the given connection} */
  public static RpcConversation over(Conversation wire, Consumer<Conversation> settings) {
    settings.accept(wire);
    return new RpcConversation(wire);
  }

  /** {@return the connection} */
  public Conversation wire() {
    return wire;
  }

  /** {@return the client's queue pair} */
  public QueuePair client() {
    return wire.client();
  }

  /** {@return the server's queue pair} */
  public QueuePair server() {
    return wire.server();
  }

  /** {@return what was written so far} */
  public Capture capture() {
    return wire.capture();
  }

  /** The client sends. */
  public RpcConversation call(RpcRdmaBuilder message) {
    wire.client().send(message.bytes());
    return this;
  }

  /** The server sends. */
  public RpcConversation reply(RpcRdmaBuilder message) {
    wire.server().send(message.bytes());
    return this;
  }

  /** The server sends, and takes a handle of the client away. */
  public RpcConversation replyInvalidating(RpcRdmaBuilder message, int handle) {
    wire.server().sendInvalidating(message.bytes(), handle);
    return this;
  }

  /** The server reads a segment, which holds {@code data}, with one RDMA Read. */
  public RpcConversation pull(Segment segment, byte[] data) {
    return pull(segment, data, data.length);
  }

  /** The server reads a segment with several RDMA Reads of the given lengths. */
  public RpcConversation pull(Segment segment, byte[] data, int... parts) {
    int at = 0;
    for (int part : parts) {
      wire.server()
          .read(segment.handle(), segment.offset() + at, Arrays.copyOfRange(data, at, at + part));
      at += part;
    }
    return this;
  }

  /** The server writes to the start of a segment with one RDMA Write. */
  public RpcConversation push(Segment segment, byte[] data) {
    return push(segment, data, data.length);
  }

  /** The server writes to the start of a segment with several RDMA Writes of the given lengths. */
  public RpcConversation push(Segment segment, byte[] data, int... parts) {
    int at = 0;
    for (int part : parts) {
      wire.server()
          .write(segment.handle(), segment.offset() + at, Arrays.copyOfRange(data, at, at + part));
      at += part;
    }
    return this;
  }

  /** {@return what the decoder makes of it} */
  public Decoded decode() {
    return Decoded.of(wire.capture());
  }

  /** {@return what the decoder makes of it and of what is in the messages} */
  public Decoded decodeContent() {
    return Decoded.withContent(wire.capture());
  }
}
