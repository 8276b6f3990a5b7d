package org.rdmadump.rpcrdma;

/**
 * What a run over a capture should keep and compute.
 *
 * <pre>{@code
 * new CaptureDecoder(source, CaptureOptions.DEFAULT, listener).decodeAll();
 * }</pre>
 *
 * @param digest hash every rebuilt RPC message with SHA-256
 * @param keepBytes keep the bytes of every rebuilt message until it was handed out, data included
 * @param maxMemory bytes that a run may hold, above 1 MiB: the bytes of segments get what
 *     connections and calls leave of it
 * @param decodeAs ports on which RDMA is to be looked for
 * @param keepFragments list the packets of every Send and RDMA operation one by one
 */
public record CaptureOptions(
    boolean digest, boolean keepBytes, long maxMemory, DecodeAs decodeAs, boolean keepFragments) {
  /** No digest, no data bytes, 64 MiB. */
  public static final CaptureOptions DEFAULT = new CaptureOptions(false, false, 64L << 20);

  /** Options without fragments. */
  public CaptureOptions(boolean digest, boolean keepBytes, long maxMemory, DecodeAs decodeAs) {
    this(digest, keepBytes, maxMemory, decodeAs, false);
  }

  /** Options for the usual ports. */
  public CaptureOptions(boolean digest, boolean keepBytes, long maxMemory) {
    this(digest, keepBytes, maxMemory, DecodeAs.USUAL);
  }
}
