package org.rdmadump.live.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.InterfaceStatistics;
import org.rdmadump.capture.PcapngWriter;

/**
 * Writes packets to a pcapng file, or to a rotating set of files. Each file is complete: it
 * describes all devices, and ends with their statistics. Each packet is in exactly one file.
 *
 * <p>Not thread-safe.
 */
public final class CaptureFiles {
  /**
   * Most bytes written at once. Blocks are kept whole, so that a full disk cuts the file between
   * blocks.
   */
  private static final int MOST_BUFFERED = 60_000;

  /** Longest delay of buffered packets while there is nothing else to do. */
  private static final long FLUSH_NANOS = 100_000_000L;

  /** Bytes of a packet block in addition to the packet. */
  private static final int PACKET_OVERHEAD = 40;

  private static final String APPLICATION = "rdmadump";

  /** Linux's message for a full disk. */
  private static final String NO_ROOM = "No space left on device";

  private final Path name;
  private final List<CapturedDevice> devices;
  private final Rotation rotation;
  private final CaptureOutput output;

  /** The kept files of the set, oldest first. */
  private final Deque<Path> kept = new ArrayDeque<>();

  /** The file of the channel. */
  private Path file;

  private @Nullable WritableByteChannel channel;
  private @Nullable PcapngWriter writer;

  /** Length up to which the file surely holds whole blocks. */
  private long whole;

  private long begunNanos;
  private long flushedNanos;
  private long packetsInFile;
  private long packets;

  /** Packets surely in a file, if the disk is full. */
  private long packetsWhole;

  private int files;
  private boolean failed;

  private CaptureFiles(
      Path name, List<CapturedDevice> devices, Rotation rotation, CaptureOutput output) {
    this.name = name;
    this.file = name;
    this.devices = List.copyOf(devices);
    this.rotation = rotation;
    this.output = output;
  }

  /**
   * Starts the first file.
   *
   * @param name name of the file, or the base of the names in the set
   * @param devices the devices, for the file's interface descriptions
   * @param rotation when to start another file
   * @param output makes and deletes the files
   * @throws IOException if the file cannot be made
   */
  public static CaptureFiles open(
      Path name, List<CapturedDevice> devices, Rotation rotation, CaptureOutput output)
      throws IOException {
    CaptureFiles made = new CaptureFiles(name, devices, rotation, output);
    try {
      PcapngWriter unused = made.begin();
    } catch (IOException e) {
      made.fail(e);
    }
    return made;
  }

  /**
   * Writes a packet. After a failure it does nothing.
   *
   * @param device index of the packet's device
   * @param bytes buffer with the packet
   * @param offset index of the packet's first byte
   * @param captured captured bytes of the packet
   * @param original bytes of the packet on the wire
   * @param epochNanos time of capture, in nanoseconds since 1970
   * @param statistics the statistics for the end of a file
   * @throws IOException if the packet cannot be written; the file then ends after its last whole
   *     packet, and nothing more is written
   */
  public void packet(
      int device,
      ByteBuffer bytes,
      int offset,
      int captured,
      int original,
      long epochNanos,
      StatisticsSource statistics)
      throws IOException {
    if (failed) {
      return;
    }
    try {
      PcapngWriter to = writer;
      int length = captured + PACKET_OVERHEAD;
      if (to != null && packetsInFile > 0 && isOver(to, length)) {
        end(statistics);
        to = null;
      }
      if (to == null) {
        to = begin();
      } else if (to.position() - whole + length > MOST_BUFFERED) {
        flush(to);
      }
      to.write(device, epochNanos, original, bytes, offset, captured);
      packetsInFile++;
      packets++;
    } catch (IOException e) {
      fail(e);
    }
  }

