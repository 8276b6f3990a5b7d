package org.rdmadump.iwarp.stream;

import java.util.Locale;
import java.util.Optional;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;
import org.rdmadump.finding.Rule;
import org.rdmadump.iwarp.AtomicRequestHeader;
import org.rdmadump.iwarp.AtomicResponseHeader;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.ImmediateData;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.iwarp.ReadRequestHeader;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.Terminate;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.iwarp.mpa.Fpdu;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.RequestKind;

/**
 * Reads the DDP segments that one side sends, and tells them apart by RDMAP opcode.
 *
 * <p>RFC 5041, RFC 5040, RFC 7306.
 */
final class SegmentReader {
  private static final long NOTHING = 0;

  private final IwarpFlow flow;
  private final IwarpConnection connection;
  private final IwarpSendQueue sends;
  private final IwarpTransfers transfers;
  private final IwarpAtomics atomics;
  private final MessageSequences sequences;
  private final UnseenSends unseen;

  /** Position behind the last FPDU that was read. */
  private long readTo = NOTHING;

  /** Whether bytes before the first FPDU that was read were not captured. */
  private boolean interrupted;

  /** A reader of what a flow sends, with all that takes it there. */
  SegmentReader(IwarpFlow flow, IwarpConnection connection) {
    this.flow = flow;
    this.connection = connection;
    this.sends = flow.sends();
    this.transfers = flow.transfers();
    this.atomics = flow.atomics();
    this.sequences = flow.sequences();
    this.unseen = flow.unseen();
  }

  /** Position behind the last FPDU that was read; 0 without any. */
  long readTo() {
    return readTo;
  }

  /** Says that FPDUs may be missing between the last one and the next. */
  void interrupted() {
    interrupted = true;
    doubt();
  }

  /** Reads one. */
  void read(Fpdu fpdu) {
    if (readTo == NOTHING && interrupted) {
      unseen.captureBegins(fpdu.position());
      sends.captureBegins(fpdu.position());
    } else if (readTo != NOTHING && fpdu.position() > readTo) {
      unseen.gap(readTo, fpdu.position());
      sends.missed(fpdu.position() - readTo);
    }
    readTo = fpdu.end();
    if (!fpdu.has(0, DdpControl.LENGTH)) {
      unreadable(fpdu, DdpControl.LENGTH, "a segment");
      missedMessage(fpdu, DdpControl.LENGTH);
      return;
    }
    int control = NetworkOrder.shortAt(fpdu.array(), fpdu.offset());
    if (fpdu.isDamaged() && !isBelievable(control, fpdu)) {
      unseen.gap(fpdu.position(), fpdu.end());
      flow.interrupted();
      return;
    }
    if (!DdpControl.isUsual(control) && DdpControl.isVersion1(control)) {
      reserved(control, fpdu);
    }
    Optional<RdmapOpcode> opcode = RdmapOpcode.of(DdpControl.opcode(control));
    if (!DdpControl.isVersion1(control)) {
      report(
          IwarpRules.BAD_CONTROL,
          fpdu,
          String.format(Locale.US, "control fields 0x%04x, version 1 is 01 in both", control));
    } else if (opcode.isEmpty()) {
      unknown(control, fpdu);
    } else if (opcode.get().isTagged() != DdpControl.isTagged(control)) {
      report(
          IwarpRules.BAD_CONTROL,
          fpdu,
          opcode.get().text() + (opcode.get().isTagged() ? " is not tagged" : " is tagged"));
    } else if (opcode.get().isTagged()) {
      tagged(opcode.get(), fpdu);
    } else {
      untagged(opcode.get(), fpdu);
    }
  }

  /**
   * Whether what a damaged FPDU says of itself fits to what came before. Where memory is touched,
   * that is known there.
   */
  private boolean isBelievable(int control, Fpdu fpdu) {
    Optional<RdmapOpcode> opcode = RdmapOpcode.of(DdpControl.opcode(control));
    if (DdpControl.isTagged(control)) {
      return true;
    }
    UntaggedHeader header = UntaggedHeader.read(fpdu.bytes(), fpdu.offset());
    return opcode.isPresent() && opcode.get().isSend() && sequences.isNextSend(header);
  }

  private void reserved(int control, Fpdu fpdu) {
    if (DdpControl.hasDdpReserved(control)) {
      report(IwarpRules.DDP_RESERVED, fpdu, reserved("DDP", control));
    }
    if (DdpControl.hasRdmapReserved(control)) {
      report(IwarpRules.RDMAP_RESERVED, fpdu, reserved("RDMAP", control));
    }
  }

  private static String reserved(String protocol, int control) {
    return String.format(
        Locale.US, "control fields 0x%04x have bits that %s reserves", control, protocol);
  }

  private void unknown(int control, Fpdu fpdu) {
    report(IwarpRules.UNKNOWN_OPCODE, fpdu, "RDMAP opcode " + DdpControl.opcode(control));
    if (!DdpControl.isTagged(control) && fpdu.has(0, UntaggedHeader.LENGTH)) {
      UntaggedHeader header = UntaggedHeader.read(fpdu.bytes(), fpdu.offset());
      if (header.queue() == RdmapOpcode.SEND_QUEUE) {
        // Whatever it is, it takes a number of the queue.
        Optional<Finding> misnumbered = sequences.take(header, fpdu);
        if (misnumbered.isPresent()) {
          flow.finding(misnumbered.get());
        }
        sends.otherMessage();
      }
    }
  }

