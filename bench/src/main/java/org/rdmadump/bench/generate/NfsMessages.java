package org.rdmadump.bench.generate;

import org.rdmadump.rpcrdma.build.Rpc;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.Xdr;

/**
 * NFS version 3 READ and WRITE, calls and replies, without their data, which is in chunks.
 *
 * <p>RFC 1813 sections 3.3.6 and 3.3.7.
 */
final class NfsMessages {
  private static final int NFS = 100003;
  private static final int VERSION = 3;
  private static final int READ = 6;
  private static final int WRITE = 7;
  private static final int FILE_SYNC = 2;
  private static final int REGULAR_FILE = 1;
  private static final int MODE = 0644;
  private static final long SECONDS = 1_767_225_600L << 32;
  private static final long FILE_SIZE = 1L << 40;

  private static final int VERSION_4 = 4;
  private static final int COMPOUND = 1;
  private static final int LOOKUP = 15;
  private static final int PUTROOTFH = 24;

  private NfsMessages() {}

  /** {@return a call of READ, without its Write list} */
  static RpcRdmaBuilder readCall(int xid, long file, long at, int count) {
    Xdr call = Rpc.call(xid, NFS, VERSION, READ).opaque(fileHandle(file)).u64(at).u32(count);
    return RpcRdmaBuilder.msg(xid).inline(call.bytes());
  }

  /** {@return the reply} */
  static RpcRdmaBuilder readReply(int xid, long file, int count) {
    Xdr reply = attributes(Rpc.reply(xid).u32(0), file).u32(count).bool(false).u32(count);
    return RpcRdmaBuilder.msg(xid).inline(reply.bytes());
  }

  /**
   * A call of WRITE with a Read chunk of its data, or several of its parts.
   *
   * @param apart bytes from where one segment belongs in the call to where the next does
   */
  static RpcRdmaBuilder writeCall(
      int xid, long file, long at, int count, int apart, Segment... segments) {
    byte[] call =
        Rpc.call(xid, NFS, VERSION, WRITE)
            .opaque(fileHandle(file))
            .u64(at)
            .u32(count)
            .u32(FILE_SYNC)
            .u32(count)
            .bytes();
    RpcRdmaBuilder message = RpcRdmaBuilder.msg(xid).inline(call);
    for (int i = 0; i < segments.length; i++) {
      message.readChunk(call.length + i * apart, segments[i]);
    }
    return message;
  }

  /** {@return the reply} */
  static RpcRdmaBuilder writeReply(int xid, long file, int count) {
    Xdr reply = Rpc.reply(xid).u32(0).bool(true).u64(FILE_SIZE).u64(SECONDS).u64(SECONDS);
    attributes(reply, file).u32(count).u32(FILE_SYNC).u64(1);
    return RpcRdmaBuilder.msg(xid).inline(reply.bytes());
  }

  /** {@return a call with an NFSv4.1 compound of nothing but PUTROOTFH} */
  static RpcRdmaBuilder compoundCall(int xid, int operations) {
    Xdr call = Rpc.call(xid, NFS, VERSION_4, COMPOUND).string("").u32(1).u32(operations);
    for (int i = 0; i < operations; i++) {
      call.u32(PUTROOTFH);
    }
    return RpcRdmaBuilder.msg(xid).inline(call.bytes());
  }

  /** {@return a call with an NFSv4.1 compound that goes down from the root, to each by LOOKUP} */
  static RpcRdmaBuilder descentCall(int xid, int directories) {
    Xdr call = Rpc.call(xid, NFS, VERSION_4, COMPOUND).string("").u32(1).u32(1 + directories);
    call.u32(PUTROOTFH);
    for (int i = 0; i < directories; i++) {
      call.u32(LOOKUP).string("d" + i);
    }
    return RpcRdmaBuilder.msg(xid).inline(call.bytes());
  }

  private static byte[] fileHandle(long file) {
    return new Xdr().u32(0x01000601).u64(0).u64(0).u64(file).bytes();
  }

  private static Xdr attributes(Xdr to, long file) {
    to.bool(true).u32(REGULAR_FILE).u32(MODE).u32(1).u32(0).u32(0);
    to.u64(FILE_SIZE).u64(FILE_SIZE).u64(0).u64(1).u64(file);
    return to.u64(SECONDS).u64(SECONDS).u64(SECONDS);
  }
}
