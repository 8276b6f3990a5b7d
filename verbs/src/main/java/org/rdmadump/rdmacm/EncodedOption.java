package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An option encoded for rdma_set_option(3).
 *
 * @param level number of the protocol level
 * @param name number of the option
 * @param value bytes of the value
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record EncodedOption(int level, int name, byte[] value) {
  private static final int LEVEL_ID = 0;
  private static final int LEVEL_IB = 1;

  private static final int TOS = 0;
  private static final int REUSEADDR = 1;
  private static final int AFONLY = 2;
  private static final int ACK_TIMEOUT = 3;
  private static final int IB_PATH = 1;

  static EncodedOption of(RdmaOption option) {
    if (option instanceof RdmaOption.TypeOfService tos) {
      return new EncodedOption(LEVEL_ID, TOS, new byte[] {(byte) tos.value()});
    }
    if (option instanceof RdmaOption.ReuseAddress reuse) {
      return new EncodedOption(LEVEL_ID, REUSEADDR, number(reuse.value()));
    }
    if (option instanceof RdmaOption.AddressFamilyOnly only) {
      return new EncodedOption(LEVEL_ID, AFONLY, number(only.value()));
    }
    if (option instanceof RdmaOption.InfinibandPath path) {
      return new EncodedOption(LEVEL_IB, IB_PATH, path.paths());
    }
    return new EncodedOption(
        LEVEL_ID, ACK_TIMEOUT, new byte[] {(byte) ((RdmaOption.AckTimeout) option).value()});
  }

  private static byte[] number(boolean value) {
    return ByteBuffer.allocate(Integer.BYTES)
        .order(ByteOrder.nativeOrder())
        .putInt(value ? 1 : 0)
        .array();
  }
}
