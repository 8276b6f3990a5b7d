package org.rdmadump.cli;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rdmadump.live.file.CaptureOutput;

/** Makes the files that {@code -w} names. */
record LiveOutput(OutputFile named, Environment environment) implements CaptureOutput {
  @Override
  public WritableByteChannel open(Path file) throws IOException {
    OutputFile output =
        named.isStandard()
            ? named
            : new OutputFile(file.toString(), named.option(), named.overwrites());
    try {
      WritableByteChannel channel = output.open(List.of(), environment);
      return named.isStandard() ? new UnbufferedChannel(channel, environment.out()) : channel;
    } catch (CommandFailure e) {
      throw new IOException(e.text(), e);
    }
  }

  @Override
  public void delete(Path file) throws IOException {
    if (!named.isStandard() && Files.isRegularFile(file)) {
      Files.delete(file);
    }
  }
}
