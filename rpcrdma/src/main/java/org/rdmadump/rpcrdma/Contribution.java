package org.rdmadump.rpcrdma;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What some frames carry of one message: its Send, or one RDMA operation. Which message it is, if
 * any, is known only when that is handed out.
 */
public final class Contribution {
  private static final long UNSETTLED = -1;
  private static final long NO_MESSAGE = 0;

  private long message;
  private final long sendFrame;
  private Optional<RpcRdmaHeader> header = Optional.empty();

  private Contribution(long message, long sendFrame) {
    this.message = message;
    this.sendFrame = sendFrame;
  }

  /** One of a Send that is of no message. */
  static Contribution ofNone() {
    return new Contribution(NO_MESSAGE, NO_MESSAGE);
  }

  /** One of an RDMA operation. */
  static Contribution ofOperation() {
    return new Contribution(UNSETTLED, NO_MESSAGE);
  }

  /** One of the Send of a message that is handed out. */
  static Contribution ofSend(RpcMessage message, long firstFrame) {
    Contribution contribution = new Contribution(message.number(), firstFrame);
    contribution.header = Optional.of(message.header());
    return contribution;
  }

  /** Says which message it is of; the first that says so counts. */
  void settle(long number) {
    if (message == UNSETTLED) {
      message = number;
    }
  }

  /** Says that it is of no message, unless it is of one. */
  void drop() {
    settle(NO_MESSAGE);
  }

  /** {@return whether it is known which message it is of} */
  public boolean isSettled() {
    return message != UNSETTLED;
  }

  /** {@return number of the message, empty if it is of none or that is not known yet} */
  public OptionalLong message() {
    return message > NO_MESSAGE ? OptionalLong.of(message) : OptionalLong.empty();
  }

  /** {@return the RPC-over-RDMA header that the frame of that number begins with, if it does} */
  public Optional<RpcRdmaHeader> headerIn(long frame) {
    return frame == sendFrame ? header : Optional.empty();
  }
}
