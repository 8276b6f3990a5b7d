package org.rdmadump.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.filter.CostlyPatternException;
import org.rdmadump.report.BufferedOutput;
import org.rdmadump.report.ClosedPipeException;

/** Entry point of the command. */
public final class Main {
  private Main() {}

  /** Runs the command on standard streams and ends the process with its status. */
  public static void main(String[] arguments) {
    UncaughtFault uncaught = new UncaughtFault();
    Thread.setDefaultUncaughtExceptionHandler(uncaught);
    Interruption interruption = new Interruption();
    interruption.onShutdown(Thread.currentThread());
    int status;
    try {
      status =
          run(
              arguments,
              new FileInputStream(FileDescriptor.in),
              new FileOutputStream(FileDescriptor.out),
              System.err,
              Terminal.detect(),
              interruption);
    } catch (OutOfMemoryError e) {
      // It came while another fault was told.
      uncaught.uncaughtException(Thread.currentThread(), e);
      status = ExitStatus.INTERNAL;
    }
    interruption.complete(status);
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
      Command command = Request.of(arguments);
      OutputStream buffered = new BufferedOutput(out, terminal.outputPipe());
      return command.run(new Environment(in, buffered, messages, terminal, interruption));
    } catch (CommandFailure e) {
      if (interruption.requested() && endedWaiting(e.getCause())) {
        return failure(messages, e, "interrupted; nothing was read", ExitStatus.INTERRUPTED);
      }
      int status = failure(messages, e, e.text(), e.status());
      for (String line : e.below()) {
        messages.stream().println(line);
      }
      return status;
    } catch (ClosedPipeException e) {
      return ExitStatus.CLOSED_PIPE;
    } catch (IOException e) {
      return failure(messages, e, "standard output: " + Inputs.reason(e), ExitStatus.OUTPUT);
    } catch (CostlyPatternException e) {
      return failure(messages, e, String.valueOf(e.getMessage()), ExitStatus.USAGE);
    } catch (DecodingFault e) {
      return failure(
          messages, e, Fault.text(e.fault(), " in frame " + e.frame()), ExitStatus.INTERNAL);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return failure(messages, e, Fault.text(e, ""), ExitStatus.INTERNAL);
    }
  }

  /** A signal may also come after a failure: Wireshark sends one once its pipe is closed. */
  private static boolean endedWaiting(@Nullable Throwable cause) {
    return cause instanceof ClosedChannelException || cause instanceof InterruptedIOException;
  }

  private static int failure(Messages messages, Throwable e, String message, int status) {
    Fault.say(messages, e, message);
    return status;
  }
}
