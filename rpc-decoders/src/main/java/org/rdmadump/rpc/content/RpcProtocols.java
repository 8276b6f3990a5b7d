package org.rdmadump.rpc.content;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrProcedure;
import org.rdmadump.xdr.schema.XdrSchema;

/** The declared protocols; the declarations of each are loaded when it is first met. */
public final class RpcProtocols {
  private static final int MOST_VERSION = 4;

  private final Map<String, XdrSchema> schemas = new HashMap<>();
  private final Map<String, XdrField> types = new HashMap<>();

  /** Without any protocol loaded. */
  public RpcProtocols() {}

  /**
   * {@return a procedure, if it is declared}
   *
   * @param program program number; of all numbers picked at run time the program is NFS version 4's
   *     callback
   * @param version version of the program
   * @param procedure procedure number
   */
  public Optional<XdrProcedure> procedure(long program, long version, long procedure) {
    long declared = RpcPrograms.isTransient(program) ? RpcPrograms.FIRST_TRANSIENT : program;
    String name = schemaName(declared, version);
    return name.isEmpty() ? Optional.empty() : schema(name).procedure(declared, version, procedure);
  }

  /** {@return a type that the declarations of a name have} */
  XdrField type(String schema, String name) {
    XdrField type = types.get(name);
    if (type == null) {
      type = schema(schema).declared(name);
      types.put(name, type);
    }
    return type;
  }

  /** {@return the declarations of a name, such as {@code nfs3}} */
  XdrSchema schema(String name) {
    XdrSchema schema = schemas.get(name);
    if (schema == null) {
      schema = Protocols.load(name);
      schemas.put(name, schema);
    }
    return schema;
  }

  /** Where a version of a program is declared; empty if it is not. */
  private static String schemaName(long program, long version) {
    if (program == RpcPrograms.FIRST_TRANSIENT) {
      return "nfs4";
    }
    if (program < RpcPrograms.PORTMAP || program > RpcPrograms.NFS_ACL || version > MOST_VERSION) {
      return "";
    }
    return switch ((int) program) {
      case (int) RpcPrograms.NFS -> ofVersions(version, "", "", "nfs2", "nfs3", "nfs4");
      case (int) RpcPrograms.NFS_ACL -> ofVersions(version, "", "", "nfsacl2", "nfsacl3");
      case (int) RpcPrograms.MOUNT -> ofVersions(version, "", "mount1", "mount1", "mount3");
      case (int) RpcPrograms.NLM -> ofVersions(version, "", "nlm1", "nlm1", "nlm1", "nlm4");
      case (int) RpcPrograms.NSM -> ofVersions(version, "", "nsm1");
      case (int) RpcPrograms.PORTMAP ->
          ofVersions(version, "", "", "portmap2", "rpcbind", "rpcbind");
      default -> "";
    };
  }

  private static String ofVersions(long version, String... names) {
    return version < names.length ? names[(int) version] : "";
  }
}
