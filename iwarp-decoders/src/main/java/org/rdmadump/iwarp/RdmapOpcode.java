package org.rdmadump.iwarp;

import java.util.Optional;

/**
 * RDMAP messages, in the order of their opcodes.
 *
 * <p>RFC 5040 section 4.2, RFC 7306 section 4.
 */
public enum RdmapOpcode {
  /** Puts bytes into the memory of the other side. */
  RDMA_WRITE("RDMA Write", RdmapOpcode.TAGGED),
  /** Asks for bytes from the memory of the other side. */
  READ_REQUEST("RDMA Read Request", RdmapOpcode.READ_QUEUE, ReadRequestHeader.LENGTH),
  /** Brings what a Read Request asked for. */
  READ_RESPONSE("RDMA Read Response", RdmapOpcode.TAGGED),
  /** A message for the other side's program. */
  SEND("Send", RdmapOpcode.SEND_QUEUE),
  /** A Send that also ends an advertisement of memory. */
  SEND_INVALIDATE("Send with Invalidate", RdmapOpcode.SEND_QUEUE),
  /** A Send that wakes the receiver. */
  SEND_SE("Send with Solicited Event", RdmapOpcode.SEND_QUEUE),
  /** Both. */
  SEND_SE_INVALIDATE("Send with Solicited Event and Invalidate", RdmapOpcode.SEND_QUEUE),
  /** Gives up the connection. */
  TERMINATE("Terminate", RdmapOpcode.TERMINATE_QUEUE, Terminate.LENGTH),
  /** Eight bytes for the other side's program. */
  IMMEDIATE("Immediate Data", RdmapOpcode.SEND_QUEUE, ImmediateData.LENGTH),
  /** Eight bytes that wake the receiver. */
  IMMEDIATE_SE("Immediate Data with Solicited Event", RdmapOpcode.SEND_QUEUE, ImmediateData.LENGTH),
  /** Changes 8 bytes of the other side's memory in one step. */
  ATOMIC_REQUEST("Atomic Request", RdmapOpcode.READ_QUEUE, AtomicRequestHeader.LENGTH),
  /** Brings what stood there before. */
  ATOMIC_RESPONSE("Atomic Response", RdmapOpcode.ATOMIC_QUEUE, AtomicResponseHeader.LENGTH);

  /** {@link #queue()} of messages that are not untagged. */
  public static final int TAGGED = -1;

  /** Queue of Sends. */
  public static final int SEND_QUEUE = 0;

  /** Queue of Read Requests. */
  public static final int READ_QUEUE = 1;

  /** Queue of Terminates. */
  public static final int TERMINATE_QUEUE = 2;

  /** Queue of Atomic Responses. */
  public static final int ATOMIC_QUEUE = 3;

  /** Queues that RDMAP has, numbered from 0. */
  public static final int QUEUES = 4;

  private static final RdmapOpcode[] ALL = values();

  private final String text;
  private final Optional<RdmapOpcode> present = Optional.of(this);
  private final int queue;
  private final int headerLength;

  RdmapOpcode(String text, int queue) {
    this(text, queue, 0);
  }

  RdmapOpcode(String text, int queue, int headerLength) {
    this.text = text;
    this.queue = queue;
    this.headerLength = headerLength;
  }

  /** The opcode of a number, if it has one. */
  public static Optional<RdmapOpcode> of(int code) {
    return code < ALL.length ? ALL[code].present : Optional.empty();
  }

  /** The name in the specifications. */
  public String text() {
    return text;
  }

  /** Whether its DDP segments are tagged: they say themselves where their bytes belong. */
  public boolean isTagged() {
    return queue == TAGGED;
  }

  /** Queue of its DDP segments, {@link #TAGGED} if they have none. */
  public int queue() {
    return queue;
  }

  /**
   * Bytes that its first segment has at least behind the DDP header: its own header, or all that it
   * brings.
   */
  public int headerLength() {
    return headerLength;
  }

  /** Whether it is one of the four kinds of Send. */
  public boolean isSend() {
    return this == SEND || this == SEND_SE || invalidates();
  }

  /** Whether it names a steering tag that it invalidates. */
  public boolean invalidates() {
    return this == SEND_INVALIDATE || this == SEND_SE_INVALIDATE;
  }
}
