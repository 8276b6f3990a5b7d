package org.rdmadump.report.text;

import java.util.function.Function;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.rpcrdma.RpcMessage;

/** Says what a call is about, file handle, name, offset and such, in the words of lines. */
public final class AboutCall implements Function<RpcMessage, String> {
  private final AsciiBuffer line = new AsciiBuffer();
  private final Clauses clauses = new Clauses();
  private final ContentLine content =
      new ContentLine(new Palette(/* colour= */ false), TextOptions.TEXT_SIZE);

  /** Nothing to be prepared. */
  public AboutCall() {}

  @Override
  public String apply(RpcMessage call) {
    line.clear();
    clauses.reset();
    content.putTelling(line, clauses, call);
    return line.toString().trim();
  }
}
