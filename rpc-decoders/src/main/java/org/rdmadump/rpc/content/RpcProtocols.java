package org.rdmadump.rpc.content;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.KnownBytes;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.decode.XdrCheck;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrProcedure;
import org.rdmadump.xdr.schema.XdrSchema;

/** The declared protocols; the declarations of each are loaded when it is first met. */
public final class RpcProtocols {
  private static final int MOST_VERSION = 4;

  /** A power of 2. */
  private static final int ASKED = 64;

  // By version, empty for those that are not declared.
  private static final String[] OF_NFS = {"", "", "nfs2", "nfs3", "nfs4"};
  private static final String[] OF_NFS_ACL = {"", "", "nfsacl2", "nfsacl3"};
  private static final String[] OF_MOUNT = {"", "mount1", "mount1", "mount3"};
  private static final String[] OF_NLM = {"", "nlm1", "nlm1", "nlm1", "nlm4"};
  private static final String[] OF_NSM = {"", "nsm1"};
  private static final String[] OF_PORTMAP = {"", "", "portmap2", "rpcbind", "rpcbind"};

  private final Map<String, XdrSchema> schemas = new HashMap<>();
  private final Map<String, XdrField> types = new HashMap<>();

  /** Procedures that were asked for, by a mix of their numbers. */
  private final @Nullable Asked[] asked = new Asked[ASKED];

  private final XdrCheck check = new XdrCheck();
  private final KnownBytes<XdrOutcome> rightCalls = new KnownBytes<>();
  private final KnownBytes<XdrOutcome> rightReplies = new KnownBytes<>();

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
    int slot = (int) ((program * 31 + version) * 31 + procedure) & (ASKED - 1);
    Asked known = asked[slot];
    if (known == null || !known.is(program, version, procedure)) {
      known = new Asked(program, version, procedure, find(program, version, procedure));
      asked[slot] = known;
    }
    return known.found;
  }

  private Optional<XdrProcedure> find(long program, long version, long procedure) {
    long declared = RpcPrograms.isTransient(program) ? RpcPrograms.FIRST_TRANSIENT : program;
    String name = schemaName(declared, version);
    return name.isEmpty() ? Optional.empty() : schema(name).procedure(declared, version, procedure);
  }

  private record Asked(long program, long version, long number, Optional<XdrProcedure> found) {
    boolean is(long ofProgram, long ofVersion, long procedure) {
      return number == procedure && program == ofProgram && version == ofVersion;
    }
  }

  /** Decodes everything, only to see whether it can be. */
  XdrOutcome check(XdrContent content) {
    return check.run(content);
  }

  /** {@return what came of ends of headers in which nothing is wrong} */
  KnownBytes<XdrOutcome> rightHeaders(boolean ofCalls) {
    return ofCalls ? rightCalls : rightReplies;
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
      case (int) RpcPrograms.NFS -> ofVersion(OF_NFS, version);
      case (int) RpcPrograms.NFS_ACL -> ofVersion(OF_NFS_ACL, version);
      case (int) RpcPrograms.MOUNT -> ofVersion(OF_MOUNT, version);
      case (int) RpcPrograms.NLM -> ofVersion(OF_NLM, version);
      case (int) RpcPrograms.NSM -> ofVersion(OF_NSM, version);
      case (int) RpcPrograms.PORTMAP -> ofVersion(OF_PORTMAP, version);
      default -> "";
    };
  }

  private static String ofVersion(String[] names, long version) {
    return version < names.length ? names[(int) version] : "";
  }
}
