import org.jspecify.annotations.NullMarked;

/** Connections over RDMA: librdmacm and libibverbs in Java, and how native libraries are loaded. */
@NullMarked
module org.rdmadump.verbs {
  requires static org.jspecify;

  exports org.rdmadump.natives;
  exports org.rdmadump.rdmacm;
  exports org.rdmadump.verbs;
}
