package org.rdmadump.nfs;

import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.RpcReplyHeader;
import org.rdmadump.xdr.XdrReader;
import org.rdmadump.xdr.XdrStop;

/**
 * Finds in a reduced reply the opaques whose bytes the server may have put into Write chunks: the
 * data of NFS READ and the text of READLINK.
 *
 * <p>A Write chunk does not say where in the reply it belongs; that follows from the results
 * themselves: the chunk of index n serves the n-th READ or READLINK, also where that one failed and
 * has no data (RFC 8267). Where the next item is depends on whether the bytes of this one are in
 * the reduced stream or in a chunk, so the caller decides at each item:
 *
 * <pre>{@code
 * while (results.next()) {
 *   boolean moved = results.chunk() < chunks.size() && chunks.get(results.chunk()).length() > 0;
 *   if (moved) {
 *     insert at results.position(): the chunk's bytes, and zeros up to a multiple of 4
 *   }
 *   results.dataInline(!moved);
 * }
 * }</pre>
 *
 * <p>A chunk of length 0 in the reply was not used: the data of its item, if any, is inline (RFC
 * 8166 section 3.4.6). An item whose bytes were moved leaves neither them nor their round-up in the
 * reduced stream. If the walk ends before a chunk that has bytes was paired, they have no known
 * place: {@link #walk()} tells why.
 *
 * <p>Of NFS version 4 only SEQUENCE, the operations without results such as PUTFH, READ and
 * READLINK are understood.
 */
public final class DdpEligibleResults {
  private static final int NFS_OK = 0;

  private static final int PROC2_READLINK = 5;
  private static final int PROC2_READ = 6;
  private static final int PROC3_READLINK = 5;
  private static final int PROC3_READ = 6;
  private static final int PROC4_COMPOUND = 1;

  private static final int OP_PUTFH = 22;
  private static final int OP_PUTPUBFH = 23;
  private static final int OP_PUTROOTFH = 24;
  private static final int OP_READ = 25;
  private static final int OP_READLINK = 27;
  private static final int OP_RESTOREFH = 31;
  private static final int OP_SAVEFH = 32;
  private static final int OP_SEQUENCE = 53;

  /** RFC 1094 section 2.3.5, fattr: 17 words. */
  private static final int FATTR2_LENGTH = 68;

  /** RFC 1813 section 2.6, fattr3. */
  private static final int FATTR3_LENGTH = 84;

  /** RFC 8881 section 18.46, SEQUENCE4resok: session ID and five words. */
  private static final int SEQUENCE4RESOK_LENGTH = 36;

  /** An operation's number and its status. */
  private static final int LEAST_RESULT = 8;

  private final XdrReader in;
  private final Shape shape;
  private DdpWalk walk;
  private boolean begun;
  private long operationsLeft;
  private int chunk = -1;
  private boolean atItem;
  private boolean inline;
  private long length;

  private DdpEligibleResults(XdrReader in, Shape shape, DdpWalk walk) {
    this.in = in;
    this.shape = shape;
    this.walk = walk;
  }

  /** Walks the results of a reply to {@code call}. */
  public static DdpEligibleResults of(RpcCallHeader call, RpcReplyHeader reply, Rope reduced) {
    if (!reply.status().isSuccess()) {
      return nothing(reduced, DdpWalk.COMPLETE);
    }
    if (!call.bodyIsPlain()) {
      // A wrapped body is one opaque for RPC-over-RDMA: nothing in it is eligible.
      return nothing(reduced, call.gss().isPresent() ? DdpWalk.COMPLETE : DdpWalk.NOT_UNDERSTOOD);
    }
    return of(call.program(), call.version(), call.procedure(), reduced, reply.bodyOffset());
  }

  /**
   * Walks the results of a procedure.
   *
   * @param reduced the reply as it was sent, without what is in Write chunks
   * @param bodyOffset position in it at which the results begin
   * @throws IndexOutOfBoundsException if that is outside of the reply
   */
  public static DdpEligibleResults of(
      long program, long version, long procedure, Rope reduced, long bodyOffset) {
    Shape shape = shape(program, version, procedure);
    return new DdpEligibleResults(
        new XdrReader(reduced, bodyOffset, reduced.length()),
        shape,
        shape == Shape.NOTHING ? DdpWalk.COMPLETE : DdpWalk.UNDER_WAY);
  }

  /** Goes to the next item; false if there is none, or none that can be found. */
  public boolean next() {
    if (atItem) {
      leaveItem();
    }
    if (walk != DdpWalk.UNDER_WAY) {
      return false;
    }
    atItem =
        switch (shape) {
          case READ_2 -> beginOnce() && read2();
          case READLINK_2 -> beginOnce() && readlink2();
          case READ_3 -> beginOnce() && read3();
          case READLINK_3 -> beginOnce() && readlink3();
          case COMPOUND_4 -> compound4();
          case NOTHING -> false;
        };
    if (!in.ok()) {
      atItem = false;
      stopped();
    } else if (!atItem && walk == DdpWalk.UNDER_WAY) {
      walk = DdpWalk.COMPLETE;
    }
    return atItem;
  }

