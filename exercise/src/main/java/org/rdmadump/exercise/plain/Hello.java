package org.rdmadump.exercise.plain;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.rdmadump.exercise.journal.Pattern;

/**
 * What a client says in the private data of each of its connections; where they are for RPC, behind
 * what RFC 8797 has there. A capture that holds it tells which connection is which.
 *
 * @param kind what the connection is for
 * @param last whether it is the last of its run
 * @param run a number that no other run has
 * @param connection number of the connection in the run, from 0 on
 * @param pattern of all bytes
 * @param seed of the pattern
 * @param region bytes of memory that the server is to register
 */
public record Hello(
    Kind kind, boolean last, long run, int connection, Pattern pattern, long seed, int region) {
  /** Bytes of it. */
  public static final int LENGTH = 32;

  /** The most memory that a server registers for a client. */
  public static final int MOST_REGION = 64 << 20;

  /** What both sides have to be of. */
  static final int VERSION = 2;

  private static final int MAGIC = 0x52445845;
  private static final int PATTERN = 5;
  private static final int KIND = 6;
  private static final int LAST = 7;

  /** What a connection is for. */
  public enum Kind {
    /** Plain transfers. */
    TRANSFERS(0),
    /** RPC-over-RDMA. */
    CALLS(1),
    /** Memory that a Send takes away, after which the connection does not last. */
    INVALIDATION(2);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    private static Optional<Kind> of(int code) {
      return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst();
    }
  }

  /** {@return it as private data} */
  public byte[] bytes() {
    return ByteBuffer.allocate(LENGTH)
        .putInt(MAGIC)
        .put((byte) VERSION)
        .put((byte) pattern.code())
        .put((byte) kind.code)
        .put((byte) (last ? 1 : 0))
        .putLong(run)
        .putLong(seed)
        .putInt(connection)
        .putInt(region)
        .array();
  }

  /** {@return what private data says; empty if it is something else, or of another version} */
  public static Optional<Hello> of(ByteBuffer data) {
    if (data.capacity() < LENGTH || data.getInt(0) != MAGIC || data.get(Integer.BYTES) != VERSION) {
      return Optional.empty();
    }
    Optional<Pattern> pattern = Pattern.of(Byte.toUnsignedInt(data.get(PATTERN)));
    Optional<Kind> kind = Kind.of(data.get(KIND));
    int region = data.getInt(28);
    return pattern.isEmpty() || kind.isEmpty() || region < 0 || region > MOST_REGION
        ? Optional.empty()
        : Optional.of(
            new Hello(
                kind.get(),
                data.get(LAST) != 0,
                data.getLong(8),
                data.getInt(24),
                pattern.get(),
                data.getLong(16),
                region));
  }

  /** {@return whether private data is what a client of another version says} */
  public static boolean isOfAnotherVersion(ByteBuffer data) {
    return data.capacity() > Integer.BYTES
        && data.getInt(0) == MAGIC
        && data.get(Integer.BYTES) != VERSION;
  }
}
