package org.rdmadump.nfs;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.XdrReader;
import org.rdmadump.xdr.decode.XdrContent;

/**
 * The names in procedures of NFS version 2 and 3 (RFC 1094, RFC 1813), NFS_ACL and MOUNT. Handles
 * and names are read where they are in the message: most of them are known, and nothing is made
 * anew.
 */
final class ProcedureNames {
  private static final int HANDLE_OF_VERSION_2 = 32;
  private static final int MOST_HANDLE = 128;
  private static final int VERSION_2 = 2;
  private static final int VERSION_3 = 3;
  private static final int MOUNT_MNT = 1;
  private static final int ATTRIBUTES_3 = 84;
  private static final int WORD = Integer.BYTES;

  /** What the arguments begin with, and what results tell. */
  private enum Role {
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
    LISTED
  }

  private static final Role[] NO_ROLES = {};

  private static final Role[] OF_VERSION_2 = {
    Role.NOTHING, // NULL
    Role.FILE, // GETATTR
    Role.FILE, // SETATTR
    Role.NOTHING, // ROOT
    Role.SOUGHT, // LOOKUP
    Role.FILE, // READLINK
    Role.FILE, // READ
    Role.NOTHING, // WRITECACHE
    Role.FILE, // WRITE
    Role.SOUGHT, // CREATE
    Role.REMOVED, // REMOVE
    Role.RENAMED, // RENAME
    Role.LINKED, // LINK
    Role.PLACED, // SYMLINK
    Role.SOUGHT, // MKDIR
    Role.REMOVED, // RMDIR
    Role.FILE, // READDIR
    Role.FILE // STATFS
  };

  private static final Role[] OF_VERSION_3 = {
    Role.NOTHING, // NULL
    Role.FILE, // GETATTR
    Role.FILE, // SETATTR
    Role.SOUGHT, // LOOKUP
    Role.FILE, // ACCESS
    Role.FILE, // READLINK
    Role.FILE, // READ
    Role.FILE, // WRITE
    Role.MADE, // CREATE
    Role.ADDED, // MKDIR
    Role.ADDED, // SYMLINK
    Role.ADDED, // MKNOD
    Role.REMOVED, // REMOVE
    Role.REMOVED, // RMDIR
    Role.RENAMED, // RENAME
    Role.LINKED, // LINK
    Role.FILE, // READDIR
    Role.LISTED, // READDIRPLUS
    Role.FILE, // FSSTAT
    Role.FILE, // FSINFO
    Role.FILE, // PATHCONF
    Role.FILE // COMMIT
  };

  private static final Role[] OF_ACL = {
    Role.NOTHING, Role.FILE, Role.FILE, Role.FILE, Role.FILE, Role.FILE
  };

  private final NameTable table;
  private final FileServer server;
  private final NameDoubts doubts;
  private final NameKey handle = new NameKey();
  private final NameKey name = new NameKey();
  private final NameKey otherHandle = new NameKey();
  private final NameKey otherName = new NameKey();

  /** What is read, and where. */
  private Rope rope = Rope.empty();

  private long position;
  private long limit;
  private boolean hasFixedHandles;
  private FileNames asked = FileNames.NONE;

  private Outcome outcome = Outcome.NOT_DONE;

  /** The file that has the name. */
  private @Nullable NameNode child;

  ProcedureNames(NameTable table, FileServer server, NameDoubts doubts) {
    this.table = table;
    this.server = server;
    this.doubts = doubts;
  }

  /**
   * {@return the files of a call; with results, of its reply, which teaches what was done}
   *
   * @param ofCall of a reply, what was said of its call
   */
  FileNames names(
      RpcCallHeader header,
      XdrContent arguments,
      FileNames ofCall,
      Optional<XdrContent> results,
      boolean teaches) {
    XdrContent answer = teaches ? results.orElse(null) : null;
    outcome = answer == null ? Outcome.NOT_DONE : outcome(answer);
    return names(header, arguments, ofCall, outcome.isDone() ? answer : null);
  }

