package org.rdmadump.ib;

/**
 * Largest payload of one packet, as the path of a connection allows.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.7 (path packet payload MTU).
 */
public enum PathMtu {
  /** A code that the specification keeps for later. */
  RESERVED(0, 0),
  /** 256 bytes. */
  MTU_256(1, 256),
  /** 512 bytes. */
  MTU_512(2, 512),
  /** 1024 bytes. */
  MTU_1024(3, 1024),
  /** 2048 bytes. */
  MTU_2048(4, 2048),
  /** 4096 bytes. */
  MTU_4096(5, 4096);

  /** The smallest size in bytes. */
  public static final int SMALLEST = 256;

  private static final int LARGEST = 4096;
  private static final PathMtu[] CODES = {RESERVED, MTU_256, MTU_512, MTU_1024, MTU_2048, MTU_4096};

  private final int code;
  private final int bytes;

  PathMtu(int code, int bytes) {
    this.code = code;
    this.bytes = bytes;
  }

  /** {@return the size with the given code, {@link #RESERVED} for an unknown one} */
  public static PathMtu of(int code) {
    return code >= 0 && code < CODES.length ? CODES[code] : RESERVED;
  }

  /** {@return the code on the wire, 0 for {@link #RESERVED}} */
  public int code() {
    return code;
  }

  /** {@return bytes of payload, 0 for {@link #RESERVED}} */
  public int bytes() {
    return bytes;
  }

  /** {@return whether a full packet can have this many bytes of payload} */
  public static boolean isValid(long bytes) {
    return bytes >= SMALLEST && bytes <= LARGEST && (bytes & (bytes - 1)) == 0;
  }
}
