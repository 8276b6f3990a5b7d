package org.rdmadump.rdmacm;

import java.util.ArrayList;
import java.util.List;

/** The unacknowledged events of an identifier. */
final class PendingEvents {
  private final List<Acknowledgement> pending = new ArrayList<>();

  void add(Acknowledgement event) {
    synchronized (pending) {
      pending.add(event);
    }
  }

  /** Acknowledges an event and removes it. */
  void acknowledge(Acknowledgement event) {
    event.give();
    synchronized (pending) {
      pending.remove(event);
    }
  }

  /** Acknowledges all events, so that the library does not wait for them. */
  void acknowledgeAll() {
    List<Acknowledgement> all;
    synchronized (pending) {
      all = List.copyOf(pending);
      pending.clear();
    }
    all.forEach(Acknowledgement::give);
  }
}
