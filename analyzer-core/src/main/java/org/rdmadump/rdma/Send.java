package org.rdmadump.rdma;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;

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

  /** Whether the capture begins within it, so that nobody can have its beginning. */
  default boolean isBegunBefore() {
    return false;
  }

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

  /** Where it begins: {@link #firstPsn}, or a position in the stream of its side. */
  default long position() {
    return firstPsn();
  }

  /** Where it ends: the PSN behind it, which may be beyond 24 bits, or a position in the stream. */
  default long end() {
    return (long) firstPsn() + packets();
  }

  /** Its place among the requests of its sender; {@link SentOrder#NONE} if that is not known. */
  default long order() {
    return SentOrder.NONE;
  }

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

  /** What ended the wait for proof of its delivery; empty while it goes on. */
  Optional<SettledBy> settledBy();

  /**
   * Says that something was seen which the receiver can only have sent because it had this Send, or
   * a later one: what comes again of it from now on is not the copy that delivered it.
   */
  default void proven() {}

  /** Whether a later acknowledgement covers it. */
  boolean acknowledged();

  /**
   * Time of that acknowledgement, once the Send is settled; undefined without an acknowledgement.
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

  /**
   * {@return the frame that holds some of it again with other bytes, the first if there are
   * several; 0 if there is none, or the transport tells of it}
   */
  default long differingFrame() {
    return 0;
  }

  /** Adds to what was noticed about it. */
  void note(Finding finding);

  /** What was noticed about its packets. */
  List<Finding> findings();

  /** {@return a finding about it, in the frame of its last packet} */
  default Finding finding(Rule rule, String text) {
    return Finding.inFrame(rule, lastFrame(), text);
  }
}
