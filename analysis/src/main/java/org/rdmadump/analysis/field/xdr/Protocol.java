package org.rdmadump.analysis.field.xdr;

import java.util.OptionalInt;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** The protocols whose arguments and results are fields, by the names that JSON gives them. */
public enum Protocol {
  /** NFS of all versions, and its callbacks. */
  NFS("nfs", RpcPrograms.NFS, 4),
  /** NFS_ACL. */
  NFS_ACL("nfs_acl", RpcPrograms.NFS_ACL, 3),
  /** MOUNT. */
  MOUNT("mount", RpcPrograms.MOUNT, 3),
  /** Network lock manager. */
  NLM("nlm", RpcPrograms.NLM, 4),
  /** Network status monitor. */
  NSM("nsm", RpcPrograms.NSM, 1),
  /** Portmap and rpcbind. */
  PORTMAP("portmap", RpcPrograms.PORTMAP, 4);

  private final String label;
  private final long program;
  private final int lastVersion;

  Protocol(String label, long program, int lastVersion) {
    this.label = label;
    this.program = program;
    this.lastVersion = lastVersion;
  }

  /** {@return its name in output} */
  public String label() {
    return label;
  }

  /** {@return whether messages can have several operations} */
  boolean hasCompounds() {
    return this == NFS;
  }

  /** {@return what the operations of a message are} */
  public String operations() {
    return hasCompounds() ? "operations of a compound, or the procedure" : "the procedure";
  }

  /** {@return its program number} */
  long program() {
    return program;
  }

  /** {@return the last version that is declared} */
  int lastVersion() {
    return lastVersion;
  }

  /** {@return whether a message has arguments or results of it} */
  boolean isOf(RpcMessage message) {
    if (message.rpc().isEmpty()) {
      return false;
    }
    RpcSummary rpc = message.rpc().get();
    OptionalInt number = rpc.program();
    if (number.isEmpty()) {
      return false;
    }
    long its = Integer.toUnsignedLong(number.getAsInt());
    return its == program || (this == NFS && RpcPrograms.isTransient(its));
  }
}
