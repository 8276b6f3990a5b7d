package org.rdmadump.report.text;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Folds details, which are indented below the line of a record, at the width of a terminal. Other
 * lines pass as they are.
 */
public final class FoldedDetails extends OutputStream {
  private static final String INDENT = "        ";

  private final OutputStream out;
  private final int width;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /** Lines to {@code out}, which is not closed. */
  public FoldedDetails(OutputStream out, int width) {
    this.out = out;
    this.width = width;
  }

  @Override
  public void write(int b) throws IOException {
    if (b != '\n') {
      line.write(b);
      return;
    }
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    List<String> lines = new ArrayList<>();
    if (text.startsWith(INDENT)) {
      FoldedLine.add(text, width, lines);
    } else {
      lines.add(text);
    }
    for (String each : lines) {
      out.write((each + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Passes on whole lines. */
  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
