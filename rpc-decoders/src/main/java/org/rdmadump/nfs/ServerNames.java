package org.rdmadump.nfs;

import java.util.Optional;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.decode.XdrContent;

/**
 * The names of a server's files: calls ask for them, replies of success teach them. A file handle
 * means the same on all connections of a server.
 *
 * <p>For one thread.
 */
public final class ServerNames {
  private final NameTable table;
  private final FileServer server;
  private final ProcedureNames procedures;
  private final CompoundNames compounds;
  private long asOf;

  ServerNames(NameTable table, IpAddress address) {
    this.table = table;
    this.server = new FileServer(address);
    NameDoubts doubts = new NameDoubts(table, server);
    this.procedures = new ProcedureNames(table, server, doubts);
    this.compounds = new CompoundNames(table, server, doubts);
  }

  /** {@return where the server is} */
  public IpAddress address() {
    return server.address();
  }

  /** {@return whether messages of a program can be about files of its server} */
  public static boolean isAbout(long program) {
    return program == RpcPrograms.NFS
        || program == RpcPrograms.NFS_ACL
        || program == RpcPrograms.MOUNT
        || program >= RpcPrograms.FIRST_TRANSIENT;
  }

  /** {@return whether results of a procedure have the handle of the file that its call names} */
  public static boolean namesInResults(RpcCallHeader header) {
    return ProcedureRole.of(header).tellsHandle();
  }

  /**
   * {@return the files that a call is about}
   *
   * @param header its header
   * @param arguments its arguments
   * @param compound the same as a compound, if they are one
   */
  public FileNames call(
      RpcCallHeader header, XdrContent arguments, Optional<Nfs4Compound> compound) {
    FileNames names =
        compound.isPresent()
            ? compounds.names(compound.get(), Optional.empty(), /* isNew= */ false)
            : procedures.names(
                header, arguments, FileNames.NONE, Optional.empty(), /* teaches= */ false);
    boolean mayTeach = mayTeach(header, compound);
    boolean failureTeaches = compound.isPresent() || procedures.isKnown();
    asOf = !mayTeach ? table.lessons() : failureTeaches ? 0 : -table.lessons();
    return names;
  }

  /**
   * {@return whether the reply to a call may teach names, which then are better than the call's}
   */
  public static boolean mayTeach(RpcCallHeader header, Optional<Nfs4Compound> compound) {
    return compound.isPresent()
        ? CompoundNames.mayTeach(compound.get())
        : header.program() == RpcPrograms.MOUNT || ProcedureRole.of(header).mayTeach();
  }

  /**
   * {@return when the names of the last call were found, for {@link #isStill}; not above 0 if its
   * reply may teach others}
   */
  public long asOf() {
    return asOf;
  }

  /**
   * {@return whether a reply is about the files of its call, as nothing was learned since and
   * nothing is to be learned of it}
   */
  public boolean isStill(long when, XdrContent results) {
    return when == table.lessons()
        || (when == -table.lessons() && ProcedureNames.isFailure(results));
  }

  /**
   * {@return the files that a reply is about}
   *
   * @param header of its call
   * @param arguments of its call
   * @param compound the same as a compound, if they are one
   * @param ofCall what was said of its call
   * @param results what it says
   * @param resultsOfCompound the same as a compound, if they are one
   * @param teaches whether what was done is new; not of a repeat
   */
  public FileNames reply(
      RpcCallHeader header,
      XdrContent arguments,
      Optional<Nfs4Compound> compound,
      FileNames ofCall,
      XdrContent results,
      Optional<Nfs4Compound> resultsOfCompound,
      boolean teaches) {
    return compound.isPresent()
        ? compounds.names(compound.get(), resultsOfCompound, teaches)
        : procedures.names(header, arguments, ofCall, Optional.of(results), teaches);
  }

  /**
   * Forgets the names that a call may have changed whose reply is missing.
   *
   * @param header its header
   * @param arguments its arguments
   * @param compound the same as a compound, if they are one
   */
  public void doubt(RpcCallHeader header, XdrContent arguments, Optional<Nfs4Compound> compound) {
    if (compound.isPresent()) {
      compounds.doubt(compound.get());
    } else {
      procedures.doubt(header, arguments);
    }
  }
}
