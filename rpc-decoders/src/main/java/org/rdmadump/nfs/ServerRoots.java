package org.rdmadump.nfs;

import org.jspecify.annotations.Nullable;

/** Where paths of NFS version 4 begin on a server (RFC 8881 sections 18.20 and 18.21). */
final class ServerRoots {
  private final NameTable table;
  private final FileServer server;
  private @Nullable NameNode root;
  private @Nullable NameNode publicRoot;

  ServerRoots(NameTable table, FileServer server) {
    this.table = table;
    this.server = server;
  }

  /**
   * {@return the root of the server's name space, or the one that it calls public, of which the
   * name is not known}
   */
  NameNode root(boolean isPublic) {
    NameNode known = isPublic ? publicRoot : root;
    return known == null || known.gone ? root(isPublic, table.add(server)) : known;
  }

  /** Notes the handle of such a root. */
  void root(boolean isPublic, NameKey handle) {
    NameNode before = root(isPublic);
    NameNode known = table.find(server, handle);
    if (known == null && !before.hasHandle()) {
      table.adopt(before, handle);
    } else if (known == null || known != before) {
      if (!before.hasHandle()) {
        table.drop(before);
      }
      root(isPublic, table.findOrAdd(server, handle));
    }
  }

  private NameNode root(boolean isPublic, NameNode node) {
    if (isPublic) {
      publicRoot = node;
    } else {
      root = node;
      table.root(node);
    }
    return node;
  }
}
