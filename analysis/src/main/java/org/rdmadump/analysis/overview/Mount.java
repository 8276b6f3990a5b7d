package org.rdmadump.analysis.overview;

import java.util.Optional;

/**
 * What a client mounted, and by which protocol.
 *
 * @param server address of the server
 * @param path on the server; empty if the capture does not tell it
 * @param protocol such as {@code NFS v4.1}
 */
public record Mount(String server, Optional<String> path, String protocol) {}
