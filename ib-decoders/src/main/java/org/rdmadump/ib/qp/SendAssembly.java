package org.rdmadump.ib.qp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.FrameVisitor;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SettledBy;

/** A Send whose packets were grouped, waiting to be acknowledged. */
final class SendAssembly implements Send {
  private final Sender sender;
  private final List<SendPacket> packets;
  private Rope payload;
  private final int span;
  private List<Finding> findings = Collections.emptyList();
  private boolean delivered = true;
  private boolean acknowledged;
  private boolean proven;

  /** Packets of the connection when it was first held back, -1 if it was not. */
  private long heldFrom = -1;

  private Optional<SettledBy> settledBy = Optional.empty();

  /**
   * A Send.
   *
   * @param sender who sent it
   * @param packets those that were seen, in PSN order, at least one
   * @param lastPsn extended PSN of its last packet, seen or not
   * @param mtu payload of a full packet, for those that were not seen
   * @param whyAbsent what is to be said of those
   */
  SendAssembly(Sender sender, List<SendPacket> packets, long lastPsn, int mtu, Absence whyAbsent) {
    this.sender = sender;
    this.packets = packets;
    this.span = (int) (lastPsn - packets.get(0).psn + 1);
    this.payload = join(packets, lastPsn, mtu, whyAbsent);
    noteGap(packets);
    for (int i = 0; i < packets.size(); i++) {
      SendPacket packet = packets.get(i);
      if (packet.fault != null) {
        note(packet.fault);
      }
    }
  }

  private static Rope join(List<SendPacket> packets, long lastPsn, int mtu, Absence whyAbsent) {
    SendPacket first = packets.get(0);
    if (packets.size() == 1 && first.starts && first.isWhole() && first.psn == lastPsn) {
      return Rope.of(first.bytes());
    }
    Rope.Builder rope = Rope.builder();
    if (!first.starts) {
      // How many packets came before is not known; at least one did.
      rope.addHole(mtu, whyAbsent);
    }
    long expected = first.psn;
    for (SendPacket packet : packets) {
      rope.addHole((packet.psn - expected) * mtu, whyAbsent);
      rope.add(packet.bytes());
      rope.addHole(packet.length - packet.bytes().length, Absence.TRUNCATED);
      expected = packet.psn + 1;
    }
    rope.addHole((lastPsn + 1 - expected) * mtu, whyAbsent);
    return rope.build();
  }

  private void note(Finding finding) {
    if (findings.isEmpty()) {
      findings = new ArrayList<>(1);
    }
    findings.add(finding);
  }

  long lastPsn() {
    return packets.get(0).psn + span - 1;
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
    settledBy = Optional.of(wasAcknowledged || !wasDelivered || proven ? SettledBy.EVIDENCE : by);
    for (int i = 0; i < packets.size(); i++) {
      SendPacket packet = packets.get(i);
      if (packet.repeats > 0) {
        note(
            new Finding(
                IbRules.PSN_REPEAT,
                packet.frame,
                -1,
                "SEND packet with PSN "
                    + PsnSequence.onWire(packet.psn)
                    + " seen "
                    + (packet.repeats + 1)
                    + " times"));
      }
    }
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

  long firstExtendedPsn() {
    return packets.get(0).psn;
  }

  List<SendPacket> parts() {
    return packets;
  }

  private SendPacket last() {
    return packets.get(packets.size() - 1);
  }

  private void noteGap(List<SendPacket> packets) {
    boolean whole = packets.get(0).starts && last().ends && packets.size() == span;
    if (!whole) {
      note(
          new Finding(
              IbRules.PSN_GAP,
              last().frame,
              -1,
              Counted.of(packets.size(), "packet")
                  + " of a SEND from PSN "
                  + firstPsn()
                  + " to "
                  + PsnSequence.onWire(lastPsn())
                  + " captured"
                  + (last().ends ? "" : ", its end not among them")));
    }
  }

  @Override
  public boolean endSeen() {
    return last().ends;
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
    return packets.get(0).firstFrame;
  }

  @Override
  public long firstNanos() {
    return packets.get(0).firstNanos;
  }

  @Override
  public long lastFrame() {
    long frame = 0;
    for (int i = 0; i < packets.size(); i++) {
      frame = Math.max(frame, packets.get(i).frame);
    }
    return frame;
  }

  @Override
  public long lastNanos() {
    long frame = 0;
    long nanos = 0;
    for (int i = 0; i < packets.size(); i++) {
      SendPacket packet = packets.get(i);
      if (packet.frame > frame) {
        frame = packet.frame;
        nanos = packet.nanos;
      }
    }
    return nanos;
  }

  /** Time of the latest copy of a packet of it that the receiver is known to have needed. */
  long neededNanos() {
    long latest = Long.MIN_VALUE;
    for (int i = 0; i < packets.size(); i++) {
      latest = Math.max(latest, packets.get(i).neededNanos);
    }
    return latest;
  }

  @Override
  public int firstPsn() {
    return PsnSequence.onWire(packets.get(0).psn);
  }

  @Override
  public long order() {
    return firstExtendedPsn();
  }

  @Override
  public int packets() {
    return span;
  }

  @Override
  public OptionalInt invalidates() {
    return last().invalidates;
  }

  @Override
  public void forEachFrame(FrameVisitor visitor) {
    for (SendPacket packet : packets) {
      visitor.frame(packet.firstFrame);
      if (packet.frame != packet.firstFrame) {
        visitor.frame(packet.frame);
      }
    }
  }

  @Override
  public List<RdmaFragment> fragments() {
    List<RdmaFragment> fragments = new ArrayList<>(packets.size());
    long offset = 0;
    for (SendPacket packet : packets) {
      fragments.add(
          new RdmaFragment(
              packet.place(), offset, packet.length, PsnSequence.onWire(packet.psn), packet.frame));
      offset += packet.length;
    }
    return fragments;
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
      sender.proven(lastPsn());
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
    return sender.acknowledgedNanos();
  }

  @Override
  public void release() {
    payload = Rope.empty();
    for (int i = 0; i < packets.size(); i++) {
      packets.get(i).release();
    }
  }

  @Override
  public List<Finding> findings() {
    return findings;
  }
}
