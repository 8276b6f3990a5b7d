package org.rdmadump.iwarp.mpa;

import java.nio.ByteBuffer;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.iwarp.EnhancedSetup;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.tcp.StreamBytes;

/**
 * The start-up frame that a stream begins with, put together, and what is wrong with it.
 *
 * <p>RFC 5044 section 7.1.
 */
final class StartUpAssembly {
  private static final int MOST_VALID = MpaStartUp.LENGTH + MpaStartUp.MOST_PRIVATE_DATA;
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private ByteBuffer raw = NONE;
  private long frameNumber;
  private int frameOffset;
  private int filled;
  private int captured;

  /** Whether its first byte came. */
  boolean isBegun() {
    return raw.capacity() > 0;
  }

  /** Starts with byte {@code at} of {@code piece}. Returns whether it may be one. */
  boolean begin(StreamBytes piece, int at) {
    int present = piece.captured() - at;
    if (present <= 0 || !MpaStartUp.mayBegin(piece.bytes(), piece.offset() + at, present)) {
      return false;
    }
    raw = ByteBuffer.allocate(MOST_VALID);
    frameNumber = piece.frame();
    frameOffset = piece.frameOffset() + at;
    return true;
  }

  /** Gives back its memory. */
  void release() {
    raw = NONE;
  }

  /** Whether FPDUs begin before all of an impossible amount of private data came. */
  boolean isCutShort(StreamBytes piece, int at) {
    return at == 0
        && filled >= MpaStartUp.LENGTH
        && size() > MOST_VALID
        && FpduHeaderTest.isUntaggedAt(
            piece.bytes(), piece.array(), piece.offset(), piece.captured());
  }

  /**
   * Takes bytes of {@code piece} from {@code at} on, as many as belong to the frame.
   *
   * @return how many
   */
  int append(StreamBytes piece, int at) {
    int wanted = filled < MpaStartUp.LENGTH ? MpaStartUp.LENGTH : size();
    int count = Math.min(wanted - filled, piece.length() - at);
    int present = Math.max(0, Math.min(count, piece.captured() - at));
    present = Math.min(present, MOST_VALID - filled);
    if (present > 0) {
      piece.bytes().get(piece.offset() + at, raw.array(), filled, present);
    }
    if (captured == filled) {
      captured += present;
    }
    filled += count;
    return count;
  }

  /** Whether it is no start-up frame, or too little of it was captured to tell. */
  boolean isWrong() {
    return !MpaStartUp.mayBegin(raw, 0, captured)
        || (filled >= MpaStartUp.LENGTH
            && (captured < MpaStartUp.LENGTH || !MpaStartUp.isAt(raw, 0)));
  }

  boolean isWhole() {
    return filled >= MpaStartUp.LENGTH && filled == size();
  }

  private int size() {
    return MpaStartUp.LENGTH + frame().privateDataLength();
  }

  /** The frame, once its first {@link MpaStartUp#LENGTH} bytes are there. */
  MpaStartUp frame() {
    return MpaStartUp.read(raw, 0);
  }

  /** What follows it, as far as it was captured. */
  ByteBuffer privateData() {
    byte[] data = new byte[captured - MpaStartUp.LENGTH];
    raw.get(MpaStartUp.LENGTH, data);
    return ByteBuffer.wrap(data).asReadOnlyBuffer();
  }

  /** Number of the frame of the capture in which it begins. */
  long frameNumber() {
    return frameNumber;
  }

  /**
   * Says what is wrong with it.
   *
   * @param initiator whether it counts as the Request
   * @param mostOfReply the highest revision that a Reply may have
   * @param sink takes the findings
   */
  void judge(boolean initiator, int mostOfReply, FpduSink sink) {
    MpaStartUp frame = frame();
    int revision = frame.revision();
    int length = frame.privateDataLength();
    if (frame.request() != initiator) {
      fault(sink, IwarpRules.START_UP_ORDER, 0, "the second " + frame.text());
    }
    if (revision < 1 || revision > MpaStartUp.LATEST_REVISION) {
      fault(
          sink,
          IwarpRules.BAD_REVISION,
          MpaStartUp.REVISION,
          frame.text() + " of undefined revision " + revision);
    } else if (!initiator && revision > mostOfReply) {
      fault(
          sink,
          IwarpRules.BAD_REVISION,
          MpaStartUp.REVISION,
          frame.text() + " of revision " + revision + " to a Request of revision " + mostOfReply);
    }
    boolean lacksDepths = frame.enhanced() && length < EnhancedSetup.LENGTH;
    if (length > MpaStartUp.MOST_PRIVATE_DATA || lacksDepths) {
      fault(
          sink,
          IwarpRules.BAD_START_UP,
          MpaStartUp.PRIVATE_DATA_LENGTH,
          frame.text()
              + " with "
              + length
              + (lacksDepths
                  ? " bytes of private data, too few for IRD and ORD"
                  : " bytes of private data, at most 512 are allowed"));
    }
  }

  /**
   * Passes another start-up frame that lies where the first FPDU is due, in one piece.
   *
   * @param sink is told of it
   * @return its bytes; 0 if there is none
   */
  static int passRepeated(StreamBytes piece, int at, FpduSink sink) {
    int present = piece.captured() - at;
    int start = piece.offset() + at;
    if (present < MpaStartUp.LENGTH || !MpaStartUp.isAt(piece.bytes(), start)) {
      return 0;
    }
    MpaStartUp frame = MpaStartUp.read(piece.bytes(), start);
    sink.finding(
        piece.finding(
            IwarpRules.START_UP_ORDER,
            at,
            "another " + frame.text() + " from the same side; left out"));
    return Math.min(MpaStartUp.LENGTH + frame.privateDataLength(), piece.length() - at);
  }

  private void fault(FpduSink sink, Rule rule, int at, String message) {
    sink.finding(new Finding(rule, frameNumber, frameOffset + at, message));
  }
}
