package org.rdmadump.rpcrdma;

/**
 * The protocol that a connection carries over RDMA, and what says so.
 *
 * @param name for people, such as {@code NVMe over RDMA}
 * @param evidence in words, such as {@code service port 4420}
 */
public record UpperProtocol(String name, String evidence) {
  /** The name of the protocol that rdmadump decodes. */
  public static final String RPC_OVER_RDMA = "RPC-over-RDMA";
}
