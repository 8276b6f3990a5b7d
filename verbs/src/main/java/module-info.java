/** Connections over RDMA: librdmacm and libibverbs in Java. */
@SuppressWarnings("module") // Exports name modules that are built later.
module org.rdmadump.verbs {
  requires static org.jspecify;

  exports org.rdmadump.rdmacm;
  exports org.rdmadump.verbs;
  exports org.rdmadump.natives to
      org.rdmadump.live;
}
