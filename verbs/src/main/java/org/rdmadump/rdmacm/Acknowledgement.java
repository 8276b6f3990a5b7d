package org.rdmadump.rdmacm;

/** The acknowledgement of an event, rdma_ack_cm_event(3), which is given once. */
final class Acknowledgement {
  private final CmLibrary library;

  /** {@code struct rdma_cm_event}; 0 when it is acknowledged. Held by the lock of this. */
  private long pointer;

  Acknowledgement(CmLibrary library, long pointer) {
    this.library = library;
    this.pointer = pointer;
  }

  /** Acknowledges the event, if that is not done. */
  synchronized void give() {
    if (pointer != 0) {
      CmNatives.ackEvent(library.pointer, pointer);
      pointer = 0;
    }
  }
}
