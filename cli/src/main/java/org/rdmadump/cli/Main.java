package org.rdmadump.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.jar.Manifest;
import org.rdmadump.analysis.filter.CostlyPatternException;
import org.rdmadump.report.BufferedOutput;
import org.rdmadump.report.ClosedPipeException;

/** Entry point of the command. */
public final class Main {
  private static final int DATE_LENGTH = "2026-11-22".length();
  private static final String DEBUG = "rdmadump.debug";

  private Main() {}

  /** Runs the command on standard streams and ends the process with its status. */
  public static void main(String[] arguments) {
    Interruption interruption = new Interruption();
    interruption.onShutdown(Thread.currentThread());
    int status =
        run(
            arguments,
            new FileInputStream(FileDescriptor.in),
            new FileOutputStream(FileDescriptor.out),
            System.err,
            Terminal.detect(),
            interruption);
    interruption.complete();
    System.exit(status);
  }

  /**
   * Runs the command as if no stream was a terminal.
   *
   * @param in what {@code -} reads
   * @param out gets data, nothing else
   * @param err gets messages
   * @return the exit status
   */
  public static int run(String[] arguments, InputStream in, OutputStream out, PrintStream err) {
    return run(arguments, in, out, err, Terminal.NONE, new Interruption());
  }

  static int run(
      String[] arguments,
      InputStream in,
      OutputStream out,
      PrintStream err,
      Terminal terminal,
      Interruption interruption) {
    Messages messages = new Messages(err);
    try {
      Request request = Request.of(arguments);
      OutputStream buffered = new BufferedOutput(out, terminal.outputPipe());
      Environment environment = new Environment(in, buffered, messages, terminal, interruption);
      if (request instanceof Request.Dump dump) {
        return new Dump(dump.settings(), environment).run();
      }
      if (request instanceof Request.Export export) {
        return new Export(export.settings(), environment).run();
      }
      if (request instanceof Request.Extract extract) {
        return new Extract(extract.settings(), environment).run();
      }
      if (request instanceof Request.Check check) {
        return new Check(check.settings(), environment).run();
      }
      if (request instanceof Request.Conformance conformance) {
        return new ConformanceCommand(conformance.settings(), environment).run();
      }
      if (request instanceof Request.Fields fields) {
        return new Fields(fields.pattern(), fields.json(), environment).run();
      }
      if (request instanceof Request.Stats stats) {
        return new Stats(stats.settings(), environment).run();
      }
      if (request instanceof Request.Live live) {
        return new Live(live.settings(), environment).run();
      }
      if (request instanceof Request.Devices devices) {
        return new Devices(devices.settings(), environment).run();
      }
      if (request instanceof Request.Exercise exercise) {
        return new Exercise(exercise.settings(), environment).run();
      }
      if (request instanceof Request.Ping ping) {
        return new Ping(ping.settings(), environment).run();
      }
      return print(text(request), buffered);
    } catch (UsageException e) {
      int status = failure(messages, e, e.text(), ExitStatus.USAGE);
      for (String line : e.below()) {
        messages.stream().println(line);
      }
      return status;
    } catch (UnreadableException e) {
      if (interruption.requested()) {
        return failure(messages, e, "interrupted; nothing was read", ExitStatus.INTERRUPTED);
      }
      return failure(messages, e, e.text(), ExitStatus.UNREADABLE);
    } catch (UnwritableException e) {
      return failure(messages, e, e.text(), ExitStatus.OUTPUT);
    } catch (ClosedPipeException e) {
      return ExitStatus.CLOSED_PIPE;
    } catch (IOException e) {
      return failure(messages, e, "standard output: " + Inputs.reason(e), ExitStatus.OUTPUT);
    } catch (CostlyPatternException e) {
      return failure(messages, e, String.valueOf(e.getMessage()), ExitStatus.USAGE);
    } catch (DecodingFault e) {
      return failure(messages, e, fault(e.fault(), " in frame " + e.frame()), ExitStatus.INTERNAL);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return failure(messages, e, fault(e, ""), ExitStatus.INTERNAL);
    }
  }

  private static String text(Request request) {
    if (request instanceof Request.Help help) {
      return Help.of(help.verb());
    }
    if (request instanceof Request.Completion completion) {
      return completion.shell().script();
    }
    return request instanceof Request.Manual
        ? ManualPage.of(version(), releaseDate())
        : "rdmadump " + version() + "\n";
  }

  private static int print(String text, OutputStream out) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
    return ExitStatus.DONE;
  }

  private static int failure(Messages messages, Throwable e, String message, int status) {
    messages.say(message);
    if (Boolean.getBoolean(DEBUG) || "".equals(System.getProperty(DEBUG))) {
      e.printStackTrace(messages.stream());
    }
    return status;
  }

  private static String fault(Throwable fault, String where) {
    StringBuilder text = new StringBuilder();
    text.append(fault instanceof OutOfMemoryError ? "out of memory" : "internal error");
    text.append(where).append(": ").append(fault);
    StackTraceElement[] trace = fault.getStackTrace();
    if (trace.length > 0) {
      text.append(" at ").append(trace[0].getFileName()).append(':');
      text.append(trace[0].getLineNumber());
    }
    return text.append("; please report it (-Drdmadump.debug tells more)").toString();
  }

  /** {@return the day that the build says it is of; empty if it says none} */
  private static String releaseDate() {
    try (InputStream in = Main.class.getResourceAsStream("/META-INF/MANIFEST.MF")) {
      if (in == null) {
        return "";
      }
      String time = new Manifest(in).getMainAttributes().getValue("Release-Date");
      return time == null || time.length() < DATE_LENGTH ? "" : time.substring(0, DATE_LENGTH);
    } catch (IOException e) {
      // The page is as good without.
      return "";
    }
  }

  /** {@return the version of this program} */
  static String version() {
    String version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "development version" : version;
  }
}
