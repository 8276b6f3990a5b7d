package org.rdmadump.rpcrdma.memory;

import org.jspecify.annotations.Nullable;

/** Handles that were invalidated lately and not advertised since; the oldest are forgotten. */
final class InvalidatedHandles {
  private static final int MOST = 256;

  /** Null until the first: there may be ten thousand of these, and few have any. */
  private @Nullable CounterTable<Boolean> handles;

  /** Takes note that a handle was invalidated. */
  void add(int handle) {
    if (handles == null) {
      handles = new CounterTable<>();
    } else if (handles.size() == MOST) {
      Boolean unused = handles.remove(handles.oldest());
    }
    handles.put(handle, true);
  }

  /** Takes note that a handle is advertised again. */
  void remove(int handle) {
    if (handles != null) {
      Boolean unused = handles.remove(handle);
    }
  }

  boolean contains(int handle) {
    return handles != null && handles.get(handle) != null;
  }

  void clear() {
    handles = null;
  }
}
