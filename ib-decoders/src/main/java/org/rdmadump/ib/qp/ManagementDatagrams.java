package org.rdmadump.ib.qp;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.finding.Rule;
import org.rdmadump.ib.cm.CmKind;
import org.rdmadump.ib.cm.CmMessage;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.ib.mad.MadStatus;
import org.rdmadump.ib.mad.ManagementClass;
import org.rdmadump.net.Datagram;

/**
 * Counts management datagrams by class, tells of those that report an error, and hands those of the
 * connection manager on. All others are read to their common header.
 *
 * <p>IBTA volume 1, 13.4 and 13.5.
 */
@SuppressWarnings("EnumOrdinal") // An index into tables of our own, never stored.
public final class ManagementDatagrams {
  private static final int LAST_PORT = 1;
  private static final int STATUS = 4;

  private static final ManagementClass[] CLASSES = ManagementClass.values();

  private final CmTracker cm;
  private final CmRefusals refusals = new CmRefusals();
  private final FindingSink findings;
  private final long[] seen = new long[CLASSES.length];
  private final NamedCounts failed = new NamedCounts();

  ManagementDatagrams(CmTracker cm, FindingSink findings) {
    this.cm = cm;
    this.findings = findings;
  }

  /** Whether a queue pair is that of subnet management, 0, or of all other management, 1. */
  static boolean isPort(int qp) {
    return qp <= LAST_PORT;
  }

  /** Takes a datagram from or to such a queue pair. */
  void take(TransportPacket packet, int sender, Frame frame, Datagram datagram) {
    if (packet.payloadLength() != MadHeader.MAD_LENGTH) {
      tellOfLength(packet);
    }
    if (packet.payloadCaptured() < MadHeader.LENGTH) {
      return;
    }
    MadHeader header = MadHeader.read(frame.bytes(), packet.payloadOffset());
    if (header.baseVersion() != MadHeader.BASE) {
      tellOfVersion(header, packet);
      return;
    }
    MadStatus status = header.outcome();
    seen[status.managementClass().ordinal()]++;
    if (!status.isGood()) {
      tellOfStatus(header, status, packet);
    }
    if (sender == CmTracker.GENERAL_QP) {
      Optional<CmMessage> message =
          CmMessage.read(frame.bytes(), packet.payloadOffset(), packet.payloadCaptured());
      if (message.isPresent() && message.get().kind() == CmKind.REJ) {
        refusals.take(message.get(), frame.bytes(), packet.payloadOffset(), datagram);
      }
      if (message.isPresent()) {
        cm.take(message.get(), frame, datagram);
      }
    }
  }

  private void tellOfLength(TransportPacket packet) {
    tell(
        IbRules.MAD_LENGTH,
        packet,
        0,
        "management datagram of %s, expected %d",
        Counted.of(packet.payloadLength(), "byte"),
        MadHeader.MAD_LENGTH);
  }

  private void tellOfVersion(MadHeader header, TransportPacket packet) {
    tell(
        IbRules.MAD_VERSION,
        packet,
        0,
        "management datagram of base version %d, expected %d",
        header.baseVersion(),
        MadHeader.BASE);
  }

  private void tellOfStatus(MadHeader header, MadStatus status, TransportPacket packet) {
    String what = header.text() + ": " + status.text();
    failed.add(what);
    tell(IbRules.MAD_STATUS, packet, STATUS, "%s (status 0x%04x)", what, status.bits());
  }

  private void tell(Rule rule, TransportPacket packet, int at, String format, Object... values) {
    findings.accept(
        new Finding(
            rule,
            packet.frameNumber(),
            packet.frameOffsetOf(packet.payloadOffset() + at),
            String.format(Locale.US, format, values)));
  }

  /** {@return datagrams by the name of their class, classes without any left out} */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (ManagementClass each : CLASSES) {
      long count = seen[each.ordinal()];
      if (count != 0) {
        counts.put(each.text(), count);
      }
    }
    return counts;
  }

  /**
   * {@return those whose status tells of an error, by what they are and what the error is: {@code
   * SubnAdmGetResp(PathRecord): ERR_NO_RECORDS}. After {@value NamedCounts#MOST} different ones,
   * the rest is under {@code others}}
   */
  public Map<String, Long> failures() {
    return failed.counts();
  }

  /**
   * {@return connections that were refused, by the reason and the private data that came with it:
   * {@code Consumer Reject, private data 01}. After 64 different ones, the rest is under {@code
   * others}}
   */
  public Map<String, Long> refusals() {
    return refusals.counts();
  }
}
