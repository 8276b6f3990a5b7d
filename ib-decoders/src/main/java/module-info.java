/** InfiniBand and RoCE: headers, connection management, queue pairs. */
@SuppressWarnings("module") // Exports name modules that are built later.
module org.rdmadump.ib {
  requires transitive org.rdmadump.core;
  requires static org.jspecify;

  exports org.rdmadump.ib to
      org.rdmadump.analysis,
      org.rdmadump.exercise,
      org.rdmadump.report,
      org.rdmadump.rpcrdma;
  exports org.rdmadump.ib.cm to
      org.rdmadump.analysis,
      org.rdmadump.exercise;
  exports org.rdmadump.ib.mad to
      org.rdmadump.analysis,
      org.rdmadump.report;
  exports org.rdmadump.ib.qp to
      org.rdmadump.analysis,
      org.rdmadump.exercise,
      org.rdmadump.rpcrdma;
}
