package org.rdmadump.iwarp.stream;

import java.util.Optional;
import org.rdmadump.iwarp.ReadRequestHeader;
import org.rdmadump.rdma.FragmentSink;

/**
 * An RDMA Read Request that is not answered. Its response names memory of the requester, which
 * nothing above iWARP knows; this says where the bytes came from.
 *
 * <p>RFC 5040 sections 4.4 and 4.5. In NFStest this is {@code RDMArequest}.
 */
final class RdmaReadRequest {
  private final ReadRequestHeader header;
  private final Optional<FragmentSink> sink;
  private final long position;
  private long next;
  private boolean doubtful;

  /**
   * A request.
   *
   * @param sink takes what is read; empty for a Read of nothing
   * @param position of the request in the stream of its side
   */
  RdmaReadRequest(ReadRequestHeader header, Optional<FragmentSink> sink, long position) {
    this.header = header;
    this.sink = sink;
    this.position = position;
    this.next = header.sinkOffset();
  }

  /** Whether a byte at {@code offset} of the requester's memory {@code stag} answers it. */
  boolean contains(int stag, long offset) {
    long relative = offset - header.sinkOffset();
    return stag == header.sinkStag()
        && relative >= 0
        && (relative < header.size() || (relative == 0 && header.size() == 0));
  }

  /** Where in the responder's memory the byte is that belongs at {@code offset} of the sink. */
  long sourceOffset(long offset) {
    return offset - header.sinkOffset() + header.sourceOffset();
  }

  /** Its position in the stream of its side. */
  long position() {
    return position;
  }

  ReadRequestHeader header() {
    return header;
  }

  Optional<FragmentSink> sink() {
    return sink;
  }

  /** Bytes of the sink from {@code offset} on that belong to it. */
  long left(long offset) {
    return header.size() - (offset - header.sinkOffset());
  }

  /** Where in the sink the next byte is expected. */
  long next() {
    return next;
  }

  void reached(long offset) {
    next = offset;
  }

  /** How far its response got. */
  long answered() {
    return next - header.sinkOffset();
  }

  boolean isAnswered() {
    return answered() >= header.size();
  }

  boolean overlaps(RdmaReadRequest other) {
    long distance = other.header.sinkOffset() - header.sinkOffset();
    return header.sinkStag() == other.header.sinkStag()
        && (distance >= 0 ? distance < header.size() : -distance < other.header.size());
  }

  /** Whether its response may have been missed. */
  boolean isDoubtful() {
    return doubtful;
  }

  void doubt() {
    doubtful = true;
  }
}