  /** Forgets what a call may have changed of which it is not known whether it was done. */
  void doubt(RpcCallHeader header, XdrContent arguments) {
    if (takesAway(role(header))) {
      outcome = Outcome.UNCERTAIN;
      names(header, arguments, FileNames.NONE, /* told= */ null);
    }
  }

  private FileNames names(
      RpcCallHeader header, XdrContent arguments, FileNames ofCall, @Nullable XdrContent told) {
    table.asks(/* isVersion4= */ false);
    if (header.program() == RpcPrograms.MOUNT) {
      if (told != null && header.procedure() == MOUNT_MNT) {
        mounted(header.version(), arguments, told);
      }
      return FileNames.NONE;
    }
    Role role = role(header);
    hasFixedHandles = header.version() == VERSION_2;
    asked = ofCall;
    child = null;
    begin(arguments);
    if (role == Role.NOTHING) {
      return FileNames.NONE;
    }
    if (!handle(handle)) {
      somewhere(role);
      return FileNames.NONE;
    }
    NameNode first = table.find(server, handle);
    return switch (role) {
      case NOTHING -> FileNames.NONE;
      case FILE -> one(first == null ? null : table.path(first), /* isInUnknown= */ false);
      case LISTED -> {
        if (told != null) {
          begin(told);
          listed(first == null ? table.findOrAdd(server, handle) : first);
        }
        yield one(first == null ? null : table.path(first), /* isInUnknown= */ false);
      }
      case SOUGHT, MADE, ADDED, PLACED, REMOVED -> named(role, first, told);
      case RENAMED -> renamed(first);
      case LINKED -> linked(first);
    };
  }

  /** {@return whether results of a procedure may teach something} */
  static boolean mayTeach(RpcCallHeader header) {
    Role role = role(header);
    return header.program() == RpcPrograms.MOUNT || (role != Role.NOTHING && role != Role.FILE);
  }

  /** {@return whether results of a procedure have the handle of what its call names} */
  static boolean tellsHandle(RpcCallHeader header) {
    Role role = role(header);
    return role == Role.SOUGHT || isMade(role);
  }

  private static boolean takesAway(Role role) {
    return role == Role.REMOVED || role == Role.RENAMED;
  }

  private static boolean isMade(Role role) {
    return role == Role.MADE || role == Role.ADDED;
  }

  private static Role role(RpcCallHeader header) {
    Role[] roles = roles(header.program(), header.version());
    return header.procedure() < roles.length ? roles[(int) header.procedure()] : Role.NOTHING;
  }

  private static Role[] roles(long program, long version) {
    if (program == RpcPrograms.NFS_ACL) {
      return OF_ACL;
    }
    boolean isNfs = program == RpcPrograms.NFS;
    return isNfs && version == VERSION_2
        ? OF_VERSION_2
        : isNfs && version == VERSION_3 ? OF_VERSION_3 : NO_ROLES;
  }

  private static FileNames one(@Nullable FilePath path, boolean isInUnknown) {
    return path == null
        ? FileNames.NONE
        : isInUnknown ? new FileNames(path, /* isInUnknown= */ true) : path.alone();
  }

  private FileNames named(Role role, @Nullable NameNode directory, @Nullable XdrContent results) {
    if (!name(name)) {
      unnamed(role, directory, results);
      return FileNames.NONE;
    }
    if (name.isSelf() || name.isAbove()) {
      NameNode meant =
          name.isSelf() ? directory : above(directory, role == Role.SOUGHT ? results : null);
      return one(meant == null || meant.gone ? null : table.path(meant), /* isInUnknown= */ false);
    }
    child = directory == null ? null : table.child(directory, name);
    FilePath path = table.path(directory, child, name, asked.path(0).orElse(null));
    boolean isInUnknown = isUnknown(directory);
    if (results != null) {
      learn(role, directory, results, path);
    } else if (child != null && isTakenAway(role)) {
      table.removed(child);
    }
    return one(path, isInUnknown);
  }

