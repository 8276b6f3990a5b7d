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
 * Writes packets to a pcapng file, or to a rotating set of them. Each file is whole by itself: it
 * describes all devices, and ends with their statistics. A packet is in one file, the one that is
 * written when it comes.
 *
 * <p>One thread uses it.
 */
public final class CaptureFiles {
  /** What is written out at once; blocks are kept whole, so that a full disk can be cut at one. */
  private static final int MOST_BUFFERED = 60_000;

  /** What is buffered is written out so long after the last time, if there is nothing to do. */
  private static final long FLUSH_NANOS = 100_000_000L;

  /** What surrounds the bytes of a packet in a file. */
  private static final int PACKET_OVERHEAD = 40;

  private static final String APPLICATION = "rdmadump";

  /** What Linux says when a disk is full. */
  private static final String NO_ROOM = "No space left on device";

  private final Path name;
  private final List<CapturedDevice> devices;
  private final Rotation rotation;
  private final CaptureOutput output;

  /** Files of the set that are kept, the oldest one first. */
  private final Deque<Path> kept = new ArrayDeque<>();

  /** Where the channel leads to. */
  private Path file;

  private @Nullable WritableByteChannel channel;
  private @Nullable PcapngWriter writer;

  /** Up to where the file surely holds whole blocks. */
  private long whole;

  private long begunNanos;
  private long flushedNanos;
  private long packetsInFile;
  private long packets;

  /** Those that are in a file for sure, when the disk is full. */
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
   * Begins the first file.
   *
   * @param name of the file, or what names of the set are made of
   * @throws IOException if it cannot be made
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
   * Writes a packet.
   *
   * @param device index of the device that it came from
   * @throws IOException if it cannot be written; the file was made to end with the last packet that
   *     it holds whole, and nothing more is written
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

  /** There is time: what is buffered is written out, and a file that is over is ended. */
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

  /** Ends the file that is written. */
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

  /** {@return packets that are in files, those deleted included} */
  public long packets() {
    return failed ? packetsWhole : packets;
  }

  /** {@return files that were begun} */
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

  /** Bytes at most of the statistics at the end. */
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
      // The oldest one first, as the new one may need its room.
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
    // Whoever follows the file knows then what it is.
    flush(begun);
    return begun;
  }

  /** Opens the file; the oldest one is deleted before only if there is no room otherwise. */
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

  /** Whether a file has to go for another one. */
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
   * Cuts the file behind its last whole block; what was buffered is lost, and not counted. A file
   * of which nothing is whole is deleted.
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
