package org.rdmadump.net;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.Frame;
import org.rdmadump.link.LinkType;

/** The fragments of one IP packet that were seen so far. */
final class FragmentedPacket {
  /** What the packet and each piece cost beside their bytes. */
  private static final int COST = 200;

  private static final int PIECE_COST = 64;

  private static final int IPV4_TOTAL_LENGTH = 2;
  private static final int IPV4_FLAGS_AND_OFFSET = 6;
  private static final int IPV4_FLAGS_KEPT = 0xc000;
  private static final int IPV6_PAYLOAD_LENGTH = 4;

  private static final int NOT_KNOWN = -1;

  private final boolean ipv4;
  private final long firstFrame;
  private final long firstNanos;
  private final List<Piece> pieces = new ArrayList<>();
  private byte @Nullable [] header;
  private int total = NOT_KNOWN;
  private int covered;
  private int held = COST;
  private int fragments;

  /** Whether every fragment repeats one of a packet that was put together. */
  private boolean repeats = true;

  /** Data of one fragment: so long on the wire, and what was captured of it. */
  @SuppressWarnings("ArrayRecordComponent") // compared by isSame
  private record Piece(int offset, int length, byte[] bytes) {
    int end() {
      return offset + length;
    }

    boolean isSame(Piece other) {
      return offset == other.offset && length == other.length && Arrays.equals(bytes, other.bytes);
    }
  }

  /** How a fragment goes with those before it. */
  enum Fit {
    /** It brought bytes. */
    NEW,
    /** It is the same as one before. */
    REPEAT,
    /** It lies over another one, or they do not agree where the packet ends. */
    OVERLAP
  }

  FragmentedPacket(boolean ipv4, Frame first) {
    this.ipv4 = ipv4;
    this.firstFrame = first.number();
    this.firstNanos = first.epochNanos();
  }

  boolean isIpv4() {
    return ipv4;
  }

  /** Number of the frame with the fragment that was seen first. */
  long firstFrame() {
    return firstFrame;
  }

  long firstNanos() {
    return firstNanos;
  }

  /** Bytes of memory that it takes. */
  int held() {
    return held;
  }

  /** Fragments that were taken, repeats included. */
  int fragments() {
    return fragments;
  }

  /** Bytes of data that were on the wire. */
  int covered() {
    return covered;
  }

  /** Whether every fragment repeats one of a packet that was put together before. */
  boolean isRepeat() {
    return repeats;
  }

  /** Takes note that a fragment of it was not in a packet before. */
  void bringsNew() {
    repeats = false;
  }

  /** What tells its fragments from others, of the first so many. */
  long[] digests(int most) {
    long[] digests = new long[Math.min(most, pieces.size())];
    for (int i = 0; i < digests.length; i++) {
      Piece piece = pieces.get(i);
      digests[i] = digest(piece.offset, piece.length, Arrays.hashCode(piece.bytes));
    }
    return digests;
  }

  /** As {@link #digests}, of a fragment. */
  static long digest(Fragment fragment, Frame frame, int length, int captured) {
    int hash = 1;
    for (int i = 0; i < captured; i++) {
      hash = 31 * hash + frame.bytes().get(fragment.data() + i);
    }
    return digest(fragment.offset(), length, hash);
  }

  private static long digest(int offset, int length, int hash) {
    return (long) (offset << 16 ^ length) << Integer.SIZE | Integer.toUnsignedLong(hash);
  }

  /** Whether nothing of the packet is missing. */
  boolean isWhole() {
    return header != null && covered == total;
  }

  /**
   * Takes a fragment.
   *
   * @param frame what it lies in
   * @param length bytes of its data on the wire
   * @param captured how many of these were captured
   */
  Fit add(Fragment fragment, Frame frame, int length, int captured) {
    byte[] bytes = copy(frame, fragment.data(), captured);
    Piece piece = new Piece(fragment.offset(), length, bytes);
    int end = piece.end();
    int at = firstFrom(fragment.offset());
    if (at < pieces.size() && pieces.get(at).isSame(piece)) {
      fragments++;
      return Fit.REPEAT;
    }
    if ((at > 0 && pieces.get(at - 1).end() > fragment.offset())
        || (at < pieces.size() && pieces.get(at).offset < end)
        || (total != NOT_KNOWN && end > total)
        || (!fragment.isFollowed() && (total != NOT_KNOWN || at < pieces.size()))) {
      return Fit.OVERLAP;
    }
    fragments++;
    pieces.add(at, piece);
    covered += length;
    held += PIECE_COST + bytes.length;
    if (!fragment.isFollowed()) {
      total = end;
    }
    if (fragment.offset() == 0) {
      header = header(fragment, frame);
      held += header.length;
    }
    return Fit.NEW;
  }

  /**
   * The first piece that does not begin before an offset: mostly none, as fragments come in order.
   */
  private int firstFrom(int offset) {
    int to = pieces.size();
    int from = to > 0 && pieces.get(to - 1).offset < offset ? to : 0;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (pieces.get(middle).offset < offset) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** The header of the whole packet but for its length. */
  private static byte[] header(Fragment fragment, Frame frame) {
    byte[] header = copy(frame, fragment.start(), fragment.headerLength());
    if (fragment.isIpv4()) {
      ByteBuffer fields = ByteBuffer.wrap(header);
      int flags = fields.getShort(IPV4_FLAGS_AND_OFFSET) & IPV4_FLAGS_KEPT;
      fields.putShort(IPV4_FLAGS_AND_OFFSET, (short) flags);
    } else {
      header[fragment.protocolAt()] = (byte) fragment.protocol();
    }
    return header;
  }

  private static byte[] copy(Frame frame, int at, int length) {
    byte[] copy = new byte[length];
    frame.bytes().get(at, copy);
    return copy;
  }

  /**
   * Puts the packet together in {@code packet}, as captured when {@code last} was. Behind the first
   * byte that was not captured none counts as captured.
   */
  void together(Frame last, Frame packet) {
    byte[] begin = header == null ? new byte[0] : header;
    int captured = begin.length;
    int known = 0;
    boolean cut = false;
    while (known < pieces.size() && !cut) {
      Piece piece = pieces.get(known++);
      captured += piece.bytes.length;
      cut = piece.bytes.length < piece.length;
    }
    ByteBuffer bytes = ByteBuffer.allocate(captured).put(begin);
    for (Piece piece : pieces.subList(0, known)) {
      bytes.put(piece.bytes);
    }
    if (ipv4) {
      bytes.putShort(IPV4_TOTAL_LENGTH, (short) (begin.length + total));
    } else {
      bytes.putShort(IPV6_PAYLOAD_LENGTH, (short) (begin.length - Ipv6Header.LENGTH + total));
    }
    packet.set(
        bytes.clear(),
        0,
        captured,
        begin.length + total,
        last.epochNanos(),
        LinkType.RAW,
        last.interfaceId(),
        last.number());
    packet.viewpoint(last.viewpoint());
  }
}