  /** Whether it is told that no file has the name, or it is not told that one has it. */
  private boolean isTakenAway(Role role) {
    return role == Role.REMOVED
        ? outcome.isMissing() || outcome.mayBeDone()
        : role == Role.SOUGHT && outcome.isMissing();
  }

  /** What was done in a directory that is not known. */
  private void somewhere(Role role) {
    if (outcome.mayBeDone() && role == Role.REMOVED) {
      doubts.removedAnywhere(/* but= */ null);
    } else if (outcome.mayBeDone() && role == Role.RENAMED) {
      doubts.movedFromAnywhere(/* to= */ null);
    }
  }

  /** What was done with a name that is not known. */
  private void unnamed(Role role, @Nullable NameNode directory, @Nullable XdrContent results) {
    if (role == Role.REMOVED && outcome.mayBeDone()) {
      doubts.removedIn(directory, /* but= */ null);
    } else if (results != null && tells(role, results)) {
      if (role == Role.ADDED) {
        table.anew(server, otherHandle);
      } else {
        doubts.foundIn(directory, otherHandle);
      }
    }
  }

  /** Reads the handle that results have of what the call names; false if they have none. */
  private boolean tells(Role role, XdrContent results) {
    begin(results);
    return (role == Role.SOUGHT || isMade(role))
        && skip(WORD)
        && (role == Role.SOUGHT || isPresent())
        && handle(otherHandle);
  }

  /** LOOKUP of {@code ..}: its results have the handle of the directory above. */
  private @Nullable NameNode above(@Nullable NameNode directory, @Nullable XdrContent results) {
    if (results != null) {
      begin(results);
      if (skip(WORD) && handle(otherHandle)) {
        return table.above(server, directory, otherHandle);
      }
    }
    return directory == null ? null : directory.parent;
  }

  private void learn(Role role, @Nullable NameNode directory, XdrContent results, FilePath path) {
    if (tells(role, results)) {
      NameNode file =
          role == Role.ADDED
              ? table.anew(server, otherHandle)
              : table.findOrAdd(server, otherHandle);
      NameNode in =
          directory == null || directory.gone ? table.findOrAdd(server, handle) : directory;
      table.link(file, in, name, path);
    } else {
      // It may be another file than the one that had the name before.
      table.removed(directory, name);
    }
  }

  private FileNames renamed(@Nullable NameNode from) {
    if (!name(name)) {
      if (outcome.mayBeDone()) {
        doubts.removedAnywhere(from);
        doubts.movedFrom(from, /* to= */ null);
      }
      return FileNames.NONE;
    }
    if (!handle(otherHandle)) {
      if (outcome.mayBeDone()) {
        doubts.removedAnywhere(from);
        doubts.moved(from, name);
      }
      return FileNames.NONE;
    }
    if (!name(otherName)) {
      if (outcome.mayBeDone()) {
        doubts.removedIn(table.find(server, otherHandle), from);
        doubts.moved(from, name);
      }
      return FileNames.NONE;
    }
    NameNode to = table.find(server, otherHandle);
    child = from == null ? null : table.child(from, name);
    FilePath old = table.path(from, child, name, asked.path(0).orElse(null));
    FilePath made = table.path(to, otherName, asked.newPath(0).orElse(null));
    boolean isInUnknown = isUnknown(from) || isUnknown(to);
    if (outcome.isDone()) {
      NameNode in = to == null ? table.findOrAdd(server, otherHandle) : to;
      table.renamed(from, name, in, otherName, made);
    } else if (outcome.mayBeDone()) {
      doubts.moved(from, name);
      table.removed(to, otherName);
    } else if (outcome.isMissing() && child != null) {
      table.removed(child);
    }
    return two(old, made, isInUnknown);
  }

