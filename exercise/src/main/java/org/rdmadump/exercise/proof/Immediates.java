package org.rdmadump.exercise.proof;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.ImmDt;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.TransportService;
import org.rdmadump.net.Datagram;

/** Immediate data in the packets of a capture, by the queue pair they go to and their PSN. */
final class Immediates {
  private final Map<Long, Integer> known = new HashMap<>();

  /** Looks at a packet of InfiniBand or RoCE. */
  void look(Frame frame, Datagram datagram) {
    int at = datagram.payloadOffset();
    int present = datagram.payloadCaptured();
    if (present < Bth.LENGTH) {
      return;
    }
    Bth bth = Bth.read(frame.bytes(), at);
    int offset = bth.opcode().offsetOf(ExtensionHeader.IMM_DT);
    if (bth.opcode().service() == TransportService.RC
        && offset != Opcode.ABSENT
        && present >= offset + ImmDt.LENGTH) {
      known.put(
          key(bth.destinationQp(), bth.psn()), ImmDt.read(frame.bytes(), at + offset).immediate());
    }
  }

  OptionalInt of(int queuePair, int psn) {
    Integer immediate = known.get(key(queuePair, psn));
    return immediate == null ? OptionalInt.empty() : OptionalInt.of(immediate);
  }

  private static long key(int queuePair, int psn) {
    return (long) queuePair << Integer.SIZE | psn;
  }
}
