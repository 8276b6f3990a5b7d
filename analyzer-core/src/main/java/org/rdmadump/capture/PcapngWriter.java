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

  /** What a filter in if_filter is: text for libpcap. */
  private static final byte FILTER_TEXT = 0;

  private final BufferedChannel out;
  private int interfaces;

  /** Starts a file. */
  public PcapngWriter(WritableByteChannel out, ByteOrder order) throws IOException {
    this(out, order, "");
  }

  /**
   * Starts a file.
   *
   * @param application what made it, for people; empty to say nothing
   */
  public PcapngWriter(WritableByteChannel out, ByteOrder order, String application)
      throws IOException {
    this.out = new BufferedChannel(out, order);
    byte[] name = text(application);
    int options = optionsLength(optionLength(name.length));
    int length = PcapngFormat.SECTION_OPTIONS + options + PcapngFormat.TRAILER_LENGTH;
    ByteBuffer block =
        this.out
            .room(length)
            .putInt(PcapngFormat.SECTION_HEADER)
            .putInt(length)
            .putInt(PcapngFormat.BYTE_ORDER_MAGIC)
            .putShort((short) PcapngFormat.MAJOR_VERSION)
            .putShort((short) 0)
            .putLong(UNKNOWN_LENGTH);
    putOption(block, PcapngFormat.SHB_USERAPPL, name);
    endOptions(block, options);
    block.putInt(length);
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
   * @param name what the system calls it; empty if it has no name
   * @param filter what chose its frames, in libpcap's language; empty for none
   * @return its number, which {@link #write} takes
   */
  public int addInterface(int linkType, int snapLength, String name, String filter)
      throws IOException {
    byte[] called = text(name);
    byte[] chosen = filter(filter);
    int options =
        optionsLength(optionLength(called.length) + optionLength(1) + optionLength(chosen.length));
    int length = PcapngFormat.INTERFACE_OPTIONS + options + PcapngFormat.TRAILER_LENGTH;
    ByteBuffer block =
        out.room(length)
            .putInt(PcapngFormat.INTERFACE_DESCRIPTION)
            .putInt(length)
            .putShort((short) linkType)
            .putShort((short) 0)
            .putInt(snapLength);
    putOption(block, PcapngFormat.IF_NAME, called);
    putOption(block, PcapngFormat.IF_TSRESOL, new byte[] {NANOSECONDS});
    putOption(block, PcapngFormat.IF_FILTER, chosen);
    endOptions(block, options);
    block.putInt(length);
    return interfaces++;
  }

  /**
   * Writes what is known of an interface at the end of a capture.
   *
   * @param nanos when it was known, in nanoseconds since 1970-01-01T00:00:00Z
   */
  public void writeStatistics(int interfaceId, long nanos, InterfaceStatistics statistics)
      throws IOException {
    requireInterface(interfaceId);
    int options =
        optionsLength(
            2 * optionLength(Long.BYTES)
                + optionLength(statistics.received())
                + optionLength(statistics.droppedByInterface())
                + optionLength(statistics.dropped())
                + optionLength(Long.BYTES));
    int length = PcapngFormat.STATISTICS_OPTIONS + options + PcapngFormat.TRAILER_LENGTH;
    ByteBuffer block =
        out.room(length)
            .putInt(PcapngFormat.INTERFACE_STATISTICS)
            .putInt(length)
            .putInt(interfaceId);
    putTime(block, nanos);
    putHead(block, PcapngFormat.ISB_STARTTIME, Long.BYTES);
    putTime(block, statistics.startNanos());
    putHead(block, PcapngFormat.ISB_ENDTIME, Long.BYTES);
    putTime(block, statistics.endNanos());
    putCount(block, PcapngFormat.ISB_IFRECV, statistics.received());
    putCount(block, PcapngFormat.ISB_IFDROP, statistics.droppedByInterface());
    putCount(block, PcapngFormat.ISB_OSDROP, statistics.dropped());
    putCount(block, PcapngFormat.ISB_USRDELIV, OptionalLong.of(statistics.delivered()));
    endOptions(block, options);
    block.putInt(length);
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

  /** Bytes of an option; none without a value. */
  private static int optionLength(int value) {
    return value == 0 ? 0 : PcapngFormat.OPTION_VALUE + PcapngFormat.padded(value);
  }

  private static int optionLength(OptionalLong count) {
    return count.isPresent() ? optionLength(Long.BYTES) : 0;
  }

  /** Bytes of options with what ends them; none if there are none. */
  private static int optionsLength(int options) {
    return options == 0 ? 0 : options + PcapngFormat.OPTION_VALUE;
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

  private static void endOptions(ByteBuffer block, int options) {
    if (options > 0) {
      block.putInt(PcapngFormat.END_OF_OPTIONS);
    }
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
    requireInterface(interfaceId);
    byte[] note = comment.getBytes(StandardCharsets.UTF_8);
    int options = optionsLength(optionLength(note.length));
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
    putOption(tail, PcapngFormat.COMMENT, note);
    endOptions(tail, options);
    tail.putInt(total);
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
