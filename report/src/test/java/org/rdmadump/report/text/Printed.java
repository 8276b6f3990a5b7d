package org.rdmadump.report.text;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.rdmadump.analysis.Sample;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.rpcrdma.RpcMessage;

/** A message as text. */
final class Printed {
  private Printed() {}

  /**
   * {@return the lines of a message}
   *
   * @param verbosity how many {@code -v} there are
   */
  static String text(RpcMessage message, int verbosity) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RecordWriter writer =
        new TextRecordWriter(
            bytes,
            new TextOptions(
                verbosity,
                false,
                TimeFormat.RELATIVE,
                Optional.of(DisplayZone.UTC),
                TextOptions.TEXT_SIZE,
                false,
                false),
            () -> Sample.TIME);
    writer.begin();
    writer.message(message);
    writer.end();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** {@return the lines behind the one that begins with some text, without their margin} */
  static String below(RpcMessage message, String title) throws IOException {
    String all = text(message, 2);
    int at = all.indexOf("        " + title);
    return at < 0
        ? all
        : all.substring(all.indexOf('\n', at) + 1).stripTrailing().stripIndent() + "\n";
  }
}
