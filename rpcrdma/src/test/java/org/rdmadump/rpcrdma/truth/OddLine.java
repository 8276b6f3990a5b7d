package org.rdmadump.rpcrdma.truth;

import java.util.List;

/**
 * One line of the odd workload.
 *
 * @param name what was odd
 * @param xid transaction identifier
 * @param sent bytes of the message that was sent
 * @param answer words of the answer; none if there was no answer
 * @param refused whether the work requests were flushed, as after a NAK
 */
record OddLine(String name, int xid, int sent, List<Integer> answer, boolean refused) {}
