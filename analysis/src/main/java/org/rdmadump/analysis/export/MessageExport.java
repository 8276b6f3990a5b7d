package org.rdmadump.analysis.export;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Hole;
import org.rdmadump.capture.PcapngWriter;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/**
 * Writes rebuilt RPC messages as a pcapng capture of what they would have been without RDMA.
 *
 * <p>Times and addresses are those of the messages: a call is exported when its Send began, a reply
 * when its Send ended, and what lies between them is the latency. A comment on each packet names
 * the frames that a message was rebuilt from. A message with missing bytes is left out and counted:
 * zeros in their place would pass for data.
 *
 * <p>Packets are in the order of time. Messages come when they are complete, so each waits in a
 * window: for 5 s of the capture at most, with 16,383 others and with as many bytes as the window
 * may hold. One that comes later than that is written out of order, and counted.
 */
public final class MessageExport implements Closeable {
  /** Bytes that messages may hold that wait for others, unless it is said. */
  public static final long WINDOW_BYTES = 16L << 20;

  private static final int NO_LIMIT = 0;

  private final PcapngWriter out;
  private final ExportWindow window;
  private final Map<Absence, Long> incomplete = new EnumMap<>(Absence.class);
  private long exported;
  private long withoutRpc;

  /**
   * Starts a capture.
   *
   * @param windowBytes memory that messages may hold that wait for others, such as {@link
   *     #WINDOW_BYTES}
   */
  public MessageExport(WritableByteChannel out, ExportFormat format, long windowBytes)
      throws IOException {
    MessageFrames frames =
        switch (format) {
          case TCP -> new TcpFrames();
          case UPPER_PDU -> new UpperPduFrames();
        };
    this.out = new PcapngWriter(out, ByteOrder.LITTLE_ENDIAN);
    this.out.addInterface(frames.linkType(), NO_LIMIT);
    this.window = new ExportWindow(frames, this.out, windowBytes);
  }

  /**
   * Takes a message, unless it holds no RPC message or bytes of that are missing. It is written
   * when those that were sent before it had time to come.
   *
   * @param message decoded with {@link org.rdmadump.rpcrdma.CaptureOptions#keepBytes}
   * @return whether it is in the export
   */
  public boolean write(RpcMessage message) throws IOException {
    if (message.rpc().isEmpty()) {
      withoutRpc++;
      return false;
    }
    if (!message.rpc().get().complete() || !message.stream().isComplete()) {
      incomplete.merge(why(message.rpc().get(), message.stream().holes()), 1L, Long::sum);
      return false;
    }
    exported++;
    window.add(
        HeldMessage.of(message, exported, window.mostBytes()),
        Math.max(message.sendNanos(), message.completedNanos()));
    return true;
  }

  /** Why the first of the missing bytes is missing; where not even their number is known, cut. */
  private static Absence why(RpcSummary rpc, List<Hole> holes) {
    List<MissingRange> missing = rpc.missing();
    if (!missing.isEmpty()) {
      return missing.get(0).reason();
    }
    return holes.isEmpty() ? Absence.TRUNCATED : holes.get(0).why();
  }

  /** {@return messages that are in the export, those included that wait to be written} */
  public long exported() {
    return exported;
  }

  /** {@return messages that hold no RPC message, such as RDMA_ERROR} */
  public long withoutRpc() {
    return withoutRpc;
  }

  /**
   * {@return messages that were left out, by the reason why their first missing byte is missing}
   */
  public Map<Absence, Long> incomplete() {
    return Map.copyOf(incomplete);
  }

  /** {@return messages so far that stand behind one that was sent later} */
  public long outOfOrder() {
    return window.late();
  }

  /** Writes out what is buffered; messages that wait for others go on waiting. */
  public void flush() throws IOException {
    out.flush();
  }

  /** Writes what waits: no more messages come. */
  public void finish() throws IOException {
    window.drain();
    out.flush();
  }

  /** Writes what waits and closes the channel. */
  @Override
  public void close() throws IOException {
    try {
      window.drain();
    } finally {
      out.close();
    }
  }
}
