package org.rdmadump.bench.jmh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** A benchmark of the average time of an operation, in nanoseconds, in a virtual machine apart. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public abstract class Measured {
  private static final CaptureOptions WITH_BYTES = new CaptureOptions(false, true, 1L << 30);

  /** {@return the messages of a capture, with their bytes} */
  static List<RpcMessage> messages(Path file) throws IOException {
    List<RpcMessage> messages = new ArrayList<>();
    MessageListener listener =
        new MessageListener() {
          @Override
          public void message(RpcMessage message) {
            messages.add(message);
          }
        };
    try (FrameSource source = CaptureFile.open(file)) {
      CaptureDecoder decoder = new CaptureDecoder(source, WITH_BYTES, listener);
      while (decoder.decodeNext()) {}
      decoder.finish();
    }
    return messages;
  }
}
