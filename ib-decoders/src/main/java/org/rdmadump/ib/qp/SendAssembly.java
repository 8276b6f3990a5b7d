package org.rdmadump.ib.qp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.FrameVisitor;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SettledBy;

/**
 * A Send whose packets were grouped, waiting to be acknowledged. Its packets are linked to each
 * other, and it to the Sends that wait as well: nearly all are of one packet, and one waits at
 * most.
 */
final class SendAssembly implements Send {
  /** Findings of single packets of one that go with it. */
  private static final int MOST_FINDINGS = 32;

  private static final Optional<SettledBy> EVIDENCE = Optional.of(SettledBy.EVIDENCE);

  /** The one that waits before it, as {@link SendQueue} has them. */
  @Nullable SendAssembly older;

  /** The one that waits behind it. */
  @Nullable SendAssembly newer;

  private final Sender sender;
  private final SendPacket first;
  private final SendPacket last;

  /** Extended PSN of its last packet, seen or not. */
  private final long lastPsn;

  /** Whether the capture begins within it. */
  private final boolean begun;

  private Rope payload;
  private List<Finding> findings = Collections.emptyList();
  private boolean delivered = true;
  private boolean acknowledged;
  private boolean proven;

  /** Packets of the connection when it was first held back, -1 if it was not. */
  private long heldFrom = -1;

  /** Highest PSN of a request of the other side when it was first held back for its call. */
  private long passedAt = Long.MAX_VALUE;

  private Optional<SettledBy> settledBy = Optional.empty();

  /** A Send of one packet. */
  SendAssembly(Sender sender, SendPacket only) {
    this.sender = sender;
    this.first = only;
    this.last = only;
    this.lastPsn = only.psn;
    this.begun = false;
    this.payload = only.isWhole() ? Rope.of(only.bytes()) : join(only.length, Absence.NOT_CAPTURED);
    if (only.fault != null) {
      note(only.fault);
    }
  }

  /**
   * A Send.
   *
   * @param sender who sent it
   * @param first the first packet of those that were seen, in PSN order, linked to the others
   * @param lastPsn extended PSN of its last packet, seen or not
   * @param mtu payload of a full packet, for those that were not seen
   * @param whyAbsent what is to be said of those
   * @param begun whether the capture begins within it
   * @param cutOff whether the capture ends within it
   */
  SendAssembly(
      Sender sender,
      SendPacket first,
      long lastPsn,
      int mtu,
      Absence whyAbsent,
      boolean begun,
      boolean cutOff) {
    this.sender = sender;
    this.begun = begun;
    this.first = first;
    this.lastPsn = lastPsn;
    SendPacket end = first;
    while (end.next != null) {
      end = end.next;
    }
    this.last = end;
    this.payload = join(mtu, whyAbsent);
    if (!isWhole(begun, cutOff)) {
      noteGap();
    }
    for (SendPacket packet = first; packet != null; packet = packet.next) {
      if (packet.fault != null) {
        note(packet.fault);
      }
    }
  }

  private Rope join(int mtu, Absence whyAbsent) {
    Rope.Builder rope = Rope.builder();
    if (!first.starts()) {
      // How many packets came before is not known; at least one did.
      rope.addHole(mtu, whyAbsent);
    }
    long expected = first.psn;
    for (SendPacket packet = first; packet != null; packet = packet.next) {
      rope.addHole((packet.psn - expected) * mtu, whyAbsent);
      rope.add(packet.bytes());
      rope.addHole(packet.length - packet.bytes().length, Absence.TRUNCATED);
      expected = packet.psn + 1;
    }
    // Without its end it is not whole, though no PSN may be left for that.
    long behind = Math.max(last.ends() ? 0 : 1, lastPsn + 1 - expected);
    rope.addHole(behind * mtu, whyAbsent);
    return rope.build();
  }

  /** Whether it has all of its packets that were sent while the capture ran. */
  private boolean isWhole(boolean begun, boolean cutOff) {
    long end = cutOff ? last.psn : lastPsn;
    return (begun || first.starts()) && (cutOff || last.ends()) && seen() == end + 1 - first.psn;
  }

  /** Packets that were seen. */
  private int seen() {
    int count = 0;
    for (SendPacket packet = first; packet != null; packet = packet.next) {
      count++;
    }
    return count;
  }

  private void noteGap() {
    note(
        new Finding(
            IbRules.PSN_GAP,
            last.frame(),
            -1,
            Counted.of(seen(), "packet")
                + " of a SEND from PSN "
                + firstPsn()
                + " to "
                + PsnSequence.onWire(lastPsn)
                + " captured"
                + (last.ends() ? "" : ", but not its end")));
  }

  @Override
  public long differingFrame() {
    long first = 0;
    for (SendPacket packet = this.first; packet != null; packet = packet.next) {
      long frame = packet.differingFrame();
      first = first == 0 || (frame != 0 && frame < first) ? frame : first;
    }
    return first;
  }

  /** Whether more may be noted of its packets one by one. */
  boolean hasRoomForFindings() {
    return findings.size() < MOST_FINDINGS;
  }

  @Override
  public void note(Finding finding) {
    if (findings.isEmpty()) {
      findings = new ArrayList<>(1);
    }
    findings.add(finding);
  }

  long firstExtendedPsn() {
    return first.psn;
  }

  long lastPsn() {
    return lastPsn;
  }

  /** The first of its packets that were seen. */
  SendPacket firstSeen() {
    return first;
  }

  /** Its packet with an extended PSN, if that was seen. */
  @Nullable SendPacket packet(long psn) {
    SendPacket packet = first;
    while (packet != null && packet.psn != psn) {
      packet = packet.next;
    }
    return packet;
  }

