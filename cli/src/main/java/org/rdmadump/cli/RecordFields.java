package org.rdmadump.cli;

import java.util.function.Supplier;
import org.rdmadump.analysis.check.FindingFields;
import org.rdmadump.analysis.check.FindingSubject;
import org.rdmadump.analysis.field.AbsentFields;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.analysis.frame.FrameFields;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.stats.ConnectionFields;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The fields of records, with those of their connections. A capture may hold RPC and NVMe, so what
 * is asked of one is known, and absent, of the other.
 */
final class RecordFields {
  private RecordFields() {}

  /** {@return those of messages} */
  static FieldRegistry<RpcMessage> ofMessages(KnownConnections connections) {
    return MessageFields.registry()
        .add(connections.of(RpcMessage::connection))
        .add(new AbsentFields<>(NvmeFields::registry));
  }

  /** {@return those of exchanges} */
  static FieldRegistry<RpcExchange> ofExchanges(KnownConnections connections) {
    return ExchangeFields.registry()
        .add(connections.of(RpcExchange::connection))
        .add(new AbsentFields<>(NvmeFields::registry));
  }

  /**
   * {@return those of NVMe commands}
   *
   * @param others makes those of the RPC records beside them
   */
  static FieldRegistry<NvmeExchange> ofNvme(
      KnownConnections connections, Supplier<FieldRegistry<?>> others) {
    return NvmeFields.registry()
        .add(connections.of(NvmeExchange::connection))
        .add(new AbsentFields<>(others));
  }

  /** {@return those of frames} */
  static FieldRegistry<FrameRecord> ofFrames(KnownConnections connections) {
    return FrameFields.registry().add(connections.ofFrames());
  }

  /** {@return those of findings} */
  static FieldRegistry<FindingSubject> ofFindings(KnownConnections connections) {
    return FindingFields.registry().add(connections.ofFindings());
  }

  /**
   * {@return those of connections without RPC}
   *
   * @param connections what the records beside them are asked for
   */
  static FieldRegistry<NumberedConnection> ofConnections(KnownConnections connections) {
    return ConnectionFields.besideContent().add(new AbsentFields<>(() -> ofExchanges(connections)));
  }
}
