package org.rdmadump.rdmacm;

import java.util.ArrayList;
import java.util.List;

/**
 * A pool of wakers. Each waiting thread takes one, so the pool grows to the largest number of
 * threads that waited at once.
 */
final class Wakers {
  private final List<Waker> free = new ArrayList<>();

  synchronized Waker take() throws RdmaException {
    return free.isEmpty() ? new Waker() : free.remove(free.size() - 1);
  }

  synchronized void give(Waker waker) {
    if (waker.isOpen()) {
      waker.reset();
      free.add(waker);
    } else {
      waker.dispose();
    }
  }

  synchronized void close() {
    free.forEach(Waker::dispose);
    free.clear();
  }
}
