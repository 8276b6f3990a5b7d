/** RPC over RDMA: headers and chunks, messages put together, calls with their replies. */
@SuppressWarnings("module") // Exports name modules that are built later.
module org.rdmadump.rpcrdma {
  requires transitive org.rdmadump.core;
  requires org.rdmadump.ib;
  requires org.rdmadump.iwarp;
  requires transitive org.rdmadump.rpc;
  requires org.rdmadump.xdr.schema;
  requires static org.jspecify;

  exports org.rdmadump.rpcrdma;
  exports org.rdmadump.rpcrdma.call to
      org.rdmadump.analysis;
  exports org.rdmadump.rpcrdma.decode to
      org.rdmadump,
      org.rdmadump.analysis,
      org.rdmadump.cli,
      org.rdmadump.exercise,
      org.rdmadump.testkit;
}
