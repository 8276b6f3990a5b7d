package org.rdmadump.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * Writes the pcapng file format: one section, any number of interfaces with time stamps in
 * nanoseconds, Enhanced Packet Blocks, and Interface Statistics Blocks.
 *
 * <p>draft-ietf-opsawg-pcapng.
 */
public final class PcapngWriter implements Closeable {
  private static final long UNKNOWN_LENGTH = -1;
  private static final int NANOSECONDS = 9;

  /** The longest text of an option; longer ones are left out, as they do not fit its length. */
  private static final int LONGEST_TEXT = 32_000;

  /** Room for two of them and a few numbers. */
  private static final int LONGEST_BODY = (1 << 16) - PcapngFormat.SHORTEST_BLOCK;

  /** What a filter in if_filter is: text for libpcap. */
  private static final byte FILTER_TEXT = 0;

  private final BufferedChannel out;

  /** The body of a block while it is put together; of a packet its options only. */
  private final ByteBuffer scratch;

  private int interfaces;

  /** Starts a file. */
  public PcapngWriter(WritableByteChannel out, ByteOrder order) throws IOException {
    this(out, order, "");
  }

  /**
   * Starts a file.
   *
   * @param application name of the program that writes it, for people; may be empty
   */
  public PcapngWriter(WritableByteChannel out, ByteOrder order, String application)
      throws IOException {
    this.out = new BufferedChannel(out, order);
    this.scratch = ByteBuffer.allocate(LONGEST_BODY).order(order);
    ByteBuffer body =
        scratch
            .putInt(PcapngFormat.BYTE_ORDER_MAGIC)
            .putShort((short) PcapngFormat.MAJOR_VERSION)
            .putShort((short) 0)
            .putLong(UNKNOWN_LENGTH);
    putOption(body, PcapngFormat.SHB_USERAPPL, text(application));
    endOptions(body, PcapngFormat.SECTION_OPTIONS);
    writeBlock(PcapngFormat.SECTION_HEADER, body);
  }

  /**
   * Describes an interface.
   *
   * @param linkType LINKTYPE_ value of its frames
   * @param snapLength bytes that at most are captured of a frame; 0 for no limit
   * @return its number, which {@link #write} takes
   */
  public int addInterface(int linkType, int snapLength) throws IOException {
    return addInterface(linkType, snapLength, "", "");
  }

  /**
   * Describes an interface.
   *
   * @param linkType LINKTYPE_ value of its frames
   * @param snapLength bytes that at most are captured of a frame; 0 for no limit
   * @param name name in the system; empty if it has no name
   * @param filter what chose its frames, in libpcap's language; empty for none
   * @return its number, which {@link #write} takes
   */
  public int addInterface(int linkType, int snapLength, String name, String filter)
      throws IOException {
    return addInterface(
        linkType, new CaptureInterface(snapLength, name, ""), /* checkLength= */ 0, filter);
  }

  /**
   * Describes an interface as the file did that its frames were read from.
   *
   * @param linkType LINKTYPE_ value of its frames
   * @param checkLength bytes of frame check sequence that each frame ends with on the wire
   * @return its number, which {@link #write} takes
   */
  public int addInterface(int linkType, CaptureInterface described, int checkLength)
      throws IOException {
    return addInterface(linkType, described, checkLength, /* filter= */ "");
  }

  private int addInterface(int linkType, CaptureInterface described, int checkLength, String filter)
      throws IOException {
    ByteBuffer body =
        scratch
            .clear()
            .putShort((short) linkType)
            .putShort((short) 0)
            .putInt(described.snapLength());
    putOption(body, PcapngFormat.IF_NAME, text(described.name()));
    putOption(body, PcapngFormat.IF_DESCRIPTION, text(described.description()));
    putOption(body, PcapngFormat.IF_TSRESOL, new byte[] {NANOSECONDS});
    putOption(body, PcapngFormat.IF_FILTER, filter(filter));
    if (checkLength > 0) {
      putOption(body, PcapngFormat.IF_FCSLEN, new byte[] {(byte) checkLength});
    }
    endOptions(body, PcapngFormat.INTERFACE_OPTIONS);
    writeBlock(PcapngFormat.INTERFACE_DESCRIPTION, body);
    return interfaces++;
  }

