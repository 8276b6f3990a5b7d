package org.rdmadump.rpcrdma;

import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.stream.FpduListener;
import org.rdmadump.link.HeaderSink;
import org.rdmadump.net.Datagram;

/**
 * Receives every frame as it is decoded, and the messages that the frame belongs to.
 *
 * <p>For each frame there are calls in this order: {@link #frame}, {@link #header} for each header
 * up to IP's and UDP's, {@link #packet}, {@link #copyOf} if it is a copy, {@link FpduListener}'s
 * for the FPDUs that end in it, and {@link #decoded}. Contributions and findings come at any time,
 * also about much earlier frames.
 *
 * <pre>{@code
 * capture.showFrames(new FrameDissector(frames::add, false, PATIENCE_NANOS, MOST_BYTES));
 * }</pre>
 */
@SuppressWarnings("exports") // Headers and FPDUs are types of our own modules.
public interface FrameListener extends HeaderSink, FpduListener {
  /** A frame was read; its bytes are valid until the next frame is read. */
  void frame(Frame frame);

  /**
   * The link and network layers of the frame were decoded.
   *
   * @param holder frame that the indexes of {@code datagram} are in
   * @param datagram what they said
   * @param content what is going to become of it
   */
  void packet(Frame holder, Datagram datagram, FrameContent content);

  /** The packet is a {@link FrameContent#COPY} of the packet in that frame. */
  void copyOf(long original);

  /**
   * The frame is decoded as far as possible now.
   *
   * @param inStream whether it is a TCP segment of a connection that carries iWARP, or may
   */
  void decoded(boolean inStream);

  /** A frame carries data of a message. */
  void contributes(long frame, Contribution contribution);

  /**
   * A Send is known to have been delivered, or refused.
   *
   * @param epochNanos time of the frame that says so, the one that was shown last or one before it
   */
  default void proves(long epochNanos, Contribution send) {}

  /** A finding, about a frame or the whole input. */
  void finding(Finding finding);
}
