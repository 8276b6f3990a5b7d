package org.rdmadump.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.rdmadump.analysis.filter.CostlyPatternException;
import org.rdmadump.capture.InputDamage;
import org.rdmadump.finding.Counted;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.FrameListener;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Decodes the inputs of a run, and tells the user how far it is and what was wrong with them. */
final class Decoding {
  private static final String CALL_CONTENTS = "call_contents";

  private final Inputs inputs;
  private final Environment environment;
  private final Progress progress;
  private final WithoutRpc.Shown shown;
  private int status = ExitStatus.DONE;
  private int unexpectedPort;
  private int unexpectedIwarpPort;
  private long cutCalls;
  private Optional<LiveMonitor> monitor = Optional.empty();
  private Optional<String> withoutRpc = Optional.empty();

  /**
   * A run that has not begun.
   *
   * @param showsProgress whether a line on standard error says how far it is
   * @param shown what the run shows
   */
  Decoding(Inputs inputs, Environment environment, boolean showsProgress, WithoutRpc.Shown shown) {
    this.inputs = inputs;
    this.environment = environment;
    this.shown = shown;
    inputs.interruptedBy(environment.interruption());
    this.progress =
        new Progress(
            environment.err().stream(), showsProgress, environment.terminal().columns(), inputs);
  }

  /** Has all that is decoded told to a monitor, too. */
  void watchedBy(LiveMonitor watcher) {
    monitor = Optional.of(watcher);
  }

  /**
   * Runs to the end of the inputs, to the listener's limit or to an interruption.
   *
   * @return the counts
   * @throws IOException if what was found cannot be written
   * @throws DecodingFault on a fault of our own; the listener has what was found before
   */
  CaptureSummary run(CaptureOptions options, LimitedListener listener) throws IOException {
    return run(options, listener, listener, Optional.empty());
  }

  /** The same, whatever the listener has: to the end of the inputs or to an interruption. */
  CaptureSummary runToEnd(CaptureOptions options, MessageListener listener) throws IOException {
    BooleanSupplier never =
        new BooleanSupplier() {
          @Override
          public boolean getAsBoolean() {
            return false;
          }
        };
    return run(options, listener, never, Optional.empty());
  }

  /**
   * The same.
   *
   * @param full whether the listener has as much as was asked for
   * @param frames is shown every frame
   */
  CaptureSummary run(
      CaptureOptions options,
      MessageListener listener,
      BooleanSupplier full,
      Optional<FrameListener> frames)
      throws IOException {
    MessageListener all =
        monitor.isPresent() ? new BothListeners(listener, monitor.get()) : listener;
    try {
      CaptureDecoder capture =
          frames.isPresent()
              ? new CaptureDecoder(inputs, options, all, frames.get())
              : new CaptureDecoder(inputs, options, all);
      if (monitor.isPresent()) {
        monitor.get().begin(capture::summary);
      }
      decode(capture, full);
      CaptureSummary summary = inputs.counted(capture.finish());
      if (monitor.isPresent()) {
        monitor.get().end(summary);
      }
      unexpectedPort = summary.rdmaPackets() == 0 ? capture.unexpectedRocePort() : 0;
      unexpectedIwarpPort = capture.unexpectedIwarpPort();
      // A run that -c ended did not look for more.
      withoutRpc =
          full.getAsBoolean()
              ? Optional.empty()
              : WithoutRpc.say(
                  summary, capture.otherTraffic(), isWhole(), inputs.isFiltered(), shown);
      cutCalls = summary.evictions().getOrDefault(CALL_CONTENTS, 0L);
      if (environment.interruption().requested()) {
        status = ExitStatus.INTERRUPTED;
      }
      return summary;
    } catch (OutputFailure e) {
      throw e.getCause();
    } catch (CostlyPatternException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw new DecodingFault(inputs.frames(), e);
    } finally {
      progress.erase();
    }
  }

  private void decode(CaptureDecoder capture, BooleanSupplier full) {
    Interruption interruption = environment.interruption();
    try {
      while (!full.getAsBoolean()
          && !(interruption.requested() && inputs.isToEndNow())
          && capture.decodeNext()) {
        progress.tick();
      }
    } catch (IOException e) {
      if (!interruption.requested()) {
        progress.erase();
        environment.say(inputs.currentName() + ": " + Inputs.reason(e));
        status = ExitStatus.UNREADABLE;
      }
    }
  }

  /** Whether every input was read to its end, as far as the run went. */
  private boolean isWhole() {
    return status != ExitStatus.UNREADABLE && !inputs.isAnyDamaged();
  }

  /** {@return how the run ended, damage apart} */
  int status() {
    return status;
  }

  /**
   * Says what was wrong with inputs that ended before their end, and what may be the matter if no
   * RDMA was met. Returns the final status.
   */
  int end() {
    if (unexpectedPort == 0 && withoutRpc.isPresent()) {
      environment.say(withoutRpc.get());
    }
    if (unexpectedPort != 0) {
      environment.say(
          "no RDMA found, but UDP to port "
              + unexpectedPort
              + " looks like RoCE; --decode-as udp:"
              + unexpectedPort
              + "=roce decodes it");
    }
    if (unexpectedIwarpPort != 0) {
      environment.say(
          "iWARP on TCP port "
              + unexpectedIwarpPort
              + " was found in the middle of a connection; --decode-as tcp:"
              + unexpectedIwarpPort
              + "=iwarp also decodes earlier data");
    }
    if (cutCalls != 0) {
      environment.say(
          Counted.of(cutCalls, "call")
              + " longer than 8 KiB kept in part until the reply, so a filter may have missed"
              + " some; a higher --max-memory keeps more");
    }
    for (String file : inputs.passedOver()) {
      environment.say(file);
    }
    for (InputDamage damage : inputs.damages()) {
      environment.say(damage.text());
    }
    if (inputs.isAnyDamaged() && status == ExitStatus.DONE) {
      status = ExitStatus.UNREADABLE;
    }
    return status;
  }
}
