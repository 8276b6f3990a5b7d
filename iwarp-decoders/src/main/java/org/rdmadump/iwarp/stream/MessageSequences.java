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

  /** Takes the header of a segment on a queue that RDMAP has, and says what is wrong with it. */
  Optional<Finding> take(UntaggedHeader header, Fpdu fpdu) {
    if (queues.length == 0) {
      queues = new MessageSequence[RdmapOpcode.QUEUES];
    }
    MessageSequence queue = queues[header.queue()];
    if (queue == null) {
      queue = new MessageSequence(fromStart, doubtful);
      queues[header.queue()] = queue;
    }
    return queue.take(header, fpdu);
  }
}
