package org.rdmadump.rdmacm;

/** The acknowledgement of an event, rdma_ack_cm_event(3), given once. */
final class Acknowledgement {
  private final CmLibrary library;

  /** {@code struct rdma_cm_event}; 0 after acknowledgement. Guarded by this. */
  private long pointer;

  Acknowledgement(CmLibrary library, long pointer) {
    this.library = library;
    this.pointer = pointer;
  }

  /** Acknowledges the event, unless that is done. */
  synchronized void give() {
    if (pointer != 0) {
      CmNatives.ackEvent(library.pointer, pointer);
      pointer = 0;
    }
  }
}
