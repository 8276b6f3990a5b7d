package org.rdmadump.iwarp.stream;

import org.jspecify.annotations.Nullable;

/** Connections in the order in which they were used. */
final class UseList {
  private @Nullable IwarpConnection newest;
  private @Nullable IwarpConnection oldest;
  private int count;

  int count() {
    return count;
  }

  @Nullable IwarpConnection oldest() {
    return oldest;
  }

  void add(IwarpConnection connection) {
    connection.list = this;
    connection.older = newest;
    connection.newer = null;
    if (newest != null) {
      newest.newer = connection;
    }
    newest = connection;
    if (oldest == null) {
      oldest = connection;
    }
    count++;
  }

  void remove(IwarpConnection connection) {
    IwarpConnection older = connection.older;
    IwarpConnection newer = connection.newer;
    if (older == null) {
      oldest = newer;
    } else {
      older.newer = newer;
    }
    if (newer == null) {
      newest = older;
    } else {
      newer.older = older;
    }
    connection.older = null;
    connection.newer = null;
    connection.list = null;
    count--;
  }

  /** Makes a connection the one that was used last of its list. */
  static void use(IwarpConnection connection) {
    UseList list = connection.list;
    if (list != null && connection.newer != null) {
      list.remove(connection);
      list.add(connection);
    }
  }

  /** Takes a connection out of its list. */
  static void leave(IwarpConnection connection) {
    UseList list = connection.list;
    if (list != null) {
      list.remove(connection);
    }
  }
}
