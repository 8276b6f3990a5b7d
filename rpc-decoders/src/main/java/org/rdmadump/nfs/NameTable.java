package org.rdmadump.nfs;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.order.UseOrder;

/**
 * The files of all servers of a run that messages told handle or name of. For a new one the one
 * that was idle longest goes; a directory with known files only if nothing else is near.
 *
 * <p>For one thread.
 */
final class NameTable {
  /** Files that are known at most. */
  static final int MOST = 16_384;

  /** Files looked at for one that may go. */
  private static final int TRIES = 16;

  /** Directories above a file that its path is made of, where the path of none of them is known. */
  private static final int MOST_ABOVE = 64;

  private static final long MIXER = 0x9e3779b97f4a7c15L;

  private final int most;
  private final @Nullable NameNode[] byHandle;
  private final @Nullable NameNode[] byLink;
  private final UseOrder<NameNode> order = new UseOrder<>();
  private int size;
  private long evicted;
  private long made;

  /** How often a directory got another path, and with it all that is in it. */
  private long changes = 1;

  /** Whether paths begin at the root of a server's name space, and not where MOUNT says. */
  private boolean fromRoot;

  /** How often something was learned or forgotten. */
  private long lessons = 1;

  /** An empty table. */
  NameTable() {
    this(MOST);
  }

  NameTable(int most) {
    this.most = most;
    int places = Integer.highestOneBit(Math.max(1, most)) * 2;
    this.byHandle = new NameNode[places];
    this.byLink = new NameNode[places];
  }

  /** Takes note that another server may be asked: what was found of one is to be found anew. */
  void asksAnother() {
    lessons++;
  }

  /** Files that were given up to stay within the limit. */
  long evicted() {
    return evicted;
  }

  /** Says who asks from now on: version 4 of NFS, or a version whose exports MOUNT names. */
  void asks(boolean isVersion4) {
    fromRoot = isVersion4;
  }

  int size() {
    return size;
  }

  /** {@return a number above 0 that is the same as long as every file has the same path} */
  long lessons() {
    return lessons;
  }

  /** {@return the files of a server that have a name in a directory} */
  List<NameNode> named(FileServer server) {
    List<NameNode> some = new ArrayList<>();
    NameNode each = order.isEmpty() ? null : order.oldest();
    while (each != null) {
      if (each.server == server && each.parent != null) {
        some.add(each);
      }
      each = each.newer().orElse(null);
    }
    return some;
  }

  // ---- by handle

  @Nullable NameNode find(FileServer server, NameKey handle) {
    for (NameNode each = byHandle[place(handle.hash())]; each != null; each = each.nextOfHandle) {
      if (each.handleHash == handle.hash() && each.server == server && handle.is(each.handle)) {
        order.use(each);
        return each;
      }
    }
    return null;
  }

  /** {@return the file of a handle, which need not be known} */
  NameNode findOrAdd(FileServer server, NameKey handle) {
    NameNode known = find(server, handle);
    if (known == null) {
      known = add(server);
      adopt(known, handle);
    }
    return known;
  }

  /** {@return a file that was just made, whatever had its handle before} */
  NameNode anew(FileServer server, NameKey handle) {
    NameNode before = find(server, handle);
    if (before != null) {
      remove(before);
    }
    return findOrAdd(server, handle);
  }

  /** Makes a handle that no file has the one of a file that had none. */
  void adopt(NameNode node, NameKey handle) {
    lessons++;
    if (node.file != null) {
      // By its handle it is another file than the one that it was a name of.
      node.part();
    }
    node.handle = handle.copy();
    node.handleHash = handle.hash();
    int place = place(node.handleHash);
    node.nextOfHandle = byHandle[place];
    byHandle[place] = node;
  }

  /** {@return a file of which nothing is known yet} */
  NameNode add(FileServer server) {
    if (size >= most) {
      evict();
    }
    lessons++;
    NameNode node = new NameNode(server, ++made);
    order.use(node);
    size++;
    return node;
  }

  // ---- by name

  /** {@return the file that has a name in a directory} */
  @Nullable NameNode child(NameNode directory, NameKey name) {
    long hash = linkHash(directory, name);
    for (NameNode each = byLink[place(hash)]; each != null; each = each.nextOfLink) {
      if (each.linkHash == hash && each.parent == directory && name.is(each.name)) {
        order.use(each);
        return each;
      }
    }
    return null;
  }

