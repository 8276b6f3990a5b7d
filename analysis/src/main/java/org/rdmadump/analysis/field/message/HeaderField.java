package org.rdmadump.analysis.field.message;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.rpcrdma.RdmaError;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;

/** What the RPC-over-RDMA header of a message says, its chunk lists apart. */
enum HeaderField implements FieldReader<RpcMessage> {
  RPCRDMA("", FieldType.GROUP, "the RPC-over-RDMA header", "rpcordma"),
  XID("xid", FieldType.HEX32, "XID of the RPC-over-RDMA header", ""),
  VERSION("version", FieldType.UNSIGNED, "version of RPC-over-RDMA", "rpcordma.vers"),
  CREDITS(
      "credits",
      FieldType.UNSIGNED,
      "credits requested or granted",
      "rpcordma.flow_control rpcordma.credit"),
  PROCEDURE(
      "procedure",
      FieldType.NAMED,
      "how the RPC message travels",
      "rpcordma.msg_type rpcordma.proc"),
  PROCEDURE_CODE("procedure_code", FieldType.UNSIGNED, "the number, if it has no name", ""),
  TRUNCATED("truncated", FieldType.BOOLEAN, "the header was cut by the snap length", ""),
  MALFORMED("malformed", FieldType.BOOLEAN, "the header breaks its own rules", ""),
  ERROR("error", FieldType.GROUP, "of RDMA_ERROR: what it is about", ""),
  ERROR_CODE("error.code", FieldType.NAMED, "ERR_VERS or ERR_CHUNK", "rpcordma.errcode"),
  ERROR_LOW(
      "error.low", FieldType.UNSIGNED, "of ERR_VERS: lowest version spoken", "rpcordma.vers_low"),
  ERROR_HIGH(
      "error.high",
      FieldType.UNSIGNED,
      "of ERR_VERS: highest version spoken",
      "rpcordma.vers_high");

  private static final ValueNames PROCEDURES =
      value -> {
        Optional<RdmaProcedure> procedure = RdmaProcedure.of((int) value);
        return procedure.isPresent() ? procedure.get().name() : Long.toString(value);
      };
  private static final ValueNames ERRORS = value -> new RdmaError((int) value, 0, 0).codeName();

  private static final String PREFIX = "rpcrdma";
  private static final String WIRESHARK = "rpcordma.";

  private final String field;
  private final FieldType type;
  private final String meaning;
  private final String aliases;

  HeaderField(String field, FieldType type, String meaning, String aliases) {
    this.field = field;
    this.type = type;
    this.meaning = meaning;
    this.aliases = aliases;
  }

  /** {@return the field} */
  Field<RpcMessage> field() {
    if (field.isEmpty()) {
      return new Field<>(PREFIX, List.of(type), meaning, NameLists.words(aliases), List.of(), this);
    }
    String others = WIRESHARK + field + (aliases.isEmpty() ? "" : " " + aliases);
    return new Field<>(
        PREFIX + "." + field, List.of(type), meaning, NameLists.words(others), names(), this);
  }

  private List<String> names() {
    return switch (this) {
      case PROCEDURE -> NameLists.all(PROCEDURES, RdmaProcedure.values().length);
      case ERROR_CODE -> List.of("ERR_VERS", "ERR_CHUNK");
      default -> List.of();
    };
  }

  @Override
  public boolean read(RpcMessage message, ValueVisitor to) {
    RpcRdmaHeader header = message.header();
    return switch (this) {
      case RPCRDMA -> to.group();
      case XID -> MessageField.unsigned(header.xid(), to);
      case VERSION -> header.hasVersion() && MessageField.unsigned(header.version(), to);
      case CREDITS -> header.hasCredits() && MessageField.unsigned(header.credits(), to);
      case PROCEDURE ->
          header.hasProcedureCode()
              && header.procedure().isPresent()
              && to.named(header.procedureCode(), PROCEDURES);
      case PROCEDURE_CODE ->
          header.hasProcedureCode()
              && header.procedure().isEmpty()
              && MessageField.unsigned(header.procedureCode(), to);
      case TRUNCATED -> to.number(header.truncated() ? 1 : 0);
      case MALFORMED -> to.number(header.malformed() ? 1 : 0);
      case ERROR, ERROR_CODE, ERROR_LOW, ERROR_HIGH ->
          header.error().isPresent() && error(header.error().get(), to);
    };
  }

  private boolean error(RdmaError error, ValueVisitor to) {
    return switch (this) {
      case ERROR -> to.group();
      case ERROR_CODE -> to.named(error.code(), ERRORS);
      case ERROR_LOW -> error.code() == RdmaError.ERR_VERS && to.number(error.low());
      default -> error.code() == RdmaError.ERR_VERS && to.number(error.high());
    };
  }
}
