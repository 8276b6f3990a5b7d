package org.rdmadump.rpcrdma.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The bytes of the files that the workload wrote and read against the rebuilt messages. */
final class FileDataCheck {
  private static final Pattern PATH = Pattern.compile("\"path\": \"([^\"]*)\"");
  private static final Pattern READ =
      Pattern.compile("\"side\": \"client\",\\s*\"bytes\": (\\d+),\\s*\"sha256\": \"(\\w+)\"");
  private static final Pattern WRITTEN =
      Pattern.compile("\"size\": (\\d+),\\s*\"sha256\": \"(\\w+)\",\\s*\"by\": \"client\"");
  private static final Pattern TRUNCATED = Pattern.compile("client truncate (\\S+) ");

  private FileDataCheck() {}

  /** Every file that the client read or wrote, but those that it cut short after writing them. */
  static List<String> differences(TracedCapture traced) throws IOException {
    List<String> differences = new ArrayList<>();
    Path files = traced.capture().beside(".files.json");
    if (traced.capture().isCut() || !Files.exists(files)) {
      return differences;
    }
    List<String> truncated = truncated(traced.capture().beside(".workload.txt"));
    NfsData data = NfsData.of(traced.decoded());
    String[] entries = Files.readString(files).split("(?=\"path\":)", -1);
    for (String entry : entries) {
      Matcher path = PATH.matcher(entry);
      if (path.find()) {
        compare("read of " + path.group(1), READ.matcher(entry), data.read(), differences);
        if (!truncated.contains(path.group(1))) {
          compare("write of " + path.group(1), WRITTEN.matcher(entry), data.written(), differences);
        }
      }
    }
    return differences;
  }

  private static void compare(
      String what, Matcher expected, Set<String> seen, List<String> differences) {
    while (expected.find()) {
      if (!expected.group(1).equals("0") && !seen.contains(expected.group(2))) {
        differences.add(
            what + ": no " + expected.group(1) + " bytes with digest " + expected.group(2));
      }
    }
  }

  private static List<String> truncated(Path workload) throws IOException {
    return TRUNCATED
        .matcher(Files.readString(workload))
        .results()
        .map(line -> line.group(1))
        .toList();
  }
}
