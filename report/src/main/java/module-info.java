/** Answers as text, JSON, CSV, columns and XML. */
@SuppressWarnings("module") // Exports name modules that are built later.
module org.rdmadump.report {
  requires transitive org.rdmadump.analysis;
  requires org.rdmadump.core;
  requires org.rdmadump.ib;
  requires org.rdmadump.iwarp;
  requires org.rdmadump.rpc;
  requires org.rdmadump.rpcrdma;
  requires org.rdmadump.xdr.schema;
  requires static org.jspecify;

  exports org.rdmadump.report to
      org.rdmadump.cli;
  exports org.rdmadump.report.html to
      org.rdmadump.cli,
      org.rdmadump.testkit;
  exports org.rdmadump.report.json to
      org.rdmadump.cli;
  exports org.rdmadump.report.prometheus to
      org.rdmadump.cli;
  exports org.rdmadump.report.table to
      org.rdmadump.cli;
  exports org.rdmadump.report.text to
      org.rdmadump.cli,
      org.rdmadump.testkit;
  exports org.rdmadump.report.xml to
      org.rdmadump.cli;
}
