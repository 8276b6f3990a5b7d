package org.rdmadump.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.cli.ParseException;
import org.rdmadump.bench.generate.FrameOutput;
import org.rdmadump.bench.generate.Traffic;

/**
 * Makes captures of any size, with right lengths, checksums and ICRCs: from real ones, or of
 * synthetic traffic.
 */
public final class CaptureGenerator {
  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int USAGE = 2;

  private CaptureGenerator() {}

  /** Runs the generator; see {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out, System.err));
  }

  static int run(String[] arguments, PrintStream out, PrintStream err) {
    try {
      Optional<GeneratorSettings> settings = GeneratorArguments.parse(arguments);
      if (settings.isEmpty()) {
        out.print(GeneratorArguments.HELP);
        return DONE;
      }
      err.println(generate(settings.get()));
      return DONE;
    } catch (ParseException e) {
      err.println("generate: " + e.getMessage());
      err.print(GeneratorArguments.HELP);
      return USAGE;
    } catch (IOException e) {
      err.println("generate: " + e);
      return FAILED;
    }
  }

  /** Generates, and says what it did. */
  private static String generate(GeneratorSettings settings) throws IOException {
    Traffic traffic = settings.traffic();
    try (FrameOutput out =
        new FrameOutput(
            open(settings), settings.snapLength(), settings.packets(), traffic.linkType())) {
      while (!out.isFull() && traffic.burst(out, settings.size())) {}
      return String.format(
          Locale.ROOT, "%,d bytes, %,d frames%s", out.size(), out.frames(), traffic.summary());
    }
  }

  @SuppressWarnings("resource") // FrameOutput closes it.
  private static WritableByteChannel open(GeneratorSettings settings) throws IOException {
    return settings.output().isPresent()
        ? FileChannel.open(
            settings.output().get(),
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING)
        : new FileOutputStream(FileDescriptor.out).getChannel();
  }
}
