package org.rdmadump.bench.generate;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import org.rdmadump.capture.PcapWriter;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.iwarp.build.TcpCapture;
import org.rdmadump.iwarp.build.TcpFrame;

/**
 * A capture file in the making, with nanoseconds.
 *
 * <p>Time passes with every frame, as on a link of 25 Gbit/s.
 */
public final class FrameOutput implements Closeable {
  /** Bytes of a record in the file, besides the frame. */
  public static final int RECORD_OVERHEAD = 16;

  private static final int FILE_HEADER = 24;

  /** 2026-01-01T00:00:00Z. */
  private static final long BEGIN_NANOS = 1_767_225_600_000_000_000L;

  private static final int GAP_NANOS = 50;
  private static final int BITS_PER_NANO = 25;

  private final PcapWriter writer;
  private final int snapLength;
  private final long mostFrames;
  private long nanos = BEGIN_NANOS;
  private long size = FILE_HEADER;
  private long frames;

  /**
   * Starts a file.
   *
   * @param snapLength bytes to keep of each frame
   * @param mostFrames frames that are written; those behind them are left out
   * @param linkType LINKTYPE_ value of all frames
   */
  public FrameOutput(WritableByteChannel channel, int snapLength, long mostFrames, int linkType)
      throws IOException {
    this.snapLength = snapLength;
    this.mostFrames = mostFrames;
    this.writer =
        new PcapWriter(
            channel,
            ByteOrder.LITTLE_ENDIAN,
            PcapWriter.Precision.NANOSECONDS,
            snapLength,
            linkType);
  }

  /** Writes a frame. */
  void write(byte[] frame) throws IOException {
    if (isFull()) {
      return;
    }
    int kept = Math.min(frame.length, snapLength);
    writer.write(nanos, frame.length, ByteBuffer.wrap(frame), 0, kept);
    nanos += GAP_NANOS + (long) frame.length * Byte.SIZE / BITS_PER_NANO;
    size += RECORD_OVERHEAD + kept;
    frames++;
  }

  /** Writes the frames of a capture, and takes them out of it. */
  void write(Capture capture) throws IOException {
    for (Packet packet : capture.packets()) {
      write(packet.bytes());
    }
    capture.packets().clear();
  }

  /** Writes the frames of a capture of TCP, and takes them out of it. */
  void write(TcpCapture capture) throws IOException {
    for (TcpFrame frame : capture.frames()) {
      write(frame.bytes());
    }
    capture.frames().clear();
  }

  /** {@return whether no frame is written any more} */
  public boolean isFull() {
    return frames >= mostFrames;
  }

  /** {@return bytes of the file so far} */
  public long size() {
    return size;
  }

  /** {@return frames so far} */
  public long frames() {
    return frames;
  }

  /** {@return bytes that a frame takes in the file} */
  long sizeOf(int length) {
    return (long) RECORD_OVERHEAD + Math.min(length, snapLength);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
