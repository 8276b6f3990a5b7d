package org.rdmadump.exercise.journal;

import java.util.Optional;
import java.util.OptionalInt;

/** What is exercised: a row of the table for each side that does it. */
public enum ExerciseCase {
  /** Messages of all sizes, from none on. */
  SEND("SEND"),
  /** Messages that are gathered from several pieces. */
  SEND_GATHERED("SEND, several segments"),
  /** Messages with four bytes for the receiver's completion. */
  SEND_IMMEDIATE("SEND with immediate"),
  /** Messages that take memory of the receiver away. */
  SEND_INVALIDATE("SEND with invalidate"),
  /** Reads into one piece of memory. */
  READ("RDMA READ"),
  /** Reads that are scattered over several pieces. */
  READ_SCATTERED("RDMA READ, several segments"),
  /** Writes of one piece of memory. */
  WRITE("RDMA WRITE"),
  /** Writes that are gathered from several pieces. */
  WRITE_GATHERED("RDMA WRITE, several segments"),
  /** Writes that complete a receive. */
  WRITE_IMMEDIATE("RDMA WRITE with immediate"),
  /** Reads of memory that a Send took away: the one before it works, the one after it fails. */
  INVALIDATED("invalidated memory is closed"),
  /** What the two sides tell each other to do all this: Sends of 64 bytes. */
  CONTROL("SEND between the steps"),
  /** Calls and replies that fit into a Send. */
  RPC_INLINE("RPC inline"),
  /** Calls whose data is in a Read chunk, of one segment or several. */
  RPC_READ_CHUNK("RPC, Read chunk"),
  /** Replies whose data is in a Write chunk, of one segment or several. */
  RPC_WRITE_CHUNK("RPC, Write chunk"),
  /** Replies that are in a Reply chunk. */
  RPC_REPLY_CHUNK("RPC, Reply chunk"),
  /** Calls that are in a Position-Zero Read chunk. */
  RPC_POSITION_ZERO("RPC, Position-Zero Read chunk"),
  /** The same with a Read chunk of the call's data beside it. */
  RPC_POSITION_ZERO_AND_READ("RPC, Position-Zero and Read chunk"),
  /** Two Read chunks, two Write chunks and a Reply chunk in one exchange. */
  RPC_SEVERAL("RPC, several chunks of each kind");

  private final String label;

  ExerciseCase(String label) {
    this.label = label;
  }

  /** {@return the name that the table uses} */
  public String label() {
    return label;
  }

  /** {@return whether it is RPC-over-RDMA} */
  public boolean isRpc() {
    return name().startsWith("RPC_");
  }

  /** {@return whether it reads memory of the other side} */
  public boolean isRead() {
    return this == READ || this == READ_SCATTERED || this == INVALIDATED;
  }

  /** {@return whether it writes memory of the other side} */
  public boolean isWrite() {
    return this == WRITE || this == WRITE_GATHERED || this == WRITE_IMMEDIATE;
  }

  /** {@return whether it is a Send without RPC} */
  public boolean isSend() {
    return this == SEND
        || this == SEND_GATHERED
        || this == SEND_IMMEDIATE
        || this == SEND_INVALIDATE
        || this == CONTROL;
  }

  /** {@return whether it has immediate data} */
  public boolean hasImmediate() {
    return this == SEND_IMMEDIATE || this == WRITE_IMMEDIATE;
  }

  /** {@return the immediate data of an operation that may have {@code data}} */
  public OptionalInt immediate(int data) {
    return hasImmediate() ? OptionalInt.of(data) : OptionalInt.empty();
  }

  /** {@return the handle that a Send invalidates, where the receiver offers {@code handle}} */
  public OptionalInt invalidates(int handle) {
    return this == SEND_INVALIDATE ? OptionalInt.of(handle) : OptionalInt.empty();
  }

  /** {@return what messages call it, 0 to 255} */
  @SuppressWarnings("EnumOrdinal") // Both sides are of one version, which they compare.
  public int code() {
    return ordinal();
  }

  /** {@return the case that messages call so} */
  public static Optional<ExerciseCase> of(int code) {
    return code >= 0 && code < values().length ? Optional.of(values()[code]) : Optional.empty();
  }
}
