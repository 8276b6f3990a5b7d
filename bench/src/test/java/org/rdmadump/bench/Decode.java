package org.rdmadump.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Decodes a capture in a Java virtual machine of its own, and prints what was counted. */
final class Decode {
  /** As {@code rdmadump -q}. */
  private static final class Nobody implements MessageListener {
    @Override
    public boolean takesExchanges() {
      return false;
    }
  }

  private Decode() {}

  /** Takes the name of the capture, the value of --max-memory in MiB, and whether to hash. */
  public static void main(String[] arguments) throws IOException {
    long maxMemory = Long.parseLong(arguments[1]) << 20;
    CaptureOptions options =
        new CaptureOptions(Boolean.parseBoolean(arguments[2]), false, maxMemory);
    try (FrameSource source = CaptureFile.open(Path.of(arguments[0]))) {
      CaptureDecoder capture = new CaptureDecoder(source, options, new Nobody());
      while (capture.decodeNext()) {}
      CaptureSummary summary = capture.finish();
      print("connections", summary.connections());
      print("calls", summary.calls());
      print("replies", summary.replies());
      print("unanswered", summary.unanswered());
      print("incomplete", summary.incomplete());
      summary.evictions().forEach(Decode::print);
    }
  }

  private static void print(String name, long count) {
    System.out.println(name + " " + count);
  }
}
