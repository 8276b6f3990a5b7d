package org.rdmadump.iwarp.stream;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.finding.Hex;
import org.rdmadump.iwarp.AtomicRequestHeader;
import org.rdmadump.iwarp.AtomicResponseHeader;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.mpa.Fpdu;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.RequestKind;

/**
 * The Atomic Requests of one side of a connection that wait for their responses. Memory that they
 * change is none that RPC-over-RDMA advertises, so that all there is to do is to tell of them.
 *
 * <p>RFC 7306 section 5.
 */
final class IwarpAtomics {
  /** Requests that wait; the oldest go first. */
  private static final int MOST_REQUESTS = 256;

  /** Bytes that each changes. */
  private static final int BYTES = 8;

  private final SegmentSender requester;
  private final List<Request> requests = new ArrayList<>(0);

  /** A request, and its position in the stream. */
  private record Request(AtomicRequestHeader header, long position) {}

  IwarpAtomics(SegmentSender requester) {
    this.requester = requester;
  }

  /** Takes a request of this side. */
  void request(AtomicRequestHeader header, Fpdu fpdu) {
    requests.add(new Request(header, fpdu.position()));
    requester.events(fpdu.firstFrame());
    RequestCounters counted = requester.requests();
    if (counted != null) {
      counted.sent(kind(header), fpdu.position(), fpdu.end(), BYTES, fpdu.firstNanos());
    }
    if (requests.size() > MOST_REQUESTS) {
      requests.remove(0);
    }
    tell(fpdu, "Atomic Request " + Hex.of(header.identifier()) + ", " + header.text());
  }

  /** Takes a response that this side was sent. */
  void response(AtomicResponseHeader header, Fpdu fpdu) {
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i).header().identifier() == header.identifier()) {
        RequestCounters counted = requester.requests();
        if (counted != null) {
          counted.respondedTo(requests.get(i).position(), fpdu.lastNanos());
        }
        requests.remove(i);
        tell(fpdu, "Atomic Response " + Hex.of(header.identifier()) + ", " + header.text());
        return;
      }
    }
    if (!requester.mayLackRequest()) {
      requester.finding(
          fpdu.finding(
              IwarpRules.STRAY_ATOMIC_RESPONSE,
              "Atomic Response "
                  + Hex.of(header.identifier())
                  + ", "
                  + header.text()
                  + ", answers no captured Atomic Request"));
    }
  }

  private static RequestKind kind(AtomicRequestHeader header) {
    return switch (header.operation()) {
      case AtomicRequestHeader.FETCH_ADD -> RequestKind.FETCH_ADD;
      case AtomicRequestHeader.SWAP -> RequestKind.SWAP;
      default -> RequestKind.COMPARE_SWAP;
    };
  }

  private void tell(Fpdu fpdu, String message) {
    requester.finding(fpdu.finding(IwarpRules.ATOMIC, message));
  }

  void finish() {
    requests.clear();
  }
}
