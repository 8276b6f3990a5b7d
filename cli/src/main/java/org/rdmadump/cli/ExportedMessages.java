package org.rdmadump.cli;

import java.io.Flushable;
import java.io.IOException;
import java.util.Optional;
import org.rdmadump.analysis.export.MessageExport;
import org.rdmadump.rpcrdma.RpcMessage;

/** Passes messages on to be written, up to as many as were asked for. */
final class ExportedMessages implements LimitedListener {
  private final MessageExport export;
  private final long limit;
  private final Optional<Flushable> each;
  private long count;

  /**
   * Passes messages on to {@code export}.
   *
   * @param limit messages to write at most, their partners aside
   * @param each is flushed after each of them
   */
  ExportedMessages(MessageExport export, long limit, Optional<Flushable> each) {
    this.export = export;
    this.limit = limit;
    this.each = each;
  }

  @Override
  public boolean takesNames() {
    return false;
  }

  @Override
  public boolean full() {
    return count >= limit;
  }

  @Override
  public void message(RpcMessage message) {
    if (!full() && write(message)) {
      count++;
    }
  }

  @Override
  public void partner(RpcMessage message) {
    boolean unused = write(message);
  }

  private boolean write(RpcMessage message) {
    try {
      boolean isWritten = export.write(message);
      if (isWritten && each.isPresent()) {
        each.get().flush();
      }
      return isWritten;
    } catch (IOException e) {
      throw new OutputFailure(e);
    }
  }
}
