package org.rdmadump.rpcrdma;

import java.util.List;
import java.util.Optional;
import org.rdmadump.bytes.Rope;

/**
 * The data of an NVMe command: in its capsule, or moved by RDMA.
 *
 * @param toController whether the host sent it to the controller
 * @param inCapsule whether it travelled in the command capsule
 * @param length bytes
 * @param missing bytes that were not captured, by offset in the data
 * @param bytes with {@link CaptureOptions#keepBytes}, with holes where they were not captured
 * @param sha256 in lower-case hex, with {@link CaptureOptions#digest}, if no byte is missing
 */
public record NvmeData(
    boolean toController,
    boolean inCapsule,
    long length,
    List<MissingRange> missing,
    Optional<Rope> bytes,
    Optional<String> sha256) {
  /** Copies the list: data does not change. */
  public NvmeData {
    missing = List.copyOf(missing);
  }

  /** {@return the same without its bytes} */
  NvmeData outline() {
    return new NvmeData(toController, inCapsule, length, missing, Optional.empty(), sha256);
  }

  /** {@return how it travelled: {@code capsule}, or by RDMA {@code read} or {@code write}} */
  public String movedBy() {
    return inCapsule ? "capsule" : toController ? "read" : "write";
  }

  /** {@return whether every byte was captured} */
  public boolean isComplete() {
    return missing.isEmpty();
  }
}
