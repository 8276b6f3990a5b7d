package org.rdmadump.capture;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Puts captures together number by number, also such as no writer would make. */
final class CaptureBytes {
  private ByteOrder order;
  private ByteBuffer bytes;

  CaptureBytes(ByteOrder order) {
    this.order = order;
    this.bytes = ByteBuffer.allocate(64).order(order);
  }

  /** Changes the byte order of what follows. */
  CaptureBytes order(ByteOrder newOrder) {
    order = newOrder;
    bytes.order(order);
    return this;
  }

  CaptureBytes u8(int... values) {
    for (int value : values) {
      room(1).put((byte) value);
    }
    return this;
  }

  CaptureBytes u16(int... values) {
    for (int value : values) {
      room(Short.BYTES).putShort((short) value);
    }
    return this;
  }

  CaptureBytes u32(int... values) {
    for (int value : values) {
      room(Integer.BYTES).putInt(value);
    }
    return this;
  }

  CaptureBytes u64(long... values) {
    for (long value : values) {
      room(Long.BYTES).putLong(value);
    }
    return this;
  }

  CaptureBytes raw(byte[] values) {
    room(values.length).put(values);
    return this;
  }

  CaptureBytes zeros(int count) {
    return raw(new byte[count]);
  }

  CaptureBytes padded() {
    return zeros(-bytes.position() & 3);
  }

  /** A pcap file header of version 2.4. */
  CaptureBytes pcapHeader(int magic, int snapLength, int linkTypeWord) {
    return u32(magic).u16(2, 4).u64(0).u32(snapLength, linkTypeWord);
  }

  /** A pcap record. */
  CaptureBytes record(int seconds, int fraction, int original, byte[] data) {
    return u32(seconds, fraction, data.length, original).raw(data);
  }

  /** A pcapng block around {@code body}, which is of the same byte order. */
  CaptureBytes block(int type, CaptureBytes body) {
    byte[] content = body.padded().toArray();
    return u32(type, content.length + 12).raw(content).u32(content.length + 12);
  }

  CaptureBytes section() {
    return block(
        PcapngFormat.SECTION_HEADER, body().u32(PcapngFormat.BYTE_ORDER_MAGIC).u16(1, 0).u64(-1));
  }

  /** An interface description; {@code options} as they are. */
  CaptureBytes interfaceBlock(int linkType, int snapLength, CaptureBytes options) {
    return block(
        PcapngFormat.INTERFACE_DESCRIPTION,
        body().u16(linkType, 0).u32(snapLength).raw(options.toArray()));
  }

  CaptureBytes interfaceBlock(int linkType) {
    return interfaceBlock(linkType, 0, body());
  }

  CaptureBytes option(int code, CaptureBytes value) {
    byte[] content = value.toArray();
    return u16(code, content.length).raw(content).padded();
  }

  CaptureBytes enhanced(int interfaceId, long stamp, int original, byte[] data) {
    return enhanced(interfaceId, stamp, original, data, body());
  }

  CaptureBytes enhanced(
      int interfaceId, long stamp, int original, byte[] data, CaptureBytes options) {
    return block(
        PcapngFormat.ENHANCED_PACKET,
        body()
            .u32(interfaceId, (int) (stamp >>> 32), (int) stamp, data.length, original)
            .raw(data)
            .padded()
            .raw(options.toArray()));
  }

  /** Nothing yet, in the same byte order. */
  CaptureBytes body() {
    return new CaptureBytes(order);
  }

  int size() {
    return bytes.position();
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private ByteBuffer room(int count) {
    if (bytes.remaining() < count) {
      int capacity = Math.max(2 * bytes.capacity(), bytes.position() + count);
      bytes = ByteBuffer.allocate(capacity).order(order).put(bytes.flip());
    }
    return bytes;
  }
}
