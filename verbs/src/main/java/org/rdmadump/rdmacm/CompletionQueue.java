package org.rdmadump.rdmacm;

import java.io.IOException;

/**
 * A completion queue of a queue pair: that of its requests, or that of its receives. Polling
 * allocates nothing.
 */
final class CompletionQueue {
  private final CmLibrary library;
  private final Resource pair;
  private final long pointer;
  private final boolean ofRequests;
  private final boolean ofDatagrams;

  /**
   * A queue of a pair.
   *
   * @param pair the queue pair, which is entered while the queue is used
   * @param pointer {@code struct rdma_cm_id}, whose queue pair it is
   * @param ofRequests whether completions of requests are in it, not those of receives
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

  /** Takes the completions that are there: ibv_poll_cq(3). */
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
   * @param timeoutMillis how long at most; negative for ever
   * @return how many, 0 if there was none in time
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
          // What came right before is not told.
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

  /** An event is told once: another thread that sleeps has to look, too. */
  private void takeEvents() throws RdmaException {
    int count = WorkNatives.takeEvents(library.pointer, pointer, ofRequests);
    if (RdmaException.checked("ibv_get_cq_event", count) > 0) {
      pair.gate.wakeSleepers();
    }
  }
}
