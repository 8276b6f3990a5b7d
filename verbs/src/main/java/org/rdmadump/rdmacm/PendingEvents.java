package org.rdmadump.rdmacm;

import java.util.ArrayList;
import java.util.List;

/** Events of an identifier that are not acknowledged yet. */
final class PendingEvents {
  private final List<Acknowledgement> pending = new ArrayList<>();

  void add(Acknowledgement event) {
    synchronized (pending) {
      pending.add(event);
    }
  }

  /** Acknowledges an event, which is not pending any more. */
  void acknowledge(Acknowledgement event) {
    event.give();
    synchronized (pending) {
      pending.remove(event);
    }
  }

  /** Acknowledges all: otherwise the library would wait for them. */
  void acknowledgeAll() {
    List<Acknowledgement> all;
    synchronized (pending) {
      all = List.copyOf(pending);
      pending.clear();
    }
    all.forEach(Acknowledgement::give);
  }
}
