package org.rdmadump.cli;

import java.io.Flushable;
import java.io.IOException;
import java.util.Optional;
import org.rdmadump.analysis.export.MessageExport;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Passes messages on to be written, up to as many as were asked for.
 *
 * @param each is flushed after each of them
 */
record ExportedMessages(MessageExport export, long limit, Optional<Flushable> each)
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
      if (export.write(message) && each.isPresent()) {
        each.get().flush();
      }
    } catch (IOException e) {
      throw new OutputFailure(e);
    }
  }
}
