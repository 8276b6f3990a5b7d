package org.rdmadump.rdmacm;

/** An option of an identifier: rdma_set_option(3). */
public sealed interface RdmaOption {
  /**
   * The traffic class of the connection, RFC 2474.
   *
   * @param value 0 to 255
   */
  record TypeOfService(int value) implements RdmaOption {
    /** Checks the range. */
    public TypeOfService {
      requireByte(value);
    }
  }

  /**
   * Whether an address may be bound again that is in use.
   *
   * @param value whether it may
   */
  record ReuseAddress(boolean value) implements RdmaOption {}

  /**
   * Whether an identifier with an IPv6 address takes IPv6 only.
   *
   * @param value whether it does
   */
  record AddressFamilyOnly(boolean value) implements RdmaOption {}

  /**
   * How long a queue pair waits for an acknowledgement.
   *
   * @param value 4.096 us times two to that power, 0 to 31; 0 is for ever
   */
  record AckTimeout(int value) implements RdmaOption {
    /** Checks the range. */
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
