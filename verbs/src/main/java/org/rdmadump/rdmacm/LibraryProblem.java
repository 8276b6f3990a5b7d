package org.rdmadump.rdmacm;

import org.rdmadump.verbs.Errno;

/** Explains why the libraries cannot be used, and what to do. */
final class LibraryProblem {
  /** Negated results of {@link CmNatives#open}: {@code enum cm_problem}. */
  private static final int NO_RDMACM = 1;

  private static final int NO_VERBS = 2;
  private static final int OLD_RDMACM = 3;
  private static final int OLD_VERBS = 4;

  private LibraryProblem() {}

  static RdmaLibraryException of(int problem, byte[] why) {
    String text = CStrings.decode(why);
    return new RdmaLibraryException(
        switch (problem) {
          case NO_RDMACM ->
              "librdmacm is not installed (Debian and Ubuntu: librdmacm1; Fedora: librdmacm): "
                  + text;
          case NO_VERBS ->
              "libibverbs is not installed (Debian and Ubuntu: libibverbs1, ibverbs-providers;"
                  + " Fedora: libibverbs): "
                  + text;
          case OLD_RDMACM ->
              "the installed librdmacm has no function "
                  + text
                  + "; a newer one is needed (Debian and Ubuntu: librdmacm1; Fedora: librdmacm)";
          case OLD_VERBS ->
              "the installed libibverbs has no function "
                  + text
                  + "; a newer one is needed (Debian and Ubuntu: libibverbs1; Fedora: libibverbs)";
          default -> "memory is short: " + Errno.ENOMEM;
        });
  }

  static RdmaLibraryException builtWithoutRdmacm() {
    return new RdmaLibraryException(
        "this rdmadump was built without rdma/rdma_cma.h: install the Debian package librdmacm-dev,"
            + " and build it again");
  }

  /** Refuses a library with another memory layout. */
  static void requireLayout(long layout) throws RdmaLibraryException {
    if (layout != Layout.VERSION) {
      throw new RdmaLibraryException(
          "the native library has layout "
              + Long.toHexString(layout)
              + ", Java has "
              + Long.toHexString(Layout.VERSION));
    }
  }
}
