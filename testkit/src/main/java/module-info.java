/** JUnit 5 and AssertJ for test suites of NFS over RDMA. */
module org.rdmadump.testkit {
  requires transitive org.rdmadump;
  requires org.rdmadump.analysis;
  requires org.rdmadump.core;
  requires org.rdmadump.report;
  requires org.rdmadump.rpcrdma;
  requires transitive org.assertj.core;
  requires transitive org.junit.jupiter.api;
  requires org.junit.platform.commons;
  requires static org.jspecify;
  requires static org.rdmadump.live;

  exports org.rdmadump.testkit;
}
