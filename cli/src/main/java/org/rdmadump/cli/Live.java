package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.live.CaptureDevice;
import org.rdmadump.live.LiveControl;
import org.rdmadump.live.LiveSource;
import org.rdmadump.live.file.CaptureFiles;
import org.rdmadump.live.file.CapturedDevice;
import org.rdmadump.report.BufferedOutput;

/**
 * The verb {@code live}: decodes what devices capture, as the verb {@code dump} does with files.
 */
final class Live {
  /** Ends the capture when the user wants to, and holds nothing back while there is no packet. */
  private record Control(Interruption interruption, Following following) implements LiveControl {
    @Override
    public boolean isStopped() {
      return interruption.requested();
    }

    @Override
    public void idle() {
      following.passOn();
    }
  }

  /** What is said of a run that cannot end because nobody reads what it writes. */
  private record LastWords(Messages err, Optional<LiveSource> source) implements Runnable {
    @Override
    public void run() {
      err.say("nobody reads what is written; what was not written yet is lost");
      if (source.isEmpty()) {
        err.say("nothing was captured");
        return;
      }
      for (DeviceCounts device : source.get().counts()) {
        err.say(
            device.captured()
                + " packets captured on "
                + device.device()
                + ", "
                + device.notDecoded()
                + " of them not decoded, "
                + (device.dropped().isPresent() ? device.dropped().getAsLong() : "unknown")
                + " dropped by the buffer");
      }
    }
  }

  private final LiveSettings settings;
  private final Environment environment;

  Live(LiveSettings settings, Environment environment) {
    this.settings = settings;
    this.environment = environment;
  }

  /**
   * Captures until the user, a limit or the last device ends it.
   *
   * @return the exit status
   * @throws UsageException if a device is not there, or the output is not to be written to
   * @throws UnreadableException if a device cannot be captured
   * @throws UnwritableException if the output cannot be made
   * @throws IOException if standard output cannot be written
   * @throws DecodingFault on a fault of our own; what was found before is printed
   */
  int run() throws UsageException, UnreadableException, UnwritableException, IOException {
    if (settings.devices().isEmpty()) {
      throw new LiveDevices(settings, environment.err()).none();
    }
    environment.interruption().otherwise(new LastWords(environment.err(), Optional.empty()));
    List<CaptureDevice> devices = new ArrayList<>();
    boolean started = false;
    try {
      LiveDevices choice = new LiveDevices(settings, environment.err());
      for (String name : settings.devices()) {
        devices.add(choice.open(name));
      }
      Optional<CaptureFiles> files = files(devices);
      started = true;
      int status = run(devices, files);
      choice.sayWhatAdaptersLost();
      return status;
    } finally {
      if (!started) {
        for (CaptureDevice device : devices) {
          device.close();
        }
      }
    }
  }

  private int run(List<CaptureDevice> devices, Optional<CaptureFiles> files) throws IOException {
    boolean standard = settings.output().isPresent() && settings.output().get().isStandard();
    LiveReport report = new LiveReport(environment.err(), standard);
    Following following = new Following(environment.interruption());
    LiveSource source =
        LiveSource.start(
            devices,
            files,
            settings.capture(),
            new Control(environment.interruption(), following),
            report);
    environment.interruption().otherwise(new LastWords(environment.err(), Optional.of(source)));
    environment
        .err()
        .say(
            "capturing " + String.join(", ", settings.devices()) + "; Ctrl-C ends with the counts");
    Inputs inputs = Inputs.live(settings.devices(), source, environment.err());
    int status;
    try {
      status = new Dump(settings.dump(standard), printing(standard)).run(inputs, following);
    } finally {
      inputs.closeQuietly();
    }
    if (files.isPresent()) {
      if (source.hasEnded()) {
        say(files.get());
      } else {
        environment.err().say("-w: nobody reads it; what was not written yet is lost");
      }
    }
    return report.status(status);
  }

  /** Where records go: the capture needs standard output for itself. */
  private Environment printing(boolean standard) {
    if (!standard) {
      return environment;
    }
    OutputStream err = new BufferedOutput(environment.err().stream(), /* pipe= */ false);
    return new Environment(
        environment.in(),
        err,
        environment.err(),
        environment.terminal(),
        environment.interruption());
  }

  private Optional<CaptureFiles> files(List<CaptureDevice> devices)
      throws UsageException, UnwritableException {
    if (settings.output().isEmpty()) {
      return Optional.empty();
    }
    OutputFile output = settings.output().get();
    List<CapturedDevice> described = new ArrayList<>();
    for (CaptureDevice device : devices) {
      described.add(
          new CapturedDevice(
              device.name(), device.linkType(), device.snapLength(), settings.net().filter()));
    }
    try {
      return Optional.of(
          CaptureFiles.open(
              Path.of(output.name()),
              described,
              settings.rotation(),
              new LiveOutput(output, environment)));
    } catch (InvalidPathException e) {
      throw new UnwritableException(output.name() + ": not a file name", new IOException(e));
    } catch (IOException e) {
      if (e.getCause() instanceof UsageException usage) {
        throw usage;
      }
      if (e.getCause() instanceof UnwritableException unwritable) {
        throw unwritable;
      }
      throw output.failure(e);
    }
  }

  private void say(CaptureFiles files) {
    String packets = files.packets() == 1 ? " packet written" : " packets written";
    String where = files.files() == 1 ? "" : " to " + files.files() + " files";
    environment.err().say(files.packets() + packets + where);
  }
}
