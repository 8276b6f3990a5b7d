package org.rdmadump.rpcrdma.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the lines of the odd workload file. */
final class OddWorkloadReader {
  private static final Pattern LINE =
      Pattern.compile("(\\w+) xid=0x([0-9a-f]{8}) sent (\\d+) bytes: (.*)");
  private static final Pattern WORD = Pattern.compile("\\b[0-9a-f]{8}\\b");
  private static final int HEX = 16;

  private OddWorkloadReader() {}

  static List<OddLine> read(Path file) throws IOException {
    List<OddLine> lines = new ArrayList<>();
    for (String text : Files.readAllLines(file)) {
      Matcher line = LINE.matcher(text);
      if (line.matches()) {
        List<Integer> words =
            line.group(4).startsWith("no answer")
                ? List.of()
                : WORD.matcher(line.group(4))
                    .results()
                    .map(word -> Integer.parseUnsignedInt(word.group(), HEX))
                    .toList();
        lines.add(
            new OddLine(
                line.group(1),
                Integer.parseUnsignedInt(line.group(2), HEX),
                Integer.parseInt(line.group(3)),
                words,
                line.group(4).contains("Flushed")));
      }
    }
    return lines;
  }
}
