package org.rdmadump.nfs;

import org.jspecify.annotations.Nullable;
import org.rdmadump.order.UseOrder;

/**
 * A file or directory of a server: its handle, if that was told, and the name it had last. Other
 * names of it that LINK made are each one more, without handle.
 */
final class NameNode extends UseOrder.Member<NameNode> {
  static final byte[] NOTHING = {};

  final FileServer server;

  /** No other file of the run has it. */
  final long number;

  /** Empty as long as only the name is known. */
  byte[] handle = NOTHING;

  long handleHash;
  @Nullable NameNode nextOfHandle;

  /** The directory that it has its name in; none if it has no name there. */
  @Nullable NameNode parent;

  byte[] name = NOTHING;
  String text = "";
  long linkHash;
  @Nullable NameNode nextOfLink;

  /** Of an export, what MOUNT calls it: there paths of versions 2 and 3 begin. */
  @Nullable FilePath top;

  /** Whether it is the root of a server's name space: there paths of version 4 begin. */
  boolean isRoot;

  /** The file that it is another name of, if it is one. */
  @Nullable NameNode file;

  /** Another name of the same file, of which each tells the next. */
  @Nullable NameNode otherName;

  /** Files that have their name in it: how many, and one of them, of which each tells the next. */
  int children;

  @Nullable NameNode firstChild;
  @Nullable NameNode nextSibling;
  @Nullable NameNode previousSibling;

  /** Whether it was given up: nothing is known of it, or in it, any more. */
  boolean gone;

  /** Its path, as it was found when the table had seen {@link #pathAt} changes. */
  @Nullable FilePath path;

  long pathAt;

  /** The same from the root of the name space on. */
  @Nullable FilePath pathFromRoot;

  long pathFromRootAt;

  /** {@return its path as it was found last} */
  @Nullable FilePath path(boolean fromRoot) {
    return fromRoot ? pathFromRoot : path;
  }

  /** {@return as of when it has that path} */
  long pathAt(boolean fromRoot) {
    return fromRoot ? pathFromRootAt : pathAt;
  }

  /** {@return what it is called by itself; null if that is its name in a directory} */
  @Nullable FilePath top(boolean fromRoot) {
    return !fromRoot ? top : isRoot ? FilePath.ROOT : null;
  }

  NameNode(FileServer server, long number) {
    this.server = server;
    this.number = number;
  }

  /** {@return the file that this is a name of} */
  NameNode whole() {
    return file == null ? this : file;
  }

  /** Makes something another name of this file. */
  void join(NameNode other) {
    other.file = this;
    other.otherName = otherName;
    otherName = other;
  }

  /** Makes what is another name of a file a file of its own, and of a file its other names. */
  void part() {
    NameNode before = file;
    if (before == null) {
      for (NameNode each = otherName; each != null; each = otherName) {
        otherName = each.otherName;
        each.file = null;
        each.otherName = null;
      }
      return;
    }
    while (before.otherName != null && before.otherName != this) {
      before = before.otherName;
    }
    before.otherName = otherName;
    file = null;
    otherName = null;
  }

  /** Takes in a file that got its name in it. */
  void takeIn(NameNode child) {
    NameNode next = firstChild;
    child.nextSibling = next;
    if (next != null) {
      next.previousSibling = child;
    }
    firstChild = child;
    children++;
  }

  /** Gives up a file that has no name in it any more. */
  void giveUp(NameNode child) {
    NameNode next = child.nextSibling;
    NameNode previous = child.previousSibling;
    if (previous == null) {
      firstChild = next;
    } else {
      previous.nextSibling = next;
    }
    if (next != null) {
      next.previousSibling = previous;
    }
    child.nextSibling = null;
    child.previousSibling = null;
    children--;
  }

  boolean hasHandle() {
    return handle.length > 0;
  }

  @Override
  protected NameNode self() {
    return this;
  }
}