  /**
   * {@return position in the reduced stream right behind the item's length word; once {@link #next}
   * has returned false, behind the last value that was understood}
   */
  public long position() {
    return in.position();
  }

  /**
   * {@return value of the item's length word, 0 to 2<sup>32</sup>-1; not compared with anything}
   */
  public long length() {
    return length;
  }

  /** {@return index, from 0, of the Write chunk that serves the item, if there are so many} */
  public int chunk() {
    return chunk;
  }

  /** Tells where the item's bytes are. Without being told, they are taken to be inline. */
  public void dataInline(boolean inline) {
    this.inline = inline;
  }

  /** {@return how far the walk has come} */
  public DdpWalk walk() {
    return walk;
  }

  private static DdpEligibleResults nothing(Rope reduced, DdpWalk walk) {
    return new DdpEligibleResults(new XdrReader(reduced), Shape.NOTHING, walk);
  }

  private static Shape shape(long program, long version, long procedure) {
    if (program != RpcPrograms.NFS) {
      return Shape.NOTHING;
    }
    if (version == 2) {
      return procedure == PROC2_READ
          ? Shape.READ_2
          : procedure == PROC2_READLINK ? Shape.READLINK_2 : Shape.NOTHING;
    }
    if (version == 3) {
      return procedure == PROC3_READ
          ? Shape.READ_3
          : procedure == PROC3_READLINK ? Shape.READLINK_3 : Shape.NOTHING;
    }
    return version == 4 && procedure == PROC4_COMPOUND ? Shape.COMPOUND_4 : Shape.NOTHING;
  }

  private void leaveItem() {
    atItem = false;
    if (inline && !in.skip(XdrReader.padded(length))) {
      stopped();
    }
  }

  private void stopped() {
    walk = in.stop() == XdrStop.NOT_AVAILABLE ? DdpWalk.NOT_AVAILABLE : DdpWalk.MALFORMED;
  }

  /** True the first time. */
  private boolean beginOnce() {
    boolean first = !begun;
    begun = true;
    return first;
  }

  private boolean read2() {
    if (!resultIsOk()) {
      return false;
    }
    in.skip(FATTR2_LENGTH);
    return item();
  }

  private boolean readlink2() {
    return resultIsOk() && item();
  }

  private boolean read3() {
    boolean ok = resultIsOk();
    skipAttributes3();
    if (!ok) {
      return false;
    }
    in.u32();
    in.bool();
    return item();
  }

  private boolean readlink3() {
    boolean ok = resultIsOk();
    skipAttributes3();
    return ok && item();
  }

  /** RFC 7530 section 15.2 and RFC 8881 section 16.2, COMPOUND4res. */
  private boolean compound4() {
    if (beginOnce()) {
      in.u32();
      in.opaque();
      operationsLeft = in.count(LEAST_RESULT);
    }
    while (operationsLeft > 0 && in.ok()) {
      operationsLeft--;
      long operation = in.u32();
      boolean ok = in.u32() == NFS_OK;
      if (operation == OP_READ || operation == OP_READLINK) {
        chunk++;
        if (ok) {
          if (operation == OP_READ) {
            in.bool();
          }
          return itemOfChunk();
        }
      } else if (operation == OP_SEQUENCE) {
        in.skip(ok ? SEQUENCE4RESOK_LENGTH : 0);
      } else if (!hasOnlyStatus(operation)) {
        walk = DdpWalk.NOT_UNDERSTOOD;
        return false;
      }
    }
    return false;
  }

  private static boolean hasOnlyStatus(long operation) {
    return operation == OP_PUTFH
        || operation == OP_PUTPUBFH
        || operation == OP_PUTROOTFH
        || operation == OP_SAVEFH
        || operation == OP_RESTOREFH;
  }

  private boolean resultIsOk() {
    return in.u32() == NFS_OK && in.ok();
  }

  /** RFC 1813 section 2.6, post_op_attr. */
  private void skipAttributes3() {
    if (in.bool()) {
      in.skip(FATTR3_LENGTH);
    }
  }

  private boolean item() {
    chunk++;
    return itemOfChunk();
  }

  private boolean itemOfChunk() {
    length = in.u32();
    inline = true;
    return in.ok();
  }

  /** The result types that are known here. */
  private enum Shape {
    NOTHING,
    READ_2,
    READLINK_2,
    READ_3,
    READLINK_3,
    COMPOUND_4
  }
}
