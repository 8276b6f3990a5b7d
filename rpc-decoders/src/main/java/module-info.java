/** XDR, ONC RPC and the NFS family: what is in a message. */
@SuppressWarnings("module") // Exports name modules that are built later.
module org.rdmadump.rpc {
  requires transitive org.rdmadump.core;
  requires transitive org.rdmadump.xdr.schema;
  requires static transitive org.jspecify;

  exports org.rdmadump.nfs;
  exports org.rdmadump.nvme;
  exports org.rdmadump.rpc;
  exports org.rdmadump.rpc.content;
  exports org.rdmadump.xdr.decode;
  exports org.rdmadump.protocols to
      org.rdmadump.analysis;
  exports org.rdmadump.xdr to
      org.rdmadump.rpcrdma;
}
