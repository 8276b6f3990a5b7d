package org.rdmadump.rpc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Names of the programs that are found next to NFS, and of their procedures.
 *
 * <p>RFC 1833 (portmap, rpcbind), RFC 1094 (NFS 2, MOUNT 1), RFC 1813 (NFS 3, MOUNT 3, NLM 4), RFC
 * 7530 and RFC 8881 (NFS 4 and callbacks), X/Open XNFS (MOUNT 2, NLM 1 to 3, NSM); NFS_ACL and
 * RQUOTA have no published specification.
 */
public final class RpcPrograms {
  public static final long PORTMAP = 100000;
  public static final long NFS = 100003;
  public static final long MOUNT = 100005;
  public static final long RQUOTA = 100011;
  public static final long NLM = 100021;
  public static final long NSM = 100024;
  public static final long NFS_ACL = 100227;

  /**
   * Programs from here to {@link #LAST_TRANSIENT} are numbers picked at run time (RFC 5531 8.3).
   */
  public static final long FIRST_TRANSIENT = 0x40000000L;

  public static final long LAST_TRANSIENT = 0x5fffffffL;

  private static final long FIRST = PORTMAP;
  private static final long LAST = NFS_ACL;

  /** In place of a procedure number that is not assigned. */
  private static final String UNASSIGNED = "-";

  private static final String NLM_1 =
      "NULL TEST LOCK CANCEL UNLOCK GRANTED TEST_MSG LOCK_MSG CANCEL_MSG UNLOCK_MSG GRANTED_MSG"
          + " TEST_RES LOCK_RES CANCEL_RES UNLOCK_RES GRANTED_RES";
  private static final String NLM_3 = NLM_1 + " - - - - SHARE UNSHARE NM_LOCK FREE_ALL";
  private static final String MOUNT_1 = "NULL MNT DUMP UMNT UMNTALL EXPORT";
  private static final String RQUOTA_1 = "NULL GETQUOTA GETACTIVEQUOTA SETQUOTA SETACTIVEQUOTA";

  /** NFS 4.0 and 4.1 servers call back with different versions, so this holds for all of them. */
  private static final Program NFS_CB =
      new Program(Optional.of("NFS_CB"), List.of(procedures("CB_NULL CB_COMPOUND")));

  private static final Program UNKNOWN = new Program(Optional.empty(), List.of());

  /** By program number, from {@link #FIRST} on. */
  private static final List<Program> PROGRAMS = programs();

  private RpcPrograms() {}

  /** {@return name of a program, such as {@code NFS}} */
  public static Optional<String> programName(long program) {
    return program(program).name;
  }

  /** {@return name of a procedure, such as {@code READ}} */
  public static Optional<String> procedureName(long program, long version, long procedure) {
    if (isTransient(program)) {
      return at(NFS_CB.procedures.get(0), procedure, Optional.empty());
    }
    List<Optional<String>> procedures = at(program(program).procedures, version, List.of());
    return at(procedures, procedure, Optional.empty());
  }

  /** {@return every name that a program can have} */
  public static List<String> programNames() {
    List<String> names = new ArrayList<>();
    for (Program program : PROGRAMS) {
      if (program.name.isPresent()) {
        names.add(program.name.get());
      }
    }
    names.add(NFS_CB.name.orElseThrow());
    return names;
  }

  /** {@return every name that a procedure can have} */
  public static List<String> procedureNames() {
    Set<String> names = new LinkedHashSet<>();
    List<Program> programs = new ArrayList<>(PROGRAMS);
    programs.add(NFS_CB);
    for (Program program : programs) {
      for (List<Optional<String>> version : program.procedures) {
        for (Optional<String> each : version) {
          if (each.isPresent()) {
            names.add(each.get());
          }
        }
      }
    }
    return List.copyOf(names);
  }

  /**
   * Tells whether a program number is one picked at run time. Over RDMA that is the callback
   * program that an NFS version 4 client has told its server.
   */
  public static boolean isTransient(long program) {
    return program >= FIRST_TRANSIENT && program <= LAST_TRANSIENT;
  }

  private static Program program(long number) {
    return isTransient(number) ? NFS_CB : at(PROGRAMS, number - FIRST, UNKNOWN);
  }

  private static <T> T at(List<T> list, long index, T otherwise) {
    return index >= 0 && index < list.size() ? list.get((int) index) : otherwise;
  }

  private static List<Program> programs() {
    List<Program> all = new ArrayList<>(Collections.nCopies((int) (LAST - FIRST) + 1, UNKNOWN));
    set(
        all,
        PORTMAP,
        "PORTMAP",
        "",
        "",
        "NULL SET UNSET GETPORT DUMP CALLIT",
        "NULL SET UNSET GETADDR DUMP CALLIT GETTIME UADDR2TADDR TADDR2UADDR",
        "NULL SET UNSET GETADDR DUMP BCAST GETTIME UADDR2TADDR TADDR2UADDR GETVERSADDR INDIRECT"
            + " GETADDRLIST GETSTAT");
    set(
        all,
        NFS,
        "NFS",
        "",
        "",
        "NULL GETATTR SETATTR ROOT LOOKUP READLINK READ WRITECACHE WRITE CREATE REMOVE RENAME LINK"
            + " SYMLINK MKDIR RMDIR READDIR STATFS",
        "NULL GETATTR SETATTR LOOKUP ACCESS READLINK READ WRITE CREATE MKDIR SYMLINK MKNOD REMOVE"
            + " RMDIR RENAME LINK READDIR READDIRPLUS FSSTAT FSINFO PATHCONF COMMIT",
        "NULL COMPOUND");
    set(all, MOUNT, "MOUNT", "", MOUNT_1 + " EXPORTALL", MOUNT_1 + " EXPORTALL PATHCONF", MOUNT_1);
    set(all, RQUOTA, "RQUOTA", "", RQUOTA_1, RQUOTA_1);
    set(all, NLM, "NLM", "", NLM_1, NLM_1, NLM_3, NLM_3);
    set(all, NSM, "NSM", "", "NULL STAT MON UNMON UNMON_ALL SIMU_CRASH NOTIFY");
    set(
        all,
        NFS_ACL,
        "NFS_ACL",
        "",
        "",
        "NULL GETACL SETACL GETATTR ACCESS GETXATTRDIR",
        "NULL GETACL SETACL GETXATTRDIR");
    return List.copyOf(all);
  }

  private static void set(List<Program> all, long number, String name, String... byVersion) {
    List<List<Optional<String>>> versions = new ArrayList<>();
    for (String names : byVersion) {
      versions.add(procedures(names));
    }
    all.set((int) (number - FIRST), new Program(Optional.of(name), List.copyOf(versions)));
  }

  private static List<Optional<String>> procedures(String names) {
    List<Optional<String>> list = new ArrayList<>();
    for (String name : names.isEmpty() ? new String[0] : names.split(" ", -1)) {
      list.add(name.equals(UNASSIGNED) ? Optional.empty() : Optional.of(name));
    }
    return List.copyOf(list);
  }

  /**
   * Names of the procedures by version, then by number; made once, so that a look-up makes none.
   */
  private record Program(Optional<String> name, List<List<Optional<String>>> procedures) {}
}
