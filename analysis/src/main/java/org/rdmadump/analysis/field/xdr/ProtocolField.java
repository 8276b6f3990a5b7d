package org.rdmadump.analysis.field.xdr;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.FieldUnit;
import org.rdmadump.analysis.field.LateNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.decode.XdrVisitor;
import org.rdmadump.xdr.schema.XdrProcedure;

/** What there is of arguments or results as a whole. */
public enum ProtocolField {
  /** The protocol. */
  PROTOCOL("", FieldType.GROUP, "decoded arguments or results"),
  /** Its version. */
  VERSION(
      "version",
      FieldType.UNSIGNED,
      "version of the protocol; 4 for callbacks",
      "version of the protocol"),
  /** Minor version of NFS version 4. */
  MINOR_VERSION("minor_version", FieldType.UNSIGNED, "minor version of NFS version 4", ""),
  /** Tag of a compound. */
  TAG("tag", FieldType.TEXT, "tag of a compound, unless it is empty", ""),
  /** Of a callback. */
  CALLBACK_IDENT("callback_ident", FieldType.UNSIGNED, "identifier in the call of a callback", ""),
  /** Status of the whole. */
  STATUS(
      "status",
      FieldType.NAMED,
      "status of a compound, or of the procedure",
      "status of the procedure"),
  /** What it is about. */
  MAIN_OPERATION(
      "main_operation",
      FieldType.NAMED,
      "main operation of a compound, or procedure",
      "name of the procedure"),
  /** Where decoding ended. */
  UNDECODED_FROM("undecoded_from", FieldType.UNSIGNED, "offset from which nothing was decoded");

  private static final int NFS_4 = 4;
  private static final XdrVisitor NOBODY = new XdrVisitor() {};

  private final String field;
  private final FieldType type;
  private final String meaning;
  private final String withoutCompounds;

  ProtocolField(String field, FieldType type, String meaning) {
    this(field, type, meaning, meaning);
  }

  /** With another meaning, or none, for protocols without compounds. */
  ProtocolField(String field, FieldType type, String meaning, String withoutCompounds) {
    this.field = field;
    this.type = type;
    this.meaning = meaning;
    this.withoutCompounds = withoutCompounds;
  }

  /** {@return whether messages of {@code protocol} can have it} */
  public boolean isOf(Protocol protocol) {
    return !meaning(protocol).isEmpty();
  }

  private String meaning(Protocol protocol) {
    return protocol.hasCompounds() ? meaning : withoutCompounds;
  }

  /**
   * {@return the field of a protocol's messages}
   *
   * @param operations those of the protocol, which have the same names and statuses
   */
  public Field<RpcMessage> of(Protocol protocol, Operations operations) {
    FieldReader<RpcMessage> reader = (message, to) -> protocol.isOf(message) && read(message, to);
    String name = field.isEmpty() ? protocol.label() : protocol.label() + "." + field;
    Field<RpcMessage> plain = new Field<>(name, type, meaning(protocol), reader);
    return switch (this) {
      case STATUS -> plain.named(new LateNames(() -> operations.values("status")));
      case MAIN_OPERATION ->
          plain
              .named(new LateNames(() -> operations.values("op")))
              .numbered(List.of(Nfs4Compound.NUMBERED));
      case UNDECODED_FROM -> plain.in(FieldUnit.BYTES);
      default -> plain;
    };
  }

  private boolean read(RpcMessage message, ValueVisitor to) {
    MessageContent content = message.content();
    Optional<XdrContent> body = content.body();
    if (body.isEmpty()) {
      return false;
    }
    Optional<Nfs4Compound> compound = content.compound();
    return switch (this) {
      case PROTOCOL -> to.group();
      case VERSION -> to.number(compound.isPresent() ? NFS_4 : version(message));
      case MINOR_VERSION ->
          compound.isPresent()
              && compound.get().minorVersion().isPresent()
              && to.number(compound.get().minorVersion().getAsLong());
      case TAG -> compound.isPresent() && tag(compound.get().tag(), to);
      case CALLBACK_IDENT -> compound.isPresent() && number(body.get(), "callback_ident", to);
      case STATUS ->
          compound.isPresent()
              ? status(compound.get().status(), to)
              : procedure(message, body.get(), to);
      case MAIN_OPERATION ->
          compound.isPresent()
              ? main(compound.get().main(), to)
              : procedure(message, body.get(), to);
      case UNDECODED_FROM -> undecoded(content.walk(NOBODY), to);
    };
  }

  private static long version(RpcMessage message) {
    return Integer.toUnsignedLong(message.rpc().orElseThrow().version().orElse(0));
  }

  private boolean procedure(RpcMessage message, XdrContent body, ValueVisitor to) {
    Optional<XdrProcedure> procedure = message.content().rpc().orElseThrow().procedure();
    if (procedure.isEmpty()) {
      return false;
    }
    if (this == MAIN_OPERATION) {
      return to.named(procedure.get().number(), procedure.get().name());
    }
    return status(new Operation.OfProcedure(message, procedure.get(), body).status(), to);
  }

  private static boolean main(Optional<Nfs4Operation> main, ValueVisitor to) {
    return main.isPresent() && to.named(main.get().number(), main.get().name());
  }

  private static boolean status(Optional<XdrNumber> status, ValueVisitor to) {
    return status.isPresent()
        && to.named(status.get().value(), new DeclaredNames(status.get().field()));
  }

  private static boolean tag(Optional<XdrBytes> tag, ValueVisitor to) {
    return tag.isPresent()
        && tag.get().length() > 0
        && tag.get().isComplete()
        && to.text(tag.get().text());
  }

  private static boolean number(XdrContent body, String name, ValueVisitor to) {
    Optional<XdrValue> value = body.tree().at(name);
    return value.isPresent()
        && value.get() instanceof XdrNumber number
        && to.number(number.value());
  }

  private static boolean undecoded(XdrOutcome outcome, ValueVisitor to) {
    return (outcome.end() == XdrEnd.MISSING || outcome.end() == XdrEnd.BAD)
        && to.number(outcome.position());
  }
}