  /**
   * Gives a file a name, instead of any that it had; another file that had it loses it.
   *
   * @param path that the name makes
   */
  void link(NameNode node, NameNode directory, NameKey name, FilePath path) {
    if (directory.gone || node.gone || node.isRoot || isLinked(node, directory, name)) {
      return;
    }
    NameNode holder = child(directory, name);
    if (holder != null && holder.file == node) {
      swap(node, holder);
      return;
    }
    if (holder != null) {
      drop(holder);
    }
    // It has a name that nobody saw it get: it may have lost the others, or be another file.
    while (node.file == null && node.otherName != null) {
      remove(node.otherName);
    }
    move(node, directory, name, path);
  }

  /**
   * Notes that a file got one more name, which no file has. It is shown when the others are gone.
   */
  void linked(NameNode node, NameNode directory, NameKey name, FilePath path) {
    if (node.parent == null || node.gone || directory.gone) {
      link(node, directory, name, path);
      return;
    }
    NameNode other = add(node.server);
    // To make room for it can have cost the others theirs.
    if (!node.gone && !directory.gone) {
      node.whole().join(other);
    }
    move(other, directory, name, path);
  }

  private void move(NameNode node, NameNode directory, NameKey name, FilePath path) {
    if (directory.gone || isInside(directory, node)) {
      return;
    }
    unlink(node);
    if (!fromRoot) {
      node.top = null;
    }
    place(node, directory, name.copy(), name.text(), linkHash(directory, name));
    if (path.isIn(path(directory))) {
      keep(node, path);
    }
  }

  private void place(NameNode node, NameNode directory, byte[] name, String text, long hash) {
    lessons++;
    node.parent = directory;
    node.name = name;
    node.text = text;
    node.linkHash = hash;
    int place = place(hash);
    node.nextOfLink = byLink[place];
    byLink[place] = node;
    directory.takeIn(node);
  }

  /** Makes another name of a file the one that is shown, and that the other one. */
  private void swap(NameNode file, NameNode other) {
    NameNode directory = file.parent;
    byte[] name = file.name;
    String text = file.text;
    long hash = file.linkHash;
    take(file, other);
    if (directory != null) {
      place(other, directory, name, text, hash);
    }
  }

  /** Gives a file one of its other names. */
  private void take(NameNode file, NameNode other) {
    NameNode directory = other.parent;
    unlink(file);
    unlink(other);
    if (directory != null) {
      place(file, directory, other.name, other.text, other.linkHash);
    }
  }

  /** {@return whether a file has a name already} */
  boolean isLinked(NameNode node, NameNode directory, NameKey name) {
    return node.parent == directory && name.is(node.name);
  }

  /** Notes what an export is called by MOUNT. */
  void top(NameNode node, FilePath path) {
    if (node.top == null || !node.top.equals(path)) {
      node.top = path;
      changed(node);
    }
  }

  /** Notes the root of a server's name space. */
  void root(NameNode node) {
    if (!node.isRoot) {
      unlink(node);
      node.isRoot = true;
    }
  }

  /** Forgets a file that lost its name: its handle may come again for another one. */
  void drop(NameNode node) {
    if ((node.children == 0 && node.top == null) || !node.hasHandle()) {
      removed(node);
    } else {
      unlink(node);
    }
  }

  /** Notes that a name was taken away, or given to a file whose handle was not told. */
  void removed(@Nullable NameNode directory, NameKey name) {
    NameNode child = directory == null ? null : child(directory, name);
    if (child != null) {
      removed(child);
    }
  }

  /** A file of several names still has the others; of a directory all files were gone before. */
  void removed(NameNode node) {
    NameNode other = node.file == null ? node.otherName : null;
    if (other != null) {
      take(node, other);
      remove(other);
    } else {
      remove(node);
    }
  }

  /**
   * {@return the directory above a file, whose handle a server told; null if nothing is known of
   * it}
   */
  @Nullable NameNode above(FileServer server, @Nullable NameNode node, NameKey handle) {
    NameNode parent = node == null ? null : node.parent;
    NameNode known = find(server, handle);
    if (known == null && parent != null && !parent.gone && !parent.hasHandle()) {
      adopt(parent, handle);
      return parent;
    }
    if (node != null && parent != null && known != parent) {
      // It was moved, and nobody saw that.
      unlink(node);
    }
    return known;
  }

  /**
   * Notes that what had a name in one directory has one in another, and no other file has it.
   *
   * @param newPath that the other name makes
   */
  void renamed(
      @Nullable NameNode from, NameKey name, NameNode to, NameKey newName, FilePath newPath) {
    NameNode source = from == null ? null : child(from, name);
    NameNode target = child(to, newName);
    if (source != null && target != null && source.whole() == target.whole()) {
      // Of two names of one file RENAME leaves both.
      return;
    }
    if (target != null) {
      removed(target);
    }
    if (source != null && !source.gone && !to.gone) {
      move(source, to, newName, newPath);
    }
  }

