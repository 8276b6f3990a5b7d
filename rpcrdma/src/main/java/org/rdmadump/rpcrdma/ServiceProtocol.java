package org.rdmadump.rpcrdma;

import java.util.Optional;

/** A protocol that a service may carry over RDMA, as a user names it. */
public enum ServiceProtocol {
  /** RPC-over-RDMA, which NFS uses. */
  NFS("nfs"),
  /** SMB over RDMA, [MS-SMBD]. */
  SMB_DIRECT("smbdirect"),
  /** NVM Express over Fabrics, RDMA transport. */
  NVME("nvme"),
  /** iSCSI Extensions for RDMA, RFC 7145. */
  ISER("iser"),
  /** Lustre's networking, o2iblnd. */
  LNET("lnet");

  private final String label;

  ServiceProtocol(String label) {
    this.label = label;
  }

  /** {@return the name that options use} */
  public String label() {
    return label;
  }

  /** {@return the protocol with a {@linkplain #label name}, if there is one} */
  public static Optional<ServiceProtocol> of(String label) {
    for (ServiceProtocol each : values()) {
      if (each.label.equals(label)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
