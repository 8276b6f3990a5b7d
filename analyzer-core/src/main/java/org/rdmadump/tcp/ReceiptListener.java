package org.rdmadump.tcp;

/** Is told how much of a stream its receiver has. */
public interface ReceiptListener {
  /**
   * Says that the receiver has all bytes before {@code position}.
   *
   * @param epochNanos when the first acknowledgement of those that were not told of was captured
   */
  void acknowledged(long position, long epochNanos);
}
