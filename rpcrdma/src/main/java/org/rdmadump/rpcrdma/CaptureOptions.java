package org.rdmadump.rpcrdma;

import java.util.List;

/**
 * What a run over a capture should keep and compute.
 *
 * @param digest hash every rebuilt RPC message with SHA-256
 * @param keepBytes keep the bytes of every rebuilt message until it was handed out, data included
 * @param maxMemory bytes that a run may hold, above 1 MiB: the bytes of segments get what
 *     connections and calls leave of it
 * @param iwarpPorts TCP ports of services that are to be decoded as iWARP, besides 20049
 */
public record CaptureOptions(
    boolean digest, boolean keepBytes, long maxMemory, List<Integer> iwarpPorts) {
  /** No digest, no data bytes, 64 MiB. */
  public static final CaptureOptions DEFAULT = new CaptureOptions(false, false, 64L << 20);

  /** Options without ports. */
  public CaptureOptions(boolean digest, boolean keepBytes, long maxMemory) {
    this(digest, keepBytes, maxMemory, List.of());
  }
}
