package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaError;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.xdr.XdrReader;
import org.rdmadump.xdr.XdrStop;

/**
 * Reads RPC-over-RDMA headers of version 1 (RFC 8166 section 4), one after the other. Nothing in
 * them makes it throw.
 */
public final class HeaderReader {
  private static final int FIXED_LENGTH = 16;
  private static final int SEGMENT_LENGTH = 16;

  /** Of a header with three empty lists. */
  private static final int PLAIN_LENGTH = FIXED_LENGTH + 3 * Integer.BYTES;

  /** Bytes of an entry of the Read list: its marker, its position, its segment. */
  private static final int READ_LENGTH = 2 * Integer.BYTES + SEGMENT_LENGTH;

  private final XdrReader in = new XdrReader(Rope.empty());
  private ReadList readList = ReadList.EMPTY;
  private final List<WriteChunk> writeList = new ArrayList<>(0);

  /** Of the chunk that is read. */
  private final List<ChunkSegment> chunk = new ArrayList<>(0);

  private Optional<WriteChunk> replyChunk = Optional.empty();
  private Optional<RdmaError> error = Optional.empty();
  private int wholeLength = -1;
  private String fault = "";
  private int segments;

  /** Reads the header at the start of a Send. */
  public ParsedHeader read(Rope send) {
    ParsedHeader plain = plain(send);
    return plain == null ? any(send) : plain;
  }

  /** Most of thousands of messages are of this kind: all there, and without chunks. */
  private static @Nullable ParsedHeader plain(Rope send) {
    if (!send.isComplete() || send.length() < PLAIN_LENGTH) {
      return null;
    }
    long first = send.getLong(0);
    long second = send.getLong(Long.BYTES);
    if ((int) first != ParsedHeader.VERSION
        || (int) second != RdmaProcedure.RDMA_MSG.code()
        || send.getLong(FIXED_LENGTH) != 0
        || send.getInt(PLAIN_LENGTH - Integer.BYTES) != 0) {
      return null;
    }
    return new ParsedHeader(
        (int) (first >>> Integer.SIZE), (int) (second >>> Integer.SIZE), PLAIN_LENGTH);
  }

  private ParsedHeader any(Rope send) {
    in.restart(send);
    readList = ReadList.EMPTY;
    writeList.clear();
    replyChunk = Optional.empty();
    error = Optional.empty();
    wholeLength = -1;
    fault = "";
    segments = 0;
    ParsedHeader header = read();
    in.restart(Rope.empty());
    return header;
  }

  private ParsedHeader read() {
    int xid = in.i32();
    int version = in.i32();
    if (in.ok() && version != ParsedHeader.VERSION) {
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
    boolean carriesMessage = code == RdmaProcedure.RDMA_MSG.code();
    if (in.ok()
        && segments <= ParsedHeader.MOST_SEGMENTS
        && (carriesMessage || code == RdmaProcedure.RDMA_NOMSG.code())) {
      int length = (int) in.position();
      return new ParsedHeader(
          xid, credits, carriesMessage, readList, ShortLists.copy(writeList), replyChunk, length);
    }
    return odd(xid, version, credits, code);
  }

  private ParsedHeader odd(int xid, int version, int credits, int code) {
    if (!in.ok() && fault.isEmpty()) {
      fault = "the header ends after " + in.position() + " of at least " + FIXED_LENGTH + " bytes";
    }
    boolean tooMany = segments > ParsedHeader.MOST_SEGMENTS;
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
   * Of other versions only the first four words are known, and the refusal of a version: these look
   * the same in all.
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
    return new ParsedHeader(header, readList, ShortLists.copy(writeList), replyChunk, whole, fault);
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
        readListEnds();
        return;
      }
      if (readList.isEmpty()) {
        readList = new ReadList();
      }
      long most = 1 + in.remaining() / READ_LENGTH;
      readList.add(position, handle, length, offset, most);
    }
    while (present("Write list")) {
      boolean whole = chunk(writeList.size() + 1);
      if (chunk.isEmpty() && isFull()) {
        return;
      }
      if (whole || !chunk.isEmpty()) {
        writeList.add(new WriteChunk(ShortLists.copy(chunk)));
      }
      if (segments > ParsedHeader.MOST_SEGMENTS) {
        return;
      }
    }
    if (present("Reply chunk")) {
      // It is the last part of the header, so its count tells where the header ends.
      if (chunk(ParsedHeader.REPLY_CHUNK) || !chunk.isEmpty()) {
        replyChunk = Optional.of(new WriteChunk(ShortLists.copy(chunk)));
      }
    }
  }

  private void readListEnds() {
    fault = "the Read list ends inside entry " + (readList.size() + 1);
  }

  private boolean present(String what) {
    if (!in.ok()) {
      return false;
    }
    boolean present = in.bool();
    if (!in.ok()) {
      notPresent(what);
    }
    return present;
  }

  private void notPresent(String what) {
    fault =
        in.stop() == XdrStop.BAD_VALUE
            ? "the " + what + "'s marker is neither 0 nor 1"
            : "the header ends before the " + what;
  }

  /** Reads the Write chunk of a number from 1 on, or the Reply chunk. */
  private boolean chunk(int number) {
    chunk.clear();
    long count = in.count(SEGMENT_LENGTH);
    if (!in.ok()) {
      tooMany(number);
      return false;
    }
    if (number == ParsedHeader.REPLY_CHUNK) {
      wholeLength = (int) (in.position() + count * SEGMENT_LENGTH);
    }
    for (long i = 0; i < count; i++) {
      if (isFull()) {
        return false;
      }
      ChunkSegment segment = segment();
      if (!in.ok()) {
        endsInside(number, i + 1, count);
        return false;
      }
      chunk.add(segment);
    }
    return true;
  }

  private void tooMany(int number) {
    fault = ParsedHeader.chunkName(number) + " has more segments than the message can hold";
  }

  private void endsInside(int number, long segment, long count) {
    fault = ParsedHeader.chunkName(number) + " ends inside segment " + segment + " of " + count;
  }

  /** Whether one more segment is one too many, with which reading ends. */
  private boolean isFull() {
    segments++;
    if (segments <= ParsedHeader.MOST_SEGMENTS) {
      return false;
    }
    fault = "more than " + ParsedHeader.MOST_SEGMENTS + " segments are listed";
    return true;
  }

  private ChunkSegment segment() {
    int handle = in.i32();
    long length = in.u32();
    long offset = in.u64();
    return new ChunkSegment(handle, length, offset, OptionalLong.empty());
  }
}
