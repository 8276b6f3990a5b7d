package org.rdmadump.analysis.field.xdr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.content.RpcProtocols;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrNames;
import org.rdmadump.xdr.schema.XdrProcedure;
import org.rdmadump.xdr.schema.XdrType;

/**
 * What an operation or procedure is declared to have.
 *
 * @param operation its name
 * @param version of the protocol, such as {@code NFSv3}
 * @param isCall whether these are arguments
 * @param field the arguments or results
 */
record Body(String operation, String version, boolean isCall, XdrField field) {
  private static final int MOST_PROCEDURES = 32;
  private static final int NFS_4 = 4;

  /** {@return all that a protocol declares} */
  static List<Body> all(Protocol protocol) {
    RpcProtocols protocols = new RpcProtocols();
    List<Body> all = new ArrayList<>();
    for (int version = 1; version <= protocol.lastVersion(); version++) {
      if (protocol == Protocol.NFS && version == NFS_4) {
        compounds(protocols.procedure(protocol.program(), version, 1), "NFSv4", all);
        compounds(protocols.procedure(RpcPrograms.FIRST_TRANSIENT, version, 1), "callbacks", all);
        continue;
      }
      for (int number = 0; number < MOST_PROCEDURES; number++) {
        Optional<XdrProcedure> procedure = protocols.procedure(protocol.program(), version, number);
        if (procedure.isPresent()) {
          String name = RpcPrograms.programName(protocol.program()).orElseThrow() + "v" + version;
          all.add(new Body(procedure.get().name(), name, true, procedure.get().arguments()));
          all.add(new Body(procedure.get().name(), name, false, procedure.get().results()));
        }
      }
    }
    return all;
  }

  private static void compounds(Optional<XdrProcedure> compound, String version, List<Body> all) {
    if (compound.isPresent()) {
      operations(compound.get().arguments(), "argarray", version, true, all);
      operations(compound.get().results(), "resarray", version, false, all);
    }
  }

  private static void operations(
      XdrField compound, String array, String version, boolean isCall, List<Body> all) {
    XdrType whole = compound.type();
    XdrType each = whole.field(whole.indexOf(array)).type().element().type();
    XdrNames names = each.discriminant().names().orElseThrow();
    for (int i = 0; i < each.caseCount(); i++) {
      XdrField arm = each.field(each.armIndex(each.caseValue(i)));
      all.add(new Body(names.brief(each.caseValue(i)), version, isCall, arm));
    }
  }
}
