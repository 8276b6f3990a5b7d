package org.rdmadump.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A file that is written to, whose name is said if that fails. Standard output stays open. */
final class FailingOutput extends FilterOutputStream {
  private final OutputFile file;
  private final Environment environment;

  FailingOutput(OutputFile file, OutputStream out, Environment environment) {
    super(out);
    this.file = file;
    this.environment = environment;
  }

  @Override
  public void write(int value) throws IOException {
    try {
      out.write(value);
    } catch (IOException e) {
      throw named(e);
    }
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    try {
      out.write(bytes, from, count);
    } catch (IOException e) {
      throw named(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw named(e);
    }
  }

  @Override
  public void close() throws IOException {
    flush();
    if (file.isStandard()) {
      environment.out().flush();
    } else {
      out.close();
    }
  }

  /** What goes to standard output fails as all that does. */
  private IOException named(IOException e) {
    return file.isStandard() ? e : new IOException(file.failure(e));
  }
}
