package org.rdmadump.verbs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Flags of a send request, alone or combined by {@link #and}: {@code enum ibv_send_flags},
 * ibv_post_send(3). All combinations exist once, so combining allocates nothing.
 */
public final class SendFlags {
  private static final List<String> NAMES = List.of("FENCE", "SIGNALED", "SOLICITED", "INLINE");
  private static final List<SendFlags> ALL =
      IntStream.range(0, 1 << NAMES.size()).mapToObj(SendFlags::new).toList();

  /** No flag. */
  public static final SendFlags NONE = ALL.get(0);

  /** Starts the request after all earlier RDMA READs are complete. */
  public static final SendFlags FENCE = ALL.get(1);

  /** Creates a completion for successful requests too. */
  public static final SendFlags SIGNALED = ALL.get(1 << 1);

  /** Wakes a receiver that waits for solicited completions only. */
  public static final SendFlags SOLICITED = ALL.get(1 << 2);

  /** Copies the data during the post, so that the buffer can be reused at once. */
  public static final SendFlags INLINE = ALL.get(1 << 3);

  private final int bits;

  private SendFlags(int bits) {
    this.bits = bits;
  }

  /** {@return these flags and others} */
  public SendFlags and(SendFlags others) {
    return ALL.get(bits | others.bits);
  }

  /** {@return whether all of the flags are among these} */
  public boolean has(SendFlags flags) {
    return (bits & flags.bits) == flags.bits;
  }

  /** {@return the flags as verbs.h has them, combined by bitwise OR} */
  public int bits() {
    return bits;
  }

  /** {@return the names of the flags, as in {@code [SIGNALED, INLINE]}} */
  @Override
  public String toString() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < NAMES.size(); i++) {
      if ((bits & 1 << i) != 0) {
        names.add(NAMES.get(i));
      }
    }
    return names.toString();
  }
}