  private FileNames linked(@Nullable NameNode file) {
    if (!handle(otherHandle) || !name(name)) {
      return FileNames.NONE;
    }
    NameNode to = table.find(server, otherHandle);
    FilePath path = file == null ? null : table.path(file);
    FilePath made = table.path(to, name, asked.newPath(0).orElse(null));
    boolean isInUnknown = path == null || isUnknown(to);
    if (outcome.isDone()) {
      NameNode linked = file == null ? table.findOrAdd(server, handle) : file;
      NameNode in = to == null ? table.findOrAdd(server, otherHandle) : to;
      table.removed(in, name);
      table.linked(linked, in, name, made);
    }
    return two(path, made, isInUnknown);
  }

  private static FileNames two(@Nullable FilePath path, FilePath made, boolean isInUnknown) {
    return new FileNames(new FilePath[] {path}, new FilePath[] {made}, isInUnknown ? 1 : 0, 0);
  }

  /** Whether no name is known of a directory. */
  private boolean isUnknown(@Nullable NameNode directory) {
    return directory == null || table.path(directory) == null;
  }

  /** READDIRPLUS3resok: RFC 1813 section 3.3.17. */
  private void listed(NameNode directory) {
    boolean on = skip(WORD) && attributes() && skip(Long.BYTES);
    while (on && isPresent() && skip(Long.BYTES) && name(name)) {
      on = skip(Long.BYTES) && attributes();
      if (on && isPresent()) {
        on = handle(otherHandle);
        if (on && !name.isSelf() && !name.isAbove()) {
          NameNode entry = table.findOrAdd(server, otherHandle);
          if (!table.isLinked(entry, directory, name)) {
            table.link(entry, directory, name, table.path(directory, name, null));
          }
        }
      }
    }
  }

  private boolean attributes() {
    return !isPresent() || skip(ATTRIBUTES_3);
  }

  /** RFC 1813 section 5.2.1: the path of an export, and the handle of its root. */
  private void mounted(long version, XdrContent arguments, XdrContent results) {
    begin(arguments);
    if (!name(otherName)) {
      return;
    }
    begin(results);
    hasFixedHandles = version != VERSION_3;
    if (skip(WORD) && handle(handle)) {
      table.top(table.findOrAdd(server, handle), otherName.path());
    }
  }

  // ---- reading

  static boolean isFailure(XdrContent results) {
    return !outcome(results).mayBeDone();
  }

  /**
   * {@return whether a file has the name that was read last: results may tell that it was taken
   * away}
   */
  boolean isKnown() {
    return child != null;
  }

  private static Outcome outcome(XdrContent results) {
    if (results.limit() - results.start() < WORD || !results.rope().has(results.start(), WORD)) {
      return Outcome.UNCERTAIN;
    }
    return switch (results.rope().getInt(results.start())) {
      case ResultStatus.OK -> Outcome.DONE;
      case ResultStatus.NOENT -> Outcome.MISSING;
      default -> Outcome.NOT_DONE;
    };
  }

  private void begin(XdrContent content) {
    rope = content.rope();
    position = content.start();
    limit = content.limit();
  }

  private boolean skip(long count) {
    position += count;
    return position <= limit;
  }

  /** Reads the bool before what is optional. */
  private boolean isPresent() {
    return word() == 1;
  }

  private long word() {
    if (limit - position < WORD || !rope.has(position, WORD)) {
      position = limit;
      return -1;
    }
    position += WORD;
    return Integer.toUnsignedLong(rope.getInt(position - WORD));
  }

  private boolean handle(NameKey to) {
    long length = hasFixedHandles ? HANDLE_OF_VERSION_2 : word();
    return length <= MOST_HANDLE && bytes(to, length);
  }

  private boolean name(NameKey to) {
    return bytes(to, word());
  }

  private boolean bytes(NameKey to, long length) {
    long start = position;
    return length > 0 && skip(XdrReader.padded(length)) && to.read(rope, start, length);
  }
}
