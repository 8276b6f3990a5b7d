package org.rdmadump;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.rdmadump.analysis.field.FieldNeed;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.PartFields;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.stats.ConnectionGroup;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The connections of a capture, for expressions that ask its messages and exchanges for fields
 * {@code connection.*}. What these tell is known at the end, so the first such expression makes a
 * pass for them.
 */
final class KnownConnections {
  /** Connections that are kept at most. */
  private static final int MOST = 1 << 14;

  private final CapturePasses passes;
  private final Map<Integer, NumberedConnection> byIndex = new HashMap<>();
  private boolean isAsked;
  private boolean isKnown;

  KnownConnections(CapturePasses passes) {
    this.passes = passes;
  }

  /**
   * {@return an expression as a predicate of the capture's messages}
   *
   * @throws IllegalArgumentException if it is wrong
   * @throws IllegalStateException if it asks for connections, and the capture can be read once; or
   *     for data that RDMA moves, of which the capture keeps no bytes; or for digests, which it
   *     does not compute
   */
  Predicate<RpcMessage> ofMessages(String expression) {
    return predicate(
        expression, () -> MessageFields.registry().add(fields(message -> message.connection())));
  }

  /** {@return an expression as a predicate of the capture's exchanges, likewise} */
  Predicate<RpcExchange> ofExchanges(String expression) {
    return predicate(
        expression, () -> ExchangeFields.registry().add(fields(exchange -> exchange.connection())));
  }

  private <R> PartFields<R, NumberedConnection> fields(Function<R, Integer> index) {
    return new PartFields<>(
        new ConnectionGroup<>(
            each -> Optional.ofNullable(byIndex.get(index.apply(each))), () -> isAsked = true));
  }

  private <R> Predicate<R> predicate(String expression, Supplier<FieldRegistry<R>> fields) {
    isAsked = false;
    Filter<R> filter = Expressions.filter(expression, fields);
    if (filter.needsData() && !passes.options().keepBytes() && !passes.options().digest()) {
      throw new IllegalStateException(
          "the expression asks for what is in data that RDMA moves, and the capture keeps no bytes:"
              + " open it with keepBytes(true)");
    }
    if (filter.needs(FieldNeed.DIGEST) && !passes.options().digest()) {
      throw new IllegalStateException(
          "the expression asks for a digest, and the capture computes none: open it with"
              + " digest(true)");
    }
    if (isAsked && !isKnown) {
      learn();
    }
    return filter::matches;
  }

  private void learn() {
    if (!passes.isRepeatable()) {
      passes.requireOpen();
      throw new IllegalStateException(
          "fields connection.* are known at the end of a capture, so it is read twice, and this one"
              + " can be read once");
    }
    CapturePass<ConnectionRecord> pass = passes.begin(new PassQueue.Connections());
    while (pass.hasNext()) {
      ConnectionRecord connection = pass.next();
      if (byIndex.size() < MOST) {
        byIndex.put(connection.index().orElseThrow(), new NumberedConnection(0, connection));
      }
    }
    isKnown = true;
  }
}
