package org.rdmadump.rdma;

import java.nio.ByteBuffer;
import org.rdmadump.finding.Finding;

/** Takes the packets of one RDMA operation, in whatever order they were captured. */
public interface FragmentSink {
  /** In place of one that {@linkplain #isDone is done}. */
  FragmentSink DONE =
      new FragmentSink() {
        @Override
        public void fragment(
            long address,
            ByteBuffer bytes,
            int offset,
            int captured,
            int length,
            int psn,
            long frame,
            long epochNanos) {}

        @Override
        public boolean isOver() {
          return true;
        }

        @Override
        public boolean isDone() {
          return true;
        }
      };

  /**
   * Takes the payload of one packet.
   *
   * @param address where its first byte belongs
   * @param bytes buffer that holds the captured part, valid during the call only
   * @param offset index of the first byte in {@code bytes}
   * @param captured bytes that were captured
   * @param length bytes on the wire, at least {@code captured}
   * @param psn the packet's PSN, -1 where the transport has none
   * @param frame 1-based number of the frame
   * @param epochNanos time of the frame
   */
  void fragment(
      long address,
      ByteBuffer bytes,
      int offset,
      int captured,
      int length,
      int psn,
      long frame,
      long epochNanos);

  /**
   * Takes more of the payload of the packet that was told last, behind bytes of it that were not
   * captured. The parameters are those of {@link #fragment}.
   */
  default void rest(
      long address,
      ByteBuffer bytes,
      int offset,
      int captured,
      int length,
      int psn,
      long frame,
      long epochNanos) {
    fragment(address, bytes, offset, captured, length, psn, frame, epochNanos);
  }

  /**
   * Tells the shape of a packet, before its payload is handed over by {@link #fragment}, if it has
   * a payload: for whoever looks at packets one by one.
   *
   * @param place what its header says of its place in the message
   * @param length bytes of its payload on the wire, those that do not belong to the operation too
   * @param psn the packet's PSN, -1 where the transport has none
   * @param frame 1-based number of the frame
   */
  default void packet(FragmentPlace place, int length, int psn, long frame) {}

  /**
   * Says where in the stream of a side the next packet of it that is told of lies, or its request:
   * for whoever is to know what is sent again.
   *
   * @param from position of its first byte
   * @param to position behind its last byte
   */
  default void sent(int side, long from, long to) {}

  /**
   * Says that a frame holds some of the next packet of it that is told of, or of its request, where
   * that lies in several frames.
   */
  default void heldBy(long frame) {}

  /** Says that its request was sent again, in that frame. */
  default void askedAgain(long frame) {}

  /** {@return whether nothing is waited for any more: what comes is not looked at} */
  default boolean isOver() {
    return false;
  }

  /** {@return whether that stays so, and nobody asks for what it was told: it may be let go} */
  default boolean isDone() {
    return false;
  }

  /**
   * Says that bytes were captured with a wrong check sum, so that the other side refused them.
   *
   * @param address where the first belongs
   * @param length how many
   */
  default void damaged(long address, long length) {}

  /** {@return whether what is found of it is told with the message that its memory is for} */
  default boolean tellsFindings() {
    return false;
  }

  /** Takes a finding about the operation or one of its packets. */
  default void finding(Finding finding) {}

  /**
   * Says that the other side does not answer the operation, or no further, and why: what was not
   * seen of it is not going to come.
   */
  default void refused(Finding why) {}
}
