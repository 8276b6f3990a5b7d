package org.rdmadump.rpcrdma.call;

import java.util.Optional;
import org.rdmadump.rpcrdma.NvmeQueue;

/**
 * Protocols on RDMA that are not RPC-over-RDMA version 1. What a port says of a connection, its
 * first messages confirm or refute ({@link ProtocolSign}).
 *
 * <p>IANA service names; RDMA IP CM Service, IBTA volume 1, annex A11.
 */
public enum OtherProtocol {
  /** SMB over RDMA, [MS-SMBD]. */
  SMB_DIRECT("SMB Direct"),
  /** NVM Express over Fabrics, RDMA transport. */
  NVME(NvmeQueue.PROTOCOL),
  /** RFC 7145. */
  ISER("iSER"),
  /** Lustre's networking, o2iblnd. */
  LNET("LNet"),
  /** draft-ietf-nfsv4-rpcrdma-version-two. */
  RPC_RDMA_2("RPC-over-RDMA version 2");

  private static final int SMB_PORT = 445;
  private static final int SMB_DIRECT_PORT = 5445;
  private static final int NVME_PORT = 4420;
  private static final int ISCSI_PORT = 3260;
  private static final int ISCSI_SYSTEM_PORT = 860;
  private static final int LNET_PORT = 987;

  private final String text;

  OtherProtocol(String text) {
    this.text = text;
  }

  /** {@return its name for people} */
  public String text() {
    return text;
  }

  /** {@return the protocol that a service's port stands for} */
  public static Optional<OtherProtocol> ofPort(int port) {
    return switch (port) {
      case SMB_PORT, SMB_DIRECT_PORT -> Optional.of(SMB_DIRECT);
      case NVME_PORT -> Optional.of(NVME);
      case ISCSI_PORT, ISCSI_SYSTEM_PORT -> Optional.of(ISER);
      case LNET_PORT -> Optional.of(LNET);
      default -> Optional.empty();
    };
  }
}
