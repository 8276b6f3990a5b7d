package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.WritableByteChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.capture.CaptureInterface;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.finding.Counted;
import org.rdmadump.live.CaptureDevice;
import org.rdmadump.live.LiveControl;
import org.rdmadump.live.LiveSource;
import org.rdmadump.live.file.CaptureFiles;
import org.rdmadump.live.file.CapturedDevice;
import org.rdmadump.report.BufferedOutput;

/**
 * The verb {@code live}: decodes what devices capture, as the verb {@code dump} does with files.
 */
record Live(LiveSettings settings) implements Command {
  /** Ends the capture when the user wants to, and holds nothing back while there is no packet. */
  private record Control(
      Interruption interruption, Following following, Optional<LiveMonitor> monitor)
      implements LiveControl {
    @Override
    public boolean isStopped() {
      return interruption.requested();
    }

    @Override
    public void idle() {
      following.passOn();
      monitor.ifPresent(LiveMonitor::tick);
    }
  }

  /** What is said of a run that cannot end because nobody reads what it writes. */
  private record LastWords(Messages err, Optional<LiveSource> source) implements Runnable {
    @Override
    public void run() {
      err.say("the reader of the output has closed it; the rest is lost");
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

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong
   */
  static Live of(Arguments arguments) throws CommandFailure {
    return new Live(LiveSettings.of(arguments));
  }

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    if (settings.devices().isEmpty()) {
      throw new LiveDevices(settings, environment.err()).none();
    }
    environment.interruption().otherwise(new LastWords(environment.err(), Optional.empty()));
    List<CaptureDevice> devices = new ArrayList<>();
    Optional<LiveMonitor> monitor = Optional.empty();
    boolean started = false;
    try {
      LiveDevices choice = new LiveDevices(settings, environment.err());
      for (String name : settings.devices()) {
        devices.add(choice.open(name));
      }
      settings.refuseOutputs(environment);
      monitor =
          LiveMonitor.start(
              settings.monitor(),
              String.join(", ", settings.devices()),
              settings.dump().wide(),
              environment);
      Optional<LiveCut> cut = cut(devices, environment);
      Optional<CaptureFiles> files = files(devices, environment);
      Optional<WritableByteChannel> exported =
          settings.export().isPresent()
              ? Optional.of(settings.export().get().open(environment))
              : Optional.empty();
      started = true;
      int status = run(devices, files, cut, exported, monitor, environment);
      choice.sayWhatAdaptersLost();
      return status;
    } finally {
      monitor.ifPresent(LiveMonitor::close);
      if (!started) {
        for (CaptureDevice device : devices) {
          device.close();
        }
      }
    }
  }

  private int run(
      List<CaptureDevice> devices,
      Optional<CaptureFiles> files,
      Optional<LiveCut> cut,
      Optional<WritableByteChannel> exported,
      Optional<LiveMonitor> monitor,
      Environment environment)
      throws CommandFailure, IOException {
    boolean standard = settings.output().isPresent() && settings.output().get().isStandard();
    LiveReport report = new LiveReport(environment.err(), standard);
    Following following = new Following(environment.interruption());
    LiveSource source =
        LiveSource.start(
            devices,
            files,
            settings.capture(),
            new Control(environment.interruption(), following, monitor),
            report);
    monitor.ifPresent(each -> each.watches(source));
    environment.interruption().otherwise(new LastWords(environment.err(), Optional.of(source)));
    if (!settings.isSilent()) {
      environment.say(
          "capturing " + String.join(", ", settings.devices()) + "; Ctrl-C ends with the counts");
    }
    Inputs inputs = Inputs.live(settings.devices(), source, environment.err());
    int status;
    try {
      status =
          exported.isPresent()
              ? settings.export().orElseThrow().run(inputs, exported.get(), following, environment)
              : new Dump(settings.dump(), standard || settings.countsOnly())
                  .run(
                      inputs,
                      following,
                      standard ? onStandardError(environment) : environment,
                      cut,
                      monitor);
    } finally {
      inputs.closeQuietly();
    }
    if (files.isPresent()) {
      if (source.hasEnded()) {
        environment.say(text(files.get()) + settings.output().map(OutputFile::format).orElse(""));
      } else {
        environment.say("-w: the reader has closed it; the rest is lost");
      }
    }
    if (cut.isPresent()) {
      try {
        cut.get().finish(environment);
      } catch (IOException e) {
        throw settings.chosen().orElseThrow().failure(e);
      }
    }
    return report.status(status);
  }

  /** Where counts go while the capture needs standard output for itself. */
  private static Environment onStandardError(Environment environment) {
    OutputStream err = new BufferedOutput(environment.err().stream(), /* pipe= */ false);
    return new Environment(
        environment.in(),
        err,
        environment.err(),
        environment.terminal(),
        environment.interruption());
  }

  private Optional<LiveCut> cut(List<CaptureDevice> devices, Environment environment)
      throws CommandFailure {
    if (settings.chosen().isEmpty()) {
      return Optional.empty();
    }
    OutputFile file = settings.chosen().get();
    List<CaptureInterface> interfaces = new ArrayList<>();
    for (CaptureDevice device : devices) {
      interfaces.add(new CaptureInterface(device.snapLength(), device.name(), ""));
    }
    try {
      FrameCopy copy = new FrameCopy(file.open(List.of(), environment));
      return Optional.of(new LiveCut(copy, interfaces, settings.dump().reading().maxMemory()));
    } catch (IOException e) {
      throw file.failure(e);
    }
  }

  private Optional<CaptureFiles> files(List<CaptureDevice> devices, Environment environment)
      throws CommandFailure {
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
      throw CommandFailure.unwritable(output.name() + ": not a file name", new IOException(e));
    } catch (IOException e) {
      throw output.failure(e);
    }
  }

  private static String text(CaptureFiles files) {
    return Counted.of(files.packets(), "packet")
        + " written"
        + (files.files() == 1 ? "" : " to " + files.files() + " files");
  }
}
