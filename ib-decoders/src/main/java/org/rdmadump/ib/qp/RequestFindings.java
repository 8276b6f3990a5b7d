package org.rdmadump.ib.qp;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.ConnectionEvents;

/**
 * What was noticed of single requests of one direction, such as a copy that is damaged, until it
 * shows by their PSNs which Send or operation they are of. Those of which no good copy comes are of
 * none.
 */
final class RequestFindings {
  /** How many may wait. */
  private static final int MOST = 32;

  /** PSNs so far from those expected are not of this connection. */
  private static final long MOST_DISTANCE = 1L << 16;

  private final FlowEvents told;
  private final SentRequests requests;
  private final PsnSequence sequence;
  private final List<Noted> waiting = new ArrayList<>(1);

  /**
   * What was noticed of one.
   *
   * @param length of a damaged copy, bytes of its payload; -1 of another
   */
  private record Noted(long psn, Finding finding, int length) {
    boolean isDamage() {
      return length >= 0;
    }
  }

  RequestFindings(FlowEvents told, SentRequests requests, PsnSequence sequence) {
    this.told = told;
    this.requests = requests;
    this.sequence = sequence;
  }

  /** Takes what was noticed of a request that was refused, or follows. */
  void add(long psn, Finding finding) {
    if (isOfNone()) {
      told.note(finding);
      return;
    }
    SendAssembly send = requests.sendWith(psn);
    Transfer operation = send == null ? requests.operationWith(psn) : null;
    if (send != null) {
      tell(send, finding);
    } else if (operation != null && isTelling(operation)) {
      operation.sink.finding(finding);
    } else if (operation != null || sequence.isDone(psn)) {
      told.note(finding);
    } else {
      add(new Noted(psn, finding, /* length= */ -1));
    }
  }

  /**
   * Takes what is wrong with a request that was discarded.
   *
   * @param length bytes of its payload
   */
  void addDamaged(int wirePsn, int length, Finding fault) {
    if (isOfNone()
        || !sequence.isStarted()
        || sequence.isOfAnotherConnection(wirePsn, MOST_DISTANCE)) {
      told.note(fault);
      return;
    }
    long psn = sequence.extend(wirePsn);
    SendAssembly send = requests.sendWith(psn);
    if (send != null && isCopy(send, psn, length)) {
      tell(send, fault);
    } else if (send != null || sequence.isDone(psn)) {
      told.note(fault);
    } else {
      add(new Noted(psn, fault, length));
    }
  }

  /** Whether a damaged packet is one of a Send, and not one of another whose PSN is damaged. */
  private static boolean isCopy(SendAssembly send, long psn, int length) {
    SendPacket good = send.packet(psn);
    return good != null && (length < 0 || good.length == length);
  }

  /** Whether the message that the memory of an operation is for tells what is found of it. */
  private static boolean isTelling(Transfer operation) {
    return !operation.sink.isOver() && operation.sink.tellsFindings();
  }

  /** Tells what is found of a Send with it, as long as that is not too much. */
  private void tell(SendAssembly send, Finding finding) {
    if (send.hasRoomForFindings()) {
      send.note(finding);
    } else {
      told.note(finding);
    }
  }

  /** Whether no message tells of Sends and operations. */
  private boolean isOfNone() {
    ConnectionEvents events = told.events();
    return events != null && !events.tellsOfSends();
  }

  private void add(Noted noted) {
    if (waiting.size() == MOST) {
      told.note(waiting.remove(0).finding);
    }
    waiting.add(noted);
  }

  /** The frame of a damaged copy of a request; 0 if none is known. */
  long damagedFrame(long psn) {
    for (Noted each : waiting) {
      if (each.isDamage() && each.psn == psn) {
        return each.finding.frame();
      }
    }
    return 0;
  }

  /** Hands those of its packets to a Send that arrives, and to operations before it theirs. */
  void arrived(SendAssembly send) {
    for (int i = 0; i < waiting.size(); ) {
      Noted each = waiting.get(i);
      if (isCopy(send, each.psn, each.length)) {
        waiting.remove(i);
        tell(send, each.finding);
      } else if (tellOperation(each)) {
        waiting.remove(i);
      } else {
        i++;
      }
    }
  }

  /** Hands those of operations to these, as far as an acknowledgement passed them. */
  void acknowledged(long end) {
    for (int i = 0; i < waiting.size(); ) {
      if (waiting.get(i).psn < end && tellOperation(waiting.get(i))) {
        waiting.remove(i);
      } else {
        i++;
      }
    }
  }

  private boolean tellOperation(Noted noted) {
    if (!sequence.wasSeen(noted.psn)) {
      return false;
    }
    Transfer operation = requests.operationWith(noted.psn);
    if (operation == null) {
      return false;
    }
    if (isTelling(operation)) {
      operation.sink.finding(noted.finding);
    } else {
      told.note(noted.finding);
    }
    return true;
  }

  /** Tells of requests that were acknowledged, though the only copies of them are damaged. */
  void tellDamaged(long from, long to) {
    for (int i = 0; i < waiting.size(); ) {
      Noted each = waiting.get(i);
      if (each.isDamage() && each.psn >= from && each.psn < to && !sequence.wasSeen(each.psn)) {
        told.note(acknowledgedThough(each.finding));
        waiting.remove(i);
      } else {
        i++;
      }
    }
  }

  private static Finding acknowledgedThough(Finding fault) {
    return new Finding(
        fault.rule(),
        fault.frame(),
        fault.offset(),
        fault.message()
            + "; it was acknowledged all the same: the damage, or the lack of a good copy, is in the"
            + " capture only");
  }

  /** Tells the rest: nothing follows. */
  void finish() {
    for (Noted each : waiting) {
      if (!tellOperation(each)) {
        boolean wasTaken =
            each.isDamage() && each.psn < sequence.acknowledged() && !sequence.wasSeen(each.psn);
        told.note(wasTaken ? acknowledgedThough(each.finding) : each.finding);
      }
    }
    waiting.clear();
  }
}
