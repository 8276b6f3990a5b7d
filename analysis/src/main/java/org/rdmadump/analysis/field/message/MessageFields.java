package org.rdmadump.analysis.field.message;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldSource;
import org.rdmadump.analysis.field.xdr.HeaderParts;
import org.rdmadump.analysis.field.xdr.Operations;
import org.rdmadump.analysis.field.xdr.Protocol;
import org.rdmadump.analysis.field.xdr.ProtocolField;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** All fields of messages that filters and columns can ask for. */
public final class MessageFields {
  /** What is said of the transfers of a record. */
  static final String TRANSFERS = "RDMA operations that moved chunks";

  private MessageFields() {}

  /** {@return the fields of messages, new for every caller: they are for one thread} */
  public static FieldRegistry<RpcMessage> registry() {
    FieldRegistry<RpcMessage> fields = new FieldRegistry<>("messages");
    for (MessageField each : MessageField.values()) {
      fields.add(each.field());
    }
    for (HeaderField each : HeaderField.values()) {
      fields.add(each.field());
    }
    ChunkGroups.addTo(fields);
    for (RpcField each : RpcField.values()) {
      fields.add(each.field());
    }
    fields.add(
        new ListGroup<>("rpc.missing", missing(), MessageFields::missing),
        "ranges of the RPC message that were not seen");
    for (HeaderParts each : HeaderParts.values()) {
      fields.add(each);
    }
    for (Protocol protocol : Protocol.values()) {
      protocol(protocol, fields);
    }
    return fields
        .add(new ListGroup<>("transfers", transfers(), RpcMessage::transfers), TRANSFERS)
        .add(new ListGroup<>("findings", findings(), RpcMessage::findings), "what was noticed");
  }

  private static void protocol(Protocol protocol, FieldRegistry<RpcMessage> fields) {
    Operations operations = new Operations(protocol);
    for (ProtocolField each : ProtocolField.values()) {
      if (each.isOf(protocol)) {
        fields.add(each.of(protocol, operations));
      }
    }
    fields.add(operations, protocol.operations());
    if (protocol == Protocol.NFS) {
      fields.add(new NfsAliases(fields));
    }
    fields.add(new ShortNames(protocol.label() + ".", operations.name() + ".", fields));
  }

  private static List<MissingRange> missing(RpcMessage message) {
    Optional<RpcSummary> rpc = message.rpc();
    return rpc.isPresent() ? rpc.get().missing() : List.of();
  }

  private static FieldRegistry<MissingRange> missing() {
    FieldRegistry<MissingRange> fields = new FieldRegistry<>("ranges");
    for (MissingField each : MissingField.values()) {
      fields.add(each.field());
    }
    return fields;
  }

  static FieldRegistry<Finding> findings() {
    FieldRegistry<Finding> fields = new FieldRegistry<>("findings");
    for (FindingField each : FindingField.values()) {
      fields.add(each.field());
    }
    return fields;
  }

  static FieldRegistry<RdmaTransfer> transfers() {
    FieldRegistry<RdmaTransfer> fields = new FieldRegistry<>("transfers");
    for (TransferField each : TransferField.values()) {
      fields.add(each.field());
    }
    return fields;
  }

  /** Names that leave out the operations: {@code nfs.offset}. */
  private static final class ShortNames implements FieldSource<RpcMessage> {
    private final String prefix;
    private final String whole;
    private final FieldRegistry<RpcMessage> fields;

    ShortNames(String prefix, String whole, FieldRegistry<RpcMessage> fields) {
      this.prefix = prefix;
      this.whole = whole;
      this.fields = fields;
    }

    @Override
    public Optional<Field<RpcMessage>> find(String name) {
      return name.startsWith(prefix) && !name.startsWith(whole)
          ? fields.find(whole + name.substring(prefix.length()))
          : Optional.empty();
    }

    @Override
    public List<Field<RpcMessage>> all() {
      return List.of();
    }
  }
}
