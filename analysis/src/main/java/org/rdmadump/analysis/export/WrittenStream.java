package org.rdmadump.analysis.export;

import java.util.List;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Hole;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.PlacedChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/**
 * What can be written of a message, and nothing that a reader would take for more than was
 * captured.
 *
 * <p>A Read or Write chunk is the content of one opaque item (RFC 8166 section 3.4.1). Its length
 * stands before it, so a reader finds what is behind it whatever it holds: zeros are written for
 * its missing bytes. Anywhere else a zero would be read as a length or a status. The message is cut
 * at the first missing byte there.
 *
 * @param stream bytes that are written; no hole among them
 * @param length bytes of the message; one more than are written where it goes on for nobody knows
 *     how long
 * @param absent bytes that are missing, as far as their number is known
 * @param zeros those for which zeros are written
 */
record WrittenStream(Rope stream, long length, long absent, long zeros) {
  /**
   * Zeros at most: a length on the wire makes no large file. More than the data of a Linux READ.
   */
  static final long MOST_ZEROS = 4L << 20;

  private static final byte[] ZEROS = new byte[1 << 16];

  /** {@return what can be written of a message that holds an RPC message} */
  static WrittenStream of(RpcMessage message) {
    Rope whole = message.stream();
    RpcSummary rpc = message.rpc().orElseThrow();
    if (rpc.complete() && whole.isComplete()) {
      return new WrittenStream(whole, whole.length(), 0, 0);
    }
    Rope.Builder written = Rope.builder();
    long zeros = 0;
    long end = whole.length();
    for (Hole hole : whole.holes()) {
      if (zeros + hole.length() > MOST_ZEROS || !isData(hole, message.layout().chunks())) {
        end = hole.offset();
        break;
      }
      written.add(whole, written.length(), hole.offset());
      addZeros(written, hole.length());
      zeros += hole.length();
    }
    written.add(whole, written.length(), end);
    long known = Math.max(whole.length(), rpc.length().orElse(0));
    long absent = known - whole.present();
    return new WrittenStream(written.build(), absent == 0 ? known + 1 : known, absent, zeros);
  }

  private static boolean isData(Hole hole, List<PlacedChunk> chunks) {
    for (PlacedChunk chunk : chunks) {
      if (hole.offset() >= chunk.offset()
          && hole.offset() + hole.length() <= chunk.offset() + chunk.length()) {
        return true;
      }
    }
    return false;
  }

  private static void addZeros(Rope.Builder written, long count) {
    for (long rest = count; rest > 0; rest -= ZEROS.length) {
      written.add(ZEROS, 0, (int) Math.min(rest, ZEROS.length));
    }
  }

  /**
   * {@return why the first of the missing bytes is missing; where not even their number is known,
   * it was cut}
   */
  static Absence why(RpcMessage message) {
    List<MissingRange> missing = message.rpc().orElseThrow().missing();
    if (!missing.isEmpty()) {
      return missing.get(0).reason();
    }
    List<Hole> holes = message.stream().holes();
    return holes.isEmpty() ? Absence.TRUNCATED : holes.get(0).why();
  }

  /** {@return whether the message is written to its end} */
  boolean isToTheEnd() {
    return stream.length() == length;
  }

  /** {@return whether no byte is missing} */
  boolean isComplete() {
    return absent == 0 && isToTheEnd();
  }

  /** {@return what is missing, and what is in its place} */
  String gaps(Absence why) {
    StringBuilder text = new StringBuilder(100);
    text.append("incomplete, ");
    if (absent > 0) {
      text.append(absent).append(" of ").append(length);
    } else {
      text.append("an unknown number of");
    }
    text.append(" bytes ").append(why.text());
    if (zeros > 0) {
      text.append(", ").append(zeros).append(" of them data, written as zeros");
    }
    if (!isToTheEnd()) {
      text.append(", cut at byte ").append(stream.length());
    }
    return text.toString();
  }
}
