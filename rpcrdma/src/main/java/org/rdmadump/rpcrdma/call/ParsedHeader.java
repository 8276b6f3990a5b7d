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

/** An RPC-over-RDMA header with its chunk lists, as read from a Send. */
public final class ParsedHeader {
  /** The only version that is decoded. */
  public static final int VERSION = 1;

  /** Stands for the Reply chunk among the numbers of Write chunks, which begin with 1. */
  static final int REPLY_CHUNK = 0;

  /** Segments of all lists that are followed; a header with more is of no use to anybody. */
  static final int MOST_SEGMENTS = 4096;

  // What is in a set of the lists that have something.
  private static final byte READS = 1;
  private static final byte WRITES = 2;
  private static final byte REPLY = 4;

  /** The fixed part; null until somebody asks for that of one with nothing odd. */
  private @Nullable RpcRdmaHeader header;

  private final int xid;
  private final int credits;
  private final ReadList readList;
  private final List<WriteChunk> writeList;
  private final Optional<WriteChunk> replyChunk;
  private final int wholeLength;
  private final String fault;

  // What is asked of every message, several times.
  private final boolean carriesMessage;
  private final boolean odd;
  private final byte lists;

  /**
   * A header that was read.
   *
   * @param header the fixed part
   * @param readList entries of the Read list
   * @param writeList Write chunks, which do not change
   * @param replyChunk Reply chunk
   * @param wholeLength bytes of the whole header, cut ones included; -1 if what was captured of it
   *     does not tell
   * @param fault what was wrong at its end; meaningless unless it is truncated or malformed
   */
  ParsedHeader(
      RpcRdmaHeader header,
      ReadList readList,
      List<WriteChunk> writeList,
      Optional<WriteChunk> replyChunk,
      int wholeLength,
      String fault) {
    this.header = header;
    this.xid = header.xid();
    this.credits = header.credits();
    this.readList = readList;
    this.writeList = writeList;
    this.replyChunk = replyChunk;
    this.wholeLength = wholeLength;
    this.fault = fault;
    RdmaProcedure procedure = header.procedure().orElse(null);
    this.carriesMessage =
        procedure == RdmaProcedure.RDMA_MSG || procedure == RdmaProcedure.RDMA_MSGP;
    this.odd =
        !(procedure == RdmaProcedure.RDMA_MSG || procedure == RdmaProcedure.RDMA_NOMSG)
            || header.version() != VERSION
            || header.malformed()
            || header.truncated();
    this.lists = lists();
  }

  /**
   * One that is whole, with nothing odd.
   *
   * @param carriesMessage whether it is RDMA_MSG, and not RDMA_NOMSG
   * @param length of all of it
   */
  ParsedHeader(
      int xid,
      int credits,
      boolean carriesMessage,
      ReadList readList,
      List<WriteChunk> writeList,
      Optional<WriteChunk> replyChunk,
      int length) {
    this.xid = xid;
    this.credits = credits;
    this.readList = readList;
    this.writeList = writeList;
    this.replyChunk = replyChunk;
    this.wholeLength = length;
    this.fault = "";
    this.carriesMessage = carriesMessage;
    this.odd = false;
    this.lists = lists();
  }

  /**
   * RDMA_MSG that is whole, with nothing odd and without chunks.
   *
   * @param length of all of it
   */
  ParsedHeader(int xid, int credits, int length) {
    this.xid = xid;
    this.credits = credits;
    this.readList = ReadList.EMPTY;
    this.writeList = Collections.emptyList();
    this.replyChunk = Optional.empty();
    this.wholeLength = length;
    this.fault = "";
    this.carriesMessage = true;
    this.odd = false;
    this.lists = 0;
  }

  private byte lists() {
    int some = readList.isEmpty() ? 0 : READS;
    some |= writeList.isEmpty() ? 0 : WRITES;
    return (byte) (replyChunk.isPresent() ? some | REPLY : some);
  }

  /** The fixed part. */
  public RpcRdmaHeader header() {
    RpcRdmaHeader known = header;
    if (known == null) {
      known = usual();
      header = known;
    }
    return known;
  }

  private RpcRdmaHeader usual() {
    RdmaProcedure procedure = carriesMessage ? RdmaProcedure.RDMA_MSG : RdmaProcedure.RDMA_NOMSG;
    return new RpcRdmaHeader(
        xid, VERSION, credits, procedure.code(), Optional.empty(), wholeLength, false, false);
  }

  /** Transaction identifier. */
  public int xid() {
    return xid;
  }

  /** As {@link RpcRdmaHeader#credits}. */
  public int credits() {
    return credits;
  }

  /** Whether it reaches as far as its credits. */
  public boolean hasCredits() {
    return !odd || header().hasCredits();
  }

  /** Bytes of it with its lists, as far as it could be read. */
  public int length() {
    return odd ? header().length() : wholeLength;
  }

