/** Analyses captures: fields, filters, frames, statistics, checks, files. */
// Exports name modules that are built later; HdrHistogram has no module name of its own.
@SuppressWarnings({"module", "requires-automatic"})
module org.rdmadump.analysis {
  requires org.rdmadump.core;
  requires org.rdmadump.ib;
  requires org.rdmadump.iwarp;
  requires org.rdmadump.rpc;
  requires transitive org.rdmadump.rpcrdma;
  requires org.rdmadump.xdr.schema;
  requires HdrHistogram;
  requires static org.jspecify;

  exports org.rdmadump.analysis.check;
  exports org.rdmadump.analysis.conformance;
  exports org.rdmadump.analysis.filter;
  exports org.rdmadump.analysis to
      org.rdmadump.cli,
      org.rdmadump.report,
      org.rdmadump.testkit;
  exports org.rdmadump.analysis.compare to
      org.rdmadump.cli,
      org.rdmadump.report,
      org.rdmadump.testkit;
  exports org.rdmadump.analysis.ends to
      org.rdmadump.cli,
      org.rdmadump.report;
  exports org.rdmadump.analysis.export to
      org.rdmadump.cli;
  exports org.rdmadump.analysis.extract to
      org.rdmadump.cli,
      org.rdmadump.report,
      org.rdmadump.testkit;
  exports org.rdmadump.analysis.extract.nfs to
      org.rdmadump.cli,
      org.rdmadump.testkit;
  exports org.rdmadump.analysis.field to
      org.rdmadump,
      org.rdmadump.cli,
      org.rdmadump.report,
      org.rdmadump.testkit;
  exports org.rdmadump.analysis.field.message to
      org.rdmadump,
      org.rdmadump.cli,
      org.rdmadump.testkit,
      org.rdmadump.report;
  exports org.rdmadump.analysis.frame to
      org.rdmadump,
      org.rdmadump.cli,
      org.rdmadump.report;
  exports org.rdmadump.analysis.metrics to
      org.rdmadump.cli,
      org.rdmadump.report;
  exports org.rdmadump.analysis.overview to
      org.rdmadump.cli,
      org.rdmadump.report;
  exports org.rdmadump.analysis.report to
      org.rdmadump.cli,
      org.rdmadump.report,
      org.rdmadump.testkit;
  exports org.rdmadump.analysis.rule to
      org.rdmadump.cli,
      org.rdmadump.report;
  exports org.rdmadump.analysis.stats to
      org.rdmadump,
      org.rdmadump.cli,
      org.rdmadump.report,
      org.rdmadump.testkit;
  exports org.rdmadump.analysis.table to
      org.rdmadump.cli,
      org.rdmadump.parquet,
      org.rdmadump.spark;
}