  private void tagged(RdmapOpcode opcode, Fpdu fpdu) {
    if (!fpdu.has(0, TaggedHeader.LENGTH)) {
      unreadable(fpdu, TaggedHeader.LENGTH, opcode.text());
      return;
    }
    if (opcode == RdmapOpcode.RDMA_WRITE) {
      transfers.addIwarpData(fpdu, false);
    } else {
      flow.peer().transfers().addIwarpData(fpdu, true);
    }
  }

  private void untagged(RdmapOpcode opcode, Fpdu fpdu) {
    int needed = UntaggedHeader.LENGTH + opcode.headerLength();
    if (!fpdu.has(0, needed)) {
      unreadable(fpdu, needed, opcode.text());
      missedMessage(fpdu, needed);
      return;
    }
    UntaggedHeader header = UntaggedHeader.read(fpdu.bytes(), fpdu.offset());
    if (header.queue() != opcode.queue()) {
      report(
          IwarpRules.BAD_QUEUE,
          fpdu,
          opcode.text() + " on queue " + Integer.toUnsignedString(header.queue()));
      return;
    }
    if (!opcode.invalidates() && header.invalidateStag() != 0) {
      report(
          IwarpRules.RDMAP_RESERVED,
          fpdu,
          opcode.text()
              + " with "
              + Hex.of(header.invalidateStag())
              + " where an STag to invalidate would be");
    }
    if (header.queue() == RdmapOpcode.SEND_QUEUE) {
      unseen.message(header.messageSequence());
    }
    Optional<Finding> misnumbered = sequences.take(header, fpdu);
    if (misnumbered.isPresent() && !opcode.isSend()) {
      flow.finding(misnumbered.get());
    }
    int payload = fpdu.offset() + UntaggedHeader.LENGTH;
    switch (opcode) {
      case READ_REQUEST ->
          transfers.addIwarpRequest(
              ReadRequestHeader.read(fpdu.bytes(), payload), header.messageSequence(), fpdu);
      case TERMINATE -> terminate(fpdu, payload);
      case ATOMIC_REQUEST -> atomics.request(AtomicRequestHeader.read(fpdu.bytes(), payload), fpdu);
      case ATOMIC_RESPONSE ->
          flow.peer().atomics().response(AtomicResponseHeader.read(fpdu.bytes(), payload), fpdu);
      case IMMEDIATE, IMMEDIATE_SE -> {
        report(IwarpRules.IMMEDIATE_DATA, fpdu, ImmediateData.read(fpdu.bytes(), payload).text());
        sends.otherMessage();
        sends.count(RequestKind.SEND_IMMEDIATE, ImmediateData.LENGTH, fpdu);
      }
      default -> {
        if (!connection
            .startUps()
            .isReadyToReceive(flow.side(), fpdu.length() - UntaggedHeader.LENGTH)) {
          sends.segment(header, opcode, misnumbered, fpdu);
        } else if (misnumbered.isPresent()) {
          flow.finding(misnumbered.get());
        }
      }
    }
    connection.startUps().sentSomething(flow.side());
  }

  private void terminate(Fpdu fpdu, int payload) {
    int present = fpdu.present() - UntaggedHeader.LENGTH;
    Terminate terminate = Terminate.read(fpdu.bytes(), payload, present);
    String subject = terminate.subject();
    report(
        IwarpRules.TERMINATE,
        fpdu,
        "Terminate, " + terminate.text() + (subject.isEmpty() ? "" : "; about " + subject));
    connection
        .end()
        .note(
            ConnectionEnd.How.TERMINATE,
            flow.side(),
            terminate.text(),
            fpdu.firstFrame(),
            fpdu.lastNanos());
    flow.peer().sends().refuse();
    sends.stop();
    transfers.terminated(terminate, fpdu);
    flow.peer().transfers().terminated(terminate, fpdu);
  }

  private void unreadable(Fpdu fpdu, int needed, String what) {
    unseen.gap(fpdu.position(), fpdu.end());
    if (fpdu.length() < needed) {
      flow.run().count(IwarpCount.MALFORMED);
      report(
          IwarpRules.TOO_SHORT,
          fpdu,
          Counted.are(fpdu.length(), "byte") + " too few for the header of " + what);
    } else {
      flow.run().count(IwarpCount.TRUNCATED);
      flow.missed();
    }
    doubt();
  }

  /** Notes that a segment, which may be of a Send, has a header that is not there. */
  private void missedMessage(Fpdu fpdu, int needed) {
    if (fpdu.isCut(0, needed)) {
      flow.cut();
      sends.missed(fpdu.end() - fpdu.position());
    }
  }

  /** Notes that messages of this side, or parts of them, may have been missed. */
  private void doubt() {
    sequences.doubt();
    sends.doubt();
  }

  private void report(Rule rule, Fpdu fpdu, String message) {
    flow.finding(fpdu.finding(rule, message));
  }
}
