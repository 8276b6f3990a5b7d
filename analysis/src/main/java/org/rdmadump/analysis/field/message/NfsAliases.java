package org.rdmadump.analysis.field.message;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldSource;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.xdr.DeclaredAnywhere;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpcrdma.RpcMessage;

/** Names of NFStest and of versions of Wireshark before 4.0 for fields of NFS. */
final class NfsAliases implements FieldSource<RpcMessage> {
  private static final Map<String, String> SAME = same();
  private static final String NAME = "nfs.name";

  /** How the declarations call names in directories, and those of extended attributes. */
  private static final List<String> NAMES =
      List.of(
          "objname",
          "name",
          "file",
          "file_delegate_prev",
          "target",
          "oldname",
          "newname",
          "gxa_name",
          "sxa_key",
          "rxa_name");

  private final FieldRegistry<RpcMessage> fields;

  NfsAliases(FieldRegistry<RpcMessage> fields) {
    this.fields = fields;
  }

  private static Map<String, String> same() {
    Map<String, String> same = new LinkedHashMap<>();
    same.put("nfs.nfsstat3", "nfs.status");
    same.put("nfs.lock_type4", "nfs.operations.locktype");
    return same;
  }

  @Override
  public Optional<Field<RpcMessage>> find(String name) {
    String same = SAME.get(name);
    if (same != null) {
      return Optional.of(as(name, same));
    }
    return switch (name) {
      case "nfs.argop" -> Optional.of(of(name, true));
      case "nfs.resop" -> Optional.of(of(name, false));
      case NAME -> Optional.of(name());
      default -> Optional.empty();
    };
  }

  @Override
  public List<Field<RpcMessage>> all() {
    List<Field<RpcMessage>> all =
        new ArrayList<>(List.of(of("nfs.argop", true), of("nfs.resop", false), name()));
    SAME.forEach((name, same) -> all.add(as(name, same)));
    return all;
  }

  private Field<RpcMessage> as(String name, String same) {
    return fields.find(same).orElseThrow().called(name).also();
  }

  private static Field<RpcMessage> name() {
    return new Field<>(
        NAME,
        FieldType.TEXT,
        "names of files and extended attributes in arguments of any operation",
        new DeclaredAnywhere(
            FieldType.TEXT,
            NAMES,
            message ->
                isCall(message, true)
                    && message.rpc().get().program().orElse(0) == RpcPrograms.NFS));
  }

  private static boolean isCall(RpcMessage message, boolean call) {
    return message.rpc().isPresent() && message.rpc().get().call() == call;
  }

  private Field<RpcMessage> of(String name, boolean calls) {
    Field<RpcMessage> op = fields.find("nfs.operations.op").orElseThrow();
    FieldReader<RpcMessage> reader = op.reader();
    return new Field<>(
        name,
        op.types(),
        calls ? "nfs.operations.op of calls" : "nfs.operations.op of replies",
        List.of(),
        op.values(),
        (message, to) -> isCall(message, calls) && reader.read(message, to));
  }
}