  /** Where the type of the RPC message behind it is: call or reply. */
  public long messageTypeAt() {
    return (long) length() + Integer.BYTES;
  }

  /** Whether it breaks its own rules. */
  public boolean isMalformed() {
    return odd && header().malformed();
  }

  /** Whether it was cut by the snap length. */
  public boolean isTruncated() {
    return odd && header().truncated();
  }

  /** Entries of the Read list. */
  public ReadList readList() {
    return readList;
  }

  /** Write chunks. */
  public List<WriteChunk> writeList() {
    return writeList;
  }

  /** Reply chunk. */
  public Optional<WriteChunk> replyChunk() {
    return replyChunk;
  }

  /** Offset in the Send of what could not be read, if the header is truncated or malformed. */
  public long faultAt() {
    return header().length();
  }

  /** What was wrong there. */
  public String fault() {
    return fault;
  }

  /** Whether the XID could be read. */
  public static boolean hasXid(Rope send) {
    return send.has(0, Integer.BYTES);
  }

  /** Whether the RPC message, or the reduced one, follows in the Send itself. */
  public boolean carriesMessage() {
    return carriesMessage;
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
    return hasReplyChunk() && lists(replyChunk.get(), handle);
  }

  private static boolean lists(WriteChunk chunk, int handle) {
    for (int i = 0; i < chunk.segments().size(); i++) {
      if (chunk.segments().get(i).handle() == handle) {
        return true;
      }
    }
    return false;
  }

  /** Whether a segment of that handle which has an address is listed for reads, or for writes. */
  public boolean lists(int handle, long address, boolean isRead) {
    if (isRead) {
      for (int i = 0; i < readList.size(); i++) {
        if (readList.handle(i) == handle
            && isInside(address, readList.offset(i), readList.length(i))) {
          return true;
        }
      }
      return false;
    }
    for (int i = 0; hasWrites() && i < writeList.size(); i++) {
      if (lists(writeList.get(i), handle, address)) {
        return true;
      }
    }
    return hasReplyChunk() && lists(replyChunk.get(), handle, address);
  }

  private static boolean lists(WriteChunk chunk, int handle, long address) {
    for (int i = 0; i < chunk.segments().size(); i++) {
      ChunkSegment each = chunk.segments().get(i);
      if (each.handle() == handle && isInside(address, each.offset(), each.length())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInside(long address, long offset, long length) {
    return Long.compareUnsigned(address - offset, length) < 0;
  }

  /** Whether another lists the same segments. */
  boolean hasSameChunks(ParsedHeader other) {
    return readList.isSameAs(other.readList)
        && writeList.equals(other.writeList)
        && replyChunk.equals(other.replyChunk);
  }

  /** Whether another lists chunks of the same lengths, wherever these are. */
  boolean hasChunksLike(ParsedHeader other) {
    if (lists != other.lists
        || writeList.size() != other.writeList.size()
        || readLength(true) != other.readLength(true)
        || readLength(false) != other.readLength(false)) {
      return false;
    }
    for (int i = 0; i < writeList.size(); i++) {
      if (length(writeList.get(i)) != length(other.writeList.get(i))) {
        return false;
      }
    }
    return !hasReplyChunk() || length(replyChunk.get()) == length(other.replyChunk.get());
  }

  /** Bytes that its Read list has at position zero, or elsewhere. */
  private long readLength(boolean atZero) {
    long length = 0;
    for (int i = 0; i < readList.size(); i++) {
      length += (readList.position(i) == 0) == atZero ? readList.length(i) : 0;
    }
    return length;
  }

  private static long length(WriteChunk chunk) {
    long length = 0;
    for (int i = 0; i < chunk.segments().size(); i++) {
      length += chunk.segments().get(i).length();
    }
    return length;
  }

  /** Segments that are listed, in all lists. */
  public int segments() {
    int count = readList.size();
    if (hasWrites()) {
      for (int i = 0; i < writeList.size(); i++) {
        count += writeList.get(i).segments().size();
      }
    }
    return hasReplyChunk() ? count + replyChunk.get().segments().size() : count;
  }

  /** The same without what is listed. */
  ParsedHeader withoutLists() {
    return new ParsedHeader(
        header(), ReadList.EMPTY, Collections.emptyList(), Optional.empty(), wholeLength, fault);
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
    if (hasReplyChunk()) {
      all.addAll(replyChunk.get().segments());
    }
    return all;
  }

  /** Whether there is anything to be said of its fixed part, or of what could be read of it. */
  public boolean isOdd() {
    return odd;
  }

  /** Whether any chunk is listed. */
  public boolean hasChunks() {
    return lists != 0;
  }

  /** Whether the Read list has an entry. */
  public boolean hasReads() {
    return (lists & READS) != 0;
  }

  /** Whether the Write list has a chunk. */
  boolean hasWrites() {
    return (lists & WRITES) != 0;
  }

  /** Whether there is a Reply chunk. */
  public boolean hasReplyChunk() {
    return (lists & REPLY) != 0;
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