  /**
   * Writes the statistics of an interface at the end of a capture.
   *
   * @param nanos when it was known, in nanoseconds since 1970-01-01T00:00:00Z
   */
  public void writeStatistics(int interfaceId, long nanos, InterfaceStatistics statistics)
      throws IOException {
    requireInterface(interfaceId);
    ByteBuffer body = scratch.clear().putInt(interfaceId);
    putTime(body, nanos);
    putHead(body, PcapngFormat.ISB_STARTTIME, Long.BYTES);
    putTime(body, statistics.startNanos());
    putHead(body, PcapngFormat.ISB_ENDTIME, Long.BYTES);
    putTime(body, statistics.endNanos());
    putCount(body, PcapngFormat.ISB_IFRECV, statistics.received());
    putCount(body, PcapngFormat.ISB_IFDROP, statistics.droppedByInterface());
    putCount(body, PcapngFormat.ISB_OSDROP, statistics.dropped());
    putCount(body, PcapngFormat.ISB_USRDELIV, OptionalLong.of(statistics.delivered()));
    endOptions(body, PcapngFormat.STATISTICS_OPTIONS);
    writeBlock(PcapngFormat.INTERFACE_STATISTICS, body);
  }

  private void writeBlock(int type, ByteBuffer body) throws IOException {
    int length = PcapngFormat.BODY + body.position() + PcapngFormat.TRAILER_LENGTH;
    out.room(length).putInt(type).putInt(length).put(body.flip()).putInt(length);
    out.endRecord();
  }

  private static byte[] text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return bytes.length > LONGEST_TEXT ? new byte[0] : bytes;
  }

  private static byte[] filter(String filter) {
    byte[] text = text(filter);
    if (text.length == 0) {
      return text;
    }
    byte[] value = new byte[1 + text.length];
    value[0] = FILTER_TEXT;
    System.arraycopy(text, 0, value, 1, text.length);
    return value;
  }

  private static void putHead(ByteBuffer block, int code, int length) {
    block.putShort((short) code).putShort((short) length);
  }

  private static void putOption(ByteBuffer block, int code, byte[] value) {
    if (value.length > 0) {
      putHead(block, code, value.length);
      block.put(value);
      pad(block, PcapngFormat.padded(value.length) - value.length);
    }
  }

  private static void putCount(ByteBuffer block, int code, OptionalLong count) {
    if (count.isPresent()) {
      putHead(block, code, Long.BYTES);
      block.putLong(count.getAsLong());
    }
  }

  /** A time is two words, the high one first in any byte order. */
  private static void putTime(ByteBuffer block, long nanos) {
    block.putInt((int) (nanos >>> Integer.SIZE)).putInt((int) nanos);
  }

  /** Ends the options of a body, which begin at {@code start} in their block, if it has any. */
  private static void endOptions(ByteBuffer body, int start) {
    if (body.position() > start - PcapngFormat.BODY) {
      body.putInt(PcapngFormat.END_OF_OPTIONS);
    }
  }

  /** Writes a frame that was read elsewhere, its check sequence too, as one of an interface. */
  public void write(int interfaceId, Frame frame) throws IOException {
    write(
        interfaceId,
        frame.epochNanos(),
        (int) Math.min(Integer.MAX_VALUE, (long) frame.original() + frame.checkLength()),
        frame.bytes(),
        frame.offset(),
        frame.captured() + frame.checkCaptured());
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
    requireInterface(interfaceId);
    ByteBuffer options = scratch.clear();
    if (!comment.isEmpty()) {
      putOption(options, PcapngFormat.COMMENT, comment.getBytes(StandardCharsets.UTF_8));
      endOptions(options, PcapngFormat.BODY);
    }
    options.flip();
    int padding = PcapngFormat.padded(length) - length;
    int behind = padding + options.remaining() + PcapngFormat.TRAILER_LENGTH;
    int total = PcapngFormat.PACKET_DATA + length + behind;
    out.room(PcapngFormat.PACKET_DATA)
        .putInt(PcapngFormat.ENHANCED_PACKET)
        .putInt(total)
        .putInt(interfaceId)
        .putInt((int) (epochNanos >>> Integer.SIZE))
        .putInt((int) epochNanos)
        .putInt(length)
        .putInt(original);
    out.put(bytes, offset, length);
    ByteBuffer tail = out.room(behind);
    pad(tail, padding);
    tail.put(options).putInt(total);
    out.endRecord();
  }

  private void requireInterface(int interfaceId) {
    if (interfaceId < 0 || interfaceId >= interfaces) {
      throw new IllegalArgumentException("interface " + interfaceId + " of " + interfaces);
    }
  }

  private static void pad(ByteBuffer out, int count) {
    for (int i = 0; i < count; i++) {
      out.put((byte) 0);
    }
  }

  /** {@return bytes so far, those included that are buffered; always the end of a block} */
  public long position() {
    return out.position();
  }

  /** Flushes the buffer. */
  public void flush() throws IOException {
    out.flush();
  }

  /** Flushes the buffer and closes the channel. */
  @Override
  public void close() throws IOException {
    out.close();
  }
}
