package org.rdmadump.rdmacm;

/**
 * An open device, {@code struct ibv_context}: what it says of itself and of its queues, and its
 * events. Negative results are negated errnos.
 */
final class DeviceNatives {
  private DeviceNatives() {}

  /** {@return the device of an identifier, which has one} */
  static native long context(long id);

  /** {@return a device of a list} */
  static native long listed(long list, int index);

  static native String name(long cm, long context);

  static native int vectors(long context);

  /** Writes the numbers that {@link DeviceAttributes} names, and {@code fw_ver}. */
  static native int queryDevice(long cm, long context, long[] numbers, byte[] firmware);

  /** Writes the numbers that {@link PortAttributes} names. */
  static native int queryPort(long context, int port, long[] numbers);

  static native int queryGid(long cm, long context, int port, int index, byte[] gid);

  /** Writes the numbers that {@link QueuePairState} names, and both {@code struct ibv_ah_attr}. */
  static native int queryPair(long cm, long id, long[] numbers, byte[] addresses);

  /** Sets the limit of an identifier's shared receive queue. */
  static native int setSharedLimit(long cm, long id, int limit);

  /** {@return the limit of an identifier's shared receive queue} */
  static native int sharedLimit(long cm, long id);

  /** {@return {@code struct ibv_srq} of an identifier} */
  static native long sharedQueue(long id);

  /** {@return the number of an XRC queue} */
  static native int sharedNumber(long id);

  /** {@return the file descriptor of events, on which reads do not block} */
  static native int eventFd(long context);

  /** Takes and acknowledges an event: its type, and what it is about. */
  static native int takeEvent(long cm, long context, long[] event);
}
