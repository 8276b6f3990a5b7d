/** The command rdmadump. */
module org.rdmadump.cli {
  requires org.rdmadump.analysis;
  requires org.rdmadump.core;
  requires org.rdmadump.exercise;
  requires org.rdmadump.live;
  requires org.rdmadump.report;
  requires org.rdmadump.rpcrdma;
  requires org.apache.commons.cli;
  requires static org.jspecify;
}
