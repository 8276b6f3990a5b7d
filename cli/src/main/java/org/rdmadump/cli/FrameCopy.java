package org.rdmadump.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.rdmadump.capture.CaptureInterface;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.PcapngWriter;

/** Writes frames as they were captured to a pcapng file, each on an interface as its own was. */
final class FrameCopy implements Closeable {
  private final PcapngWriter writer;

  /** By interface, and by how much frame check sequence its frames have. */
  private final IdentityHashMap<CaptureInterface, Map<Integer, Integer>> interfaces =
      new IdentityHashMap<>();

  private long count;

  FrameCopy(WritableByteChannel out) throws IOException {
    this.writer = new PcapngWriter(out, ByteOrder.nativeOrder(), "rdmadump");
  }

  /** Writes a frame that was taken there. */
  void write(Frame frame, CaptureInterface origin) throws IOException {
    Map<Integer, Integer> numbers = interfaces.computeIfAbsent(origin, unused -> new HashMap<>(1));
    Integer number = numbers.get(frame.checkLength());
    if (number == null) {
      number = writer.addInterface(frame.linkType(), origin, frame.checkLength());
      numbers.put(frame.checkLength(), number);
    }
    writer.write(number, frame);
    count++;
  }

  /** {@return frames so far} */
  long count() {
    return count;
  }

  /** Writes out what is buffered. */
  void flush() throws IOException {
    writer.flush();
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
