package org.rdmadump.rdmacm;

import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.util.Optional;

/** Requests that come to a listener: rdma_get_request(3). */
final class Requests {
  private final RdmaCm cm;
  private final RdmaCmId listener;
  private final IdentifierCalls calls;

  /** Of an end point: for the queue pairs of its requests. */
  private volatile Optional<QueuePairAttributes> attributes = Optional.empty();

  /** Threads that wait, on a channel that has to stay. Held by the lock of the calls. */
  private int waiting;

  Requests(RdmaCm cm, RdmaCmId listener, IdentifierCalls calls) {
    this.cm = cm;
    this.listener = listener;
    this.calls = calls;
  }

  /** Takes note of what requests get. */
  void have(QueuePairAttributes given) {
    attributes = Optional.of(given);
  }

  /** Who calls this holds the lock. */
  void requireNobodyWaits() {
    if (waiting > 0) {
      throw new IllegalStateException(
          listener.what() + " is waited for by " + waiting + " threads");
    }
  }

  Optional<RdmaCmId> await(int timeoutMillis) throws IOException, InterruptedException {
    long start = System.nanoTime();
    listener.enter();
    addWaiting(1);
    try {
      while (true) {
        Optional<RdmaCmId> request = take();
        if (request.isPresent()) {
          return request;
        }
        int left = EventChannel.left(timeoutMillis, start);
        if (left == 0 || !listener.await(cm.wakers, CmNatives.idFd(listener.pointer), left)) {
          return Optional.empty();
        }
      }
    } finally {
      addWaiting(-1);
      listener.leave();
    }
  }

  private void addWaiting(int threads) {
    calls.control.lock();
    try {
      waiting += threads;
    } finally {
      calls.control.unlock();
    }
  }

  private Optional<RdmaCmId> take() throws IOException {
    // Not while it sleeps: who closes everything waits for those inside.
    if (!cm.gate.enter()) {
      throw new AsynchronousCloseException();
    }
    calls.control.lock();
    try {
      calls.requireIdle();
      long found = CmNatives.getRequest(cm.pointer, listener.pointer, calls.record());
      if (found == CmNatives.NOT_YET) {
        return Optional.empty();
      }
      RdmaException.checked("rdma_get_request", found);
      RdmaCmId request = RdmaCmId.adopt(cm, cm, null, found, false);
      request.calls.tell(new CmEvent(cm, request, Optional.of(listener), calls.record()));
      attributes.ifPresent(given -> request.queues.add(given, given.capabilities()));
      return Optional.of(request);
    } finally {
      calls.control.unlock();
      cm.leave();
    }
  }
}
