package org.rdmadump.rdmacm;

/** An option of an identifier: rdma_set_option(3). */
public sealed interface RdmaOption {
  /**
   * The traffic class of the connection, RFC 2474.
   *
   * @param value 0 to 255; other values throw {@link IllegalArgumentException}
   */
  record TypeOfService(int value) implements RdmaOption {
    /** Checks the range. */
    public TypeOfService {
      requireByte(value);
    }
  }

  /**
   * Whether an address in use may be bound again.
   *
   * @param value true if it may
   */
  record ReuseAddress(boolean value) implements RdmaOption {}

  /**
   * Whether an identifier with an IPv6 address accepts IPv6 only.
   *
   * @param value true if it does
   */
  record AddressFamilyOnly(boolean value) implements RdmaOption {}

  /**
   * The time that a queue pair waits for an acknowledgement.
   *
   * @param value exponent of the time, 4.096 us * 2<sup>value</sup>; devices use 0 to 31, where 0
   *     means no limit. Values outside 0 to 255 throw {@link IllegalArgumentException}
   */
  record AckTimeout(int value) implements RdmaOption {
    /** Checks that the value fits a byte. */
    public AckTimeout {
      requireByte(value);
    }
  }

  private static void requireByte(int value) {
    if (value < 0 || value > 255) {
      throw new IllegalArgumentException(value + " is not in 0 to 255");
    }
  }
}
