package org.rdmadump.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * Writes the pcapng file format: one section, any number of interfaces with time stamps in
 * nanoseconds, and Enhanced Packet Blocks.
 *
 * <p>draft-ietf-opsawg-pcapng.
 */
public final class PcapngWriter implements Closeable {
  private static final long UNKNOWN_LENGTH = -1;
  private static final int NANOSECONDS = 9;
  private static final int OPTIONS_LENGTH = 12;

  /** Code and length of an option, and of the one that ends them. */
  private static final int OPTION_HEADERS = 8;

  private final BufferedChannel out;
  private int interfaces;

  /** Starts a file. */
  public PcapngWriter(WritableByteChannel out, ByteOrder order) throws IOException {
    this.out = new BufferedChannel(out, order);
    int length = PcapngFormat.SECTION_OPTIONS + PcapngFormat.TRAILER_LENGTH;
    this.out
        .room(length)
        .putInt(PcapngFormat.SECTION_HEADER)
        .putInt(length)
        .putInt(PcapngFormat.BYTE_ORDER_MAGIC)
        .putShort((short) PcapngFormat.MAJOR_VERSION)
        .putShort((short) 0)
        .putLong(UNKNOWN_LENGTH)
        .putInt(length);
  }

  /**
   * Describes an interface.
   *
   * @param linkType LINKTYPE_ value of its frames
   * @param snapLength bytes that at most are captured of a frame; 0 for no limit
   * @return its number, which {@link #write} takes
   */
  public int addInterface(int linkType, int snapLength) throws IOException {
    int length = PcapngFormat.INTERFACE_OPTIONS + OPTIONS_LENGTH + PcapngFormat.TRAILER_LENGTH;
    out.room(length)
        .putInt(PcapngFormat.INTERFACE_DESCRIPTION)
        .putInt(length)
        .putShort((short) linkType)
        .putShort((short) 0)
        .putInt(snapLength)
        .putShort((short) PcapngFormat.IF_TSRESOL)
        .putShort((short) 1)
        .put((byte) NANOSECONDS)
        .put((byte) 0)
        .putShort((short) 0)
        .putInt(PcapngFormat.END_OF_OPTIONS)
        .putInt(length);
    return interfaces++;
  }

  /** Writes a frame that was read elsewhere as one of an interface. */
  public void write(int interfaceId, Frame frame) throws IOException {
    write(
        interfaceId,
        frame.epochNanos(),
        frame.original(),
        frame.bytes(),
        frame.offset(),
        frame.captured());
  }

  /** Writes {@code length} bytes of {@code bytes} from {@code offset} on as a frame. */
  public void write(
      int interfaceId, long epochNanos, int original, ByteBuffer bytes, int offset, int length)
      throws IOException {
    write(interfaceId, epochNanos, original, bytes, offset, length, "");
  }

  /**
   * Writes {@code length} bytes of {@code bytes} from {@code offset} on as a frame with a comment.
   *
   * @param comment for people; empty for none, at most 1,000 characters
   */
  public void write(
      int interfaceId,
      long epochNanos,
      int original,
      ByteBuffer bytes,
      int offset,
      int length,
      String comment)
      throws IOException {
    if (interfaceId < 0 || interfaceId >= interfaces) {
      throw new IllegalArgumentException("interface " + interfaceId + " of " + interfaces);
    }
    byte[] note = comment.getBytes(StandardCharsets.UTF_8);
    int options = note.length == 0 ? 0 : OPTION_HEADERS + PcapngFormat.padded(note.length);
    int padding = PcapngFormat.padded(length) - length;
    int total = PcapngFormat.PACKET_DATA + length + padding + options + PcapngFormat.TRAILER_LENGTH;
    out.room(PcapngFormat.PACKET_DATA)
        .putInt(PcapngFormat.ENHANCED_PACKET)
        .putInt(total)
        .putInt(interfaceId)
        .putInt((int) (epochNanos >>> Integer.SIZE))
        .putInt((int) epochNanos)
        .putInt(length)
        .putInt(original);
    out.put(bytes, offset, length);
    ByteBuffer tail = out.room(padding + options + PcapngFormat.TRAILER_LENGTH);
    pad(tail, padding);
    if (options > 0) {
      tail.putShort((short) PcapngFormat.COMMENT).putShort((short) note.length).put(note);
      pad(tail, PcapngFormat.padded(note.length) - note.length);
      tail.putInt(PcapngFormat.END_OF_OPTIONS);
    }
    tail.putInt(total);
  }

  private static void pad(ByteBuffer out, int count) {
    for (int i = 0; i < count; i++) {
      out.put((byte) 0);
    }
  }

  /** Writes out what is buffered. */
  public void flush() throws IOException {
    out.flush();
  }

  /** Writes out what is buffered and closes the channel. */
  @Override
  public void close() throws IOException {
    out.close();
  }
}
