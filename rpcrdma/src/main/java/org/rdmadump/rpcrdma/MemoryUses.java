package org.rdmadump.rpcrdma;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.rdma.SentOrder;

/** When memory was used last, by handle and address; of too many the oldest are forgotten. */
final class MemoryUses {
  private static final int MOST = 64;
  private static final int HASH_FACTOR = 31;

  /** Immutable and empty until something is put in: there may be ten thousand of these. */
  private Map<Integer, Use> uses = Map.of();

  /**
   * The last use of memory.
   *
   * @param call place of the call, {@link SentOrder#NONE} if it was not captured
   * @param reply place of the reply
   * @param before place of the reply before that, if one was seen; NONE else
   */
  record Use(long call, long reply, long before) {}

  /** Takes note that a reply ended the use of a segment. */
  void ended(ChunkSegment segment, long call, long reply) {
    Integer key = key(segment);
    if (uses.isEmpty()) {
      uses = new LinkedHashMap<>(2);
    }
    Use before = uses.remove(key);
    if (before != null && before.reply > reply) {
      uses.put(key, before);
      return;
    }
    if (uses.size() == MOST) {
      uses.remove(uses.keySet().iterator().next());
    }
    long known = before == null ? SentOrder.NONE : before.call;
    long last =
        before == null ? SentOrder.NONE : before.reply == reply ? before.before : before.reply;
    uses.put(key, new Use(call == SentOrder.NONE ? known : call, reply, last));
  }

  boolean isEmpty() {
    return uses.isEmpty();
  }

  /** The last use of a segment that begins at the same address, if it is known. */
  Optional<Use> of(ChunkSegment segment) {
    return Optional.ofNullable(uses.get(key(segment)));
  }

  private static Integer key(ChunkSegment segment) {
    return CounterHash.of(segment.handle() ^ HASH_FACTOR * Long.hashCode(segment.offset()));
  }
}
