package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Hole;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.XdrReader;

/**
 * Puts a reduced XDR stream and its chunks together again.
 *
 * <p>Positions of Read chunks count in the rebuilt stream, not in the reduced one. A chunk whose
 * length is not a multiple of four gets its round-up here, because a sender leaves it out of the
 * chunk and of the reduced stream (RFC 8166 section 3.4.4.4).
 */
public final class MessageStream {
  private static final byte[] PADDING = new byte[3];

  private final Rope reduced;
  private final MovedBy rest;
  private final MovedBy chunksBy;
  private final Rope.Builder built = Rope.builder();
  private List<PlacedChunk> chunks = Collections.emptyList();
  private long consumed;

  /** Starts with a reduced stream, and says how it and its chunks travelled. */
  public MessageStream(Rope reduced, MovedBy rest, MovedBy chunksBy) {
    this.reduced = reduced;
    this.rest = rest;
    this.chunksBy = chunksBy;
  }

  /** Copies the reduced stream up to {@code position} in it. */
  public void reducedUpTo(long position) {
    built.add(reduced, consumed, position);
    consumed = position;
  }

  /**
   * Copies the reduced stream until the rebuilt one has {@code position} bytes.
   *
   * @return false if that position is already passed, or the reduced stream ends before it
   */
  public boolean rebuiltUpTo(long position) {
    long more = position - built.length();
    if (more < 0 || more > reduced.length() - consumed) {
      return false;
    }
    reducedUpTo(consumed + more);
    return true;
  }

  /** Inserts a chunk and its round-up. */
  public void chunk(Rope chunk) {
    if (chunk.length() > 0) {
      if (chunks.isEmpty()) {
        chunks = new ArrayList<>(1);
      }
      chunks.add(new PlacedChunk(built.length(), chunk.length(), chunksBy));
    }
    built.add(chunk);
    built.add(PADDING, 0, (int) (XdrReader.padded(chunk.length()) - chunk.length()));
  }

  /** Copies what is left of the reduced stream, and returns the whole. */
  public Rope finish() {
    if (built.length() == 0) {
      return reduced;
    }
    reducedUpTo(reduced.length());
    return built.build();
  }

  /** What came which way; complete once the stream is finished. */
  public StreamLayout layout() {
    return chunks.isEmpty() ? StreamLayout.unchunked(rest) : new StreamLayout(rest, chunks);
  }

  /** What of a rebuilt stream was not seen; bytes that were seen and not kept do not count. */
  public static List<MissingRange> missing(Rope stream) {
    if (stream.isComplete()) {
      return List.of();
    }
    List<MissingRange> missing = new ArrayList<>(1);
    for (Hole hole : stream.holes()) {
      if (hole.why() != Absence.NOT_KEPT) {
        missing.add(new MissingRange(hole.offset(), hole.length(), hole.why()));
      }
    }
    return missing;
  }
}
