package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Data of one message in some frames: its Send, or one RDMA operation. The message is known only
 * when it is complete.
 */
public final class Contribution {
  private static final long UNSETTLED = -1;
  private static final long NO_MESSAGE = 0;

  /** Frames at most that begin a Send again and show its header. */
  private static final int MOST_BEGINNINGS = 16;

  private long message;
  private final long sendFrame;
  private List<Long> beginnings = Collections.emptyList();
  private OptionalInt xid = OptionalInt.empty();
  private Optional<RpcRdmaHeader> header = Optional.empty();

  private Contribution(long message, long sendFrame) {
    this.message = message;
    this.sendFrame = sendFrame;
  }

  /** One of a Send that is of no message. */
  public static Contribution ofNone() {
    return new Contribution(NO_MESSAGE, NO_MESSAGE);
  }

  /** One of an RDMA operation. */
  public static Contribution ofOperation() {
    return new Contribution(UNSETTLED, NO_MESSAGE);
  }

  /** One of a Send that begins in that frame. */
  public static Contribution ofSend(long firstFrame) {
    return new Contribution(UNSETTLED, firstFrame);
  }

  /** Says which message it is of; the first that says so counts. */
  public void settle(RpcMessage of) {
    if (message == UNSETTLED) {
      message = of.number();
      xid = OptionalInt.of(of.header().xid());
    }
  }

  /** As {@link #settle}, for the Send of the message, which its header begins. */
  public void settleSend(RpcMessage of) {
    settle(of);
    header = Optional.of(of.header());
  }

  /** Says that it is of no message, unless it is of one. */
  public void drop() {
    if (message == UNSETTLED) {
      message = NO_MESSAGE;
    }
  }

  /** Says that another frame holds its first byte again. */
  public void beginsIn(long frame) {
    if (sendFrame == NO_MESSAGE || beginnings.size() == MOST_BEGINNINGS) {
      return;
    }
    if (beginnings.isEmpty()) {
      beginnings = new ArrayList<>(1);
    }
    beginnings.add(frame);
  }

  /** {@return whether it is known which message it is of} */
  public boolean isSettled() {
    return message != UNSETTLED;
  }

  /** {@return number of the message, empty if it is of none or that is not known yet} */
  public OptionalLong message() {
    return message > NO_MESSAGE ? OptionalLong.of(message) : OptionalLong.empty();
  }

  /** {@return the XID of the message, empty as with {@link #message}} */
  public OptionalInt xid() {
    return xid;
  }

  /** {@return the RPC-over-RDMA header that the frame of that number begins with, if it does} */
  public Optional<RpcRdmaHeader> headerIn(long frame) {
    return frame == sendFrame || beginnings.contains(frame) ? header : Optional.empty();
  }
}
