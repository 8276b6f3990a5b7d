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
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** The captures that the project ships, or those in the folder of {@code -Drdmadump.captures}. */
public final class ShippedCaptures {
  /** Whether they are those that the project ships. */
  public static final boolean ARE_SHIPPED = System.getProperty("rdmadump.captures") == null;

  private static final Path FOLDER =
      Path.of(
          System.getProperty(
              "rdmadump.captures", Path.of("..", "testdata", "captures").toString()));
  private static final CaptureOptions WITH_BYTES = new CaptureOptions(false, true, 256L << 20);

  private ShippedCaptures() {}

  /** All of them. */
  public static List<Path> all() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(ShippedCaptures::isCapture).sorted().toList();
    }
  }

  private static boolean isCapture(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".pcap") || name.endsWith(".pcapng");
  }

  /** {@return the name of a capture without its transport, such as {@code nfs3-acl}} */
  public static String scenario(Path capture) {
    String name = capture.getFileName().toString();
    return name.substring(name.indexOf('-') + 1, name.lastIndexOf('.'));
  }

  /** Its messages, with their bytes. */
  public static List<RpcMessage> messages(Path capture) throws IOException {
    List<RpcMessage> messages = new ArrayList<>();
    try (FrameSource source = CaptureFile.open(capture)) {
      CaptureDecoder decoder =
          new CaptureDecoder(
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
  public static long export(List<RpcMessage> messages, ExportFormat format, Path file)
      throws IOException {
    try (MessageExport export =
        new MessageExport(
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            format,
            MessageExport.WINDOW_BYTES,
            Incomplete.LEFT_OUT)) {
      for (RpcMessage message : messages) {
        export.write(message);
      }
      return export.exported();
    }
  }
}
