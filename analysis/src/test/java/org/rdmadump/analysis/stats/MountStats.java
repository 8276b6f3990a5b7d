package org.rdmadump.analysis.stats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the client's kernel counted for its mounts, by the version of NFS and the operation on the
 * wire. The kernel names procedures of its own; {@code docs/ground-truth.md} has the table.
 */
final class MountStats {
  private static final Pattern VERSION = Pattern.compile("p/v: 100003/(\\d+) ");
  private static final Pattern OPERATION =
      Pattern.compile("\\s+([A-Z_]+): (\\d+) (\\d+) \\d+ (\\d+) (\\d+) .*");
  private static final Map<String, String> FOLDED =
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

  private MountStats() {}

  /**
   * Counts of an operation.
   *
   * @param calls calls that ended
   * @param sent bytes of all calls that were sent
   * @param received bytes of the replies
   */
  record Counts(long calls, long sent, long received) {
    static final Counts NONE = new Counts(0, 0, 0);

    Counts plus(Counts other) {
      return new Counts(calls + other.calls, sent + other.sent, received + other.received);
    }
  }

  /** Counts of all mounts by {@code v4 WRITE}; operations that were never used are left out. */
  static Map<String, Counts> read(Path file) throws IOException {
    Map<String, Counts> counts = new TreeMap<>();
    String version = "";
    for (String line : Files.readAllLines(file)) {
      Matcher mount = VERSION.matcher(line);
      if (mount.find()) {
        version = mount.group(1);
      }
      Matcher operation = OPERATION.matcher(line);
      if (operation.matches() && !operation.group(3).equals("0")) {
        counts.merge(
            key(version, operation.group(1)),
            new Counts(
                Long.parseLong(operation.group(2)),
                Long.parseLong(operation.group(4)),
                Long.parseLong(operation.group(5))),
            Counts::plus);
      }
    }
    return counts;
  }

  /** The operation on the wire of a procedure that the kernel names. */
  static String key(String version, String procedure) {
    String name = version.equals("4") ? FOLDED.getOrDefault(procedure, procedure) : procedure;
    return "v" + version + " " + name;
  }
}
