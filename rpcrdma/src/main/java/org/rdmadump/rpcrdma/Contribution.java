package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Data of one message in some frames: its Send, or one RDMA operation. The message is known only
 * when it is complete. Programs read it; only the library writes it.
 */
public final class Contribution {
  private static final long UNSETTLED = -1;
  private static final long NO_MESSAGE = 0;

  /** Frames at most that begin a Send again and show its header. */
  private static final int MOST_BEGINNINGS = 16;

  private long message;
  private final long sendFrame;
  private List<Long> beginnings = Collections.emptyList();
  private Optional<MessageHeader> header = Optional.empty();
  private boolean awaited = true;

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

  /**
   * Says which message it is of; the first that says so counts.
   *
   * @param number of the record of the message
   * @param begins the header of the message; a Send begins with it
   */
  public void settle(long number, MessageHeader begins) {
    if (message == UNSETTLED) {
      message = number;
      header = Optional.of(begins);
    }
  }

  /**
   * Says what is known of the header before the message is.
   *
   * @param begins the header, as far as it is known
   * @param isDue whether the message is going to be known: some NVMe commands wait for good
   */
  public void arrived(MessageHeader begins, boolean isDue) {
    if (message == UNSETTLED) {
      header = Optional.of(begins);
      awaited = isDue;
    }
  }

  /** Says that it is of no message, unless it is of one. */
  public void drop() {
    if (message == UNSETTLED) {
      message = NO_MESSAGE;
      header = Optional.empty();
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

  /** {@return whether its message is not known yet, and need not wait for good} */
  public boolean isAwaited() {
    return message == UNSETTLED && awaited;
  }

  /** {@return number of the message, empty if it is of none or that is not known yet} */
  public OptionalLong message() {
    return message > NO_MESSAGE ? OptionalLong.of(message) : OptionalLong.empty();
  }

  /** {@return the XID of a message of RPC-over-RDMA, empty as with {@link #message}} */
  public OptionalInt xid() {
    return header.isPresent() && header.get() instanceof RpcRdmaHeader rpc
        ? OptionalInt.of(rpc.xid())
        : OptionalInt.empty();
  }

  /**
   * {@return the header of the message, empty as with {@link #message}; of a capsule of NVMe
   * already before that}
   */
  public Optional<MessageHeader> header() {
    return header;
  }

  /** {@return the header of the message, if it begins in the frame of that number} */
  public Optional<MessageHeader> headerIn(long frame) {
    return frame == sendFrame || beginnings.contains(frame) ? header : Optional.empty();
  }
}
