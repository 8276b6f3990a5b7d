package org.rdmadump.ib.cm;

/**
 * What messages of communication management say, whichever of them says it; {@link CmLayout} has
 * the places.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.7.
 */
public enum CmField {
  /** The sender's name for the connection. */
  LOCAL_COMMUNICATION_ID(32),
  /** The receiver's name for the connection. */
  REMOTE_COMMUNICATION_ID(32),
  /** The requester's name for a request for a datagram service. */
  REQUEST_ID(32),
  /** What is asked for, a {@link ServiceId}. */
  SERVICE_ID(64),
  /** Channel adapter of the sender. */
  LOCAL_CA_GUID(64),
  /**
   * IEEE number of the vendor whose extensions the sender offers or takes, 0 if none. It is of
   * Enhanced Connection Establishment; to ends without that the three bytes are reserved, and 0.
   */
  VENDOR_ID(24),
  /** Queue pair of the sender. */
  LOCAL_QPN(24),
  /** EE context of the sender, which reliable datagrams have in place of a queue pair. */
  LOCAL_EECN(24),
  /** EE context of the receiver, as far as the sender of a REQ knows it. */
  REMOTE_EECN(24),
  /** Queue pair of the receiver, or its EE context. */
  REMOTE_QPN(24),
  /** Queue pair of a datagram service. */
  QPN(24),
  /** Key of that queue pair. */
  Q_KEY(32),
  /** PSN with which the receiver is to begin. */
  STARTING_PSN(24),
  /** RDMA Reads and atomics that the sender serves at once. */
  RESPONDER_RESOURCES(8),
  /** RDMA Reads and atomics that the sender will have outstanding. */
  INITIATOR_DEPTH(8),
  /** 0 RC, 1 UC, 2 RD, 3 see the extended transport type. */
  TRANSPORT_SERVICE_TYPE(2),
  /** 1 XRC, if the transport service type says that this one counts. */
  EXTENDED_TRANSPORT_TYPE(3),
  /** How often the receiver is to send again. */
  RETRY_COUNT(3),
  /** How often the receiver is to send again after an RNR NAK; 7 is for ever. */
  RNR_RETRY_COUNT(3),
  /** Partition key. */
  P_KEY(16),
  /** Code of the path MTU, see {@link org.rdmadump.ib.PathMtu}. */
  PATH_MTU(4),
  /** Port of the sender, on the primary path or the alternate one that is asked for. */
  LOCAL_GID(128),
  /** Port of the receiver on that path. */
  REMOTE_GID(128),
  /**
   * How long the receiver is to wait for an acknowledgement on the primary path, 4.096 microseconds
   * times two to this power; 0 is for ever.
   */
  PRIMARY_ACK_TIMEOUT(5),
  /** What is refused: 0 the REQ, 1 the REP, 2 none in particular. */
  REJECTED_MESSAGE(2),
  /** Why, see {@link RejectReason}. */
  REASON(16),
  /** What an MRA acknowledges: 0 the REQ, 1 the REP, 2 the LAP. */
  ACKNOWLEDGED_MESSAGE(2),
  /** How long the sender of an MRA takes, 4.096 microseconds times two to this power. */
  SERVICE_TIMEOUT(5),
  /**
   * How a request went, 0 if well. Of a datagram service: 1 unknown, 2 refused by it, 3 no queue
   * pair, 4 to be asked elsewhere, 5 version not supported.
   */
  STATUS(8),
  /** How soon an answer is wanted, 4.096 microseconds times two to this power. */
  REMOTE_RESPONSE_TIMEOUT(5),
  /** LID of the sender on the alternate path. */
  LOCAL_LID(16),
  /** LID of the receiver on the alternate path. */
  REMOTE_LID(16),
  /** Flow label on the alternate path. */
  FLOW_LABEL(20),
  /** Traffic class on the alternate path. */
  TRAFFIC_CLASS(8),
  /** Hop limit on the alternate path. */
  HOP_LIMIT(8),
  /** Static rate on the alternate path, as coded by the specification. */
  PACKET_RATE(6),
  /** Service level on the alternate path. */
  SERVICE_LEVEL(4),
  /** 1 if the alternate path stays in the subnet. */
  SUBNET_LOCAL(1),
  /** As {@link #PRIMARY_ACK_TIMEOUT}, of the alternate path. */
  ALTERNATE_ACK_TIMEOUT(5);

  private final int bits;

  CmField(int bits) {
    this.bits = bits;
  }

  /** {@return how many bits it takes, 1 to 128} */
  int bits() {
    return bits;
  }
}
