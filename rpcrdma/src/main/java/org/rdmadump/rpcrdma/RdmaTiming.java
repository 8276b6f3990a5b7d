package org.rdmadump.rpcrdma;

/**
 * The parts of the latency of an exchange with RDMA transfers, in nanoseconds.
 *
 * @param toFirstRdma from the call's Send to the first RDMA Read or Write
 * @param rdma from there to the last RDMA packet
 * @param toReply from there to the reply's Send
 */
public record RdmaTiming(long toFirstRdma, long rdma, long toReply) {
  /**
   * {@return the parts, by times in nanoseconds} What was captured late, or sent again, may lie
   * behind the reply, and is cut there.
   *
   * @param call when the call was sent
   * @param first when RDMA began
   * @param last when RDMA ended
   * @param reply when the reply was sent
   */
  public static RdmaTiming between(long call, long first, long last, long reply) {
    long begin = Math.min(Math.max(call, first), reply);
    long end = Math.min(Math.max(begin, last), reply);
    return new RdmaTiming(begin - call, end - begin, reply - end);
  }
}
