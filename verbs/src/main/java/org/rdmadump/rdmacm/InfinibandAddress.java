package org.rdmadump.rdmacm;

import java.net.SocketAddress;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An address of InfiniBand, for identifiers of {@link PortSpace#IB}: {@code struct sockaddr_ib},
 * infiniband/ib.h. A service ID takes the place of a port. Untried on InfiniBand: no adapter is at
 * hand.
 */
public final class InfinibandAddress extends SocketAddress {
  private static final long serialVersionUID = 1L;
  private static final int GID = 16;
  private static final int MOST_KEY = 0xffff;
  private static final long WHOLE = -1;

  private final byte[] gid;
  private final int partitionKey;
  private final int flowInformation;
  private final long serviceId;
  private final long serviceMask;
  private final long scope;

  /**
   * Creates an address, with the whole service ID.
   *
   * @param gid the 16 bytes of the GID of a port; zeros for any ({@code sib_addr})
   * @param partitionKey P_Key, 0 to 65535; 65535 is the default partition ({@code sib_pkey})
   * @param serviceId 64 bits; 0 for any ({@code sib_sid})
   * @throws IllegalArgumentException if the GID has not 16 bytes, or the key is out of range
   */
  public InfinibandAddress(byte[] gid, int partitionKey, long serviceId) {
    this(gid.clone(), partitionKey, 0, serviceId, WHOLE, 0);
  }

  InfinibandAddress(
      byte[] gid,
      int partitionKey,
      int flowInformation,
      long serviceId,
      long serviceMask,
      long scope) {
    if (gid.length != GID) {
      throw new IllegalArgumentException("a GID has 16 bytes, not " + gid.length);
    }
    if (partitionKey < 0 || partitionKey > MOST_KEY) {
      throw new IllegalArgumentException("P_Key " + partitionKey);
    }
    this.gid = gid;
    this.partitionKey = partitionKey;
    this.flowInformation = flowInformation;
    this.serviceId = serviceId;
    this.serviceMask = serviceMask;
    this.scope = scope;
  }

  /** {@return the same with a mask of the bits of the service ID that count, as a range} */
  public InfinibandAddress withServiceMask(long mask) {
    return new InfinibandAddress(gid, partitionKey, flowInformation, serviceId, mask, scope);
  }

  /** {@return the same with a traffic class and flow label, {@code sib_flowinfo}} */
  public InfinibandAddress withFlowInformation(int information) {
    return new InfinibandAddress(gid, partitionKey, information, serviceId, serviceMask, scope);
  }

  /** {@return the same with a scope, {@code sib_scope_id}} */
  public InfinibandAddress withScope(long id) {
    return new InfinibandAddress(gid, partitionKey, flowInformation, serviceId, serviceMask, id);
  }

  /** {@return the 16 bytes of the GID, {@code sib_addr}} */
  public byte[] gid() {
    return gid.clone();
  }

  /** {@return the P_Key, {@code sib_pkey}} */
  public int partitionKey() {
    return partitionKey;
  }

  /** {@return traffic class and flow label, {@code sib_flowinfo}} */
  public int flowInformation() {
    return flowInformation;
  }

  /** {@return the service ID, {@code sib_sid}} */
  public long serviceId() {
    return serviceId;
  }

  /** {@return which bits of the service ID count, {@code sib_sid_mask}; all unless said} */
  public long serviceMask() {
    return serviceMask;
  }

  /** {@return the scope, {@code sib_scope_id}; 0 unless said} */
  public long scope() {
    return scope;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof InfinibandAddress address
        && Arrays.equals(gid, address.gid)
        && partitionKey == address.partitionKey
        && flowInformation == address.flowInformation
        && serviceId == address.serviceId
        && serviceMask == address.serviceMask
        && scope == address.scope;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(gid) + 31 * Long.hashCode(serviceId);
  }

  /** {@return {@code GID fe80…, P_Key 0xffff, service ID 0x…}} */
  @Override
  public String toString() {
    return "GID "
        + HexFormat.of().formatHex(gid)
        + ", P_Key 0x"
        + Integer.toHexString(partitionKey)
        + ", service ID 0x"
        + Long.toHexString(serviceId);
  }
}
