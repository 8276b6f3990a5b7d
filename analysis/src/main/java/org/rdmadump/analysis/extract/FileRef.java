package org.rdmadump.analysis.extract;

import org.jspecify.annotations.Nullable;
import org.rdmadump.net.IpAddress;

/** How a message says which file or directory it is about. */
public sealed interface FileRef {
  /**
   * By its file handle, which means something to one server only.
   *
   * @param server address of the server
   * @param handle the handle
   */
  record ByHandle(IpAddress server, WireBytes handle) implements FileRef {
    // What a record makes for that itself takes the JVM 15 ms.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ByHandle that
          && server.equals(that.server)
          && handle.equals(that.handle);
    }

    @Override
    public int hashCode() {
      return server.hashCode() * 31 + handle.hashCode();
    }
  }

  /**
   * By its name, where the message does not tell the handle.
   *
   * @param directory where it was looked up
   * @param name its name in there
   */
  record ByName(FileRef directory, WireBytes name) implements FileRef {}

  /**
   * As the root of a server's name space (NFSv4 PUTROOTFH).
   *
   * @param server address of the server
   */
  record Root(IpAddress server) implements FileRef {
    // A key of maps: what a record has by itself takes a start, and each look-up, longer.

    @Override
    public int hashCode() {
      return server.hashCode();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Root root && server.equals(root.server);
    }
  }
}
