package org.rdmadump.rdmacm;

import java.io.IOException;

/**
 * The completion queue for the requests or the receives of a queue pair. Polling allocates nothing.
 */
final class CompletionQueue {
  private final CmLibrary library;
  private final Resource pair;
  private final long pointer;
  private final boolean ofRequests;
  private final boolean ofDatagrams;

  /**
   * Creates a queue of a queue pair.
   *
   * @param pair the queue pair, entered while the queue is in use
   * @param pointer {@code struct rdma_cm_id} of the queue pair
   * @param ofRequests whether the queue holds completions of requests, not of receives
   * @param ofDatagrams whether the service is datagrams
   */
  CompletionQueue(
      CmLibrary library, Resource pair, long pointer, boolean ofRequests, boolean ofDatagrams) {
    this.library = library;
    this.pair = pair;
    this.pointer = pointer;
    this.ofRequests = ofRequests;
    this.ofDatagrams = ofDatagrams;
  }

  /** Takes the available completions: ibv_poll_cq(3). */
  int poll(WorkCompletions into) throws RdmaException {
    pair.enter();
    try {
      return takeCompletions(into);
    } finally {
      pair.leave();
    }
  }

  /**
   * Waits for completions.
   *
   * @param timeoutMillis longest wait in milliseconds; negative for no limit
   * @return the number of completions; 0 after the timeout
   */
  int await(WorkCompletions into, int timeoutMillis) throws IOException, InterruptedException {
    long start = System.nanoTime();
    pair.enter();
    try {
      while (true) {
        int wakes = pair.gate.wakes();
        int count = takeCompletions(into);
        if (count == 0) {
          takeEvents();
          RdmaException.check("ibv_req_notify_cq", WorkNatives.arm(pointer, ofRequests));
          // Completions from before the request cause no event.
          count = takeCompletions(into);
        }
        if (count > 0) {
          return count;
        }
        int left = Timeouts.left(timeoutMillis, start);
        int fd = WorkNatives.eventFd(pointer, ofRequests);
        if (left == 0 || !pair.await(library.wakers, fd, left, wakes)) {
          return 0;
        }
        takeEvents();
      }
    } finally {
      pair.leave();
    }
  }

  private int takeCompletions(WorkCompletions into) throws RdmaException {
    into.filled(0, false);
    int count = WorkNatives.poll(pointer, ofRequests, into.bytes, into.capacity());
    return into.filled(RdmaException.checked("ibv_poll_cq", count), ofDatagrams);
  }

  /** Takes pending events; each event arrives once, so other sleeping threads must look, too. */
  private void takeEvents() throws RdmaException {
    int count = WorkNatives.takeEvents(library.pointer, pointer, ofRequests);
    if (RdmaException.checked("ibv_get_cq_event", count) > 0) {
      pair.gate.wakeSleepers();
    }
  }
}
