package org.rdmadump.nfs;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.decode.XdrContent;

/**
 * The names in procedures of NFS version 2 and 3 (RFC 1094, RFC 1813), NFS_ACL and MOUNT. Handles
 * and names are read where they are in the message: most of them are known, and nothing is made
 * anew.
 */
final class ProcedureNames {
  private static final int VERSION_2 = 2;
  private static final int VERSION_3 = 3;
  private static final int MOUNT_MNT = 1;
  private static final int WORD = Integer.BYTES;

  private final NameTable table;
  private final FileServer server;
  private final NameDoubts doubts;
  private final NameKey handle = new NameKey();
  private final NameKey name = new NameKey();
  private final NameKey otherHandle = new NameKey();
  private final NameKey otherName = new NameKey();
  private final NameReader reader = new NameReader();
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
    if (ProcedureRole.of(header).takesAway()) {
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
    ProcedureRole role = ProcedureRole.of(header);
    reader.hasFixedHandles(header.version() == VERSION_2);
    asked = ofCall;
    child = null;
    reader.begin(arguments);
    if (role == ProcedureRole.NOTHING) {
      return FileNames.NONE;
    }
    if (!reader.handle(handle)) {
      somewhere(role);
      return FileNames.NONE;
    }
    NameNode first = table.find(server, handle);
    return switch (role) {
      case NOTHING -> FileNames.NONE;
      case FILE -> one(first == null ? null : table.path(first), /* isInUnknown= */ false);
      case LISTED -> {
        if (told != null) {
          reader.begin(told);
          listed(first == null ? table.findOrAdd(server, handle) : first);
        }
        yield one(first == null ? null : table.path(first), /* isInUnknown= */ false);
      }
      case SOUGHT, MADE, ADDED, PLACED, REMOVED -> named(role, first, told);
      case RENAMED -> renamed(first);
      case LINKED -> linked(first);
    };
  }

  private static FileNames one(@Nullable FilePath path, boolean isInUnknown) {
    return path == null
        ? FileNames.NONE
        : isInUnknown ? new FileNames(path, /* isInUnknown= */ true) : path.alone();
  }

  private FileNames named(
      ProcedureRole role, @Nullable NameNode directory, @Nullable XdrContent results) {
    if (!reader.name(name)) {
      unnamed(role, directory, results);
      return FileNames.NONE;
    }
    if (name.isSelf() || name.isAbove()) {
      NameNode meant =
          name.isSelf()
              ? directory
              : above(directory, role == ProcedureRole.SOUGHT ? results : null);
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
  private boolean isTakenAway(ProcedureRole role) {
    return role == ProcedureRole.REMOVED
        ? outcome.isMissing() || outcome.mayBeDone()
        : role == ProcedureRole.SOUGHT && outcome.isMissing();
  }

  /** What was done in a directory that is not known. */
  private void somewhere(ProcedureRole role) {
    if (outcome.mayBeDone() && role == ProcedureRole.REMOVED) {
      doubts.removedAnywhere(/* but= */ null);
    } else if (outcome.mayBeDone() && role == ProcedureRole.RENAMED) {
      doubts.movedFromAnywhere(/* to= */ null);
    }
  }

  /** What was done with a name that is not known. */
  private void unnamed(
      ProcedureRole role, @Nullable NameNode directory, @Nullable XdrContent results) {
    if (role == ProcedureRole.REMOVED && outcome.mayBeDone()) {
      doubts.removedIn(directory, /* but= */ null);
    } else if (results != null && tells(role, results)) {
      if (role == ProcedureRole.ADDED) {
        table.anew(server, otherHandle);
      } else {
        doubts.foundIn(directory, otherHandle);
      }
    }
  }

  /** Reads the handle that results have of what the call names; false if they have none. */
  private boolean tells(ProcedureRole role, XdrContent results) {
    reader.begin(results);
    return role.tellsHandle()
        && reader.skip(WORD)
        && (role == ProcedureRole.SOUGHT || reader.isPresent())
        && reader.handle(otherHandle);
  }

  /** LOOKUP of {@code ..}: its results have the handle of the directory above. */
  private @Nullable NameNode above(@Nullable NameNode directory, @Nullable XdrContent results) {
    if (results != null) {
      reader.begin(results);
      if (reader.skip(WORD) && reader.handle(otherHandle)) {
        return table.above(server, directory, otherHandle);
      }
    }
    return directory == null ? null : directory.parent;
  }

  private void learn(
      ProcedureRole role, @Nullable NameNode directory, XdrContent results, FilePath path) {
    if (tells(role, results)) {
      NameNode file =
          role == ProcedureRole.ADDED
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
    if (!reader.name(name)) {
      if (outcome.mayBeDone()) {
        doubts.removedAnywhere(from);
        doubts.movedFrom(from, /* to= */ null);
      }
      return FileNames.NONE;
    }
    if (!reader.handle(otherHandle)) {
      if (outcome.mayBeDone()) {
        doubts.removedAnywhere(from);
        doubts.moved(from, name);
      }
      return FileNames.NONE;
    }
    if (!reader.name(otherName)) {
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
    if (!reader.handle(otherHandle) || !reader.name(name)) {
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
    return new FileNames(new FilePath[] {path}, new FilePath[] {made}, isInUnknown ? 1 : 0, 0, 0);
  }

  /** Whether no name is known of a directory. */
  private boolean isUnknown(@Nullable NameNode directory) {
    return directory == null || table.path(directory) == null;
  }

  /** READDIRPLUS3resok: RFC 1813 section 3.3.17. */
  private void listed(NameNode directory) {
    boolean on = reader.skip(WORD) && reader.attributes() && reader.skip(Long.BYTES);
    while (on && reader.isPresent() && reader.skip(Long.BYTES) && reader.name(name)) {
      on = reader.skip(Long.BYTES) && reader.attributes();
      if (on && reader.isPresent()) {
        on = reader.handle(otherHandle);
        if (on && !name.isSelf() && !name.isAbove()) {
          NameNode entry = table.findOrAdd(server, otherHandle);
          if (!table.isLinked(entry, directory, name)) {
            table.link(entry, directory, name, table.path(directory, name, null));
          }
        }
      }
    }
  }

  /** RFC 1813 section 5.2.1: the path of an export, and the handle of its root. */
  private void mounted(long version, XdrContent arguments, XdrContent results) {
    reader.begin(arguments);
    if (!reader.name(otherName)) {
      return;
    }
    reader.begin(results);
    reader.hasFixedHandles(version != VERSION_3);
    if (reader.skip(WORD) && reader.handle(handle)) {
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
}
