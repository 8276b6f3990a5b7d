package org.rdmadump;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * A position in a capture that each search advances, like NFStest's {@code Pktt}. {@link
 * RdmaCapture#cursor()} makes it; streams such as {@link RdmaCapture#messages()} need no position.
 *
 * <pre>{@code
 * try (CaptureCursor cursor = capture.cursor()) {
 *   RpcMessage open = cursor.match("nfs.op == OPEN").orElseThrow();
 *   RpcMessage write = cursor.match("nfs.op == WRITE").orElseThrow(); // behind the OPEN
 * }
 * }</pre>
 *
 * <p>The position counts the messages that were passed. The capture is decoded as far as it was
 * asked for. Going back to what was passed a short while ago costs nothing; farther back, files are
 * decoded again from their beginning, and what can be read once throws {@link
 * IllegalStateException}.
 *
 * <p>Not thread-safe. Cursors and streams of a capture do not move each other.
 */
public final class CaptureCursor implements AutoCloseable {
  private final KnownConnections connections;
  private final CaptureWalk walk;

  CaptureCursor(CapturePasses passes, KnownConnections connections) {
    this.connections = connections;
    this.walk = new CaptureWalk(passes);
  }

  /** {@return the number of the last message before the position, 0 at the beginning} */
  public long position() {
    return walk.position();
  }

  /**
   * {@return the next message, and moves behind it; empty at the end of the capture}
   *
   * @throws java.io.UncheckedIOException if the input cannot be read
   */
  public Optional<RpcMessage> next() {
    return next(CaptureRecord::message);
  }

  /**
   * {@return the next exchange, and moves behind it and its messages; empty at the end}
   *
   * <p>An exchange comes after both its messages. A call without a reply is also an exchange, once
   * rdmadump stops waiting for the reply.
   *
   * @throws java.io.UncheckedIOException if the input cannot be read
   */
  public Optional<RpcExchange> nextExchange() {
    return next(CaptureRecord::exchange);
  }

  private <T> Optional<T> next(Function<CaptureRecord, Optional<T>> kind) {
    Optional<T> found = Optional.empty();
    Optional<CaptureRecord> record = walk.next();
    while (record.isPresent() && found.isEmpty()) {
      found = kind.apply(record.get());
      record = found.isPresent() ? record : walk.next();
    }
    return found;
  }

  /** Goes back to the beginning. */
  public void rewind() {
    rewind(0);
  }

  /**
   * Moves to a position, backward or forward.
   *
   * @param to a result of {@link #position()}, or the number of a message to move behind; with more
   *     than there are, {@link #position()} is the last one's once the end was reached
   * @throws IllegalArgumentException if it is negative
   * @throws IllegalStateException if the position is too far back in an input that can be read
   *     once; the position stays
   */
  public void rewind(long to) {
    if (to < 0) {
      throw new IllegalArgumentException("position " + to);
    }
    walk.rewind(to);
  }

  /**
   * {@return the next message that matches an expression, and moves behind it}
   *
   * <p>If there is none, the result is empty and the position stays, if the input can be read
   * again.
   *
   * @param expression as {@code rdmadump -Y} takes it, such as {@code nfs.op == WRITE}
   * @throws IllegalArgumentException if the expression is invalid; the message shows where
   */
  public Optional<RpcMessage> match(String expression) {
    return match(connections.ofMessages(expression));
  }

  /** {@return the next message for which {@code wanted} holds; as {@link #match(String)}} */
  public Optional<RpcMessage> match(Predicate<? super RpcMessage> wanted) {
    return match(wanted, Long.MAX_VALUE);
  }

  /**
   * {@return the next message that matches an expression, up to a message number; otherwise as
   * {@link #match(String)}}
   *
   * @param last number of the last message to look at
   */
  public Optional<RpcMessage> match(String expression, long last) {
    return match(connections.ofMessages(expression), last);
  }

  /** {@return as {@link #match(String, long)}, the next message for which {@code wanted} holds} */
  public Optional<RpcMessage> match(Predicate<? super RpcMessage> wanted, long last) {
    CaptureWalk.Mark from = walk.place();
    while (walk.position() < last) {
      Optional<RpcMessage> message = next();
      if (message.isEmpty()) {
        break;
      }
      if (wanted.test(message.get())) {
        return message;
      }
    }
    walk.goBackTo(from);
    return Optional.empty();
  }

  /**
   * {@return the exchange of a message; empty if there is none, as for a message without RPC}
   *
   * <p>The position stays, if the input can be read again.
   *
   * @param message of this capture; for a message of another capture the result is empty
   */
  public Optional<RpcExchange> exchange(RpcMessage message) {
    CaptureWalk.Mark from = walk.place();
    if (walk.canRewind(message.number())) {
      rewind(message.number());
    }
    Optional<RpcExchange> found = Optional.empty();
    if (message.rpc().isPresent()) {
      do {
        found = nextExchange();
      } while (found.isPresent() && !isPart(message, found.get()));
    }
    walk.goBackTo(from);
    return found;
  }

  /**
   * {@return the current state of a connection: its set-up, path MTU, inline thresholds and
   * traffic; empty before its first message}
   *
   * @param index as {@link RpcMessage#connection()} says
   */
  public Optional<ConnectionRecord> connection(int index) {
    return walk.connection(index);
  }

  private static boolean isPart(RpcMessage message, RpcExchange exchange) {
    return Stream.of(exchange.call(), exchange.reply())
        .flatMap(Optional::stream)
        .anyMatch(
            part ->
                part.number() == message.number()
                    && part.sendNanos() == message.sendNanos()
                    && part.header().xid() == message.header().xid());
  }

  /**
   * Closes the input of this cursor. Results stay valid. Closing the capture closes the cursor as
   * well.
   */
  @Override
  public void close() {
    walk.close();
  }
}
