package org.rdmadump.iwarp.stream;

import java.nio.ByteBuffer;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.mpa.Fpdu;

/** Is shown what MPA found in streams, before it is decoded. */
public interface FpduListener {
  /** Looks at nothing. */
  FpduListener NONE = new FpduListener() {};

  /** An FPDU is going to be decoded; what is told until {@link #fpduEnds} comes of it. */
  default void fpduBegins(Fpdu fpdu) {}

  /** The FPDU was decoded. */
  default void fpduEnds() {}

  /**
   * A start-up frame was found.
   *
   * @param privateData what follows it, as far as it was captured
   * @param frame 1-based number of the frame in which it begins
   */
  default void startUp(MpaStartUp startUp, ByteBuffer privateData, long frame) {}

  /** Bytes of a stream that were seen before were sent again in {@code frame}. */
  default void repeated(long frame) {}
}
