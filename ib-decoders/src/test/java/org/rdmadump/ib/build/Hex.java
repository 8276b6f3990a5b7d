package org.rdmadump.ib.build;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Bytes of a test, written in hex with any white space between them. */
public final class Hex {
  private Hex() {}

  /** {@return the bytes} */
  public static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
  }

  /** {@return the bytes in a direct buffer that ends with them, so that a read behind fails} */
  public static ByteBuffer buffer(String hex) {
    return direct(bytes(hex));
  }

  /** {@return the bytes in a direct buffer that ends with them, so that a read behind fails} */
  public static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocate(bytes.length).put(bytes).clear();
  }
}
