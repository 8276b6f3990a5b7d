package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaError;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.ReadSegment;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.xdr.XdrReader;
import org.rdmadump.xdr.XdrStop;

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

  private static final int FIXED_LENGTH = 16;
  private static final int SEGMENT_LENGTH = 16;

  /** Stands for the Reply chunk among the numbers of Write chunks, which begin with 1. */
  static final int REPLY_CHUNK = 0;

  /** Bytes of an entry of the Read list: its marker, its position, its segment. */
  private static final int READ_LENGTH = 2 * Integer.BYTES + SEGMENT_LENGTH;

  /** Segments of all lists that are followed; a header with more is of no use to anybody. */
  static final int MOST_SEGMENTS = 4096;

  /** Whether the XID could be read. */
  public static boolean hasXid(Rope send) {
    return send.has(0, Integer.BYTES);
  }

  /** Whether the RPC message, or the reduced one, follows in the Send itself. */
  public boolean carriesMessage() {
    Optional<RdmaProcedure> procedure = header.procedure();
    return procedure.isPresent()
        && (procedure.get() == RdmaProcedure.RDMA_MSG
            || procedure.get() == RdmaProcedure.RDMA_MSGP);
  }

  /**
   * What follows the header in the Send; empty if the header was cut and does not tell where that
   * begins.
   */
  public Optional<Rope> inline(Rope send) {
    return wholeLength < 0
        ? Optional.empty()
        : Optional.of(send.slice(Math.min(wholeLength, send.length()), send.length()));
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
    for (WriteChunk chunk : writeList) {
      if (lists(chunk, handle)) {
        return true;
      }
    }
    return replyChunk.isPresent() && lists(replyChunk.get(), handle);
  }

  private static boolean lists(WriteChunk chunk, int handle) {
    for (ChunkSegment segment : chunk.segments()) {
      if (segment.handle() == handle) {
        return true;
      }
    }
    return false;
  }

  /** Segments that are listed, in all lists. */
  public int segments() {
    int count = readList.size();
    for (WriteChunk chunk : writeList) {
      count += chunk.segments().size();
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
    return !readList.isEmpty() || !writeList.isEmpty() || replyChunk.isPresent();
  }

  /** What a Write chunk of a number from 1 on is called, or the Reply chunk. */
  static String chunkName(int number) {
    return number == REPLY_CHUNK ? "the Reply chunk" : "Write chunk " + number;
  }

  /** Reads the header at the start of a Send. */
  public static ParsedHeader read(Rope send) {
    return new Reader(send).read();
  }

  private static final class Reader {
    private final XdrReader in;
    private ReadList readList = ReadList.EMPTY;
    private List<WriteChunk> writeList = Collections.emptyList();
    private Optional<WriteChunk> replyChunk = Optional.empty();
    private Optional<RdmaError> error = Optional.empty();
    private int wholeLength = -1;
    private String fault = "";
    private int segments;

    Reader(Rope send) {
      this.in = new XdrReader(send);
    }

    ParsedHeader read() {
      int xid = in.i32();
      int version = in.i32();
      if (in.ok() && version != VERSION) {
        return otherVersion(xid, version);
      }
      int credits = in.i32();
      int code = in.i32();
      if (in.ok()) {
        Optional<RdmaProcedure> procedure = RdmaProcedure.of(code);
        if (procedure.isPresent()) {
          body(procedure.get());
        }
      }
      if (!in.ok() && fault.isEmpty()) {
        fault =
            "the header ends after " + in.position() + " of at least " + FIXED_LENGTH + " bytes";
      }
      boolean tooMany = segments > MOST_SEGMENTS;
      boolean truncated = !tooMany && in.stop() == XdrStop.NOT_AVAILABLE;
      return result(
          new RpcRdmaHeader(
              xid,
              version,
              credits,
              code,
              error,
              (int) in.position(),
              truncated,
              tooMany || (!in.ok() && !truncated)));
    }

    /**
     * Of other versions only the first four words are known, and the refusal of a version: these
     * look the same in all.
     */
    private ParsedHeader otherVersion(int xid, int version) {
      int credits = in.i32();
      int code = in.i32();
      int length = (int) in.position();
      if (code == RdmaProcedure.RDMA_ERROR.code()) {
        int why = in.i32();
        long low = in.u32();
        long high = in.u32();
        if (in.ok() && in.remaining() == 0 && why == RdmaError.ERR_VERS) {
          error = Optional.of(new RdmaError(why, low, high));
          length = (int) in.position();
        }
      }
      return result(new RpcRdmaHeader(xid, version, credits, code, error, length, false, false));
    }

    private ParsedHeader result(RpcRdmaHeader header) {
      int whole = header.truncated() ? wholeLength : header.length();
      return new ParsedHeader(header, readList, writeList, replyChunk, whole, in.position(), fault);
    }

    private void body(RdmaProcedure procedure) {
      switch (procedure) {
        case RDMA_MSG, RDMA_NOMSG -> lists();
        case RDMA_MSGP -> {
          in.skip(2 * Integer.BYTES);
          lists();
        }
        case RDMA_ERROR -> error();
        case RDMA_DONE -> {}
      }
    }

    private void error() {
      int code = in.i32();
      long low = 0;
      long high = 0;
      if (code == RdmaError.ERR_VERS) {
        low = in.u32();
        high = in.u32();
      }
      if (in.ok()) {
        error = Optional.of(new RdmaError(code, low, high));
      } else {
        fault = "the error body ends early";
      }
    }

    private void lists() {
      while (present("Read list")) {
        if (isFull()) {
          return;
        }
        long position = in.u32();
        int handle = in.i32();
        long length = in.u32();
        long offset = in.u64();
        if (!in.ok()) {
          fault = "the Read list ends inside entry " + (readList.size() + 1);
          return;
        }
        if (readList.isEmpty()) {
          readList = new ReadList();
        }
        long most = 1 + in.remaining() / READ_LENGTH;
        readList.add(position, handle, length, offset, most);
      }
      while (present("Write list")) {
        List<ChunkSegment> segments = new ArrayList<>(1);
        boolean whole = chunk(segments, writeList.size() + 1);
        if (segments.isEmpty() && isFull()) {
          return;
        }
        if (whole || !segments.isEmpty()) {
          if (writeList.isEmpty()) {
            writeList = new ArrayList<>(1);
          }
          writeList.add(new WriteChunk(segments));
        }
        if (this.segments > MOST_SEGMENTS) {
          return;
        }
      }
      if (present("Reply chunk")) {
        List<ChunkSegment> segments = new ArrayList<>(1);
        // It is the last part of the header, so its count tells where the header ends.
        if (chunk(segments, REPLY_CHUNK) || !segments.isEmpty()) {
          replyChunk = Optional.of(new WriteChunk(segments));
        }
      }
    }

    private boolean present(String what) {
      if (!in.ok()) {
        return false;
      }
      boolean present = in.bool();
      if (!in.ok()) {
        fault =
            in.stop() == XdrStop.BAD_VALUE
                ? "the " + what + "'s marker is neither 0 nor 1"
                : "the header ends before the " + what;
      }
      return present;
    }

    /** Reads the Write chunk of a number from 1 on, or the Reply chunk. */
    private boolean chunk(List<ChunkSegment> segments, int number) {
      long count = in.count(SEGMENT_LENGTH);
      if (!in.ok()) {
        fault = chunkName(number) + " has more segments than the message can hold";
        return false;
      }
      if (number == REPLY_CHUNK) {
        wholeLength = (int) (in.position() + count * SEGMENT_LENGTH);
      }
      for (long i = 0; i < count; i++) {
        if (isFull()) {
          return false;
        }
        ChunkSegment segment = segment();
        if (!in.ok()) {
          fault = chunkName(number) + " ends inside segment " + (i + 1) + " of " + count;
          return false;
        }
        segments.add(segment);
      }
      return true;
    }

    /** Whether one more segment is one too many, with which reading ends. */
    private boolean isFull() {
      segments++;
      if (segments <= MOST_SEGMENTS) {
        return false;
      }
      fault = "more than " + MOST_SEGMENTS + " segments are listed";
      return true;
    }

    private ChunkSegment segment() {
      int handle = in.i32();
      long length = in.u32();
      long offset = in.u64();
      return new ChunkSegment(handle, length, offset, OptionalLong.empty());
    }
  }
}
