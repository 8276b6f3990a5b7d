package org.rdmadump.rpcrdma.truth;

import java.util.Map;

/**
 * The Linux client's names of its NFS version 4 procedures, and the operations that their compounds
 * are about. A procedure that is not here has the name of its operation.
 *
 * <p>The whole table is in {@code docs/ground-truth.md}.
 */
public final class KernelProcedures {
  private static final Map<String, String> OPERATIONS =
      Map.ofEntries(
          Map.entry("OPEN_NOATTR", "OPEN"),
          Map.entry("FSINFO", "GETATTR"),
          Map.entry("PATHCONF", "GETATTR"),
          Map.entry("STATFS", "GETATTR"),
          Map.entry("SERVER_CAPS", "GETATTR"),
          Map.entry("GETACL", "GETATTR"),
          Map.entry("GET_LEASE_TIME", "GETATTR"),
          Map.entry("SETACL", "SETATTR"),
          Map.entry("SYMLINK", "CREATE"),
          Map.entry("LOOKUP_ROOT", "PUTROOTFH"),
          Map.entry("FSID_PRESENT", "GETFH"),
          Map.entry("FS_LOCATIONS", "LOOKUP"));

  private KernelProcedures() {}

  /** {@return the main operation of a procedure's compound} */
  public static String operation(String procedure) {
    return OPERATIONS.getOrDefault(procedure, procedure);
  }
}
