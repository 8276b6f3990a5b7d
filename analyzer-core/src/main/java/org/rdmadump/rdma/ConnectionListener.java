package org.rdmadump.rdma;

/** Is told of connections as a transport finds them. */
public interface ConnectionListener {
  /** A connection, or one direction of it, was found. Its events go to what is returned. */
  ConnectionEvents opened(RdmaConnection connection);
}