  /**
   * Uses idle time: writes buffered packets, and ends a file that is due for rotation.
   *
   * @param statistics the statistics for the end of a file
   * @throws IOException as {@link #packet}
   */
  public void idle(StatisticsSource statistics) throws IOException {
    PcapngWriter to = writer;
    if (failed || to == null) {
      return;
    }
    try {
      if (packetsInFile > 0 && isOver(to, 0)) {
        end(statistics);
      } else if (to.position() > whole && System.nanoTime() - flushedNanos >= FLUSH_NANOS) {
        flush(to);
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  /**
   * Ends the current file.
   *
   * @param statistics the statistics for the end of the file
   * @throws IOException as {@link #packet}
   */
  public void close(StatisticsSource statistics) throws IOException {
    if (failed || writer == null) {
      return;
    }
    try {
      end(statistics);
    } catch (IOException e) {
      fail(e);
    }
  }

  /** {@return the number of packets written, including packets in files deleted since} */
  public long packets() {
    return failed ? packetsWhole : packets;
  }

  /** {@return the number of files started} */
  public int files() {
    return files;
  }

  private boolean isOver(PcapngWriter to, int length) {
    if (rotation.bytes().isPresent()
        && to.position() + length + statisticsLength() > rotation.bytes().getAsLong()) {
      return true;
    }
    return rotation.duration().isPresent()
        && System.nanoTime() - begunNanos >= rotation.duration().get().toNanos();
  }

  /** Most bytes of the statistics at the end. */
  private int statisticsLength() {
    return devices.size() * 100;
  }

  private PcapngWriter begin() throws IOException {
    if (rotation.isAny()) {
      file = FileNames.of(name, files + 1, Instant.now());
    }
    whole = 0;
    WritableByteChannel opened = open();
    channel = opened;
    files++;
    if (rotation.isAny()) {
      // The oldest file first, as the new file may need its room.
      if (isOneTooMany()) {
        output.delete(kept.remove());
      }
      kept.add(file);
    }
    packetsInFile = 0;
    begunNanos = System.nanoTime();
    PcapngWriter begun = new PcapngWriter(opened, ByteOrder.nativeOrder(), APPLICATION);
    writer = begun;
    for (CapturedDevice device : devices) {
      int unused =
          begun.addInterface(
              device.linkType(), device.snapLength(), device.name(), device.filter());
    }
    // A reader that follows the file then knows its format.
    flush(begun);
    return begun;
  }

  /** Opens the file; if the disk is full, deletes the oldest file first. */
  private WritableByteChannel open() throws IOException {
    try {
      return output.open(file);
    } catch (IOException e) {
      if (!isOneTooMany() || !isLackOfRoom(e)) {
        throw e;
      }
      output.delete(kept.remove());
      return output.open(file);
    }
  }

  /** Whether a file must be deleted to make another. */
  private boolean isOneTooMany() {
    return rotation.files().isPresent() && kept.size() >= rotation.files().getAsInt();
  }

  private static boolean isLackOfRoom(IOException why) {
    for (Throwable each = why; each != null; each = each.getCause()) {
      String message = each.getMessage();
      if (message != null && message.contains(NO_ROOM)) {
        return true;
      }
    }
    return false;
  }

  private void flush(PcapngWriter from) throws IOException {
    from.flush();
    whole = from.position();
    packetsWhole = packets;
    flushedNanos = System.nanoTime();
  }

  private void end(StatisticsSource statistics) throws IOException {
    PcapngWriter ending = writer;
    if (ending == null) {
      return;
    }
    flush(ending);
    for (int device = 0; device < devices.size(); device++) {
      InterfaceStatistics known = statistics.statistics(device);
      ending.writeStatistics(device, known.endNanos(), known);
    }
    flush(ending);
    writer = null;
    channel = null;
    ending.close();
  }

  /**
   * Cuts the file after its last whole block; buffered packets are lost and not counted. A file
   * without a whole block is deleted.
   */
  private void fail(IOException why) throws IOException {
    failed = true;
    writer = null;
    boolean begun = channel != null;
    try (WritableByteChannel cut = channel) {
      if (whole > 0 && cut instanceof FileChannel written && written.size() > whole) {
        written.truncate(whole);
      }
    } catch (IOException e) {
      why.addSuppressed(e);
    }
    channel = null;
    if (begun && whole == 0) {
      delete(why);
    }
    throw why;
  }

  private void delete(IOException why) {
    files--;
    try {
      output.delete(file);
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }
}
