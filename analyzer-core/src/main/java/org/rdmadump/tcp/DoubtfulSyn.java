package org.rdmadump.tcp;

/**
 * A SYN amid a connection that is open. The receiver answers a stray one with an acknowledgement
 * and goes on; so the connection goes on until a segment proves that the SYN began another.
 *
 * <p>RFC 9293 section 3.10.7.4, RFC 5961 section 4.
 */
public final class DoubtfulSyn {
  private final TcpConnection old;
  private final int sender;
  private final TcpConnection fresh;
  private final int freshSender;

  /** Up to where the sender's stream was passed on when the SYN came. */
  private final long passedTo;

  /**
   * A SYN.
   *
   * @param old the connection that it came amid
   * @param sender side of that which sent it
   * @param fresh the connection that it may have begun, which took it
   * @param freshSender side of that which sent it
   */
  public DoubtfulSyn(TcpConnection old, int sender, TcpConnection fresh, int freshSender) {
    this.old = old;
    this.sender = sender;
    this.fresh = fresh;
    this.freshSender = freshSender;
    this.passedTo = old.stream(sender).passedTo();
  }

  /**
   * Whether a segment proves that the SYN began another connection: it is the SYN of the other
   * side, or its numbers fit that connection and not the old one.
   *
   * @param side of the old connection that sent the segment
   */
  public boolean isProvenBy(TcpSegment segment, int side) {
    SequenceSpace was = old.stream(sender).sequence();
    SequenceSpace now = fresh.stream(freshSender).sequence();
    if (side == sender) {
      int number = segment.sequence();
      return !segment.isSyn()
          && now.isFollowedBy(number)
          && (!was.isNear(number) || (isFirst(now, was, number) && was.expected() == passedTo));
    }
    SequenceSpace wasOther = old.stream(side).sequence();
    SequenceSpace nowOther = fresh.stream(1 - freshSender).sequence();
    int number = segment.sequence() + (segment.isSyn() ? 1 : 0);
    int next = segment.acknowledgement();
    boolean answers = segment.isAck() && now.isExpected(next);
    if (segment.isSyn()) {
      return segment.isAck() ? answers : nowOther.isExpected(number);
    }
    return segment.isAck()
        && now.isFollowedBy(next)
        && (!was.isNear(next) || (answers && isFirst(nowOther, wasOther, number)));
  }

  /** Whether a SYN is the same again. */
  public boolean isRepeatedBy(TcpSegment syn, int side) {
    return side == sender && fresh.stream(freshSender).sequence().isExpected(syn.sequence() + 1);
  }

  private static boolean isFirst(SequenceSpace now, SequenceSpace was, int number) {
    return now.isExpected(number) && !was.isExpected(number);
  }
}
