package org.rdmadump.exercise.proof;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.ImmDt;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.TransportService;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.Endpoint;

/**
 * Immediate data in the packets of connections that have not ended, by the queue pair they go to
 * and their PSN.
 */
final class Immediates {
  /**
   * Immediate data of a packet.
   *
   * @param captured whether it was captured; the snap length may have cut it
   * @param data its four bytes, if they were captured
   */
  record Immediate(boolean captured, int data) {}

  /** Where packets go. */
  private record QueuePair(IpAddress address, int number) {}

  private final Map<QueuePair, Map<Integer, Immediate>> known = new HashMap<>();

  /** Looks at a packet of InfiniBand or RoCE. */
  void look(Frame frame, Datagram datagram) {
    int at = datagram.payloadOffset();
    int present = datagram.payloadCaptured();
    if (present < Bth.LENGTH) {
      return;
    }
    Bth bth = Bth.read(frame.bytes(), at);
    int offset = bth.opcode().offsetOf(ExtensionHeader.IMM_DT);
    if (bth.opcode().service() != TransportService.RC || offset == Opcode.ABSENT) {
      return;
    }
    boolean captured = present >= offset + ImmDt.LENGTH;
    known
        .computeIfAbsent(
            new QueuePair(datagram.destination(), bth.destinationQp()), to -> new HashMap<>())
        .put(
            bth.psn(),
            new Immediate(
                captured, captured ? ImmDt.read(frame.bytes(), at + offset).immediate() : 0));
  }

  /** What came to an end of a connection in the packet with that PSN; empty if it has none. */
  Optional<Immediate> of(Endpoint to, int psn) {
    return to.number().isPresent()
        ? Optional.ofNullable(
            known
                .getOrDefault(new QueuePair(to.address(), to.number().getAsInt()), Map.of())
                .get(psn))
        : Optional.empty();
  }

  /** Lets go of what came to an end of a connection that is over. */
  void forget(Endpoint to) {
    if (to.number().isPresent()) {
      known.remove(new QueuePair(to.address(), to.number().getAsInt()));
    }
  }
}
