package org.rdmadump.testkit;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rpcrdma.RpcExchange;

/** The exchanges of a capture that nobody else reads, which is closed behind the last of them. */
final class OwnReading implements Iterator<RpcExchange> {
  private final RdmaCapture capture;
  private Optional<RpcExchange> ahead = Optional.empty();
  private boolean ended;

  OwnReading(RdmaCapture capture) {
    this.capture = capture;
  }

  @Override
  public boolean hasNext() {
    if (ahead.isEmpty() && !ended) {
      ahead = capture.nextExchange();
      ended = ahead.isEmpty();
      if (ended) {
        capture.close();
      }
    }
    return ahead.isPresent();
  }

  @Override
  public RpcExchange next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    RpcExchange exchange = ahead.orElseThrow();
    ahead = Optional.empty();
    return exchange;
  }
}
