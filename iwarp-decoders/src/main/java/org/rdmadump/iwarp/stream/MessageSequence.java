package org.rdmadump.iwarp.stream;

import java.util.Optional;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.iwarp.mpa.Fpdu;

/**
 * The numbers of the messages on one queue of one direction: 1 is the first, each is one more than
 * that before, and they wrap.
 *
 * <p>RFC 5041 sections 5.1.2 and 7.1.
 */
final class MessageSequence {
  private boolean known;
  private boolean doubtful;
  private boolean isCut;
  private int next;

  /** Number of the segment seen last, and whether its message goes on. */
  private int latest;

  private boolean goesOn;

  /** Where in its message the next segment is due. */
  private int nextOffset;

  /** Where numbers go on that went back. */
  private int nextBehind;

  private boolean wentBack;

  /**
   * A queue.
   *
   * @param fromStart whether the first message is to be seen
   * @param doubtful whether messages may have been missed by now
   * @param isCut whether the snap length may have cut messages off by now
   */
  MessageSequence(boolean fromStart, boolean doubtful, boolean isCut) {
    this.known = fromStart;
    this.doubtful = doubtful;
    this.isCut = isCut;
    this.next = 1;
  }

  /** Says that messages may have been missed. */
  void doubt() {
    doubtful = true;
  }

  /** Says that the snap length may have cut messages off. */
  void cut() {
    isCut = true;
  }

  /** Takes the header of a segment, and says what is wrong with its number. */
  Optional<Finding> take(UntaggedHeader header, Fpdu fpdu) {
    int number = header.messageSequence();
    boolean continues = goesOn && number == latest;
    boolean expected = !known || continues || number == next;
    Optional<Finding> finding = Optional.empty();
    if (!expected && !(wentBack && number == nextBehind)) {
      finding = Optional.of(number - next > 0 ? gap(number, fpdu) : back(header, fpdu));
    }
    boolean back = known && !continues && number - next < 0 && finding.isPresent();
    if (back) {
      wentBack = true;
      nextBehind = number + 1;
    } else if (!continues) {
      next = number + 1;
      wentBack = false;
    }
    known = true;
    doubtful = false;
    isCut = false;
    latest = number;
    goesOn = !DdpControl.isLast(header.control());
    nextOffset = goesOn ? header.messageOffset() + fpdu.length() - UntaggedHeader.LENGTH : 0;
    return finding;
  }

  /** Whether a segment begins where the one before it ended. */
  boolean isNext(UntaggedHeader header) {
    return header.messageSequence() == (goesOn ? latest : latest + 1)
        && header.messageOffset() == nextOffset;
  }

  /** Messages before that with a number that did not come yet; negative if that is not known. */
  int before(int number) {
    return known ? number - next : -1;
  }

  private Finding gap(int number, Fpdu fpdu) {
    int skipped = number - next;
    if (isCut) {
      return fpdu.finding(
          IwarpRules.MESSAGES_CUT,
          Counted.of(skipped, "message")
              + " before it: the snap length cut "
              + (skipped == 1 ? "its header" : "their headers"));
    }
    return fpdu.finding(
        IwarpRules.MSN_GAP,
        Counted.of(skipped, "message")
            + " before it "
            + (skipped == 1 ? "was" : "were")
            + (doubtful ? " not captured" : " never sent: no byte of the stream is missing"));
  }

  private Finding back(UntaggedHeader header, Fpdu fpdu) {
    return fpdu.finding(
        IwarpRules.MSN_BACK,
        "message "
            + Integer.toUnsignedString(header.messageSequence())
            + " of queue "
            + Integer.toUnsignedString(header.queue())
            + " where message "
            + Integer.toUnsignedString(next)
            + " is expected");
  }
}
