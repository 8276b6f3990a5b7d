package org.rdmadump.analysis.against;

import org.rdmadump.protocols.Protocols;
import org.rdmadump.xdr.schema.XdrType;

/** Names of the attributes of NFS version 4, without their prefix. */
final class Attributes {
  private static final XdrType NUMBERS = Protocols.load("nfs4").type("fattr4_number");

  private Attributes() {}

  /** {@return such as {@code TYPE} for 1; the number if it has none} */
  static String name(int number) {
    return NUMBERS.names().orElseThrow().label(number).replaceFirst("^FATTR4_", "");
  }
}