  /** Whether an extended PSN is one of its own. */
  boolean covers(long psn) {
    return psn >= first.psn && psn <= lastPsn;
  }

  /**
   * Settles it.
   *
   * @param wasDelivered false if the receiver refused it
   * @param by what ended the wait, where there is no proof
   */
  void settle(boolean wasDelivered, boolean wasAcknowledged, SettledBy by) {
    delivered = wasDelivered;
    acknowledged = wasAcknowledged;
    settledBy = wasAcknowledged || !wasDelivered || proven ? EVIDENCE : Optional.of(by);
    for (SendPacket packet = first; packet != null; packet = packet.next) {
      if (packet.repeats() > 0) {
        noteRepeats(packet);
      }
    }
  }

  private void noteRepeats(SendPacket packet) {
    note(
        new Finding(
            IbRules.PSN_REPEAT,
            packet.frame(),
            -1,
            "SEND packet with PSN "
                + PsnSequence.onWire(packet.psn)
                + " seen "
                + (packet.repeats() + 1)
                + " times"));
  }

  /**
   * Notes that it is held back.
   *
   * @param packets of the connection that were captured by now
   * @return how many of them were since it was held back first
   */
  long held(long packets) {
    if (heldFrom < 0) {
      heldFrom = packets;
    }
    return packets - heldFrom;
  }

  /**
   * Whether the other side sent a request since this was first asked.
   *
   * @param highest PSN of its requests by now
   */
  boolean isPassed(long highest) {
    passedAt = Math.min(passedAt, highest);
    return highest > passedAt;
  }

  @Override
  public boolean endSeen() {
    return last.ends();
  }

  @Override
  public boolean isBegunBefore() {
    return begun;
  }

  /** What it does, by the headers of its packets that were seen. */
  RequestKind kind() {
    if (last.isImmediate()) {
      return RequestKind.SEND_IMMEDIATE;
    }
    return last.isInvalidating() ? RequestKind.SEND_INVALIDATE : RequestKind.SEND;
  }

  @Override
  public int side() {
    return sender.side();
  }

  @Override
  public Rope payload() {
    return payload;
  }

  @Override
  public long firstFrame() {
    return earliest().firstFrame;
  }

  @Override
  public long firstNanos() {
    return earliest().firstNanos;
  }

  /** The packet that was captured first, which another may precede in PSN order. */
  private SendPacket earliest() {
    SendPacket earliest = first;
    for (SendPacket packet = first.next; packet != null; packet = packet.next) {
      if (packet.firstFrame < earliest.firstFrame) {
        earliest = packet;
      }
    }
    return earliest;
  }

  @Override
  public long lastFrame() {
    return latest().frame();
  }

  @Override
  public long lastNanos() {
    return latest().nanos();
  }

  /** The packet of which the copy that counts was captured last. */
  private SendPacket latest() {
    return first.next == null ? first : latestOfMany();
  }

  private SendPacket latestOfMany() {
    SendPacket latest = first;
    for (SendPacket packet = first.next; packet != null; packet = packet.next) {
      if (packet.frame() > latest.frame()) {
        latest = packet;
      }
    }
    return latest;
  }

  /** Notes the time of an acknowledgement that covers it, unless one did before. */
  void acknowledgedAt(long nanos) {
    last.acknowledgedAt(nanos);
  }

  /** Whether the time of an acknowledgement was noted. */
  boolean isAcknowledgementNoted() {
    return last.isAcknowledged();
  }

  /** Time of the latest copy of a packet of it that the receiver is known to have needed. */
  long neededNanos() {
    long latest = first.neededNanos();
    for (SendPacket packet = first.next; packet != null; packet = packet.next) {
      latest = Math.max(latest, packet.neededNanos());
    }
    return latest;
  }

  @Override
  public int firstPsn() {
    return PsnSequence.onWire(first.psn);
  }

  @Override
  public long order() {
    return first.psn;
  }

  @Override
  public int packets() {
    return (int) (lastPsn - first.psn + 1);
  }

  @Override
  public OptionalInt invalidates() {
    return last.invalidates();
  }

  @Override
  public void forEachFrame(FrameVisitor visitor) {
    for (SendPacket packet = first; packet != null; packet = packet.next) {
      visitor.frame(packet.firstFrame);
      if (packet.frame() != packet.firstFrame) {
        visitor.frame(packet.frame());
      }
    }
  }

  @Override
  public List<RdmaFragment> fragments() {
    RdmaFragment[] fragments = new RdmaFragment[seen()];
    SendPacket packet = first;
    long offset = 0;
    for (int i = 0; packet != null; i++) {
      int psn = PsnSequence.onWire(packet.psn);
      fragments[i] = new RdmaFragment(packet.place(), offset, packet.length, psn, packet.frame());
      offset += packet.length;
      packet = packet.next;
    }
    return List.of(fragments);
  }

  @Override
  public boolean delivered() {
    return delivered;
  }

  @Override
  public Optional<SettledBy> settledBy() {
    return settledBy;
  }

  @Override
  public void proven() {
    if (!proven && settledBy.isEmpty()) {
      sender.proven(lastPsn);
    }
  }

  /** Whether it is known that the receiver had it. */
  boolean isProven() {
    return proven;
  }

  /** Notes that the receiver had it. */
  void prove() {
    proven = true;
  }

  @Override
  public boolean acknowledged() {
    return acknowledged;
  }

  @Override
  public long acknowledgedNanos() {
    return last.acknowledgedNanos();
  }

  @Override
  public void release() {
    payload = Rope.empty();
    for (SendPacket packet = first; packet != null; packet = packet.next) {
      packet.release();
    }
  }

  @Override
  public List<Finding> findings() {
    return findings;
  }
}
