package org.rdmadump.iwarp.stream;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.iwarp.EnhancedSetup;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.rdma.MpaEnd;
import org.rdmadump.rdma.MpaSetup;

/** What the MPA start-up frames of a connection said, as whoever keeps connections wants it. */
final class MpaEnds {
  private Optional<MpaEnd> request = Optional.empty();
  private Optional<MpaEnd> reply = Optional.empty();

  /** Takes a frame, with what revision 2 puts before its private data. */
  void take(MpaStartUp frame, Optional<EnhancedSetup> enhanced) {
    MpaEnd end =
        new MpaEnd(
            frame.revision(),
            frame.markers(),
            frame.crc(),
            frame.rejected() && !frame.request(),
            enhanced.isPresent() && enhanced.get().peerToPeer(),
            enhanced.isPresent()
                ? OptionalInt.of(enhanced.get().inboundReads())
                : OptionalInt.empty(),
            enhanced.isPresent()
                ? OptionalInt.of(enhanced.get().outboundReads())
                : OptionalInt.empty());
    if (frame.request()) {
      request = Optional.of(end);
    } else {
      reply = Optional.of(end);
    }
  }

  /** Whether no frame was seen. */
  boolean isEmpty() {
    return request.isEmpty() && reply.isEmpty();
  }

  /** What both ends said. */
  MpaSetup setup() {
    return new MpaSetup(request, reply);
  }
}
