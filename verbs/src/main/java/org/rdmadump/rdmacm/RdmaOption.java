package org.rdmadump.rdmacm;

import java.util.Arrays;

/** An option of an identifier: rdma_set_option(3). */
public sealed interface RdmaOption {
  /**
   * The traffic class of the connection, RFC 2474.
   *
   * @param value 0 to 255; other values throw {@link IllegalArgumentException}
   */
  record TypeOfService(int value) implements RdmaOption {
    /** Checks the range. */
    public TypeOfService {
      requireUpTo(255, value);
    }
  }

  /**
   * Whether an address in use may be bound again.
   *
   * @param value true if it may
   */
  record ReuseAddress(boolean value) implements RdmaOption {}

  /**
   * Whether an identifier with an IPv6 address accepts IPv6 only.
   *
   * @param value true if it does
   */
  record AddressFamilyOnly(boolean value) implements RdmaOption {}

  /**
   * The time that a queue pair waits for an acknowledgement.
   *
   * @param value exponent of the time, 4.096 us * 2<sup>value</sup>, 0 to 31; 0 means no limit.
   *     Other values throw {@link IllegalArgumentException}
   */
  record AckTimeout(int value) implements RdmaOption {
    /** Checks the range: the field of a queue pair has 5 bits. */
    public AckTimeout {
      requireUpTo(31, value);
    }
  }

  /**
   * The route, in place of {@link RdmaCmId#resolveRoute}: {@code RDMA_OPTION_IB_PATH}, for
   * InfiniBand. {@link AddressInfo#route} has such paths.
   *
   * @param paths {@code struct ibv_path_data[]}, 72 bytes each, in this machine's layout
   */
  @SuppressWarnings("ArrayRecordComponent") // copied both ways, compared by content
  record InfinibandPath(byte[] paths) implements RdmaOption {
    private static final int PATH_DATA = 72;
    private static final int MOST = 6;

    /** Checks the length, 1 to 6 whole paths, and copies them. */
    public InfinibandPath {
      if (paths.length == 0 || paths.length % PATH_DATA != 0 || paths.length > MOST * PATH_DATA) {
        throw new IllegalArgumentException(
            paths.length + " bytes are not 1 to " + MOST + " paths of " + PATH_DATA + " bytes");
      }
      paths = paths.clone();
    }

    /** {@return a copy of the paths} */
    @Override
    public byte[] paths() {
      return paths.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof InfinibandPath that && Arrays.equals(paths, that.paths);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(paths);
    }
  }

  private static void requireUpTo(int most, int value) {
    if (value < 0 || value > most) {
      throw new IllegalArgumentException(value + " is not in 0 to " + most);
    }
  }
}
