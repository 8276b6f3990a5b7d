package org.rdmadump.rpcrdma;

/**
 * What a run over a capture keeps and computes.
 *
 * <pre>{@code
 * new CaptureDecoder(source, CaptureOptions.DEFAULT, listener).decodeAll();
 * }</pre>
 *
 * @param digest hash every rebuilt RPC message with SHA-256
 * @param keepBytes keep the bytes of every rebuilt message until it was handed out, data included
 * @param maxMemory memory of a run in bytes, above 1 MiB; segments get what connections and calls
 *     leave
 * @param decodeAs ports that carry RDMA in addition to its standard ports
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

  /** {@return the same without bytes that decoding does not need, and without digests} */
  public CaptureOptions withoutBytes() {
    return new CaptureOptions(false, false, maxMemory, decodeAs, keepFragments);
  }

  /** Options for the usual ports. */
  public CaptureOptions(boolean digest, boolean keepBytes, long maxMemory) {
    this(digest, keepBytes, maxMemory, DecodeAs.USUAL);
  }
}
