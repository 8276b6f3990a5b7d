package org.rdmadump.analysis.frame;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmadump.iwarp.EnhancedSetup;
import org.rdmadump.iwarp.MpaStartUp;

/**
 * A start-up frame of MPA with what follows its header.
 *
 * @param startUp its header
 * @param setup IRD and ORD, of revision 2 (RFC 6581)
 * @param privateData what the program says behind that
 */
public record MpaLayer(MpaStartUp startUp, Optional<EnhancedSetup> setup, PrivateData privateData) {
  /**
   * {@return the start-up frame of that header, of whose private data {@code data} was captured}
   *
   * @param queues finds what is said of NVMe queues
   * @param frame that it is in
   */
  static MpaLayer of(MpaStartUp startUp, ByteBuffer data, QueueSetups queues, FrameRecord frame) {
    boolean enhanced = startUp.enhanced() && data.capacity() >= EnhancedSetup.LENGTH;
    int at = enhanced ? EnhancedSetup.LENGTH : 0;
    return new MpaLayer(
        startUp,
        enhanced ? Optional.of(EnhancedSetup.read(data, 0)) : Optional.empty(),
        // Without IRD and ORD that were cut, what is there is a part of them.
        startUp.enhanced() && !enhanced
            ? PrivateData.NONE
            : PrivateData.read(data, at, data.capacity() - at)
                .with(queues.of(startUp, data.slice(at, data.capacity() - at), frame)));
  }
}
