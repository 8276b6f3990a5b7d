package org.rdmadump.tcp;

/**
 * Takes the bytes that one side of a TCP connection sent, in the order of the stream, and what its
 * receiver acknowledged of them.
 */
public interface StreamSink extends ReceiptListener {
  /**
   * Takes bytes that follow those before without a gap; they are valid during the call only.
   *
   * @return how many it took: fewer than there are where the next are wrong and {@link
   *     StreamBytes#isDamaged}
   */
  int bytes(StreamBytes piece);

  /**
   * Is shown bytes that were sent again with other values, some of them taken before.
   *
   * @return whether it takes these for those that it has
   */
  default boolean sentOtherwise(StreamBytes piece) {
    return false;
  }

  /** Passes {@code length} bytes from {@code position} on that are in no captured segment. */
  void missing(long position, long length);
}
