package org.rdmadump.nfs;

import org.jspecify.annotations.Nullable;
import org.rdmadump.order.UseOrder;

/** A file or directory of a server: its handle, if that was told, and the name it had last. */
final class NameNode extends UseOrder.Member<NameNode> {
  static final byte[] NOTHING = {};

  final ServerNames server;

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

  /** Of a root or an export, what it is called by itself. */
  @Nullable FilePath top;

  /** Files that have their name in it. */
  int children;

  /** Whether it was given up: nothing is known of it, or in it, any more. */
  boolean gone;

  /** Its path, as it was found when the table had seen {@link #pathAt} changes. */
  @Nullable FilePath path;

  long pathAt;

  NameNode(ServerNames server, long number) {
    this.server = server;
    this.number = number;
  }

  boolean hasHandle() {
    return handle.length > 0;
  }

  @Override
  protected NameNode self() {
    return this;
  }
}
