package org.rdmadump.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.text.TextOptions;
import org.rdmadump.analysis.text.TextRecordWriter;
import org.rdmadump.rpcrdma.RpcExchange;

/** A capture as text, and the file that says what that was when it was reviewed. */
final class Golden {
  /** If this system property is {@code true}, files are written in place of being compared. */
  static final String UPDATE = "rdmadump.golden.update";

  private static final int MOST_LINES = 60;

  private Golden() {}

  /**
   * Compares a capture with its file, or writes that.
   *
   * @return what differs, empty if nothing does
   */
  static String difference(RdmaCapture capture, Path file) {
    List<String> found = lines(capture);
    try {
      if (Boolean.getBoolean(UPDATE)) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
          Files.createDirectories(folder);
        }
        Files.write(file, found);
        return "";
      }
      if (!Files.exists(file)) {
        return file + " is not there; -D" + UPDATE + "=true writes it";
      }
      List<String> expected = Files.readAllLines(file);
      if (expected.equals(found)) {
        return "";
      }
      return "the capture is not as in "
          + file
          + "; review what differs, -D"
          + UPDATE
          + "=true takes it over\n\n--- "
          + file
          + "\n+++ the capture\n"
          + String.join("\n", new UnifiedDiff(expected, found).lines(MOST_LINES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A line per exchange, and its findings, as {@code rdmadump --exchanges} prints it. */
  private static List<String> lines(RdmaCapture capture) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    capture.rewind();
    Iterator<RpcExchange> exchanges = capture.exchanges().iterator();
    try {
      long origin = -1;
      while (exchanges.hasNext()) {
        RpcExchange each = exchanges.next();
        origin = origin < 0 ? origin(each) : origin;
        long from = origin;
        TextRecordWriter writer = new TextRecordWriter(text, TextOptions.DEFAULT, () -> from);
        writer.exchange(each);
        writer.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static long origin(RpcExchange exchange) {
    return exchange.call().or(exchange::reply).map(each -> each.runNanos()).orElse(0L);
  }
}
