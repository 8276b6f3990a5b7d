package org.rdmadump.rpcrdma;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rdma.ReadSink;

/**
 * One RDMA operation that moved bytes of a segment: an RDMA Write message, or an RDMA Read request
 * with its response.
 *
 * <pre>{@code
 * for (RdmaTransfer each : exchange.transfers()) {
 *   System.out.println(each.kind().label() + " of " + each.length());
 * }
 * }</pre>
 *
 * @param kind read or write
 * @param handle the segment's handle
 * @param address first address
 * @param length bytes that the operation announced
 * @param transferred captured bytes
 * @param packets captured packets with data, over iWARP FPDUs, without repeats
 * @param firstPsn PSN of its first packet, -1 where the transport has none
 * @param lastPsn PSN of its last packet, -1 where the transport has none
 * @param firstFrame frame of its packet that was captured first
 * @param lastFrame frame of its packet that was captured last
 * @param firstNanos time of {@code firstFrame} in nanoseconds since the epoch
 * @param lastNanos time of {@code lastFrame} in nanoseconds since the epoch
 * @param sink where a Read put the bytes at the side that asked for them, over iWARP
 * @param fragments its packets in the order in which they were captured, repeats left out, the
 *     request of a Read among them; empty unless {@link CaptureOptions#keepFragments}, and fewer
 *     than {@code packets} with data where memory did not hold them
 */
public record RdmaTransfer(
    Kind kind,
    int handle,
    long address,
    long length,
    long transferred,
    int packets,
    int firstPsn,
    int lastPsn,
    long firstFrame,
    long lastFrame,
    long firstNanos,
    long lastNanos,
    Optional<ReadSink> sink,
    List<RdmaFragment> fragments) {
  /** {@return those of the fragments that moved bytes: all but the request of a Read} */
  public List<RdmaFragment> dataFragments() {
    return fragments.stream().filter(each -> each.place() != FragmentPlace.REQUEST).toList();
  }

  /** What the operation does. */
  public enum Kind {
    /** RDMA Read: the responder pulls from the requester's memory. */
    READ,
    /** RDMA Write: the responder pushes into the requester's memory. */
    WRITE;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The name that output uses. */
    public String label() {
      return label;
    }
  }
}
