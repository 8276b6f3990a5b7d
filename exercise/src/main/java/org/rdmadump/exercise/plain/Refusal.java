package org.rdmadump.exercise.plain;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a server says in the private data with which it refuses a connection.
 *
 * @param reason why
 * @param detail whom it is busy with, or which version it is; printable ASCII, 64 characters at
 *     most
 */
public record Refusal(Reason reason, String detail) {
  private static final int MAGIC = 0x52445852;
  private static final int HEAD = 8;
  private static final int REASON_AT = 5;
  private static final int LENGTH_AT = 7;
  private static final int MOST = 64;

  /** Why a connection is refused. */
  public enum Reason {
    /** Another client is served. */
    BUSY(1),
    /** The two sides are of different versions. */
    OTHER_VERSION(2),
    /** The client said nothing that belongs to an exercise. */
    NO_EXERCISE(3),
    /** The server has served as many clients as it was to. */
    ENDING(4);

    private final int code;

    Reason(int code) {
      this.code = code;
    }
  }

  /** {@return that the client is of another version than this server} */
  public static Refusal ofAnotherVersion() {
    return new Refusal(Reason.OTHER_VERSION, Integer.toString(Hello.VERSION));
  }

  /** {@return it as private data} */
  public byte[] bytes() {
    byte[] text = detail.getBytes(StandardCharsets.US_ASCII);
    int length = Math.min(MOST, text.length);
    return ByteBuffer.allocate(HEAD + length)
        .putInt(MAGIC)
        .put((byte) Hello.VERSION)
        .put((byte) reason.code)
        .put((byte) 0)
        .put((byte) length)
        .put(text, 0, length)
        .array();
  }

  /** {@return what private data says; empty if it is something else} */
  public static Optional<Refusal> of(byte[] said) {
    if (said.length < HEAD || ByteBuffer.wrap(said).getInt(0) != MAGIC) {
      return Optional.empty();
    }
    int length = Byte.toUnsignedInt(said[LENGTH_AT]);
    if (length > MOST || length > said.length - HEAD) {
      return Optional.empty();
    }
    String text = new String(said, HEAD, length, StandardCharsets.US_ASCII);
    return Arrays.stream(Reason.values())
        .filter(reason -> reason.code == said[REASON_AT])
        .filter(reason -> text.chars().allMatch(each -> each >= ' ' && each <= '~'))
        .map(reason -> new Refusal(reason, text))
        .findFirst();
  }

  /** {@return it in words, for who was refused by {@code where}} */
  public String words(String where) {
    return switch (reason) {
      case BUSY -> where + " is busy with " + detail + "; try again when that has ended";
      case OTHER_VERSION ->
          where
              + " runs another version of `rdmadump exercise server`: the same is needed on both"
              + " machines";
      case NO_EXERCISE -> where + " runs `rdmadump exercise server`, which serves exercises only";
      case ENDING -> where + " has served as many clients as it was to, and ends";
    };
  }
}
