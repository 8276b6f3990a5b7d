/** Captures, links and networks, connections over RDMA whatever carries them, and findings. */
@SuppressWarnings("module") // Exports name modules that are built later.
module org.rdmadump.core {
  requires static com.github.luben.zstd_jni;
  requires static transitive org.jspecify;

  exports org.rdmadump.bytes;
  exports org.rdmadump.capture;
  exports org.rdmadump.finding;
  exports org.rdmadump.net;
  exports org.rdmadump.rdma;
  exports org.rdmadump.link to
      org.rdmadump.analysis,
      org.rdmadump.cli,
      org.rdmadump.ib,
      org.rdmadump.live,
      org.rdmadump.report,
      org.rdmadump.rpcrdma;
  exports org.rdmadump.order to
      org.rdmadump.analysis,
      org.rdmadump.ib,
      org.rdmadump.iwarp,
      org.rdmadump.report,
      org.rdmadump.rpc,
      org.rdmadump.rpcrdma;
  exports org.rdmadump.tcp to
      org.rdmadump.analysis,
      org.rdmadump.iwarp,
      org.rdmadump.report,
      org.rdmadump.rpcrdma;
}
