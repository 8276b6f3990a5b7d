package org.rdmadump.analysis.stats;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** The calls that ended, as the client's kernel traced them. */
final class TracedCalls {
  private static final Pattern LATENCY =
      Pattern.compile(
          " (\\d+)\\.(\\d{6}): rpc_stats_latency: .*xid=0x([0-9a-f]+) nfs(acl)?v(\\d) (\\S+) .*rtt=(\\d+)");
  private static final int HEX = 16;

  private TracedCalls() {}

  /**
   * A call.
   *
   * @param xid transaction identifier
   * @param acl whether it is of NFSACL
   * @param version of its program
   * @param procedure the kernel's name
   * @param rtt nanoseconds from handing it to the device until its reply was looked up
   */
  record Traced(int xid, boolean acl, String version, String procedure, long rtt) {
    String key() {
      return MountStats.key(version, procedure);
    }
  }

  /** In the order in which they ended. */
  static List<Traced> read(Path file) throws IOException {
    List<Traced> calls = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine();
          line != null && !line.startsWith("## server");
          line = lines.readLine()) {
        Matcher latency = LATENCY.matcher(line);
        if (latency.find()) {
          calls.add(
              new Traced(
                  Integer.parseUnsignedInt(latency.group(3), HEX),
                  latency.group(4) != null,
                  latency.group(5),
                  latency.group(6),
                  1000 * Long.parseLong(latency.group(7))));
        }
      }
    }
    return calls;
  }
}
