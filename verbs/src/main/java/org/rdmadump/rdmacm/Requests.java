package org.rdmadump.rdmacm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.util.Optional;

/** Takes the requests of a listener: rdma_get_request(3). */
final class Requests {
  private final Identifier listener;
  private final IdentifierCalls calls;

  Requests(Identifier listener, IdentifierCalls calls) {
    this.listener = listener;
    this.calls = calls;
  }

  /** Makes an identifier from a request taken by the library. */
  interface Adoption<T> {
    /**
     * Makes the identifier.
     *
     * @param request {@code struct rdma_cm_id}
     * @param record its event, written by the library
     * @throws RdmaException if its queue pair cannot be made; the request is closed then
     */
    T adopt(long request, ByteBuffer record) throws RdmaException;
  }

  /** {@return the next request; empty after the timeout} */
  <T> Optional<T> await(int timeoutMillis, Adoption<T> adoption)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    listener.enter();
    calls.addWaiting(1);
    try {
      while (true) {
        Optional<T> request = take(adoption);
        if (request.isPresent()) {
          return request;
        }
        int left = Timeouts.left(timeoutMillis, start);
        if (left == 0
            || !listener.await(listener.library.wakers, CmNatives.idFd(listener.pointer), left)) {
          return Optional.empty();
        }
      }
    } finally {
      calls.addWaiting(-1);
      listener.leave();
    }
  }

  private <T> Optional<T> take(Adoption<T> adoption) throws IOException {
    CmLibrary library = listener.library;
    // Not while waiting: closing the libraries waits for the threads inside.
    if (!library.root.gate.enter()) {
      throw new AsynchronousCloseException();
    }
    try {
      return calls.locked(() -> takeLocked(adoption));
    } finally {
      library.root.leave();
    }
  }

  private <T> Optional<T> takeLocked(Adoption<T> adoption) throws RdmaException {
    calls.requireIdle();
    ByteBuffer record = calls.record();
    long found = CmNatives.getRequest(listener.library.pointer, listener.pointer, record);
    if (found == CmNatives.NOT_YET) {
      return Optional.empty();
    }
    return Optional.of(adoption.adopt(RdmaException.checked("rdma_get_request", found), record));
  }
}
