package org.rdmadump.iwarp.stream;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.finding.Hex;
import org.rdmadump.iwarp.AtomicRequestHeader;
import org.rdmadump.iwarp.AtomicResponseHeader;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.mpa.Fpdu;

/**
 * The Atomic Requests of one side of a connection that wait for their responses. Memory that they
 * change is none that RPC-over-RDMA advertises, so that all there is to do is to tell of them.
 *
 * <p>RFC 7306 section 5.
 */
final class IwarpAtomics {
  /** Requests that wait; the oldest go first. */
  private static final int MOST_REQUESTS = 256;

  private final SegmentSender requester;
  private final List<AtomicRequestHeader> requests = new ArrayList<>(0);

  IwarpAtomics(SegmentSender requester) {
    this.requester = requester;
  }

  /** Takes a request of this side. */
  void request(AtomicRequestHeader header, Fpdu fpdu) {
    requests.add(header);
    if (requests.size() > MOST_REQUESTS) {
      requests.remove(0);
    }
    tell(fpdu, "Atomic Request " + Hex.of(header.identifier()) + ", " + header.text());
  }

  /** Takes a response that this side was sent. */
  void response(AtomicResponseHeader header, Fpdu fpdu) {
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i).identifier() == header.identifier()) {
        requests.remove(i);
        tell(fpdu, "Atomic Response " + Hex.of(header.identifier()) + ", " + header.text());
        return;
      }
    }
    requester.finding(
        fpdu.finding(
            IwarpRules.STRAY_ATOMIC_RESPONSE,
            "Atomic Response "
                + Hex.of(header.identifier())
                + ", "
                + header.text()
                + ", answers no captured Atomic Request"));
  }

  private void tell(Fpdu fpdu, String message) {
    requester.finding(fpdu.finding(IwarpRules.ATOMIC, message));
  }

  void finish() {
    requests.clear();
  }
}
