package org.rdmadump.nfs;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.decode.XdrBytes;

/** A file that a compound is at: known to the table, or by its handle, or by its path only. */
final class CompoundPlace {
  @Nullable NameNode node;
  Optional<XdrBytes> handle = Optional.empty();
  @Nullable FilePath path;

  /** Whether it is behind OPENATTR: names there are of attributes (RFC 8881 section 5.3). */
  boolean isAttribute;

  void set(CompoundPlace other) {
    set(other.node, other.handle, other.path);
    isAttribute = other.isAttribute;
  }

  void set(@Nullable NameNode file, Optional<XdrBytes> named, @Nullable FilePath where) {
    node = file;
    handle = named;
    path = where;
    isAttribute = false;
  }

  /** Goes on among attributes, which have no path. */
  void attribute(Optional<XdrBytes> named) {
    set(null, named, null);
    isAttribute = true;
  }

  void unknown() {
    set(null, Optional.empty(), null);
  }
}
