/** Captures of NFS over RDMA for other programs: {@link org.rdmadump.RdmaCapture} opens them. */
module org.rdmadump {
  requires transitive org.rdmadump.analysis;
  requires org.rdmadump.core;
  requires org.rdmadump.rpcrdma;
  requires static org.jspecify;

  exports org.rdmadump;
}
