package org.rdmadump.capture;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;

/**
 * Writes the pcap file format.
 *
 * <p>draft-ietf-opsawg-pcap. Times are from 1970 to 2106; outside of that the seconds wrap.
 */
public final class PcapWriter implements Closeable {
  /** What a time stamp counts besides seconds. */
  public enum Precision {
    /** Microseconds; the rest of a time is cut off. */
    MICROSECONDS(PcapFormat.MICROSECONDS, 1000),
    /** Nanoseconds. */
    NANOSECONDS(PcapFormat.NANOSECONDS, 1);

    private final int magic;
    private final int nanosPerUnit;

    Precision(int magic, int nanosPerUnit) {
      this.magic = magic;
      this.nanosPerUnit = nanosPerUnit;
    }
  }

  private static final int NANOS_PER_SECOND = 1_000_000_000;

  private final BufferedChannel out;
  private final Precision precision;

  /**
   * Starts a file.
   *
   * @param snapLength bytes that at most are captured of a frame
   * @param linkType LINKTYPE_ value of every frame
   */
  public PcapWriter(
      WritableByteChannel out, ByteOrder order, Precision precision, int snapLength, int linkType)
      throws IOException {
    this.out = new BufferedChannel(out, order);
    this.precision = precision;
    this.out
        .room(PcapFormat.HEADER_LENGTH)
        .putInt(precision.magic)
        .putShort((short) PcapFormat.MAJOR_VERSION)
        .putShort((short) PcapFormat.MINOR_VERSION)
        .putLong(0)
        .putInt(snapLength)
        .putInt(linkType);
    this.out.endRecord();
  }

  /** Writes a frame that was read elsewhere; its link type is the file's. */
  public void write(Frame frame) throws IOException {
    write(frame.epochNanos(), frame.original(), frame.bytes(), frame.offset(), frame.captured());
  }

  /** Writes {@code length} bytes of {@code bytes} from {@code offset} on as a frame. */
  public void write(long epochNanos, int original, ByteBuffer bytes, int offset, int length)
      throws IOException {
    out.room(PcapFormat.RECORD_HEADER_LENGTH)
        .putInt((int) Math.floorDiv(epochNanos, NANOS_PER_SECOND))
        .putInt(Math.floorMod(epochNanos, NANOS_PER_SECOND) / precision.nanosPerUnit)
        .putInt(length)
        .putInt(original);
    out.put(bytes, offset, length);
    out.endRecord();
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
