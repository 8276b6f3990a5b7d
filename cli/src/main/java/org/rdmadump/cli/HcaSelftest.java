package org.rdmadump.cli;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rdmadump.device.DeviceException;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.RdmaDevices;
import org.rdmadump.exercise.ExerciseOptions;
import org.rdmadump.exercise.device.DeviceConnector;
import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Connector;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.Route;
import org.rdmadump.exercise.journal.Pattern;
import org.rdmadump.exercise.selftest.SelfTest;
import org.rdmadump.exercise.selftest.SelfTestReport;
import org.rdmadump.exercise.selftest.SelfTestSettings;
import org.rdmadump.exercise.selftest.StepOutcome;
import org.rdmadump.live.hca.HcaSniffer;

/**
 * The verb {@code hca-selftest}: tries on an adapter what only an adapter can prove of the sniffer.
 *
 * @param device name of the adapter, perhaps with a port
 * @param traffic the server that answers; its host is empty if there is none
 * @param load how long the link is loaded
 * @param sysfs where sysfs is
 * @param mayChange whether the machine may be changed
 * @param output the report
 */
record HcaSelftest(
    String device,
    ExerciseOptions traffic,
    Duration load,
    Path sysfs,
    boolean mayChange,
    OutputFile output)
    implements Command {
  private static final String USUAL_OUTPUT = "hca-selftest.txt";
  private static final Duration USUAL_LOAD = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MOST_PORT = 65_535;
  private static final String OWN_PROPERTIES = "rdmadump.";

  /** By name: it depends on this class. */
  private static final String MAIN = HcaSelftest.class.getPackageName() + ".Main";

  /** Connects to nobody. */
  private static final class Nobody implements Connector {
    @Override
    public Route route(String host, int port, ConnectOptions options) {
      throw new IllegalStateException("no host is named");
    }

    @Override
    public Endpoint connect(String host, int port, ConnectOptions options) {
      throw new IllegalStateException("no host is named");
    }
  }

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong
   */
  static HcaSelftest of(Arguments arguments) throws CommandFailure {
    List<String> words = arguments.words();
    if (words.isEmpty() || words.size() > 2) {
      throw CommandFailure.usage(
          words.isEmpty()
              ? "hca-selftest needs a DEV such as mlx5_0, try hca-selftest --help"
              : "hca-selftest takes DEV and HOST, and no "
                  + words.get(2)
                  + ", try hca-selftest --help");
    }
    return new HcaSelftest(
        words.get(0),
        new ExerciseOptions(
            words.size() == 1 ? "" : words.get(1),
            (int) arguments.number(CommandOption.PORT, ExerciseOptions.DEFAULT_PORT, 1, MOST_PORT),
            Pattern.RANDOM,
            /* seed= */ 1,
            /* rounds= */ 1,
            arguments.seconds(CommandOption.TIMEOUT).orElse(PATIENCE)),
        arguments.seconds(CommandOption.DURATION).orElse(USUAL_LOAD),
        LiveDevices.sysfs(arguments.value(CommandOption.SYSFS)),
        arguments.has(CommandOption.ALLOW_CHANGES),
        new OutputFile(
            arguments.value(CommandOption.OUTPUT).orElse(USUAL_OUTPUT),
            CommandOption.OUTPUT,
            arguments.has(CommandOption.FORCE)));
  }

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    EndPort port = port();
    if (traffic.host().isEmpty()) {
      return run(port, new Nobody(), "", environment);
    }
    try (DeviceConnector connector = DeviceConnector.open()) {
      ConnectOptions how = new ConnectOptions(new byte[0], 1, 1, traffic.patience());
      Route route = connector.route(traffic.host(), traffic.port(), how);
      String leading = route.device() + "/" + route.port();
      if (!leading.equals(port.toString())) {
        throw CommandFailure.usage(
            leading + " leads to " + traffic.host() + ", not " + port + "; test that one");
      }
      String filter = ExerciseCapture.filter(route, port.linkLayer(), RdmaDevices.in(sysfs));
      return run(port, connector, filter, environment);
    } catch (EndpointException e) {
      return EndpointFailures.say(e, environment.err());
    }
  }

  private EndPort port() throws CommandFailure {
    try {
      return HcaSniffer.port(RdmaDevices.in(sysfs), device);
    } catch (DeviceException e) {
      throw CommandFailure.usage(e.getMessage() + "; rdmadump devices describes them");
    }
  }

  private int run(EndPort port, Connector connector, String filter, Environment environment)
      throws CommandFailure, IOException {
    Path scratch = Files.createTempDirectory("rdmadump-hca-selftest-");
    try {
      SelfTestSettings settings =
          new SelfTestSettings(
              port, sysfs, traffic, filter, load, mayChange, itself(scratch), scratch);
      int status =
          output.during(
              file -> run(settings, connector, file, environment), List.of(), environment);
      if (!output.isStandard()) {
        environment.say("report: " + output.name() + "; please send it, see docs/live-capture.md");
      }
      return status;
    } finally {
      delete(scratch);
    }
  }

  private int run(
      SelfTestSettings settings, Connector connector, OutputStream file, Environment environment)
      throws IOException {
    SelfTestText text =
        new SelfTestText(output.isStandard() ? environment.err().stream() : environment.out());
    Interruption interruption = environment.interruption();
    text.begin(settings.port().toString(), traffic.host());
    SelfTestReport report =
        new SelfTest(settings, connector, interruption::requested, text::step).run();
    interruption.endReading();
    text.end(report);
    new SelfTestFile(file, traffic.host()).write(settings.port().toString(), report);
    if (interruption.requested()) {
      return ExitStatus.INTERRUPTED;
    }
    if (report.isWithoutSniffer() || report.isWithoutConnection()) {
      return ExitStatus.UNREADABLE;
    }
    return report.count(StepOutcome.FAILED) > 0 ? ExitStatus.STEP_FAILED : ExitStatus.DONE;
  }

  /**
   * How this program is started again: with the same Java, classes and settings. A process without
   * capabilities may not read where this one was started from, so jars are copied.
   */
  private static List<String> itself(Path scratch) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
    System.getProperties()
        .forEach(
            (name, value) -> {
              if (name.toString().startsWith(OWN_PROPERTIES)) {
                words.add("-D" + name + "=" + value);
              }
            });
    List<String> classes = new ArrayList<>();
    for (String each : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
      Path jar = Path.of(each);
      classes.add(
          Files.isRegularFile(jar)
              ? Files.copy(jar, scratch.resolve("classes" + classes.size() + ".jar")).toString()
              : each);
    }
    words.addAll(List.of("-cp", String.join(File.pathSeparator, classes), MAIN));
    return words;
  }

  private static void delete(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.toList();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(folder);
  }
}
