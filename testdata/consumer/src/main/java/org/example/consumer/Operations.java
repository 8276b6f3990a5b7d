package org.example.consumer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.rdmadump.RdmaCapture;
import org.rdmadump.RecordField;
import org.rdmadump.rpcrdma.RpcExchange;

/** Counts the operations of a capture. */
public final class Operations {
  private Operations() {}

  /** How often each operation of NFS was called. */
  public static Map<String, Integer> of(Path file) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    try (RdmaCapture capture = RdmaCapture.open(file)) {
      capture
          .exchanges()
          .flatMap(each -> each.call().stream())
          .flatMap(call -> call.content().compound().stream())
          .flatMap(compound -> compound.operations().stream())
          .forEach(operation -> counts.merge(operation.name(), 1, Integer::sum));
    }
    return counts;
  }

  /** Bytes that an operation asked for, over all its calls. */
  public static long bytes(Path file, String operation) throws IOException {
    RecordField<RpcExchange> count = RecordField.ofExchanges("call.nfs.count");
    try (RdmaCapture capture = RdmaCapture.open(file)) {
      return capture
          .matchAllExchanges("nfs.op == " + operation)
          .mapToLong(each -> count.number(each).orElse(0))
          .sum();
    }
  }
}
