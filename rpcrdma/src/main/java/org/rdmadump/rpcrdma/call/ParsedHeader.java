package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.ReadSegment;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.WriteChunk;

/**
 * An RPC-over-RDMA header with its chunk lists, as read from a Send.
 *
 * @param header the fixed part
 * @param readList entries of the Read list
 * @param writeList Write chunks
 * @param replyChunk Reply chunk
 * @param wholeLength bytes of the whole header, cut ones included; -1 if what was captured of it
 *     does not tell
 * @param faultAt offset in the Send of what could not be read; meaningless unless the header is
 *     truncated or malformed
 * @param fault what was wrong there
 */
public record ParsedHeader(
    RpcRdmaHeader header,
    ReadList readList,
    List<WriteChunk> writeList,
    Optional<WriteChunk> replyChunk,
    int wholeLength,
    long faultAt,
    String fault) {
  /** The only version that is decoded. */
  public static final int VERSION = 1;

  /** Stands for the Reply chunk among the numbers of Write chunks, which begin with 1. */
  static final int REPLY_CHUNK = 0;

  /** Segments of all lists that are followed; a header with more is of no use to anybody. */
  static final int MOST_SEGMENTS = 4096;

  /** Copies the Write list, of which an empty one is always the same: {@link #hasWrites}. */
  public ParsedHeader {
    writeList = ShortLists.copy(writeList);
  }

  /** Whether the XID could be read. */
  public static boolean hasXid(Rope send) {
    return send.has(0, Integer.BYTES);
  }

  /** Whether the RPC message, or the reduced one, follows in the Send itself. */
  public boolean carriesMessage() {
    RdmaProcedure procedure = header.procedure().orElse(null);
    return procedure == RdmaProcedure.RDMA_MSG || procedure == RdmaProcedure.RDMA_MSGP;
  }

  /**
   * What follows the header in the Send; null if the header was cut and does not tell where that
   * begins.
   */
  public @Nullable Rope inline(Rope send) {
    return wholeLength < 0 ? null : send.slice(Math.min(wholeLength, send.length()), send.length());
  }

  /** Whether some entry of the Read list has position 0. */
  public boolean hasPositionZero() {
    for (int i = 0; i < readList.size(); i++) {
      if (readList.position(i) == 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether a segment of that handle is listed, in any list. */
  public boolean lists(int handle) {
    for (int i = 0; i < readList.size(); i++) {
      if (readList.handle(i) == handle) {
        return true;
      }
    }
    if (hasWrites()) {
      for (int i = 0; i < writeList.size(); i++) {
        if (lists(writeList.get(i), handle)) {
          return true;
        }
      }
    }
    return replyChunk.isPresent() && lists(replyChunk.get(), handle);
  }

  private static boolean lists(WriteChunk chunk, int handle) {
    for (int i = 0; i < chunk.segments().size(); i++) {
      if (chunk.segments().get(i).handle() == handle) {
        return true;
      }
    }
    return false;
  }

  /** Whether another lists the same segments, as that of a repeat of the same call does. */
  boolean hasSameChunks(ParsedHeader other) {
    return readList.isSameAs(other.readList)
        && writeList.equals(other.writeList)
        && replyChunk.equals(other.replyChunk);
  }

  /** Segments that are listed, in all lists. */
  public int segments() {
    int count = readList.size();
    if (hasWrites()) {
      for (int i = 0; i < writeList.size(); i++) {
        count += writeList.get(i).segments().size();
      }
    }
    return replyChunk.isPresent() ? count + replyChunk.get().segments().size() : count;
  }

  /** The same without what is listed. */
  ParsedHeader withoutLists() {
    return new ParsedHeader(
        header,
        ReadList.EMPTY,
        Collections.emptyList(),
        Optional.empty(),
        wholeLength,
        faultAt,
        fault);
  }

  /** Every segment of the Read list, the Write list and the Reply chunk. */
  public List<ChunkSegment> allSegments() {
    if (!hasChunks()) {
      return List.of();
    }
    List<ChunkSegment> all = new ArrayList<>(segments());
    for (ReadSegment read : readList) {
      all.add(read.segment());
    }
    for (WriteChunk chunk : writeList) {
      all.addAll(chunk.segments());
    }
    if (replyChunk.isPresent()) {
      all.addAll(replyChunk.get().segments());
    }
    return all;
  }

  /** Whether any chunk is listed. */
  public boolean hasChunks() {
    return hasReads() || hasWrites() || replyChunk.isPresent();
  }

  /** Whether the Read list has an entry. */
  public boolean hasReads() {
    return readList.size() > 0;
  }

  /** Whether the Write list has a chunk; asked of every message, mostly without one. */
  @SuppressWarnings("ReferenceEquality") // Costs less than to ask a list of any class.
  boolean hasWrites() {
    return writeList != Collections.<WriteChunk>emptyList();
  }

  /** What a Write chunk of a number from 1 on is called, or the Reply chunk. */
  static String chunkName(int number) {
    return number == REPLY_CHUNK ? "the Reply chunk" : "Write chunk " + number;
  }

  /** Reads the header at the start of a Send; who reads many keeps a {@link HeaderReader}. */
  public static ParsedHeader read(Rope send) {
    return new HeaderReader().read(send);
  }
}
