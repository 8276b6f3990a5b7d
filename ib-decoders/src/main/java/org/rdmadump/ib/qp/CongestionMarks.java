package org.rdmadump.ib.qp;

import java.util.LinkedHashMap;
import java.util.Map;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Operation;

/**
 * Packets that say that there was congestion on the way.
 *
 * <p>IBTA volume 1, 9.2.10 and annexes A10 and A17.9; RFC 3168 for IP and global route headers.
 */
public final class CongestionMarks {
  private static final int FECN = 0x80;
  private static final int BECN = 0x40;
  private static final int ECN = 0x03;

  private long notifications;
  private long experienced;
  private long forward;
  private long backward;

  CongestionMarks() {}

  /** Whether anything but its operation may say so of a packet; the parameters are as below. */
  static boolean isMarked(byte marks, int trafficClass) {
    return (marks & (FECN | BECN)) != 0 || isExperienced(trafficClass);
  }

  /** Whether the IP header says that a packet met congestion. */
  static boolean isExperienced(int trafficClass) {
    return (trafficClass & ECN) == ECN;
  }

  /**
   * Counts a packet; one that is reliable and not {@linkplain #isMarked marked} need not be.
   *
   * @param marks the byte of its base transport header with FECN and BECN
   * @param trafficClass of its IP or global route header, 0 if it has none
   */
  void count(Opcode opcode, byte marks, int trafficClass) {
    if ((marks & (FECN | BECN)) != 0) {
      forward += (marks & FECN) != 0 ? 1 : 0;
      backward += (marks & BECN) != 0 ? 1 : 0;
    }
    if (isExperienced(trafficClass)) {
      experienced++;
    }
    if (opcode.operation() == Operation.CONGESTION_NOTIFICATION) {
      notifications++;
    }
  }

  /**
   * {@return packets by what they say, those that are none left out: {@code cnp}, congestion
   * notification packets; {@code ecn}, congestion experienced in the IP header; {@code fecn} and
   * {@code becn} in the base transport header}
   */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    put(counts, "cnp", notifications);
    put(counts, "ecn", experienced);
    put(counts, "fecn", forward);
    put(counts, "becn", backward);
    return counts;
  }

  private static void put(Map<String, Long> counts, String name, long count) {
    if (count != 0) {
      counts.put(name, count);
    }
  }
}
