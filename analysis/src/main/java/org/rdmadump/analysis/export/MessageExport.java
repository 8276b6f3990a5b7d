package org.rdmadump.analysis.export;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.EnumMap;
import java.util.Map;
import org.rdmadump.bytes.Absence;
import org.rdmadump.capture.PcapngWriter;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Writes rebuilt RPC messages as a pcapng capture of what they would have been without RDMA.
 *
 * <p>Times and addresses are those of the messages: a call is exported when its Send began, a reply
 * when its Send ended, and what lies between them is the latency. A comment on each packet names
 * the frames that a message was rebuilt from, its chunks, and the findings about it. A message with
 * missing bytes is left out and counted, or written as far as it goes, as is asked for.
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
  private final Incomplete treatment;
  private final Map<Absence, Long> incomplete = new EnumMap<>(Absence.class);
  private long exported;
  private long withoutRpc;

  /**
   * Starts a capture.
   *
   * @param windowBytes memory that messages may hold that wait for others, such as {@link
   *     #WINDOW_BYTES}; with 0 each is written as it comes
   * @param treatment what becomes of messages with missing bytes
   */
  public MessageExport(
      WritableByteChannel out, ExportFormat format, long windowBytes, Incomplete treatment)
      throws IOException {
    MessageFrames frames =
        switch (format) {
          case TCP -> new TcpFrames();
          case UPPER_PDU -> new UpperPduFrames();
        };
    this.out = new PcapngWriter(out, ByteOrder.LITTLE_ENDIAN);
    this.out.addInterface(frames.linkType(), NO_LIMIT);
    this.window = new ExportWindow(frames, this.out, windowBytes);
    this.treatment = treatment;
  }

  /**
   * Takes a message, unless it holds no RPC message, or is incomplete and such are left out. It is
   * written when those that were sent before it had time to come.
   *
   * @param message decoded with {@link org.rdmadump.rpcrdma.CaptureOptions#keepBytes}
   * @return whether it is in the export
   */
  public boolean write(RpcMessage message) throws IOException {
    if (message.rpc().isEmpty()) {
      withoutRpc++;
      return false;
    }
    WrittenStream written = WrittenStream.of(message);
    if (!written.isComplete()) {
      incomplete.merge(WrittenStream.why(message), 1L, Long::sum);
      if (treatment == Incomplete.LEFT_OUT) {
        return false;
      }
    }
    exported++;
    window.add(
        HeldMessage.of(message, written, exported, window.mostBytes()),
        Math.max(message.sendNanos(), message.completedNanos()));
    return true;
  }

  /** {@return messages that are in the export, those included that wait to be written} */
  public long exported() {
    return exported;
  }

  /** {@return messages that hold no RPC message, such as RDMA_ERROR} */
  public long withoutRpc() {
    return withoutRpc;
  }

  /** {@return messages with missing bytes, by the reason why the first of those is missing} */
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
