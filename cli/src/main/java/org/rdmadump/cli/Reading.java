package org.rdmadump.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.rdmadump.live.net.CaptureFilter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.DecodeAs;

/**
 * The captures that a run reads, and how their packets are decoded.
 *
 * @param named whether the verb was named; without one, the first file may have been meant as such
 * @param files names of captures, {@code -} for standard input; none if devices are captured
 * @param captureFilter chooses frames of those, in libpcap's language; empty for all
 * @param progress whether progress is shown
 * @param maxMemory bytes that rebuilding messages may hold
 * @param decodeAs ports on which RDMA is looked for
 * @param connections are learned before each run, if they are asked for
 * @param data is kept in each run, if it is asked for
 */
record Reading(
    boolean named,
    List<String> files,
    Optional<String> captureFilter,
    When progress,
    long maxMemory,
    DecodeAs decodeAs,
    KnownConnections connections,
    WantedData data) {
  private static final long LEAST_MEMORY = 1 << 20;

  /** What a run does with captures that are open, which stay the caller's to close. */
  interface Run {
    /** Returns the exit status. */
    int over(Inputs inputs) throws CommandFailure, IOException;
  }

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong
   */
  static Reading of(Arguments arguments) throws CommandFailure {
    return new Reading(
        arguments.isNamed(),
        arguments.files(),
        arguments.value(CommandOption.CAPTURE_FILTER),
        arguments.when(CommandOption.PROGRESS),
        arguments.size(CommandOption.MAX_MEMORY, CaptureOptions.DEFAULT.maxMemory(), LEAST_MEMORY),
        arguments.decodeAs(),
        arguments.connections(),
        arguments.data());
  }

  /** {@return the same way to read other captures} */
  Reading of(List<String> others) {
    return new Reading(
        named, others, captureFilter, progress, maxMemory, decodeAs, connections, data);
  }

  /** {@return the same with less memory, which a run takes for decoding} */
  Reading within(long memory) {
    return new Reading(named, files, captureFilter, progress, memory, decodeAs, connections, data);
  }

  /**
   * {@return the same with the memory that is left by a run that keeps much itself}
   *
   * @param share the part of all that the run takes
   */
  Reading beside(int share) {
    return within(Math.max(LEAST_MEMORY, maxMemory - maxMemory / share));
  }

  /**
   * Opens the captures, and closes them after the run.
   *
   * @throws CommandFailure if one cannot be opened, or libpcap does not understand the filter
   */
  int run(Environment environment, Run run) throws CommandFailure, IOException {
    Optional<CaptureFilter> filter = filter();
    FolderQuestion.ask(files, FolderQuestion.LARGE, environment);
    return open(filter, environment, run);
  }

  /**
   * The same by a run that has read them before, so that nobody is asked for a large folder again.
   *
   * @throws CommandFailure likewise
   */
  int again(Environment environment, Run run) throws CommandFailure, IOException {
    return open(filter(), environment, run);
  }

  private int open(Optional<CaptureFilter> filter, Environment environment, Run run)
      throws CommandFailure, IOException {
    if (connections.isAskedOf(files)) {
      new ConnectionPass(this, environment).run(filter);
    }
    return run(Inputs.open(files, environment.in(), named).through(filter), run);
  }

  /**
   * The same with a capture that is still being written, the only one.
   *
   * @throws CommandFailure likewise
   */
  int follow(Environment environment, Following following, Run run)
      throws CommandFailure, IOException {
    Optional<CaptureFilter> filter = filter();
    FolderQuestion.ask(files, FolderQuestion.LARGE, environment);
    Inputs inputs = Inputs.follow(files.get(0), following, environment.err(), named);
    return run(inputs.through(filter), run);
  }

  static int run(Inputs inputs, Run run) throws CommandFailure, IOException {
    try {
      return run.over(inputs);
    } finally {
      inputs.closeQuietly();
    }
  }

  /** Compiled before an input is opened. */
  private Optional<CaptureFilter> filter() throws CommandFailure {
    return captureFilter.isEmpty()
        ? Optional.empty()
        : Optional.of(CaptureFilters.compile(captureFilter.get()));
  }

  /** {@return a line that says how far captures are read, for which nothing is decoded} */
  Progress progress(Environment environment, Inputs... inputs) {
    return new Progress(
        environment.err().stream(),
        environment.terminal().showsProgress(progress),
        environment.terminal().columns(),
        inputs);
  }

  /** {@return a run over them that has not begun} */
  Decoding decoding(Inputs inputs, Environment environment) {
    return new Decoding(
        inputs,
        environment,
        environment.terminal().showsProgress(progress),
        WithoutRpc.Shown.COUNTS);
  }

  /**
   * {@return how to decode}
   *
   * @param keepBytes whether the bytes of messages are of use, also if none are asked for
   * @param memory that this may take
   */
  CaptureOptions options(boolean keepBytes, long memory) {
    return new CaptureOptions(data.isDigestAsked(), keepBytes || data.isAsked(), memory, decodeAs);
  }
}
