package org.rdmadump.rpcrdma.build;

/** Writes RPC headers (RFC 5531 section 9). */
public final class Rpc {
  private static final int CALL = 0;
  private static final int REPLY = 1;
  private static final int RPC_VERSION = 2;
  private static final int AUTH_NONE = 0;
  private static final int AUTH_SYS = 1;
  private static final int RPCSEC_GSS = 6;

  private Rpc() {}

  /** {@return a call up to its arguments, with an AUTH_SYS credential} */
  public static Xdr call(int xid, int program, int version, int procedure) {
    byte[] credential =
        new Xdr().u32(0x5eed).string("client").u32(1000).u32(1000).u32(1).u32(1000).bytes();
    return to(xid, program, version, procedure)
        .u32(AUTH_SYS)
        .opaque(credential)
        .u32(AUTH_NONE)
        .u32(0);
  }

  /**
   * {@return a call up to its body, with a credential of RPCSEC_GSS (RFC 2203 section 5.3.1)}
   *
   * @param service 1: none, 2: integrity, 3: privacy
   */
  public static Xdr gssCall(int xid, int program, int version, int procedure, int service) {
    return gssCall(xid, program, version, procedure, service, 4);
  }

  /** {@return the same with a sequence number, and a verifier that differs with it} */
  public static Xdr gssCall(
      int xid, int program, int version, int procedure, int service, int sequence) {
    byte[] credential =
        new Xdr().u32(1).u32(0).u32(sequence).u32(service).opaque(Pattern.of(6, 20)).bytes();
    return to(xid, program, version, procedure)
        .u32(RPCSEC_GSS)
        .opaque(credential)
        .u32(RPCSEC_GSS)
        .opaque(Pattern.of(sequence, 28));
  }

  private static Xdr to(int xid, int program, int version, int procedure) {
    return new Xdr().u32(xid).u32(CALL).u32(RPC_VERSION).u32(program).u32(version).u32(procedure);
  }

  /** {@return an accepted, successful reply up to its results} */
  public static Xdr reply(int xid) {
    return new Xdr().u32(xid).u32(REPLY).u32(0).u32(AUTH_NONE).u32(0).u32(0);
  }
}
