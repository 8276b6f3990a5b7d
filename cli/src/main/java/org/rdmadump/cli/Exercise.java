package org.rdmadump.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.exercise.ExerciseServer;
import org.rdmadump.exercise.Recorder;
import org.rdmadump.exercise.device.DeviceAcceptor;
import org.rdmadump.exercise.device.DeviceConnector;
import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Connector;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.Route;
import org.rdmadump.exercise.journal.Journal;
import org.rdmadump.exercise.proof.Proof;
import org.rdmadump.exercise.proof.ProofResult;
import org.rdmadump.exercise.proof.Verification;
import org.rdmadump.exercise.proof.Verified;
import org.rdmadump.live.CaptureDevice;

/** The verb {@code exercise}: known traffic over an RDMA device, captured and verified. */
record Exercise(ExerciseSettings settings, Environment environment) {
  private static final long LOOK_MILLIS = 100;

  /** How long what was done until Ctrl-C may be verified after it. */
  private static final long LAST_PATIENCE_NANOS = 5_000_000_000L;

  /** Serves or exercises, as {@link Command#run} says. */
  int run() throws CommandFailure, IOException {
    try (DeviceConnector connector = DeviceConnector.open()) {
      if (settings.host().isEmpty()) {
        return serve(connector);
      }
      ConnectOptions how = new ConnectOptions(new byte[0], 1, 1, settings.options().patience());
      Route route = connector.route(settings.options().host(), settings.options().port(), how);
      ExerciseCapture capture = ExerciseCapture.of(route, settings);
      LiveDevices devices = new LiveDevices(settings.live(), capture.filter(), environment.err());
      CaptureDevice opened = devices.open(capture.device());
      if (settings.filter().isEmpty() && !capture.filter().isEmpty()) {
        environment.say("capture filter: " + capture.filter());
      }
      int status = exercise(connector, route.device(), opened);
      devices.sayWhatAdaptersLost();
      return status;
    } catch (EndpointException e) {
      return EndpointFailures.say(e, environment.err());
    }
  }

  private int serve(DeviceConnector connector) throws EndpointException {
    try (DeviceAcceptor acceptor = connector.listen(settings.options().port())) {
      Thread watcher = new Thread(() -> closeWhenAsked(acceptor), "watcher");
      watcher.setDaemon(true);
      watcher.start();
      environment.say("exercise server on port " + acceptor.port() + "; Ctrl-C ends it");
      Duration patience = settings.options().patience();
      long unused = new ExerciseServer(patience, settings.clients(), this::served).run(acceptor);
    }
    return environment.interruption().requested() ? ExitStatus.INTERRUPTED : ExitStatus.DONE;
  }

  private void served(String peer, String what, String failure) {
    environment.say(peer + ": " + what + (failure.isEmpty() ? "" : "; ended early: " + failure));
  }

  private void closeWhenAsked(DeviceAcceptor acceptor) {
    try {
      while (!environment.interruption().requested()) {
        Thread.sleep(LOOK_MILLIS);
      }
      acceptor.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Exercises while a device is captured, and prints what that proves. */
  int exercise(Connector connector, String rdmaDevice, CaptureDevice device)
      throws CommandFailure, IOException {
    Path file = file();
    LiveReport report = new LiveReport(environment.err(), /* standardOutput= */ false);
    Recorder recorder;
    OutputFile output =
        settings
            .live()
            .output()
            .orElse(new OutputFile(file.toString(), CommandOption.WRITE, /* overwrites= */ true));
    try {
      recorder = Recorder.start(device, "", file, new LiveOutput(output, environment), report);
    } catch (IOException e) {
      throw output.failure(e);
    }
    environment.say(
        "exercising "
            + rdmaDevice
            + " with "
            + settings.options().host()
            + ", capturing "
            + device.name());
    Journal journal = new Journal();
    long run = new SecureRandom().nextLong();
    Optional<EndpointException> failure = Optional.empty();
    try {
      new org.rdmadump.exercise.Exercise(settings.options(), run, journal).run(connector);
    } catch (EndpointException e) {
      failure = Optional.of(e);
    }
    environment.interruption().endReading();
    boolean interrupted = environment.interruption().requested();
    DeviceCounts counts = recorder.finish();
    int status = failure.isPresent() ? EndpointFailures.say(failure.get(), environment.err()) : 0;
    return report(file, verified(run, journal, file, interrupted), counts, status, report);
  }

  /**
   * Holds the capture against the journal, until the user does not want to wait any more.
   *
   * @param before whether the user wanted to stop already: some time is left to tell of it then
   * @return what it says; empty if that is not known, which was said then
   */
  private Optional<Verified> verified(long run, Journal journal, Path file, boolean before) {
    Interruption interruption = environment.interruption();
    long start = System.nanoTime();
    try {
      Optional<Verified> verified =
          Verification.of(
              run,
              journal,
              file,
              () ->
                  interruption.requested()
                      && (!before || System.nanoTime() - start > LAST_PATIENCE_NANOS));
      if (verified.isEmpty()) {
        environment.say("interrupted: nothing was verified");
      }
      return verified;
    } catch (IOException e) {
      environment.say(file + ": " + Inputs.reason(e));
      return Optional.empty();
    }
  }

  /** Prints what came of it all, and returns the status of that. */
  private int report(
      Path file, Optional<Verified> verified, DeviceCounts counts, int failure, LiveReport report)
      throws IOException {
    int status = failure == ExitStatus.DONE ? ExitStatus.UNREADABLE : failure;
    if (verified.isPresent()) {
      new ExerciseOutput(settings, environment).write(verified.get().proofs(), counts);
      status = status(verified.get().proofs(), failure);
      if (verified.get().damage().isPresent()) {
        environment.say(file + ": " + verified.get().damage().get().message());
        status = status == ExitStatus.DONE ? ExitStatus.UNREADABLE : status;
      }
    }
    if (environment.interruption().requested() && status != ExitStatus.DIFFERS) {
      status = ExitStatus.INTERRUPTED;
    }
    int written = report.status(ExitStatus.DONE);
    if (status == ExitStatus.DONE || (status == ExitStatus.UNREADABLE && written != 0)) {
      status = written;
    }
    keepOrDelete(file, status);
    return status;
  }

  private static int status(List<Proof> proofs, int failure) {
    boolean lacking = false;
    for (Proof proof : proofs) {
      if (proof.outcome() == ProofResult.DIFFERS) {
        return ExitStatus.DIFFERS;
      }
      lacking |=
          proof.outcome() == ProofResult.NOT_PROVEN || proof.outcome() == ProofResult.NOT_DONE;
    }
    return failure == 0 && lacking ? ExitStatus.UNREADABLE : failure;
  }

  private Path file() throws IOException {
    return settings.live().output().isPresent()
        ? Path.of(settings.live().output().get().name())
        : Files.createTempDirectory("rdmadump-exercise-").resolve("exercise.pcapng");
  }

  /** A capture that nobody asked for is of use if it does not prove all. */
  private void keepOrDelete(Path file, int status) throws IOException {
    if (status != ExitStatus.DONE) {
      environment.say("the capture is kept: " + file);
      return;
    }
    if (settings.live().output().isPresent()) {
      return;
    }
    Files.deleteIfExists(file);
    Path folder = file.getParent();
    if (folder != null) {
      Files.deleteIfExists(folder);
    }
  }
}
