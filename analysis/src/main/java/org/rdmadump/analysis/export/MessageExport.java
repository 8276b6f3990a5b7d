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
 * <p>Times and addresses are those of the messages; a comment on each packet names the frames that
 * a message was rebuilt from. A message with missing bytes is left out and counted: zeros in their
 * place would pass for data. Memory does not grow with the number of messages.
 */
public final class MessageExport implements Closeable {
  private static final int NO_LIMIT = 0;

  private final PcapngWriter out;
  private final MessageFrames frames;
  private final Map<Absence, Long> incomplete = new EnumMap<>(Absence.class);
  private long exported;
  private long withoutRpc;

  /** Starts a capture. */
  public MessageExport(WritableByteChannel out, ExportFormat format) throws IOException {
    this.frames =
        switch (format) {
          case TCP -> new TcpFrames();
          case UPPER_PDU -> new UpperPduFrames();
        };
    this.out = new PcapngWriter(out, ByteOrder.LITTLE_ENDIAN);
    this.out.addInterface(frames.linkType(), NO_LIMIT);
  }

  /**
   * Writes a message, unless it holds no RPC message or bytes of that are missing.
   *
   * @param message decoded with {@link org.rdmadump.rpcrdma.CaptureOptions#keepBytes}
   * @return whether it was written
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
    frames.write(message, out);
    exported++;
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

  /** {@return messages that were written} */
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
