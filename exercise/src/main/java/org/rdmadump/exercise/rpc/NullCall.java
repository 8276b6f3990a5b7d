package org.rdmadump.exercise.rpc;

import java.util.Locale;

/**
 * A call of procedure 0, which every RPC program has and which does nothing (RFC 5531 section 12).
 */
public final class NullCall {
  private static final int CALL = 0;
  private static final int REPLY = 1;
  private static final int RPC_VERSION = 2;
  private static final int ACCEPTED = 0;
  private static final int DENIED = 1;
  private static final int AUTH_ERROR = 1;
  private static final int RPC_MISMATCH = 0;
  private static final int PROGRAM_MISMATCH = 2;
  private static final String SUCCESS = "SUCCESS";

  private NullCall() {}

  /**
   * What came back.
   *
   * @param status as protocols name it: {@code SUCCESS}, {@code PROG_MISMATCH}, {@code ERR_VERS}
   * @param words what that means to the user; empty of a success
   */
  public record Answer(String status, String words) {
    /** {@return whether the procedure was called} */
    public boolean isSuccess() {
      return status.equals(SUCCESS);
    }
  }

  /** {@return the RPC message, without credentials} */
  public static byte[] bytes(int xid, int program, int version) {
    return new XdrWriter()
        .u32(xid)
        .u32(CALL)
        .u32(RPC_VERSION)
        .u32(program)
        .u32(version)
        .u32(0)
        .u64(0)
        .u64(0)
        .message()
        .bytes();
  }

  /**
   * {@return what a message with the XID of the call says}
   *
   * @param program that was called, for words
   * @param version that was called, for words
   * @throws MalformedException if it is no answer
   */
  public static Answer answer(RdmaMessage message, int program, int version)
      throws MalformedException {
    XdrCursor in = new XdrCursor(message.message());
    if (message.procedure() == RdmaMessage.ERROR) {
      return error(in);
    }
    if (message.procedure() != RdmaMessage.MSG) {
      throw new MalformedException("a reply in a Reply chunk that was not offered");
    }
    int xid = in.u32();
    if (xid != message.xid() || in.u32() != REPLY) {
      throw new MalformedException("a Send that holds no reply to the call");
    }
    int status = in.u32();
    return switch (status) {
      case ACCEPTED -> accepted(in, program, version);
      case DENIED -> denied(in);
      default ->
          throw new MalformedException(
              "a reply that is neither accepted nor denied: " + Integer.toUnsignedString(status));
    };
  }

  private static Answer error(XdrCursor in) throws MalformedException {
    int code = in.u32();
    return switch (code) {
      case RdmaMessage.ERR_VERS ->
          new Answer(
              "ERR_VERS",
              "RDMA_ERROR: the server speaks RPC-over-RDMA version "
                  + range(in)
                  + ", not version "
                  + RdmaMessage.VERSION);
      case RdmaMessage.ERR_CHUNK ->
          new Answer("ERR_CHUNK", "RDMA_ERROR: the server could not understand the header");
      default -> new Answer("RDMA_ERROR", "RDMA_ERROR " + Integer.toUnsignedString(code));
    };
  }

  private static Answer accepted(XdrCursor in, int program, int version) throws MalformedException {
    in.u32();
    in.opaque();
    int status = in.u32();
    String what =
        "program "
            + Integer.toUnsignedString(program)
            + " version "
            + Integer.toUnsignedString(version);
    return switch (status) {
      case 0 -> new Answer(SUCCESS, "");
      case 1 ->
          new Answer(
              "PROG_UNAVAIL", "the server has no program " + Integer.toUnsignedString(program));
      case PROGRAM_MISMATCH ->
          new Answer(
              "PROG_MISMATCH", "the server has no " + what + "; it has version " + range(in));
      case 3 -> new Answer("PROC_UNAVAIL", what + " has no procedure 0");
      case 4 -> new Answer("GARBAGE_ARGS", "the server could not read the call");
      case 5 -> new Answer("SYSTEM_ERR", "the server failed");
      default -> new Answer("UNKNOWN", "status " + Integer.toUnsignedString(status));
    };
  }

  private static Answer denied(XdrCursor in) throws MalformedException {
    int status = in.u32();
    if (status == RPC_MISMATCH) {
      return new Answer("RPC_MISMATCH", "the server speaks RPC version " + range(in) + ", not 2");
    }
    if (status != AUTH_ERROR) {
      throw new MalformedException(
          "a denial that is no RPC_MISMATCH or AUTH_ERROR: " + Integer.toUnsignedString(status));
    }
    return new Answer(
        "AUTH_ERROR",
        String.format(
            Locale.ROOT, "the server wants other credentials than none (auth_stat %d)", in.u32()));
  }

  private static String range(XdrCursor in) throws MalformedException {
    String low = Integer.toUnsignedString(in.u32());
    String high = Integer.toUnsignedString(in.u32());
    return low.equals(high) ? low : low + " to " + high;
  }
}
