package org.rdmadump.analysis.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.analysis.stats.SlowCall;
import org.rdmadump.analysis.stats.SlowestCalls;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** The slowest calls of each operation. */
public final class SlowestByOperation {
  private static final int MOST_CALLS = 5;
  private static final int MOST_OPERATIONS = 128;

  private final Function<RpcMessage, String> about;
  private final Map<OperationKey, SlowestCalls> operations = new HashMap<>();

  SlowestByOperation(Function<RpcMessage, String> about) {
    this.about = about;
  }

  void take(OperationKey key, RpcExchange exchange) {
    SlowestCalls known = operations.get(key);
    if (known == null) {
      if (operations.size() == MOST_OPERATIONS) {
        return;
      }
      known = new SlowestCalls(MOST_CALLS, about);
      operations.put(key, known);
    }
    known.take(exchange);
  }

  /** {@return the slowest calls of an operation, the slowest first} */
  public List<SlowCall> of(OperationKey key) {
    SlowestCalls known = operations.get(key);
    return known == null ? List.of() : known.list();
  }
}
