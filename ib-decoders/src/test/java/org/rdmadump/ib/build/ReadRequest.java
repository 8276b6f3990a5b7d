package org.rdmadump.ib.build;

import org.rdmadump.ib.Psn;

/**
 * An RDMA READ request that was sent, to be answered.
 *
 * @param psn PSN of the request and of the first response
 * @param handle remote memory region
 * @param address first byte asked for
 * @param length bytes asked for
 * @param mtu payload of a full response
 */
public record ReadRequest(int psn, int handle, long address, int length, int mtu) {
  /** {@return how many responses, and so PSNs, it takes; at least 1} */
  public int packets() {
    return Math.max(1, (length + mtu - 1) / mtu);
  }

  /** {@return what is left when the first {@code packets} responses are there} */
  public ReadRequest from(int packets) {
    int done = packets * mtu;
    return new ReadRequest(Psn.add(psn, packets), handle, address + done, length - done, mtu);
  }
}
