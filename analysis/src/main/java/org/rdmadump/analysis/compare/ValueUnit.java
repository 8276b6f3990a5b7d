package org.rdmadump.analysis.compare;

import java.util.List;
import org.rdmadump.rdma.Transport;

/** What a compared value counts in. */
public enum ValueUnit {
  /** Nanoseconds. */
  NANOS("ns"),
  /** Bytes; of operations, the mean of a call with its reply. */
  BYTES("bytes"),
  /** A plain number. */
  COUNT("count"),
  /** Hundredths; the mean of a call or reply. */
  HUNDREDTHS("per_call"),
  /** The {@linkplain #transport name} of a transport. */
  TRANSPORT("transport");

  private static final List<Transport> TRANSPORTS = List.of(Transport.values());

  private final String label;

  ValueUnit(String label) {
    this.label = label;
  }

  static long of(Transport transport) {
    return TRANSPORTS.indexOf(transport);
  }

  /** {@return the name of a value of the unit {@link #TRANSPORT}} */
  public static String transport(long value) {
    return TRANSPORTS.get((int) value).label();
  }

  /** {@return its name in JSON} */
  public String label() {
    return label;
  }
}
