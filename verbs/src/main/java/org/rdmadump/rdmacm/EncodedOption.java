package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An option encoded for rdma_set_option(3).
 *
 * @param name number of the option
 * @param value bytes of the value
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record EncodedOption(int name, byte[] value) {
  /** RDMA_OPTION_ID. */
  static final int LEVEL_ID = 0;

  private static final int TOS = 0;
  private static final int REUSEADDR = 1;
  private static final int AFONLY = 2;
  private static final int ACK_TIMEOUT = 3;

  static EncodedOption of(RdmaOption option) {
    if (option instanceof RdmaOption.TypeOfService tos) {
      return new EncodedOption(TOS, new byte[] {(byte) tos.value()});
    }
    if (option instanceof RdmaOption.ReuseAddress reuse) {
      return new EncodedOption(REUSEADDR, number(reuse.value()));
    }
    if (option instanceof RdmaOption.AddressFamilyOnly only) {
      return new EncodedOption(AFONLY, number(only.value()));
    }
    return new EncodedOption(
        ACK_TIMEOUT, new byte[] {(byte) ((RdmaOption.AckTimeout) option).value()});
  }

  private static byte[] number(boolean value) {
    return ByteBuffer.allocate(Integer.BYTES)
        .order(ByteOrder.nativeOrder())
        .putInt(value ? 1 : 0)
        .array();
  }
}
