package org.rdmadump.analysis.export;

import java.io.IOException;
import java.util.PriorityQueue;
import org.rdmadump.capture.PcapngWriter;

/**
 * Puts messages in the order of their times: a call comes here when its last RDMA Read is done, and
 * others that were sent later may have come before.
 *
 * <p>A message waits until one comes that is {@value #PATIENCE_NANOS} ns later in the capture, or
 * there is no more room. One that comes after a later one was written is written at once, with its
 * own time, and counted.
 */
final class ExportWindow {
  /**
   * Longer than a Send waits for its acknowledgement, and than RoCE adapters wait before they send
   * an RDMA Read again.
   */
  static final long PATIENCE_NANOS = 5_000_000_000L;

  /** Messages at most. */
  static final int MOST_MESSAGES = 16_384;

  private final PriorityQueue<HeldMessage> held = new PriorityQueue<>(HeldMessage.BY_TIME);
  private final MessageFrames frames;
  private final PcapngWriter out;
  private final long mostBytes;
  private long bytes;
  private long written = Long.MIN_VALUE;
  private long late;

  /**
   * An empty window.
   *
   * @param mostBytes memory at most, one message more aside
   */
  ExportWindow(MessageFrames frames, PcapngWriter out, long mostBytes) {
    this.frames = frames;
    this.out = out;
    this.mostBytes = mostBytes;
  }

  /** Bytes that a message may have to be held. */
  long mostBytes() {
    return mostBytes;
  }

  /**
   * Takes a message, and writes what need not wait any longer, or may not.
   *
   * @param now time of the capture, in nanoseconds since the epoch
   */
  void add(HeldMessage message, long now) throws IOException {
    held.add(message);
    bytes += message.cost();
    while (!held.isEmpty() && mustGo(held.element(), now)) {
      writeFirst();
    }
  }

  private boolean mustGo(HeldMessage first, long now) {
    return bytes > mostBytes
        || held.size() > MOST_MESSAGES
        || now - first.nanos() > PATIENCE_NANOS
        || first.nanos() < written;
  }

  /** Writes all that waits. */
  void drain() throws IOException {
    while (!held.isEmpty()) {
      writeFirst();
    }
  }

  private void writeFirst() throws IOException {
    HeldMessage first = held.remove();
    bytes -= first.cost();
    if (first.nanos() < written) {
      late++;
    }
    written = Math.max(written, first.nanos());
    frames.write(first, out);
  }

  /** Messages that stand behind a later one. */
  long late() {
    return late;
  }
}
