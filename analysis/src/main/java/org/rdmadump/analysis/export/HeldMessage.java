package org.rdmadump.analysis.export;

import java.util.Comparator;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * What is exported of a message, and nothing that refers to it.
 *
 * @param nanos time of its packets, in nanoseconds since the epoch
 * @param order 1, 2, 3, ... as the messages came
 * @param connection 1-based index of the connection
 * @param direction towards the server or the client
 * @param source sender
 * @param destination receiver
 * @param lastFrame last frame that contributed
 * @param comment what the message was rebuilt from, for people
 * @param stream bytes of the RPC message that are written, without holes
 * @param length bytes of the RPC message; more than are written if it is cut
 */
record HeldMessage(
    long nanos,
    long order,
    int connection,
    Direction direction,
    IpAddress source,
    IpAddress destination,
    long lastFrame,
    String comment,
    Rope stream,
    long length) {
  /** In the order in which they are exported. */
  static final Comparator<HeldMessage> BY_TIME =
      Comparator.<HeldMessage>comparingLong(each -> each.nanos)
          .thenComparingLong(each -> each.order);

  /** What one holds beside its bytes, roughly. */
  private static final int COST = 512;

  /**
   * What is exported of a message.
   *
   * @param written its bytes
   * @param mostCopied up to so many bytes are copied, as they may lie in larger pages
   */
  static HeldMessage of(RpcMessage message, WrittenStream written, long order, long mostCopied) {
    Rope shared = written.stream();
    return new HeldMessage(
        nanos(message),
        order,
        message.connection(),
        message.direction(),
        message.source().address(),
        message.destination().address(),
        message.lastFrame(),
        Provenance.of(message, written),
        shared.length() > mostCopied ? shared : Rope.of(shared.toArray(0, shared.length())),
        written.length());
  }

  /**
   * {@return when a message is exported} A call when its Send began and a reply when its Send
   * ended, so that the time between them is the latency.
   */
  static long nanos(RpcMessage message) {
    boolean call = message.rpc().isPresent() && message.rpc().get().call();
    return call ? message.sendBeginNanos() : message.sendNanos();
  }

  /** {@return whether bytes at the end are missing} */
  boolean isCut() {
    return stream.length() < length;
  }

  /** Memory that it holds, roughly. */
  long cost() {
    return COST + stream.length();
  }
}
