package org.rdmadump.xdr;

import java.util.HexFormat;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;

/** Bytes written as hexadecimal digits; spaces, line ends and {@code # comments} do not count. */
public final class Hex {
  private Hex() {}

  /** {@return the bytes} */
  public static byte[] bytes(String text) {
    return HexFormat.of().parseHex(text.replaceAll("#.*|\\s", ""));
  }

  /** {@return a rope of the bytes} */
  public static Rope rope(String text) {
    return Rope.of(bytes(text));
  }

  /** {@return the first {@code length} bytes: a sender's message that ends too early} */
  public static Rope ended(String text, int length) {
    return Rope.of(bytes(text), 0, length);
  }

  /** {@return the bytes, those from {@code captured} on cut by a snap length} */
  public static Rope snapped(String text, int captured) {
    return snapped(Rope.of(bytes(text)), captured);
  }

  /** {@return the bytes, those from {@code captured} on cut by a snap length} */
  public static Rope snapped(Rope whole, long captured) {
    return Rope.builder()
        .add(whole, 0, captured)
        .addHole(whole.length() - captured, Absence.TRUNCATED)
        .build();
  }
}
