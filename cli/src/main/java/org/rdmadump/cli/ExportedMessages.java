package org.rdmadump.cli;

import java.io.IOException;
import org.rdmadump.analysis.export.MessageExport;
import org.rdmadump.rpcrdma.RpcMessage;

/** Passes messages on to be written, up to as many as were asked for. */
record ExportedMessages(MessageExport export, long limit, boolean flushes)
    implements LimitedListener {
  @Override
  public boolean takesNames() {
    return false;
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
