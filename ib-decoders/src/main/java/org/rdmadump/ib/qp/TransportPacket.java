package org.rdmadump.ib.qp;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Rdeth;
import org.rdmadump.ib.Reth;
import org.rdmadump.link.Lrh;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketKind;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.Service;
import org.rdmadump.rdma.TrafficCounters;

/** The InfiniBand transport packet that is being decoded; one object, set anew for each. */
final class TransportPacket {
  private Frame frame = new Frame();
  private Opcode opcode = Opcode.of(0);
  private int headers;
  private int psn;
  private int payloadCaptured;
  private int payloadLength;
  private @Nullable Finding fault;

  // In two steps that are short enough to be inlined.

  /**
   * Sets the packet; {@link #carries} sets the rest.
   *
   * @param frame the frame around it
   * @param headers index of its base transport header
   * @param psn PSN on the wire
   */
  void set(Frame frame, Opcode opcode, int headers, int psn) {
    this.frame = frame;
    this.opcode = opcode;
    this.headers = headers;
    this.psn = psn;
  }

  /**
   * Sets what it carries.
   *
   * @param length bytes on the wire, without pad
   * @param captured how many of them were captured
   * @param wrong what was wrong with the packet as a whole
   */
  void carries(int length, int captured, @Nullable Finding wrong) {
    payloadLength = length;
    payloadCaptured = captured;
    fault = wrong;
  }

  ByteBuffer bytes() {
    return frame.bytes();
  }

  /** The array behind {@link #bytes}, with the same indexes. */
  byte[] array() {
    return frame.array();
  }

  Opcode opcode() {
    return opcode;
  }

  int headers() {
    return headers;
  }

  int psn() {
    return psn;
  }

  int payloadOffset() {
    return headers + opcode.headersLength();
  }

  int payloadCaptured() {
    return payloadCaptured;
  }

  int payloadLength() {
    return payloadLength;
  }

  long frameNumber() {
    return frame.number();
  }

  long nanos() {
    return frame.epochNanos();
  }

  void countIn(TrafficCounters traffic) {
    traffic.packet(payloadLength, frame.number(), frame.epochNanos());
  }

  @Nullable Finding fault() {
    return fault;
  }

  int frameOffsetOf(int index) {
    return index - frame.offset();
  }

  /**
   * A finding about it, at its base transport header. Of all locales, Java has numbers in that of
   * the US at hand; the same digits in {@code Locale.ROOT} take a run 10 ms.
   */
  Finding finding(Rule rule, String format, Object... values) {
    return new Finding(
        rule, frameNumber(), frameOffsetOf(headers), String.format(Locale.US, format, values));
  }

  byte[] copyPayload() {
    byte[] copy = new byte[payloadCaptured];
    System.arraycopy(frame.array(), payloadOffset(), copy, 0, payloadCaptured);
    return copy;
  }

  /** A copy that stays as it is, with bytes of its own. */
  TransportPacket copy() {
    Frame kept = new Frame();
    kept.set(frame);
    kept.keep();
    TransportPacket copy = new TransportPacket();
    copy.set(kept, opcode, frameOffsetOf(headers), psn);
    copy.carries(payloadLength, payloadCaptured, fault);
    return copy;
  }

  /** The handle in its IETH, 0 if it has none. */
  int invalidatedHandle() {
    int ieth = opcode.offsetOf(ExtensionHeader.IETH);
    return ieth < 0 ? 0 : NetworkOrder.intAt(frame.array(), headers + ieth);
  }

  /** The service that it is of; a reliable connection if its opcode names none. */
  Service service() {
    return opcode.service().ofConnection();
  }

  /**
   * Where it goes, as keys of flows have it. The PSNs of reliable datagrams are those of the EE
   * context, whatever queue pairs use it.
   *
   * @param qp queue pair in its base transport header
   */
  int target(int qp) {
    int context = opcode.offsetOf(ExtensionHeader.RDETH);
    int number = context < 0 ? qp : Rdeth.read(bytes(), headers + context).eeContext();
    return FlowKey.targetOf(service(), number);
  }

  /** How it is marked; {@code datagram} is what it came in. */
  Lane lane(Datagram datagram) {
    int partitionKey = Bth.pKey(frame.array(), headers);
    if (datagram.kind() != PacketKind.INFINIBAND) {
      return partitionKey == Lane.DEFAULT_PARTITION
          ? Lane.USUAL
          : new Lane(partitionKey, Lane.NONE, Lane.NONE);
    }
    Lrh link = Lrh.read(bytes(), datagram.localRouteOffset());
    return new Lane(partitionKey, link.serviceLevel(), link.virtualLane());
  }

  /** The RDMA extended transport header, of an opcode that has one. */
  Reth reth() {
    return Reth.in(frame.array(), headers + opcode.offsetOf(ExtensionHeader.RETH));
  }
}