  /**
   * {@return the path that a name in a directory makes; null stands for one that is not known}
   *
   * @param asked what it was when it was asked for before, if it was
   */
  FilePath path(@Nullable NameNode directory, NameKey name, @Nullable FilePath asked) {
    return path(directory, directory == null ? null : child(directory, name), name, asked);
  }

  /** The same, where it is known which file has the name, if one has. */
  FilePath path(
      @Nullable NameNode directory,
      @Nullable NameNode child,
      NameKey name,
      @Nullable FilePath asked) {
    FilePath known = child == null ? null : path(child);
    if (known != null) {
      return known;
    }
    FilePath above = directory == null ? null : path(directory);
    if (asked != null && asked.isIn(above)) {
      return asked;
    }
    return in(above, name.text());
  }

  /** {@return the path of a file; null if it has no name} */
  @Nullable FilePath path(NameNode node) {
    if (node.pathAt(fromRoot) == changes) {
      return node.path(fromRoot);
    }
    FilePath path = findPath(node);
    keep(node, path);
    return path;
  }

  private void keep(NameNode node, @Nullable FilePath path) {
    if (path != null && path.known().length() > FilePath.MOST_KEPT) {
      return;
    }
    if (fromRoot) {
      node.pathFromRoot = path;
      node.pathFromRootAt = changes;
    } else {
      node.path = path;
      node.pathAt = changes;
    }
  }

  private @Nullable FilePath findPath(NameNode node) {
    NameNode parent = node.parent;
    FilePath top = node.top(fromRoot);
    if (top != null || parent == null || parent.gone) {
      return top;
    }
    // From the nearest directory on whose path is known, or from the uppermost one.
    List<String> below = List.of();
    NameNode from = parent;
    while (from.pathAt(fromRoot) != changes
        && from.top(fromRoot) == null
        && from.parent != null
        && below.size() < MOST_ABOVE) {
      below = below.isEmpty() ? new ArrayList<>() : below;
      below.add(from.text);
      from = from.parent;
    }
    boolean isKnown = from.pathAt(fromRoot) == changes;
    FilePath path = from.gone ? null : isKnown ? from.path(fromRoot) : from.top(fromRoot);
    for (int i = below.size() - 1; i >= 0; i--) {
      path = in(path, below.get(i));
    }
    return in(path, node.text);
  }

  private static FilePath in(@Nullable FilePath directory, String name) {
    return directory == null ? FilePath.inUnknown(name) : directory.child(name);
  }

  private void unlink(NameNode node) {
    NameNode parent = node.parent;
    if (parent != null) {
      int place = place(node.linkHash);
      NameNode before = byLink[place];
      if (before == node) {
        byLink[place] = node.nextOfLink;
      } else {
        while (before != null && before.nextOfLink != node) {
          before = before.nextOfLink;
        }
        if (before != null) {
          before.nextOfLink = node.nextOfLink;
        }
      }
      node.nextOfLink = null;
      node.parent = null;
      parent.giveUp(node);
    }
    changed(node);
  }

  /** A file's path is found anew, and those of all that is in it. */
  private void changed(NameNode node) {
    lessons++;
    node.pathAt = 0;
    node.pathFromRootAt = 0;
    if (node.children > 0) {
      changes++;
    }
  }

  private void remove(NameNode node) {
    unlink(node);
    node.part();
    if (node.hasHandle()) {
      int place = place(node.handleHash);
      NameNode before = byHandle[place];
      if (before == node) {
        byHandle[place] = node.nextOfHandle;
      } else {
        while (before != null && before.nextOfHandle != node) {
          before = before.nextOfHandle;
        }
        if (before != null) {
          before.nextOfHandle = node.nextOfHandle;
        }
      }
      node.nextOfHandle = null;
    }
    node.gone = true;
    node.leave();
    size--;
  }

  private void evict() {
    NameNode idle = order.oldest();
    for (int i = 0; i < TRIES && idle.children > 0; i++) {
      order.use(idle);
      idle = order.oldest();
    }
    evicted++;
    remove(idle);
  }

  /** Whether a directory is a file or anywhere below it: then that cannot be moved into it. */
  private static boolean isInside(NameNode directory, NameNode node) {
    if (directory == node) {
      return true;
    }
    for (NameNode each = directory; node.children > 0 && each != null; each = each.parent) {
      if (each == node) {
        return true;
      }
    }
    return false;
  }

  private static long linkHash(NameNode directory, NameKey name) {
    return (name.hash() ^ directory.number) * MIXER;
  }

  private int place(long hash) {
    return (int) (hash >>> Integer.SIZE) & byHandle.length - 1;
  }
}
