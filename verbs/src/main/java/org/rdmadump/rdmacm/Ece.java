package org.rdmadump.rdmacm;

/**
 * Enhanced connection establishment: options of one vendor's devices, {@code struct ibv_ece},
 * rdma_set_local_ece(3).
 *
 * @param vendorId whose options they are, an unsigned number; 0 is none
 * @param options bits, as the vendor has them
 */
public record Ece(int vendorId, int options) {}
