package org.rdmadump.analysis.field.xdr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldSource;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.schema.XdrProcedure;

/** The operations of a message, by {@code nfs.operations} and such. */
public final class Operations implements FieldGroup<RpcMessage, Operation> {
  private final Protocol protocol;
  private final FieldRegistry<Operation> parts;
  private final DeclaredSource declared;

  /** Those of messages of a protocol. */
  public Operations(Protocol protocol) {
    this.protocol = protocol;
    this.declared = new DeclaredSource(protocol);
    this.parts = new FieldRegistry<>("operations");
    parts.add(new OwnFields());
    parts.add(declared);
  }

  @Override
  public String name() {
    return protocol.label() + ".operations";
  }

  @Override
  public FieldRegistry<Operation> parts() {
    return parts;
  }

  @Override
  public boolean each(RpcMessage message, FieldReader<? super Operation> field, ValueVisitor to) {
    if (!protocol.isOf(message)) {
      return false;
    }
    MessageContent content = message.content();
    Optional<Nfs4Compound> compound = content.compound();
    if (compound.isEmpty()) {
      Optional<XdrContent> body = content.body();
      Optional<XdrProcedure> procedure =
          body.isPresent() ? content.rpc().orElseThrow().procedure() : Optional.empty();
      return procedure.isPresent()
          && field.read(
              new Operation.OfProcedure(message, procedure.get(), body.orElseThrow()), to);
    }
    List<Nfs4Operation> operations = compound.get().operations();
    for (int i = 0; i < operations.size(); i++) {
      if (field.read(new Operation.OfCompound(message, operations.get(i)), to)) {
        return true;
      }
    }
    return false;
  }

  /** {@return what values of a field of operations are called, as far as that is known} */
  List<String> values(String name) {
    Optional<Field<Operation>> field = parts.find(name);
    return field.isPresent() ? field.get().values() : List.of();
  }

  /** What every operation has. What it can be is only looked up when it is asked for. */
  private final class OwnFields implements FieldSource<Operation> {
    @Override
    public Optional<Field<Operation>> find(String name) {
      for (OperationField each : OperationField.values()) {
        if (each.label().equals(name) && each.isOf(protocol)) {
          return Optional.of(each.field(protocol, values(each)));
        }
      }
      return Optional.empty();
    }

    @Override
    public List<Field<Operation>> all() {
      List<Field<Operation>> all = new ArrayList<>();
      for (OperationField each : OperationField.values()) {
        if (each.isOf(protocol)) {
          all.add(each.field(protocol, values(each)));
        }
      }
      return all;
    }

    private List<String> values(OperationField field) {
      return switch (field) {
        case OP -> declared.operations();
        case STATUS -> {
          Optional<Field<Operation>> status = declared.find("status");
          yield status.isPresent() ? status.get().values() : List.of();
        }
        default -> List.of();
      };
    }
  }
}
