package org.rdmadump.rpcrdma.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;

/** The captures of real traffic that the project ships. */
public final class RealCaptures {
  private static final Path FOLDER = Path.of("..", "testdata", "captures");

  private RealCaptures() {}

  /** {@return a file below the folder of captures} */
  public static Path file(String name) {
    return FOLDER.resolve(name);
  }

  /** {@return the frames of a capture, named as {@code rocev2/rocev2-odd.pcap}} */
  public static FrameSource open(String name) {
    try {
      return CaptureFile.open(file(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return what the decoder makes of a capture} */
  public static Decoded decode(String name) {
    try (FrameSource source = open(name)) {
      return Decoded.of(source, Decoded.EVERYTHING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
