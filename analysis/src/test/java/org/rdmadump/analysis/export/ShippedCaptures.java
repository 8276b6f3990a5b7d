package org.rdmadump.analysis.export;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RdmaCapture;
import org.rdmadump.rpcrdma.RpcMessage;

/** The captures of real NFS traffic that the project ships, or another folder of them. */
final class ShippedCaptures {
  private static final Path FOLDER =
      Path.of(
          System.getProperty(
              "rdmadump.captures", Path.of("..", "testdata", "captures").toString()));
  private static final CaptureOptions WITH_BYTES = new CaptureOptions(false, true, 256L << 20);

  private ShippedCaptures() {}

  /** All of them that are captures of NFS. */
  static List<Path> all() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(ShippedCaptures::isCapture).sorted().toList();
    }
  }

  private static boolean isCapture(Path file) {
    String name = file.getFileName().toString();
    return (name.endsWith(".pcap") || name.endsWith(".pcapng")) && !name.startsWith("verbs");
  }

  /** Its messages, with their bytes. */
  static List<RpcMessage> messages(Path capture) throws IOException {
    List<RpcMessage> messages = new ArrayList<>();
    try (FrameSource source = CaptureFile.open(capture)) {
      RdmaCapture decoder =
          new RdmaCapture(
              source,
              WITH_BYTES,
              new MessageListener() {
                @Override
                public void message(RpcMessage message) {
                  messages.add(message);
                }
              });
      boolean more = true;
      while (more) {
        more = decoder.decodeNext();
      }
      decoder.finish();
    }
    return messages;
  }

  /** Exports messages to a file that does not exist yet, and returns how many were written. */
  static long export(List<RpcMessage> messages, ExportFormat format, Path file) throws IOException {
    try (MessageExport export =
        new MessageExport(
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            format)) {
      for (RpcMessage message : messages) {
        export.write(message);
      }
      return export.exported();
    }
  }
}
