package org.rdmadump.rdmacm;

/** Offsets in memory shared by C and Java; {@code cm_layout.h} checks the same numbers. */
final class Layout {
  /** {@code struct ibv_wc}. */
  static final int COMPLETION = 48;

  static final int COMPLETION_ID = 0;
  static final int COMPLETION_STATUS = 8;
  static final int COMPLETION_OPCODE = 12;
  static final int COMPLETION_VENDOR_ERROR = 16;
  static final int COMPLETION_LENGTH = 20;
  static final int COMPLETION_IMMEDIATE = 24;
  static final int COMPLETION_QUEUE_PAIR = 28;
  static final int COMPLETION_SOURCE = 32;
  static final int COMPLETION_FLAGS = 36;

  /** {@code struct ibv_sge}. */
  static final int SEGMENT = 16;

  static final int SEGMENT_ADDRESS = 0;
  static final int SEGMENT_LENGTH = 8;
  static final int SEGMENT_KEY = 12;

  /** {@code struct event_record}. */
  static final int EVENT_POINTER = 0;

  static final int EVENT_ID = 8;
  static final int EVENT_LISTENER = 16;
  static final int EVENT_TYPE = 24;
  static final int EVENT_STATUS = 28;
  static final int EVENT_DATAGRAM = 32;
  static final int EVENT_RESPONDER_RESOURCES = 36;
  static final int EVENT_INITIATOR_DEPTH = 37;
  static final int EVENT_FLOW_CONTROL = 38;
  static final int EVENT_RETRY_COUNT = 39;
  static final int EVENT_RNR_RETRY_COUNT = 40;
  static final int EVENT_SHARED_RECEIVE_QUEUE = 41;
  static final int EVENT_QUEUE_PAIR = 44;
  static final int EVENT_QUEUE_KEY = 48;
  static final int EVENT_PRIVATE_LENGTH = 52;
  static final int EVENT_ADDRESS = 56;
  static final int ADDRESS_LENGTH = 32;
  static final int EVENT_PRIVATE = 88;
  static final int EVENT_GROUP = 344;
  static final int EVENT = 352;

  private static final long NUMBER = 2;

  /** Version and lengths, as in {@link CmNatives#layout}. */
  static final long VERSION =
      NUMBER << 48 | (long) EVENT << 32 | (long) COMPLETION << 16 | SEGMENT << 8 | ADDRESS_LENGTH;

  private Layout() {}
}
