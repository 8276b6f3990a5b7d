package org.rdmadump.rpcrdma.build;

/** Writes RPC headers (RFC 5531 section 9). */
public final class Rpc {
  private static final int CALL = 0;
  private static final int REPLY = 1;
  private static final int RPC_VERSION = 2;
  private static final int AUTH_NONE = 0;
  private static final int AUTH_SYS = 1;

  private Rpc() {}

  /** {@return a call up to its arguments, with an AUTH_SYS credential} */
  public static Xdr call(int xid, int program, int version, int procedure) {
    byte[] credential =
        new Xdr().u32(0x5eed).string("client").u32(1000).u32(1000).u32(1).u32(1000).bytes();
    return new Xdr()
        .u32(xid)
        .u32(CALL)
        .u32(RPC_VERSION)
        .u32(program)
        .u32(version)
        .u32(procedure)
        .u32(AUTH_SYS)
        .opaque(credential)
        .u32(AUTH_NONE)
        .u32(0);
  }

  /** {@return an accepted, successful reply up to its results} */
  public static Xdr reply(int xid) {
    return new Xdr().u32(xid).u32(REPLY).u32(0).u32(AUTH_NONE).u32(0).u32(0);
  }
}
