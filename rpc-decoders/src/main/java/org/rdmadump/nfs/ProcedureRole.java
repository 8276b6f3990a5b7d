package org.rdmadump.nfs;

import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrograms;

/**
 * What the arguments of a procedure of NFS version 2 or 3, or NFS_ACL, begin with, and what its
 * results tell.
 */
enum ProcedureRole {
  /** No file handle. */
  NOTHING,
  /** The handle of a file. */
  FILE,
  /** A directory and a name, whose handle the results have. */
  SOUGHT,
  /** The same, if the server chose to tell it. */
  MADE,
  /** The same, of a file that there was not before. */
  ADDED,
  /** A directory and a name, whose handle is not told. */
  PLACED,
  REMOVED,
  RENAMED,
  LINKED,
  /** A directory; results have names and handles in it. */
  LISTED;

  private static final ProcedureRole[] NO_ROLES = {};

  private static final ProcedureRole[] OF_VERSION_2 = {
    NOTHING, // NULL
    FILE, // GETATTR
    FILE, // SETATTR
    NOTHING, // ROOT
    SOUGHT, // LOOKUP
    FILE, // READLINK
    FILE, // READ
    NOTHING, // WRITECACHE
    FILE, // WRITE
    SOUGHT, // CREATE
    REMOVED, // REMOVE
    RENAMED, // RENAME
    LINKED, // LINK
    PLACED, // SYMLINK
    SOUGHT, // MKDIR
    REMOVED, // RMDIR
    FILE, // READDIR
    FILE // STATFS
  };

  private static final ProcedureRole[] OF_VERSION_3 = {
    NOTHING, // NULL
    FILE, // GETATTR
    FILE, // SETATTR
    SOUGHT, // LOOKUP
    FILE, // ACCESS
    FILE, // READLINK
    FILE, // READ
    FILE, // WRITE
    MADE, // CREATE
    ADDED, // MKDIR
    ADDED, // SYMLINK
    ADDED, // MKNOD
    REMOVED, // REMOVE
    REMOVED, // RMDIR
    RENAMED, // RENAME
    LINKED, // LINK
    FILE, // READDIR
    LISTED, // READDIRPLUS
    FILE, // FSSTAT
    FILE, // FSINFO
    FILE, // PATHCONF
    FILE // COMMIT
  };

  private static final ProcedureRole[] OF_ACL = {NOTHING, FILE, FILE, FILE, FILE, FILE};

  /** {@return the role of the procedure that a call is of} */
  static ProcedureRole of(RpcCallHeader header) {
    ProcedureRole[] roles = roles(header.program(), header.version());
    return header.procedure() < roles.length ? roles[(int) header.procedure()] : NOTHING;
  }

  private static ProcedureRole[] roles(long program, long version) {
    if (program == RpcPrograms.NFS_ACL) {
      return OF_ACL;
    }
    boolean isNfs = program == RpcPrograms.NFS;
    return isNfs && version == 2 ? OF_VERSION_2 : isNfs && version == 3 ? OF_VERSION_3 : NO_ROLES;
  }

  /** {@return whether results may teach something} */
  boolean mayTeach() {
    return this != NOTHING && this != FILE;
  }

  /** {@return whether results have the handle of what the call names} */
  boolean tellsHandle() {
    return this == SOUGHT || isMade();
  }

  boolean takesAway() {
    return this == REMOVED || this == RENAMED;
  }

  private boolean isMade() {
    return this == MADE || this == ADDED;
  }
}
