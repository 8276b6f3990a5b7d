package org.rdmadump.analysis.conformance;

import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.Rpc;
import org.rdmadump.rpcrdma.build.Xdr;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** Messages of NFS that the cases are about and {@link Nfs3} has not, valid to the last word. */
final class NfsMessages {
  private static final int NFS_ACL = 100227;
  private static final int GETACL = 1;
  private static final int COMPOUND = 1;
  private static final int EXCHANGE_ID = 42;
  private static final int FILE_SYNC = 2;
  private static final long COOKIE_VERIFIER = 0x0102030405060708L;
  private static final byte[] HANDLE = Pattern.of(3, 32);

  private NfsMessages() {}

  private static Xdr ok(int xid) {
    return Rpc.reply(xid).u32(0);
  }

  private static Xdr okWithoutAttributes(int xid) {
    return ok(xid).bool(false);
  }

  static XdrMessage readReply(int xid, byte[] data) {
    return okWithoutAttributes(xid).u32(data.length).bool(true).item(data).message();
  }

  static XdrMessage writeReply(int xid, int count) {
    return okWithoutAttributes(xid)
        .bool(false)
        .u32(count)
        .u32(FILE_SYNC)
        .u64(0x1122334455667788L)
        .message();
  }

  static XdrMessage readlinkReply(int xid, byte[] text) {
    return okWithoutAttributes(xid).item(text).message();
  }

  static XdrMessage readdirReply(int xid) {
    return okWithoutAttributes(xid)
        .u64(COOKIE_VERIFIER)
        .bool(true)
        .u64(1)
        .string("a-file")
        .u64(1)
        .bool(false)
        .bool(true)
        .message();
  }

  static XdrMessage getaclCall(int xid) {
    return Rpc.call(xid, NFS_ACL, Nfs3.VERSION, GETACL).opaque(HANDLE).u32(1).message();
  }

  /** An ACL of no entries. */
  static XdrMessage getaclReply(int xid) {
    return okWithoutAttributes(xid).u32(1).u32(0).u32(0).u32(0).u32(0).message();
  }

  static XdrMessage exchangeIdCall(int xid) {
    return Rpc.call(xid, Nfs3.PROGRAM, 4, COMPOUND)
        .string("")
        .u32(1)
        .u32(1)
        .u32(EXCHANGE_ID)
        .u64(COOKIE_VERIFIER)
        .string("an owner")
        .u32(0)
        .u32(0)
        .u32(0)
        .message();
  }

  static XdrMessage exchangeIdReply(int xid) {
    return ok(xid)
        .string("")
        .u32(1)
        .u32(EXCHANGE_ID)
        .u32(0)
        .u64(0x0a0b0c0d)
        .u32(1)
        .u32(0)
        .u32(0)
        .u64(1)
        .string("server")
        .string("scope")
        .u32(0)
        .message();
  }

  /** A reply of RPC that denies a call: the credential is not taken (RFC 5531 section 9). */
  static XdrMessage denied(int xid) {
    return new Xdr().u32(xid).u32(1).u32(1).u32(1).u32(1).message();
  }

  /** A reply of RPC with an accept_stat other than SUCCESS, of which nothing follows. */
  static XdrMessage accepted(int xid, int status) {
    return new Xdr().u32(xid).u32(1).u32(0).u32(0).u32(0).u32(status).message();
  }

  /** The same with the lowest and the highest version that there are. */
  static XdrMessage mismatch(int xid) {
    return new Xdr().u32(xid).u32(1).u32(0).u32(0).u32(0).u32(2).u32(3).u32(4).message();
  }
}
