package org.rdmadump.rpcrdma;

import java.util.HexFormat;

/** Transaction identifiers as people write them. */
final class Xid {
  private Xid() {}

  /** {@return {@code 0x} and eight digits, such as {@code 0x12345678}} */
  static String text(int xid) {
    return "0x" + HexFormat.of().toHexDigits(xid);
  }
}
