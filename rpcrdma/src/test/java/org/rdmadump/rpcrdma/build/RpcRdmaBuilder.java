package org.rdmadump.rpcrdma.build;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes one RPC-over-RDMA message: header, chunk lists, and what follows inline (RFC 8166 section
 * 4). Nothing is checked.
 *
 * <pre>{@code
 * RpcRdmaBuilder.msg(xid).readChunk(call.position(0), memory).inline(call.reduced()).bytes()
 * }</pre>
 */
public final class RpcRdmaBuilder {
  private static final int MSG = 0;
  private static final int NOMSG = 1;
  private static final int MSGP = 2;
  private static final int DONE = 3;
  private static final int ERROR = 4;
  private static final int ERR_VERS = 1;
  private static final int ERR_CHUNK = 2;
  private static final int DEFAULT_CREDITS = 128;

  private final int xid;
  private final int procedure;
  private final Xdr body;
  private final boolean lists;
  private final Xdr readList = new Xdr();
  private final List<List<Segment>> writeList = new ArrayList<>();
  private final List<List<Segment>> replyChunk = new ArrayList<>();
  private int version = 1;
  private int credits = DEFAULT_CREDITS;
  private byte[] inline = {};

  private RpcRdmaBuilder(int xid, int procedure, boolean lists, Xdr body) {
    this.xid = xid;
    this.procedure = procedure;
    this.lists = lists;
    this.body = body;
  }

  /** {@return a message that carries an RPC message, whole or reduced} */
  public static RpcRdmaBuilder msg(int xid) {
    return new RpcRdmaBuilder(xid, MSG, true, new Xdr());
  }

  /** {@return a message whose RPC message is in a chunk} */
  public static RpcRdmaBuilder nomsg(int xid) {
    return new RpcRdmaBuilder(xid, NOMSG, true, new Xdr());
  }

  /** {@return the obsolete message with alignment} */
  public static RpcRdmaBuilder msgp(int xid, int align, int threshold) {
    return new RpcRdmaBuilder(xid, MSGP, true, new Xdr().u32(align).u32(threshold));
  }

  /** {@return the obsolete message that ends the use of a chunk} */
  public static RpcRdmaBuilder done(int xid) {
    return new RpcRdmaBuilder(xid, DONE, false, new Xdr());
  }

  /** {@return the answer to a version that is not supported} */
  public static RpcRdmaBuilder errVers(int xid, int low, int high) {
    return new RpcRdmaBuilder(xid, ERROR, false, new Xdr().u32(ERR_VERS).u32(low).u32(high));
  }

  /** {@return the answer to chunks that cannot be used} */
  public static RpcRdmaBuilder errChunk(int xid) {
    return new RpcRdmaBuilder(xid, ERROR, false, new Xdr().u32(ERR_CHUNK));
  }

  /** {@return a whole RPC message inline} */
  public static RpcRdmaBuilder inline(int xid, XdrMessage message) {
    return msg(xid).inline(message.bytes());
  }

  /** {@return an RPC message reduced by all its items, which chunks carry} */
  public static RpcRdmaBuilder reduced(int xid, XdrMessage message) {
    return msg(xid).inline(message.reduced());
  }

  /** Sets the version. */
  public RpcRdmaBuilder version(int value) {
    this.version = value;
    return this;
  }

  /** Sets the credits. */
  public RpcRdmaBuilder credits(int value) {
    this.credits = value;
    return this;
  }

  /** Adds entries to the Read list, all with the same position: a Read chunk. */
  public RpcRdmaBuilder readChunk(int position, Segment... segments) {
    for (Segment segment : segments) {
      put(readList.bool(true).u32(position), segment);
    }
    return this;
  }

  /** Adds a Write chunk. */
  public RpcRdmaBuilder writeChunk(Segment... segments) {
    writeList.add(List.of(segments));
    return this;
  }

  /** Adds a Write chunk of no segments: its item has none. */
  public RpcRdmaBuilder emptyWriteChunk() {
    return writeChunk();
  }

  /** Sets the Reply chunk. */
  public RpcRdmaBuilder replyChunk(Segment... segments) {
    replyChunk.clear();
    replyChunk.add(List.of(segments));
    return this;
  }

  /** Sets what follows the header. */
  public RpcRdmaBuilder inline(byte[] bytes) {
    this.inline = bytes.clone();
    return this;
  }

  /** {@return the header alone} */
  public byte[] header() {
    Xdr header = new Xdr().u32(xid).u32(version).u32(credits).u32(procedure).append(body);
    if (lists) {
      header.append(readList).bool(false);
      writeList.forEach(chunk -> put(header, chunk));
      header.bool(false);
      replyChunk.forEach(chunk -> put(header, chunk));
      if (replyChunk.isEmpty()) {
        header.bool(false);
      }
    }
    return header.bytes();
  }

  /** {@return the whole message} */
  public byte[] bytes() {
    return new Xdr().raw(header()).raw(inline).bytes();
  }

  private static void put(Xdr header, List<Segment> chunk) {
    header.bool(true).u32(chunk.size());
    chunk.forEach(segment -> put(header, segment));
  }

  private static void put(Xdr header, Segment segment) {
    header.u32(segment.handle()).u32(segment.length()).u64(segment.offset());
  }
}
