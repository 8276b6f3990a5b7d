package org.rdmadump.report.text;

import java.util.function.Function;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.rpcrdma.RpcMessage;

/** Says what is inside an RPC message, a line for each operation, as {@code -v} prints it. */
public final class ContentText implements Function<RpcMessage, String> {
  /** What stands before every line but the first. */
  private static final String INDENT = "\n" + " ".repeat(ContentDetails.LAYER);

  private final AsciiBuffer lines = new AsciiBuffer();
  private final ContentDetails details =
      new ContentDetails(
          new Palette(/* colour= */ false), /* everyField= */ false, TextOptions.TEXT_SIZE);

  /** Nothing to be prepared. */
  public ContentText() {}

  @Override
  public String apply(RpcMessage message) {
    lines.clear();
    details.put(lines, message);
    return lines.toString().strip().replace(INDENT, "\n");
  }
}
