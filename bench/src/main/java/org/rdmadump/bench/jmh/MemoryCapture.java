package org.rdmadump.bench.jmh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.rdmadump.bench.generate.Bulk;
import org.rdmadump.bench.generate.FrameOutput;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.link.LinkType;

/** A capture in memory: READs and WRITEs of 1 MiB, 64 MiB of them. */
@State(Scope.Benchmark)
public class MemoryCapture {
  private static final long SIZE = 64L << 20;
  private static final int SNAP_LENGTH = 1 << 18;
  private static final int CONNECTIONS = 8;

  /** Path MTU. */
  @Param({"1024", "4096"})
  public int mtu;

  private byte[] bytes = {};
  private long frames;

  /** Generates the capture. */
  @Setup(Level.Trial)
  public void generate() throws IOException {
    ByteArrayOutputStream target = new ByteArrayOutputStream((int) SIZE);
    try (FrameOutput out =
        new FrameOutput(
            Channels.newChannel(target), SNAP_LENGTH, Long.MAX_VALUE, LinkType.ETHERNET)) {
      Bulk bulk = Bulk.overRoce(CONNECTIONS, mtu, 1);
      while (bulk.burst(out, SIZE)) {}
      frames = out.frames();
    }
    bytes = target.toByteArray();
  }

  /** {@return how many frames it has} */
  long frames() {
    return frames;
  }

  /** {@return a source that begins with its first frame} */
  FrameSource open() throws IOException {
    return CaptureFile.open(new Bytes(ByteBuffer.wrap(bytes)), "memory");
  }

  private record Bytes(ByteBuffer rest) implements ReadableByteChannel {
    @Override
    public int read(ByteBuffer target) {
      if (!rest.hasRemaining()) {
        return -1;
      }
      int count = Math.min(rest.remaining(), target.remaining());
      target.put(rest.slice(rest.position(), count));
      rest.position(rest.position() + count);
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      rest.position(rest.limit());
    }
  }
}
