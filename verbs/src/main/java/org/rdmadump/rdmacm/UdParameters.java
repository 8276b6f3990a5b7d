package org.rdmadump.rdmacm;

import java.util.Arrays;

/**
 * Where datagrams go: {@code struct rdma_ud_param}, of {@link CmEventType#ESTABLISHED} and {@link
 * CmEventType#MULTICAST_JOIN}.
 *
 * @param privateData what the other side said
 * @param addressAttributes {@code struct ibv_ah_attr} in this machine's layout, for {@link
 *     RdmaCmId#createAddressHandle}
 * @param queuePairNumber of the other side, 24 bits
 * @param queueKey of the other side
 */
@SuppressWarnings("ArrayRecordComponent") // copied both ways, compared by content
public record UdParameters(
    byte[] privateData, byte[] addressAttributes, int queuePairNumber, int queueKey) {
  /** The queue key that librdmacm gives to all its queue pairs of datagrams. */
  public static final int QUEUE_KEY = 0x01234567;

  /** Copies the bytes. */
  public UdParameters {
    privateData = privateData.clone();
    addressAttributes = addressAttributes.clone();
  }

  /** {@return a copy of the private data} */
  @Override
  public byte[] privateData() {
    return privateData.clone();
  }

  /** {@return a copy of the address} */
  @Override
  public byte[] addressAttributes() {
    return addressAttributes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UdParameters that
        && Arrays.equals(privateData, that.privateData)
        && Arrays.equals(addressAttributes, that.addressAttributes)
        && queuePairNumber == that.queuePairNumber
        && queueKey == that.queueKey;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(addressAttributes) * 31 + queuePairNumber;
  }
}
