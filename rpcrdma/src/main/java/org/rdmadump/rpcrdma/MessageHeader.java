package org.rdmadump.rpcrdma;

/**
 * What a message begins with, and by which frames know what they carry a part of: a message of
 * RPC-over-RDMA, or an NVMe command with its response.
 */
public sealed interface MessageHeader permits RpcRdmaHeader, NvmeCapsuleHeader {
  /** {@return bytes of the header in the Send that it begins} */
  int length();
}
