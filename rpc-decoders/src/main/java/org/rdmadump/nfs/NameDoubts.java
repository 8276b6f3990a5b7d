package org.rdmadump.nfs;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Forgets names where a message does not tell which file lost its own, as it is cut, or where it is
 * not known whether that was done: no name is better than a wrong one. A directory in which files
 * are known was neither removed nor replaced.
 */
final class NameDoubts {
  private final NameTable table;
  private final FileServer server;

  /** When all files were gone over that may be removed, and may be moved; see lessons. */
  private long removedAt;

  private long movedAt;

  NameDoubts(NameTable table, FileServer server) {
    this.table = table;
    this.server = server;
  }

  /**
   * Some file in a directory was removed or replaced.
   *
   * @param but a directory that was not
   */
  void removedIn(@Nullable NameNode directory, @Nullable NameNode but) {
    if (directory != null) {
      List<NameNode> some = childrenOf(directory);
      some.removeIf(each -> each.children > 0 || each == but);
      forget(some, directory);
    }
  }

  /**
   * Some file of the server was removed or replaced.
   *
   * @param but a directory that was not
   */
  void removedAnywhere(@Nullable NameNode but) {
    if (removedAt != table.lessons()) {
      removedAt = table.lessons();
      List<NameNode> some = table.named(server);
      some.removeIf(each -> each.children > 0 || each == but);
      forget(some, /* directory= */ null);
    }
  }

  /** Some file in a directory was moved to a directory, if that is known. */
  void movedFrom(@Nullable NameNode directory, @Nullable NameNode to) {
    if (directory != null) {
      List<NameNode> some = childrenOf(directory);
      some.removeIf(each -> isAbove(each, to));
      forget(some, directory);
    }
  }

  /** Some file of the server was moved to a directory, if that is known. */
  void movedFromAnywhere(@Nullable NameNode to) {
    if (movedAt != table.lessons()) {
      movedAt = table.lessons();
      List<NameNode> some = table.named(server);
      some.removeIf(each -> isAbove(each, to));
      forget(some, /* directory= */ null);
    }
  }

  /** The file that has a name in a directory was moved, to where is not known. */
  void moved(@Nullable NameNode directory, NameKey name) {
    NameNode child = directory == null ? null : table.child(directory, name);
    if (child != null) {
      table.drop(child);
    }
  }

  /**
   * A handle was found by a name that is not known.
   *
   * @param directory that has the name; null stands for one that no file is known in
   */
  void foundIn(@Nullable NameNode directory, NameKey handle) {
    NameNode file = table.find(server, handle);
    if (file != null && file.parent != null && file.parent != directory) {
      table.drop(file);
    }
  }

  private static List<NameNode> childrenOf(NameNode directory) {
    List<NameNode> some = new ArrayList<>();
    for (NameNode each = directory.firstChild; each != null; each = each.nextSibling) {
      some.add(each);
    }
    return some;
  }

  /** Takes names away from files: those in a directory, or all. */
  private void forget(List<NameNode> some, @Nullable NameNode directory) {
    for (NameNode each : some) {
      while (!each.gone && each.parent != null && (directory == null || each.parent == directory)) {
        table.drop(each);
      }
    }
  }

  /** Whether a directory is below a file, or the same: then that was not moved into it. */
  private static boolean isAbove(NameNode file, @Nullable NameNode directory) {
    for (NameNode each = directory; each != null; each = each.parent) {
      if (each == file) {
        return true;
      }
    }
    return false;
  }
}
