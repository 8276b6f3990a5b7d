package org.rdmadump.analysis.overview;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a client mounted, and by which protocol.
 *
 * @param server address of the server
 * @param path on the server; empty if the capture does not tell it
 * @param protocol such as {@code NFS v4.1}
 */
public record Mount(String server, Optional<String> path, String protocol) {
  // What a record makes for that itself takes the JVM 15 ms.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Mount that
        && server.equals(that.server)
        && path.equals(that.path)
        && protocol.equals(that.protocol);
  }

  @Override
  public int hashCode() {
    return (server.hashCode() * 31 + path.hashCode()) * 31 + protocol.hashCode();
  }
}
