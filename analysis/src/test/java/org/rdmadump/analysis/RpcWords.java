package org.rdmadump.analysis;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.rdmadump.bytes.Rope;

/** An RPC message, XDR value by XDR value. */
public final class RpcWords {
  private static final int CALL = 0;
  private static final int REPLY = 1;
  private static final int RPC_VERSION = 2;
  private static final int XID = 0x676090a2;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private RpcWords() {}

  /** Values that are no message. */
  public static RpcWords values() {
    return new RpcWords();
  }

  /** A call up to its credential. */
  public static RpcWords bareCall(int program, int version, int procedure) {
    return new RpcWords().u32(XID, CALL, RPC_VERSION, program, version, procedure);
  }

  /** A call without credential. */
  public static RpcWords call(int program, int version, int procedure) {
    return bareCall(program, version, procedure).u32(0, 0, 0, 0);
  }

  /** A reply that was accepted, up to its verifier. */
  public static RpcWords bareReply() {
    return new RpcWords().u32(XID, REPLY, 0);
  }

  /** A reply with SUCCESS. */
  public static RpcWords reply() {
    return bareReply().u32(0, 0, 0);
  }

  /** A reply that was denied. */
  public static RpcWords denial() {
    return new RpcWords().u32(XID, REPLY, 1);
  }

  public RpcWords u32(long... values) {
    for (long value : values) {
      for (int shift = 24; shift >= 0; shift -= 8) {
        bytes.write((int) (value >>> shift));
      }
    }
    return this;
  }

  public RpcWords u64(long... values) {
    for (long value : values) {
      u32(value >>> 32, value);
    }
    return this;
  }

  public RpcWords string(String text) {
    return opaque(text.getBytes(StandardCharsets.UTF_8));
  }

  public RpcWords opaque(byte[] some) {
    u32(some.length);
    bytes.writeBytes(some);
    bytes.writeBytes(new byte[-some.length & 3]);
    return this;
  }

  /** An opaque that is other values. */
  public RpcWords opaque(RpcWords inside) {
    return opaque(inside.bytes.toByteArray());
  }

  /** Other values, as they are. */
  public RpcWords add(RpcWords others) {
    bytes.writeBytes(others.bytes.toByteArray());
    return this;
  }

  public Rope rope() {
    return Rope.of(bytes.toByteArray());
  }
}
