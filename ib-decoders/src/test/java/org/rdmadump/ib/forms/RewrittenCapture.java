package org.rdmadump.ib.forms;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.PcapngWriter;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.qp.IbDecoder;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;

/**
 * The transport packets of a RoCEv2 capture, which can be written again in any form. Times stay as
 * they were; frames that carry no RoCEv2 are left out.
 */
@SuppressWarnings("ByteBufferBackingArray") // all are allocated here
public final class RewrittenCapture {
  private static final int MICROSECONDS = 0xa1b2c3d4;
  private static final int NANOSECONDS = 0xa1b23c4d;
  private static final int MODIFIED = 0xa1b2cd34;
  private static final int SNAP_LENGTH = 262_144;
  private static final int NANOS_PER_SECOND = 1_000_000_000;
  private static final int NANOS_PER_MICRO = 1000;

  private final List<CarriedPacket> packets;

  private RewrittenCapture(List<CarriedPacket> packets) {
    this.packets = packets;
  }

  /**
   * Reads a capture.
   *
   * @throws IOException if it cannot be read, or has RoCEv2 packets that were cut
   */
  public static RewrittenCapture of(Path capture) throws IOException {
    List<CarriedPacket> packets = new ArrayList<>();
    PacketDecoder decoder = new PacketDecoder();
    Datagram datagram = new Datagram();
    Frame frame = new Frame();
    try (FrameSource source = CaptureFile.open(capture)) {
      while (source.next(frame)) {
        if (decoder.decode(frame, datagram, finding -> {}) == PacketKind.UDP
            && datagram.destinationPort() == IbDecoder.UDP_PORT) {
          if (datagram.isPayloadCut()) {
            throw new IOException(capture + ": frame " + frame.number() + " was cut");
          }
          packets.add(packet(packets.size() + 1, frame, datagram));
        }
      }
    }
    return new RewrittenCapture(packets);
  }

  private static CarriedPacket packet(int number, Frame frame, Datagram datagram) {
    int at = datagram.payloadOffset();
    int end = at + datagram.payloadLength() - Icrc.LENGTH;
    byte[] transport = Arrays.copyOfRange(frame.array(), at, end);
    return new CarriedPacket(number, frame.epochNanos(), datagram, transport);
  }

  /** {@return how many packets there are} */
  public int packets() {
    return packets.size();
  }

  /** Writes all packets in a form, as a pcap file. */
  public Path write(Form form, Path file) throws IOException {
    return write(form, 0, packets.size(), 0, file);
  }

  /**
   * Writes some packets in a form, as a pcap file.
   *
   * @param from the first of them, counted from 0
   * @param to behind the last of them
   * @param laterNanos what to add to the times, whole microseconds
   */
  Path write(Form form, int from, int to, long laterNanos, Path file) throws IOException {
    boolean modified = form == Form.MODIFIED_PCAP;
    boolean micros = modified || packets.stream().allMatch(each -> each.epochNanos() % 1000 == 0);
    try (OutputStream out = Files.newOutputStream(file)) {
      int magic = modified ? MODIFIED : micros ? MICROSECONDS : NANOSECONDS;
      ByteBuffer header = littleEndian(24).putInt(magic).putShort((short) 2).putShort((short) 4);
      out.write(header.putLong(0).putInt(SNAP_LENGTH).putInt(form.linkType()).array());
      for (CarriedPacket packet : packets.subList(from, to)) {
        for (byte[] frame : form.frames(packet)) {
          long nanos = packet.epochNanos() + laterNanos;
          out.write(record(nanos, frame.length, micros, modified));
          out.write(frame);
        }
      }
    }
    return file;
  }

  /** Writes all packets in one form and then again in another, as two interfaces of pcapng. */
  Path writeInterfaces(Form one, Form other, Path file) throws IOException {
    try (PcapngWriter out =
        new PcapngWriter(
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            ByteOrder.LITTLE_ENDIAN)) {
      int first = out.addInterface(one.linkType(), SNAP_LENGTH);
      int second = out.addInterface(other.linkType(), SNAP_LENGTH);
      for (CarriedPacket packet : packets) {
        write(out, first, packet.epochNanos(), one.frames(packet));
        write(out, second, packet.epochNanos(), other.frames(packet));
      }
    }
    return file;
  }

  private static void write(PcapngWriter out, int number, long nanos, List<byte[]> frames)
      throws IOException {
    for (byte[] frame : frames) {
      out.write(number, nanos, frame.length, ByteBuffer.wrap(frame), 0, frame.length);
    }
  }

  private static byte[] record(long nanos, int length, boolean micros, boolean modified) {
    int fraction = (int) (nanos % NANOS_PER_SECOND) / (micros ? NANOS_PER_MICRO : 1);
    return littleEndian(modified ? 24 : 16)
        .putInt((int) (nanos / NANOS_PER_SECOND))
        .putInt(fraction)
        .putInt(length)
        .putInt(length)
        .array();
  }

  private static ByteBuffer littleEndian(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
