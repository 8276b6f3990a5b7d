package org.rdmadump.rpcrdma.build;

import java.util.Arrays;

/** Messages of NFS version 3 (RFC 1813). */
public final class Nfs3 {
  public static final int PROGRAM = 100003;
  public static final int VERSION = 3;
  public static final int NULL = 0;
  public static final int GETATTR = 1;
  public static final int READLINK = 5;
  public static final int READ = 6;
  public static final int WRITE = 7;
  public static final int SYMLINK = 10;
  public static final int READDIR = 16;

  private static final int OK = 0;
  private static final int ERR_IO = 5;
  private static final int FILE_SYNC = 2;
  private static final int ATTRIBUTES = 84;
  private static final byte[] HANDLE = Pattern.of(3, 32);

  private Nfs3() {}

  private static Xdr call(int xid, int procedure) {
    return Rpc.call(xid, PROGRAM, VERSION, procedure);
  }

  /** {@return a call without arguments} */
  public static XdrMessage nullCall(int xid) {
    return call(xid, NULL).message();
  }

  /** {@return its reply} */
  public static XdrMessage nullReply(int xid) {
    return Rpc.reply(xid).message();
  }

  /** {@return a GETATTR call} */
  public static XdrMessage getattrCall(int xid) {
    return call(xid, GETATTR).opaque(HANDLE).message();
  }

  /** {@return its reply} */
  public static XdrMessage getattrReply(int xid) {
    return Rpc.reply(xid).u32(OK).fixed(Pattern.of(xid, ATTRIBUTES)).message();
  }

  /** {@return a READ call} */
  public static XdrMessage readCall(int xid, int count) {
    return call(xid, READ).opaque(HANDLE).u64(0).u32(count).message();
  }

  /** {@return its reply: item 0 is the data} */
  public static XdrMessage readReply(int xid, byte[] data) {
    return attributes(Rpc.reply(xid).u32(OK)).u32(data.length).bool(true).item(data).message();
  }

  /** {@return a READ reply that says input/output error} */
  public static XdrMessage readError(int xid) {
    return attributes(Rpc.reply(xid).u32(ERR_IO)).message();
  }

  /** {@return a WRITE call: item 0 is the data, the last thing in it} */
  public static XdrMessage writeCall(int xid, byte[] data) {
    return call(xid, WRITE)
        .opaque(HANDLE)
        .u64(0)
        .u32(data.length)
        .u32(FILE_SYNC)
        .item(data)
        .message();
  }

  /** {@return its reply} */
  public static XdrMessage writeReply(int xid, int count) {
    return attributes(Rpc.reply(xid).u32(OK).bool(false))
        .u32(count)
        .u32(FILE_SYNC)
        .u64(0x1122334455667788L)
        .message();
  }

  /** {@return a SYMLINK call with a directory name of {@code nameLength}: item 0 is the text} */
  public static XdrMessage symlinkCall(int xid, int nameLength, byte[] text) {
    Xdr call = call(xid, SYMLINK).opaque(HANDLE).string("n".repeat(nameLength));
    for (int attribute = 0; attribute < 6; attribute++) {
      call.u32(0);
    }
    return call.item(text).message();
  }

  /** {@return a READLINK call} */
  public static XdrMessage readlinkCall(int xid) {
    return call(xid, READLINK).opaque(HANDLE).message();
  }

  /** {@return its reply: item 0 is the text} */
  public static XdrMessage readlinkReply(int xid, byte[] text) {
    return attributes(Rpc.reply(xid).u32(OK)).item(text).message();
  }

  /** {@return a READDIR call} */
  public static XdrMessage readdirCall(int xid, int count) {
    return call(xid, READDIR).opaque(HANDLE).u64(0).u64(0).u32(count).message();
  }

  /** {@return its reply with so many entries: nothing in it is eligible} */
  public static XdrMessage readdirReply(int xid, int entries) {
    Xdr reply = attributes(Rpc.reply(xid).u32(OK)).u64(0x0102030405060708L);
    for (int entry = 1; entry <= entries; entry++) {
      reply.bool(true).u64(entry).string("file-" + xid + "-" + entry).u64(entry);
    }
    return reply.bool(false).bool(true).message();
  }

  private static Xdr attributes(Xdr reply) {
    byte[] attributes = new byte[ATTRIBUTES];
    Arrays.fill(attributes, (byte) 0xa3);
    return reply.bool(true).fixed(attributes);
  }
}
