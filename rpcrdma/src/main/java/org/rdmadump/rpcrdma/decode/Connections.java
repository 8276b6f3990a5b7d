package org.rdmadump.rpcrdma.decode;

import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rpcrdma.call.FollowedConnection;
import org.rdmadump.rpcrdma.call.RunState;

/** Makes what follows the messages of each connection that the transports of a run find. */
record Connections(RunState run) implements ConnectionListener {
  @Override
  public ConnectionEvents opened(RdmaConnection connection) {
    return new CarriedConnection(run, connection);
  }

  @Override
  public void rejected(RdmaConnection connection) {
    FollowedConnection record = new FollowedConnection(connection);
    if (record.isForNfs() || record.saysRpcRdma()) {
      run.closed(record);
    } else {
      new CarriedProtocol(run, record).isToldBy(connection);
      run.closedWithoutRpc(record);
    }
    connection.shortenPrivateData();
  }

  @Override
  public void willCount(RdmaConnection sent) {
    run.countRequests(sent);
  }

  @Override
  public void unconnected(RdmaConnection sent) {
    run.closedWithoutRpc(new FollowedConnection(sent));
  }

  @Override
  public boolean isFull() {
    return run.pages().isOver();
  }

  @Override
  public void holds(long bytes) {
    run.pages().charge(bytes);
  }
}
