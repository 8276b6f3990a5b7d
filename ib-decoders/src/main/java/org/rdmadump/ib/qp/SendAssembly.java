package org.rdmadump.ib.qp;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.FrameVisitor;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rdma.Send;

/** A Send whose packets were grouped, waiting to be acknowledged. */
final class SendAssembly implements Send {
  private final Flow sender;
  private final List<SendPacket> packets;
  private Rope payload;
  private final int span;
  private List<Finding> findings = List.of();
  private boolean delivered = true;
  private boolean acknowledged;

  /**
   * A Send.
   *
   * @param sender who sent it
   * @param packets those that were seen, in PSN order, at least one
   * @param lastPsn extended PSN of its last packet, seen or not
   * @param mtu payload of a full packet, for those that were not seen
   * @param whyAbsent what is to be said of those
   */
  SendAssembly(Flow sender, List<SendPacket> packets, long lastPsn, int mtu, Absence whyAbsent) {
    this.sender = sender;
    this.packets = packets;
    this.span = (int) (lastPsn - packets.get(0).psn + 1);
    this.payload = join(packets, lastPsn, mtu, whyAbsent);
    noteGap(packets);
    for (SendPacket packet : packets) {
      if (packet.fault != null) {
        note(packet.fault);
      }
    }
  }

  private static Rope join(List<SendPacket> packets, long lastPsn, int mtu, Absence whyAbsent) {
    Rope.Builder rope = Rope.builder();
    SendPacket first = packets.get(0);
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

  void settle(boolean wasDelivered, boolean wasAcknowledged) {
    delivered = wasDelivered;
    acknowledged = wasAcknowledged;
    for (SendPacket packet : packets) {
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
    for (SendPacket packet : packets) {
      frame = Math.max(frame, packet.frame);
    }
    return frame;
  }

  @Override
  public long lastNanos() {
    long frame = 0;
    long nanos = 0;
    for (SendPacket packet : packets) {
      if (packet.frame > frame) {
        frame = packet.frame;
        nanos = packet.nanos;
      }
    }
    return nanos;
  }

  @Override
  public int firstPsn() {
    return PsnSequence.onWire(packets.get(0).psn);
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
    for (SendPacket packet : packets) {
      packet.release();
    }
  }

  @Override
  public List<Finding> findings() {
    return findings;
  }
}
