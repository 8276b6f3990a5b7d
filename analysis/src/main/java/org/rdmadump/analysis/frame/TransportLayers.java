package org.rdmadump.analysis.frame;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Aeth;
import org.rdmadump.ib.AtomicAckEth;
import org.rdmadump.ib.AtomicEth;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Deth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Feth;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.Ieth;
import org.rdmadump.ib.ImmDt;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Operation;
import org.rdmadump.ib.Rdeth;
import org.rdmadump.ib.Reth;
import org.rdmadump.ib.TransportService;
import org.rdmadump.ib.XrcEth;
import org.rdmadump.ib.cm.CmMessage;
import org.rdmadump.ib.cm.IpCmPrivateData;
import org.rdmadump.ib.cm.Slice;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.net.Datagram;

/** Reads the layers of an InfiniBand transport packet, as far as they were captured. */
final class TransportLayers {
  /** The highest queue pair that is one of management. */
  private static final int LAST_PORT = 1;

  private TransportLayers() {}

  /**
   * Adds to {@code record} what lies where {@code datagram} says.
   *
   * @param queues finds what is said of NVMe queues
   */
  static void read(Frame frame, Datagram datagram, FrameRecord record, QueueSetups queues) {
    int at = datagram.payloadOffset();
    int length = datagram.payloadLength();
    int captured = datagram.payloadCaptured();
    if (length < Bth.LENGTH + Icrc.LENGTH) {
      record.kind(FrameKind.MALFORMED);
      return;
    }
    if (captured < Bth.LENGTH) {
      record.kind(FrameKind.TRUNCATED);
      return;
    }
    record.kind(FrameKind.TRANSPORT_PACKET);
    Bth bth = Bth.read(frame.bytes(), at);
    add(bth, frame, at, Bth.LENGTH, record);
    int headers = bth.opcode().headersLength();
    int payload = length - headers - bth.padCount() - Icrc.LENGTH;
    if (payload < 0) {
      record.kind(FrameKind.MALFORMED);
      return;
    }
    record.payloadLength(payload);
    boolean whole = true;
    for (ExtensionHeader header : bth.opcode().headers()) {
      int from = at + bth.opcode().offsetOf(header);
      if (captured >= from - at + header.length()) {
        add(extension(header, frame.bytes(), from), frame, from, header.length(), record);
      } else {
        whole = false;
      }
    }
    if (whole) {
      int present = Math.min(payload, captured - headers);
      datagram(bth, frame, at + headers, present, record, queues);
    }
    if (captured == length) {
      int crc = at + length - Icrc.LENGTH;
      int value = frame.bytes().getInt(crc);
      add(new InvariantCrc(value), frame, crc, Icrc.LENGTH, record);
    }
    if (datagram.hasVariantCrc()) {
      int crc = at + length;
      int value = frame.bytes().getShort(crc) & 0xffff;
      add(new VariantCrc(value), frame, crc, Short.BYTES, record);
    }
    if (mayCarry(bth.opcode()) && whole) {
      record.expect();
    }
  }

  /** Whether a packet is one of a Send or of an RDMA operation of a reliable connection. */
  private static boolean mayCarry(Opcode opcode) {
    return opcode.service() == TransportService.RC
        && (opcode.operation() == Operation.SEND
            || opcode.operation() == Operation.RDMA_WRITE
            || opcode.operation() == Operation.RDMA_READ_REQUEST
            || opcode.operation() == Operation.RDMA_READ_RESPONSE);
  }

  private static void add(Record header, Frame frame, int at, int length, FrameRecord record) {
    LayerName name = HeaderKinds.layer(header.getClass()).orElseThrow();
    record.add(new Layer(name, header, at - frame.offset(), length));
  }

  private static Record extension(ExtensionHeader header, ByteBuffer bytes, int at) {
    return switch (header) {
      case RDETH -> Rdeth.read(bytes, at);
      case DETH -> Deth.read(bytes, at);
      case XRC_ETH -> XrcEth.read(bytes, at);
      case FETH -> Feth.read(bytes, at);
      case RETH -> Reth.read(bytes, at);
      case ATOMIC_ETH -> AtomicEth.read(bytes, at);
      case AETH -> Aeth.read(bytes, at);
      case ATOMIC_ACK_ETH -> AtomicAckEth.read(bytes, at);
      case IMM_DT -> ImmDt.read(bytes, at);
      case IETH -> Ieth.read(bytes, at);
    };
  }

  /** Reads a management datagram, which one to or from a queue pair of management is. */
  private static void datagram(
      Bth bth, Frame frame, int at, int captured, FrameRecord record, QueueSetups queues) {
    if (bth.opcode().service() != TransportService.UD || captured < MadHeader.LENGTH) {
      return;
    }
    Optional<Deth> deth = record.last(Deth.class);
    boolean managed =
        bth.destinationQp() <= LAST_PORT
            || (deth.isPresent() && deth.get().sourceQp() <= LAST_PORT);
    if (!managed) {
      return;
    }
    MadHeader header = MadHeader.read(frame.bytes(), at);
    add(header, frame, at, MadHeader.LENGTH, record);
    if (header.baseVersion() != MadHeader.BASE) {
      return;
    }
    Optional<CmMessage> message = CmMessage.read(frame.bytes(), at, captured);
    if (message.isPresent()) {
      Slice said = said(message.get());
      PrivateData data =
          PrivateData.readFilled(frame.bytes(), at + said.offset(), said.present())
              .with(
                  queues.of(
                      message.get(),
                      frame.bytes().slice(at + said.offset(), said.present()),
                      record));
      CmLayer layer = new CmLayer(message.get(), addresses(message.get(), frame, at), data);
      int length = message.get().presentBytes() - MadHeader.LENGTH;
      add(layer, frame, at + MadHeader.LENGTH, length, record);
    }
  }

  /** Where the private data of the program is. */
  private static Slice said(CmMessage message) {
    Slice data = message.privateData();
    int before = message.isIpCm() ? IpCmPrivateData.LENGTH : 0;
    return data.present() < before
        ? new Slice(data.offset(), 0, 0)
        : new Slice(data.offset() + before, data.length() - before, data.present() - before);
  }

  private static Optional<IpCmPrivateData> addresses(CmMessage message, Frame frame, int at) {
    if (message.isIpCm()) {
      Slice data = message.privateData();
      return IpCmPrivateData.read(frame.bytes(), at + data.offset(), data.present());
    }
    return Optional.empty();
  }
}
