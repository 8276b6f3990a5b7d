package org.rdmadump.iwarp.stream;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.iwarp.mpa.Fpdu;

/** The queues of one direction: each has numbers of its own. Most directions use one or two. */
final class MessageSequences {
  private static final @Nullable MessageSequence[] NONE = new MessageSequence[0];

  private @Nullable MessageSequence[] queues = NONE;
  private boolean fromStart;
  private boolean doubtful;
  private boolean isCut;

  /** Says that what comes is the first that is sent. */
  void begin() {
    fromStart = true;
  }

  /** Says that messages may have been missed. */
  void doubt() {
    doubtful = true;
    for (MessageSequence queue : queues) {
      if (queue != null) {
        queue.doubt();
      }
    }
  }

  /** Says that the snap length may have cut messages off. */
  void cut() {
    isCut = true;
    for (MessageSequence queue : queues) {
      if (queue != null) {
        queue.cut();
      }
    }
  }

  /** Whether messages may have been missed, if only because the beginning was not seen. */
  boolean mayLack() {
    return !fromStart || doubtful;
  }

  /** Takes the header of a segment on a queue that RDMAP has, and says what is wrong with it. */
  Optional<Finding> take(UntaggedHeader header, Fpdu fpdu) {
    return queue(header.queue()).take(header, fpdu);
  }

  /** Whether a segment begins where the one before it on the queue of Sends ended. */
  boolean isNextSend(UntaggedHeader header) {
    return queue(RdmapOpcode.SEND_QUEUE).isNext(header);
  }

  /** Sends before that with a number that did not come yet; negative if that is not known. */
  int sendsBefore(int number) {
    return queue(RdmapOpcode.SEND_QUEUE).before(number);
  }

  private MessageSequence queue(int number) {
    if (queues.length == 0) {
      queues = new MessageSequence[RdmapOpcode.QUEUES];
    }
    MessageSequence queue = queues[number];
    if (queue == null) {
      queue = new MessageSequence(fromStart, doubtful, isCut);
      queues[number] = queue;
    }
    return queue;
  }
}
