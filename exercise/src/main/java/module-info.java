/** Known traffic over an RDMA device, and the proof that a capture of it is whole. */
@SuppressWarnings("module") // Exports name modules that are built later.
module org.rdmadump.exercise {
  requires org.rdmadump.core;
  requires org.rdmadump.ib;
  requires org.rdmadump.iwarp;
  requires org.rdmadump.live;
  requires org.rdmadump.rpcrdma;
  requires org.rdmadump.verbs;
  requires static org.jspecify;

  exports org.rdmadump.exercise to
      org.rdmadump.cli;
  exports org.rdmadump.exercise.device to
      org.rdmadump.cli;
  exports org.rdmadump.exercise.endpoint to
      org.rdmadump.cli;
  exports org.rdmadump.exercise.journal to
      org.rdmadump.cli;
  exports org.rdmadump.exercise.ping to
      org.rdmadump.cli;
  exports org.rdmadump.exercise.proof to
      org.rdmadump.cli;
  exports org.rdmadump.exercise.selftest to
      org.rdmadump.cli;
}
