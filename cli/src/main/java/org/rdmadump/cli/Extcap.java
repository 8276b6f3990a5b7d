package org.rdmadump.cli;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.live.DeviceOpenException;
import org.rdmadump.report.BufferedOutput;
import org.rdmadump.report.ClosedPipeException;

/**
 * The verb {@code extcap}: writes the rebuilt messages to a pipe of Wireshark, which starts it by
 * the rules of extcap(4). What Wireshark asks before, the launcher answers without Java.
 *
 * @param pipe the pipe
 * @param arguments what else Wireshark says
 * @param reader reads the command that this one stands for
 */
record Extcap(String pipe, Arguments arguments, Reader reader) implements Command {
  /** Reads commands from words. */
  interface Reader {
    /** Reads one. */
    Command of(String[] words) throws CommandFailure;
  }

  /** What the launcher does; the jar alone cannot. */
  private static final List<CommandOption> OF_LAUNCHER =
      List.of(
          CommandOption.INSTALL,
          CommandOption.UNINSTALL,
          CommandOption.EXTCAP_INTERFACES,
          CommandOption.EXTCAP_DLTS,
          CommandOption.EXTCAP_CONFIG);

  /** What the commands beneath take as well. */
  private static final List<CommandOption> PASSED_ON =
      List.of(
          CommandOption.INCOMPLETE,
          CommandOption.FILTER_TOO,
          CommandOption.MAX_MEMORY,
          CommandOption.DECODE_AS);

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if it is not one of Wireshark that begins a capture
   */
  static Extcap of(Arguments arguments, Reader reader) throws CommandFailure {
    arguments.refuseWords("extcap takes no word such as ");
    if (!arguments.has(CommandOption.EXTCAP_CAPTURE)) {
      throw notACapture(arguments);
    }
    return new Extcap(needed(CommandOption.EXTCAP_FIFO, arguments), arguments, reader);
  }

  private static CommandFailure notACapture(Arguments arguments) {
    for (CommandOption option : OF_LAUNCHER) {
      if (arguments.has(option)) {
        return CommandFailure.usage(
            option.display()
                + ": only the command rdmadump of a package or of the source tree does it,"
                + " and without other options");
      }
    }
    return CommandFailure.usage(
        "Wireshark starts extcap: say rdmadump extcap --install once, " + Verb.EXTCAP.advice());
  }

  /** {@return the command that writes the messages to standard output} */
  private List<String> words() throws CommandFailure {
    String chosen = needed(CommandOption.EXTCAP_INTERFACE, arguments);
    List<String> words = new ArrayList<>();
    if (chosen.equals(ExtcapInterface.FILE.word())) {
      String file = needed(CommandOption.EXTCAP_FILE, arguments);
      words.addAll(List.of("export", "-q", "-o", "-", CommandOption.FILE.display(), file));
    } else if (chosen.equals(ExtcapInterface.DEVICE.word())) {
      String device = needed(CommandOption.EXTCAP_DEVICE, arguments);
      words.addAll(List.of("live", "-q", "--export", "-"));
      words.addAll(List.of(CommandOption.DEVICE.display(), device));
      passOn(CommandOption.FALLBACK, CommandOption.FALLBACK, words);
    } else {
      throw WrongWord.of(CommandOption.EXTCAP_INTERFACE, chosen, Verb.EXTCAP);
    }
    passOn(CommandOption.EXTCAP_FILTER, CommandOption.CAPTURE_FILTER, words);
    for (CommandOption option : PASSED_ON) {
      passOn(option, option, words);
    }
    return words;
  }

  private static String needed(CommandOption option, Arguments arguments) throws CommandFailure {
    Optional<String> value = arguments.value(option).filter(text -> !text.isEmpty());
    if (value.isEmpty()) {
      throw CommandFailure.usage(
          "no "
              + option.synopsis(Verb.EXTCAP)
              + ": "
              + (option == CommandOption.EXTCAP_FILE || option == CommandOption.EXTCAP_DEVICE
                  ? "choose it in the options of the interface"
                  : "--capture needs it"));
    }
    return value.get();
  }

  /** Empty values are those of fields that nobody filled in. */
  private void passOn(CommandOption from, CommandOption to, List<String> words) {
    if (from.argument().isEmpty()) {
      if (arguments.has(from)) {
        words.add(to.display());
      }
      return;
    }
    for (String value : arguments.values(from)) {
      if (!value.isEmpty()) {
        words.add(to.display());
        words.add(value);
      }
    }
  }

  /**
   * Opens the pipe first, whatever comes then: Wireshark waits for its other end, and shows what
   * was said on standard error once that is closed.
   */
  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    environment.interruption().endsWell();
    try (OutputStream out = new BufferedOutput(open(), /* pipe= */ true)) {
      Environment toPipe =
          new Environment(
              environment.in(), out, environment.err(), Terminal.NONE, environment.interruption());
      int status = reader.of(words().toArray(new String[0])).run(toPipe);
      return status == ExitStatus.INTERRUPTED ? ExitStatus.DONE : status;
    } catch (ClosedPipeException e) {
      return ExitStatus.DONE;
    } catch (CommandFailure e) {
      throw inWireshark(e);
    }
  }

  private OutputStream open() throws CommandFailure {
    try {
      Path path = Path.of(pipe);
      if (Files.notExists(path)) {
        throw CommandFailure.usage("--fifo " + pipe + ": no such pipe");
      }
      return new FileOutputStream(path.toFile());
    } catch (InvalidPathException e) {
      throw CommandFailure.usage("--fifo " + pipe + ": not a file name");
    } catch (IOException e) {
      throw CommandFailure.unwritable("--fifo " + pipe + ": " + Inputs.reason(e), e);
    }
  }

  /** Wireshark runs as its user, and so does what it starts. */
  private CommandFailure inWireshark(CommandFailure e) {
    return e.getCause() instanceof DeviceOpenException cause
            && cause.reason() == DeviceOpenException.Reason.NO_PRIVILEGE
        ? CommandFailure.unreadable(
            cause.getMessage()
                + "; in a terminal: sudo rdmadump live -q --export - -i "
                + arguments.value(CommandOption.EXTCAP_DEVICE).orElse("DEV")
                + " | wireshark -k -i -",
            cause)
        : e;
  }
}
