package org.rdmadump.rdma;

/**
 * One packet of a Send or of an RDMA operation as it was captured, over iWARP one FPDU.
 *
 * <pre>{@code
 * for (RdmaFragment each : transfer.fragments()) {
 *   System.out.println(each.place().label() + " of " + each.length() + " bytes");
 * }
 * }</pre>
 *
 * @param place what its header says of its place in the message: over InfiniBand by the opcode of
 *     the BTH, over iWARP by the Last flag of DDP
 * @param offset where its first byte belongs, from the beginning of the Send or of the operation; 0
 *     for a {@link FragmentPlace#REQUEST}
 * @param length bytes of payload on the wire, without pad
 * @param psn its PSN, -1 where the transport has none
 * @param frame 1-based number of its frame
 */
public record RdmaFragment(FragmentPlace place, long offset, int length, int psn, long frame) {}
