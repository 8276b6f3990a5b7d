package org.rdmadump.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;

/**
 * A file that a run writes, or standard output.
 *
 * @param name {@code -} for standard output
 * @param option which names it
 * @param overwrites whether a file of that name may be overwritten
 */
record OutputFile(String name, CommandOption option, boolean overwrites) {
  private static final String STANDARD_OUTPUT = "-";
  private static final String SEPARATOR = "/";

  /** Ends names of files in the older format, which no run writes. */
  private static final String PCAP = ".pcap";

  /** What standard input and standard output are, on Linux. */
  private static final String IN = "/proc/self/fd/0";

  private static final String OUT = "/proc/self/fd/1";

  /** {@return whether it is standard output} */
  boolean isStandard() {
    return name.equals(STANDARD_OUTPUT);
  }

  /**
   * {@return what is said behind what was written, if the name promises another format than pcapng:
   * tools that go by names would take the file for that}
   */
  String format() {
    return name.toLowerCase(Locale.ROOT).endsWith(PCAP) ? "; the format is pcapng, not pcap" : "";
  }

  /** {@return whether both are the same file, or standard output} */
  boolean isSameAs(OutputFile other) {
    if (isStandard() || other.isStandard()) {
      return name.equals(other.name);
    }
    try {
      return isFile(Path.of(other.name));
    } catch (InvalidPathException e) {
      // Opening it says so.
      return false;
    }
  }

  /**
   * Checks what can be checked without it being opened, which a run with several outputs does for
   * all of them before it opens the first.
   *
   * @param inputs names of the captures that are read, which are never written to
   * @throws CommandFailure if it is an input, exists and may not be overwritten, is a terminal, is
   *     a folder or has the name of one, or is to be in one that is not there
   */
  void refuse(List<String> inputs, Environment environment) throws CommandFailure {
    if (isStandard()) {
      if (environment.terminal().output()) {
        throw CommandFailure.usage(
            "standard output is a terminal: say " + option.display() + " FILE, or pipe it");
      }
      refuseInputs(Path.of(OUT), inputs);
      return;
    }
    try {
      Path file = Path.of(name);
      refuseInputs(file, inputs);
      refuseWithoutFolder(file);
      if (Files.isDirectory(file)) {
        throw CommandFailure.unwritable(name + ": is a directory", new IOException());
      }
      if (!overwrites && Files.isRegularFile(file)) {
        throw exists();
      }
    } catch (InvalidPathException e) {
      throw CommandFailure.unwritable(name + ": not a file name", new IOException(e));
    }
  }

  /**
   * Opens it for binary data; its folder has to be there. A pipe or a device that exists is written
   * to, as nothing in it can be lost.
   *
   * @param inputs likewise
   * @throws CommandFailure as {@link #refuse} does, or if it cannot be opened
   */
  WritableByteChannel open(List<String> inputs, Environment environment) throws CommandFailure {
    refuse(inputs, environment);
    if (isStandard()) {
      return Channels.newChannel(environment.out());
    }
    try {
      Path file = Path.of(name);
      if (overwrites) {
        return FileChannel.open(
            file,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING);
      }
      return create(file);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** What writes an output. */
  interface Run {
    /** Returns how that ended. */
    int to(OutputStream out) throws CommandFailure, IOException;
  }

  /**
   * Opens it, as {@link #open} does, for many small writes, and closes it behind the run: so it is
   * open before anything is decoded, which can take long. A run that fails before it writes leaves
   * no file that was not there, and one that was as it is.
   *
   * @param inputs likewise
   */
  int during(Run run, List<String> inputs, Environment environment)
      throws CommandFailure, IOException {
    OutputStream target =
        isStandard()
            ? Channels.newOutputStream(open(inputs, environment))
            : late(inputs, environment);
    try (OutputStream out =
        new FailingOutput(this, new BufferedOutputStream(target), environment)) {
      return run.to(out);
    } catch (IOException e) {
      if (e.getCause() instanceof CommandFailure known) {
        throw known;
      }
      throw e;
    }
  }

  private LateOutput late(List<String> inputs, Environment environment) throws CommandFailure {
    refuse(inputs, environment);
    try {
      Path file = Path.of(name);
      boolean isNew = Files.notExists(file);
      boolean isEmptied = overwrites && Files.isRegularFile(file);
      FileChannel channel =
          overwrites
              ? FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE)
              : create(file);
      return new LateOutput(channel, file, isNew, isEmptied);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private CommandFailure exists() {
    return CommandFailure.usage(name + " exists; --force overwrites it");
  }

  private void refuseWithoutFolder(Path file) throws CommandFailure {
    if (name.endsWith(SEPARATOR) && !Files.isDirectory(file)) {
      // Java would make a file of that name.
      throw CommandFailure.usage(name + " names a folder, not a file");
    }
    Path folder = file.getParent();
    if (folder != null && Files.notExists(folder)) {
      throw CommandFailure.usage(name + ": there is no folder " + folder);
    }
  }

  private FileChannel create(Path file) throws IOException, CommandFailure {
    try {
      return FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      if (Files.isRegularFile(file)) {
        throw exists();
      }
      return FileChannel.open(file, StandardOpenOption.WRITE);
    }
  }

  private void refuseInputs(Path file, List<String> inputs) throws CommandFailure {
    for (String input : inputs) {
      Path read = NamedFile.of(input.equals(Inputs.STANDARD_INPUT) ? IN : input);
      if (Files.isRegularFile(file) && isSame(read, file)) {
        String output = isStandard() ? "standard output" : name;
        throw CommandFailure.usage(output + " is also an input; it would overwrite itself");
      }
    }
  }

  /** Whether it is that file, which need not be there. */
  private boolean isFile(Path file) {
    Path own = Path.of(name);
    return own.toAbsolutePath().normalize().equals(file.toAbsolutePath().normalize())
        || isSame(own, file);
  }

  private static boolean isSame(Path a, Path b) {
    try {
      return Files.isSameFile(a, b);
    } catch (IOException e) {
      // One of them does not exist.
      return false;
    }
  }

  /** {@return what to tell the user of a failure to write it} */
  CommandFailure failure(IOException e) {
    if (e.getCause() instanceof CommandFailure known) {
      return known;
    }
    return CommandFailure.unwritable(name + ": " + Inputs.reason(e), e);
  }
}
