package org.rdmadump.cli;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.compare.RunProfile;
import org.rdmadump.analysis.compare.RunReport;
import org.rdmadump.analysis.ends.TapLog;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;

/** One of the captures that are compared, decoded once. */
final class ComparedCapture {
  /** Each run's profile gets a quarter of the memory. */
  private static final int SHARE_OF_PROFILES = 2;

  private final Compare compare;
  private final Reading reading;
  private final Inputs inputs;
  private final Environment environment;
  private final TapLog log;
  private @Nullable CaptureSummary summary;
  private @Nullable RunReport run;
  private boolean whole;

  ComparedCapture(Compare compare, Reading reading, Inputs inputs, Environment environment) {
    this.compare = compare;
    this.reading = reading;
    this.inputs = inputs;
    this.environment = environment;
    this.log = new TapLog(reading.decodeAs().udp());
  }

  /**
   * Decodes it.
   *
   * @param mayBeEnds whether its packets are looked at, too
   * @return how that ended
   */
  int decode(boolean mayBeEnds) throws IOException {
    RunProfile profile = new RunProfile(inputs, compare.rules(), compare.filter());
    MessageListener listener = profile;
    if (mayBeEnds) {
      inputs.shownTo(log::frame);
      listener = compare.subject() == CompareSubject.ENDS ? log : new BothListeners(profile, log);
    }
    CaptureOptions options =
        reading.options(/* keepBytes= */ false, reading.beside(SHARE_OF_PROFILES).maxMemory());
    Decoding decoding = reading.decoding(inputs, environment);
    CaptureSummary counts = decoding.runToEnd(options, listener);
    summary = counts;
    log.end(counts);
    inputs.damages().forEach(each -> profile.cutShort(each.frame(), each.text()));
    profile.dropped(inputs.frames(), inputs.dropped());
    int status = decoding.end();
    whole = status == ExitStatus.DONE;
    // What the profile needed meanwhile takes several times as much.
    run = profile.report(inputs.names(), whole, counts);
    return status;
  }

  Reading reading() {
    return reading;
  }

  Environment environment() {
    return environment;
  }

  Inputs inputs() {
    return inputs;
  }

  TapLog log() {
    return log;
  }

  boolean isWhole() {
    return whole;
  }

  /** The counts of the run; it was decoded. */
  CaptureSummary summary() {
    return decoded(summary);
  }

  /** What it is compared by; it was decoded. */
  RunReport run() {
    return decoded(run);
  }

  private static <T> T decoded(@Nullable T result) {
    if (result == null) {
      throw new IllegalStateException("not decoded yet");
    }
    return result;
  }
}
