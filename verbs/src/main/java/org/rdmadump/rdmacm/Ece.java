package org.rdmadump.rdmacm;

/**
 * Enhanced connection establishment: options of a vendor's devices, {@code struct ibv_ece},
 * rdma_set_local_ece(3).
 *
 * @param vendorId the vendor, an unsigned number; 0 for none
 * @param options option bits, defined by the vendor
 */
public record Ece(int vendorId, int options) {}
