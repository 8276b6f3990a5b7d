package org.rdmadump.cli;

import java.io.IOException;
import org.rdmadump.analysis.export.MessageExport;
import org.rdmadump.rpcrdma.RpcMessage;

/** Passes messages on to be written, up to as many as were asked for. */
final class ExportedMessages implements LimitedListener {
  private final MessageExport export;
  private final long limit;
  private final boolean flushes;

  ExportedMessages(MessageExport export, long limit, boolean flushes) {
    this.export = export;
    this.limit = limit;
    this.flushes = flushes;
  }

  @Override
  public boolean full() {
    return export.exported() >= limit;
  }

  @Override
  public void message(RpcMessage message) {
    if (full()) {
      return;
    }
    try {
      if (export.write(message) && flushes) {
        export.flush();
      }
    } catch (IOException e) {
      throw new OutputFailure(e);
    }
  }
}
