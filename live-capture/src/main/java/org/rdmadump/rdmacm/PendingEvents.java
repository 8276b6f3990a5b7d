package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Events that are not acknowledged, and count for an identifier. */
final class PendingEvents {
  private final List<CmEvent> pending = new ArrayList<>();

  void remember(CmEvent event) {
    synchronized (pending) {
      pending.add(event);
    }
  }

  void forget(CmEvent event) {
    synchronized (pending) {
      pending.remove(event);
    }
  }

  /** Acknowledges all: the library would wait for these. */
  void acknowledge() {
    List<CmEvent> all;
    synchronized (pending) {
      all = List.copyOf(pending);
      pending.clear();
    }
    all.forEach(CmEvent::acknowledge);
  }

  /**
   * {@return the event that a channel wrote down; null if it is about what is closed} Who calls
   * this holds the channel's lock.
   */
  static @Nullable CmEvent read(RdmaCm cm, EventChannel channel, ByteBuffer record) {
    long listenerAt = record.getLong(Layout.EVENT_LISTENER);
    long idAt = record.getLong(Layout.EVENT_ID);
    boolean isRequest = listenerAt != 0;
    RdmaCmId known = cm.idAt(isRequest ? listenerAt : idAt);
    if (known == null || !known.gate.enter()) {
      discard(cm, record, isRequest ? idAt : 0);
      return null;
    }
    long unknown = isRequest ? idAt : 0;
    try {
      RdmaCmId about = isRequest ? RdmaCmId.adopt(cm, channel, channel, idAt, false) : known;
      unknown = 0;
      CmEvent event =
          new CmEvent(cm, about, isRequest ? Optional.of(known) : Optional.empty(), record);
      known.events.remember(event);
      about.calls.tell(event);
      return event;
    } catch (OutOfMemoryError e) {
      // Nobody else would acknowledge it, and no identifier be closed before.
      discard(cm, record, unknown);
      throw e;
    } finally {
      known.gate.leave();
    }
  }

  private static void discard(RdmaCm cm, ByteBuffer record, long request) {
    cm.closing.check(
        "rdma_destroy_id",
        CmNatives.discard(cm.pointer, record.getLong(Layout.EVENT_POINTER), request));
  }
}
