package org.rdmadump.rdma;

import java.util.List;
import java.util.OptionalInt;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;

/**
 * One Send message, put together from its packets.
 *
 * <p>The transport goes on filling it in until it is settled: frames and times are those of the
 * copy that was delivered, where a repeat delivered it.
 */
public interface Send {
  /** Side that sent it. */
  int side();

  /** Its payload, with holes where packets are missing or cut. */
  Rope payload();

  /** Whether its last packet was seen; if not, its length is an upper bound. */
  boolean endSeen();

  /** Frame of the first packet that was ever seen of it. */
  long firstFrame();

  /** Time of that frame. */
  long firstNanos();

  /** Frame of the last packet of the copy that was delivered. */
  long lastFrame();

  /** Time of that frame. */
  long lastNanos();

  /** PSN of its first packet, -1 where the transport has none. */
  int firstPsn();

  /** Packets that it takes, repeats not counted. */
  int packets();

  /** Handle that it invalidates at the receiver. */
  OptionalInt invalidates();

  /** False once it is known that the receiver refused it and no repeat was seen. */
  boolean delivered();

  /** Why it was not {@linkplain #delivered delivered}, for a person. */
  default String whyNotDelivered() {
    return "the receiver refused it and no repeat was captured";
  }

  /** Whether a later acknowledgement covers it. */
  boolean acknowledged();

  /**
   * Time of that acknowledgement; to be asked when the Send is settled, and meaningless where there
   * is none.
   */
  long acknowledgedNanos();

  /** Says that the bytes of its payload are not needed any more: it has none from now on. */
  void release();

  /** Tells every frame that holds a packet of it, as far as it is remembered. */
  void forEachFrame(FrameVisitor visitor);

  /**
   * {@return its packets that were seen, in their order, repeats left out} To be asked before it is
   * {@linkplain #release released}.
   */
  default List<RdmaFragment> fragments() {
    return List.of();
  }

  /** What was noticed about its packets. */
  List<Finding> findings();
}
