package org.rdmadump.cli;

import java.util.function.Supplier;
import org.rdmadump.analysis.field.AbsentFields;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The fields of the records that {@code dump} prints. A capture may hold RPC and NVMe, so what is
 * asked of one is known, and absent, of the other.
 */
final class RecordFields {
  private RecordFields() {}

  /** {@return those of messages} */
  static FieldRegistry<RpcMessage> ofMessages() {
    return MessageFields.registry().add(new AbsentFields<>(NvmeFields::registry));
  }

  /** {@return those of exchanges} */
  static FieldRegistry<RpcExchange> ofExchanges() {
    return ExchangeFields.registry().add(new AbsentFields<>(NvmeFields::registry));
  }

  /**
   * {@return those of NVMe commands}
   *
   * @param others makes those of the RPC records beside them
   */
  static FieldRegistry<NvmeExchange> ofNvme(Supplier<FieldRegistry<?>> others) {
    return NvmeFields.registry().add(new AbsentFields<>(others));
  }
}
