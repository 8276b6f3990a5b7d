/** iWARP: MPA, DDP and RDMAP, and the connections that carry them. */
@SuppressWarnings("module") // Exports name modules that are built later.
module org.rdmadump.iwarp {
  requires transitive org.rdmadump.core;
  requires static org.jspecify;

  exports org.rdmadump.iwarp to
      org.rdmadump.analysis,
      org.rdmadump.exercise,
      org.rdmadump.report;
  exports org.rdmadump.iwarp.mpa to
      org.rdmadump.analysis;
  exports org.rdmadump.iwarp.stream to
      org.rdmadump.exercise,
      org.rdmadump.rpcrdma;
}
