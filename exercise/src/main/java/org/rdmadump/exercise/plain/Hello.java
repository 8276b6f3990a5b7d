package org.rdmadump.exercise.plain;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmadump.exercise.Pattern;

/**
 * What a client says in the private data of a connection that is for plain transfers. A capture
 * that holds it tells which connection is which.
 *
 * @param run a number that no other run has
 * @param connection number of the connection in the run, from 0 on
 * @param pattern of all bytes
 * @param seed of the pattern
 * @param region bytes of memory that the server is to register
 */
public record Hello(long run, int connection, Pattern pattern, long seed, int region) {
  /** Bytes of it. */
  public static final int LENGTH = 32;

  /** The most memory that a server registers for a client. */
  public static final int MOST_REGION = 64 << 20;

  private static final int MAGIC = 0x52445845;
  private static final int VERSION = 1;

  /** {@return it as private data} */
  public byte[] bytes() {
    return ByteBuffer.allocate(LENGTH)
        .putInt(MAGIC)
        .put((byte) VERSION)
        .put((byte) pattern.code())
        .putShort((short) 0)
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
    Optional<Pattern> pattern = Pattern.of(Byte.toUnsignedInt(data.get(5)));
    int region = data.getInt(28);
    return pattern.isEmpty() || region < 0 || region > MOST_REGION
        ? Optional.empty()
        : Optional.of(
            new Hello(data.getLong(8), data.getInt(24), pattern.get(), data.getLong(16), region));
  }
}
