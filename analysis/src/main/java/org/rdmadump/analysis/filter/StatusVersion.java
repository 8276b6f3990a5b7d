package org.rdmadump.analysis.filter;

import java.util.Locale;

/**
 * Finds the NFS version of a status name. A status is compared only with statuses of its own
 * version, so that {@code !=} selects the other statuses of that version.
 */
final class StatusVersion {
  private static final String[] PREFIXES = {"NFS3", "NFS4", "NFS_", "NFSERR_"};
  private static final int[] VERSIONS = {3, 4, 2, 2};

  private StatusVersion() {}

  /** {@return the NFS version of a name; 0 if it is not a status name} */
  static int of(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    for (int i = 0; i < PREFIXES.length; i++) {
      if (upper.startsWith(PREFIXES[i]) && (upper.endsWith("_OK") || upper.contains("ERR_"))) {
        return VERSIONS[i];
      }
    }
    return 0;
  }
}
