package org.rdmadump.rpcrdma.call;

import java.util.Iterator;
import java.util.List;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rpcrdma.memory.PagePool;

/** Both sides of a connection. */
public final class ConnectionSides implements Iterable<ConnectionSide> {
  private final ConnectionSide first;
  private final ConnectionSide second;

  /** Those of a connection on which nothing is under way. */
  public ConnectionSides(PagePool pages) {
    this.first = new ConnectionSide(pages);
    this.second = new ConnectionSide(pages);
  }

  /** The side {@link RdmaConnection#FIRST} or {@link RdmaConnection#SECOND}. */
  public ConnectionSide get(int side) {
    return side == RdmaConnection.FIRST ? first : second;
  }

  @Override
  public Iterator<ConnectionSide> iterator() {
    return List.of(first, second).iterator();
  }
}
