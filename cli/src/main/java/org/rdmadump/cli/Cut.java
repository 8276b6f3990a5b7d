package org.rdmadump.cli;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.analysis.frame.ChosenFrames;
import org.rdmadump.analysis.frame.ConnectionFrames;
import org.rdmadump.analysis.frame.FrameDissector;
import org.rdmadump.analysis.frame.FrameSink;
import org.rdmadump.analysis.stats.WithoutRpc;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Counted;
import org.rdmadump.rpcrdma.CaptureOptions;

/**
 * The verb {@code dump} with {@code -w}: writes the frames of the records that are chosen, as they
 * were captured. It reads the captures again and again, so that memory does not grow with them: to
 * choose, to find the frames of what is chosen, and to copy those.
 *
 * @param settings what is chosen
 * @param output where the frames go
 * @param setup whether frames that set connections up go there, too
 */
record Cut(DumpSettings settings, OutputFile output, boolean setup) implements Command {
  /** Waiting frames get at most three of so many parts of the memory, messages the rest. */
  private static final int PARTS = 8;

  private static final List<CommandOption> PRINTED =
      List.of(
          CommandOption.TREE,
          CommandOption.LAYERS,
          CommandOption.VERBOSE,
          CommandOption.HEX,
          CommandOption.QUIET,
          CommandOption.FORMAT,
          CommandOption.FIELD,
          CommandOption.JSON,
          CommandOption.DIGEST,
          CommandOption.DATA,
          CommandOption.FOLLOW);

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong, or an option says how to print records
   */
  static Cut of(Arguments arguments, String name) throws CommandFailure {
    for (CommandOption printed : PRINTED) {
      if (arguments.has(printed)) {
        throw CommandFailure.usage(
            "-w writes frames and prints no records, so leave out " + printed.display());
      }
    }
    WithoutEffect.refuseOfWritten(arguments);
    boolean setup = arguments.has(CommandOption.WITH_SETUP);
    if (setup && arguments.has(CommandOption.FRAMES)) {
      throw CommandFailure.usage(
          "--with-setup is for messages: it does not go with --frames; --connections writes all"
              + " frames of a connection, its set-up too");
    }
    if (setup && arguments.has(CommandOption.CONNECTIONS)) {
      throw CommandFailure.usage(
          "--connections writes all frames of a connection, its set-up too, so leave out"
              + " --with-setup");
    }
    OutputFile output =
        new OutputFile(name, CommandOption.WRITE, arguments.has(CommandOption.FORCE));
    return new Cut(DumpSettings.of(arguments), output, setup);
  }

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    CutChoice choice = new CutChoice(settings);
    BitSet frames = choice.frames();
    boolean ofFrames = settings.frames().isPresent();
    WritableByteChannel[] out = new WritableByteChannel[1];
    int status =
        settings
            .reading()
            .within(options().maxMemory())
            .run(
                environment,
                inputs -> {
                  refuseOnce(inputs.names());
                  out[0] = output.open(inputs.names(), environment);
                  Decoding decoding = settings.reading().decoding(inputs, environment);
                  if (ofFrames) {
                    return chooseFrames(choice, decoding);
                  }
                  return choice.connections().isPresent()
                      ? choice
                          .connections()
                          .get()
                          .choose(inputs, decoding, options(), settings.limit())
                      : choice.chooseMessages(decoding, options());
                });
    try (FrameCopy copy = new FrameCopy(out[0])) {
      if (environment.interruption().requested()) {
        environment.say("interrupted; no frames written");
        return status;
      }
      long givenUp = 0;
      if (choice.connections().isPresent()) {
        FrameSink found = new ConnectionFrames(choice.connections().get(), choice.frames());
        find(
            choice,
            new FrameDissector(found, false, FrameDissector.PATIENCE_NANOS, held()),
            environment);
      } else if (!ofFrames) {
        givenUp = find(choice, environment);
      }
      settings.reading().again(environment, inputs -> copy(inputs, frames, copy));
      copy.flush();
      environment.out().flush();
      report(choice, copy.count(), givenUp, environment);
    } catch (IOException e) {
      if (output.isStandard()) {
        throw e;
      }
      throw output.failure(e);
    }
    return status;
  }

  private static void refuseOnce(List<String> names) throws CommandFailure {
    for (String name : names) {
      if (name.equals(Inputs.STANDARD_INPUT) || !Files.isRegularFile(NamedFile.of(name))) {
        throw CommandFailure.usage(
            "-w reads its input several times, and "
                + Inputs.display(name)
                + " can be read only once: save it to a file first");
      }
    }
  }

  private long held() {
    return Math.min(FrameDissector.MOST_BYTES, settings.reading().maxMemory() / PARTS * 3);
  }

  /** The same whenever a capture is decoded, so that its messages have the same numbers. */
  private CaptureOptions options() {
    return settings
        .reading()
        .options(/* keepBytes= */ false, settings.reading().maxMemory() - held());
  }

  private int chooseFrames(CutChoice choice, Decoding decoding) throws IOException {
    PrintedFrames chosen = choice.ofFrames();
    FrameDissector dissector =
        new FrameDissector(chosen, /* keepsBytes= */ false, FrameDissector.PATIENCE_NANOS, held());
    decoding.run(options(), chosen, chosen, Optional.of(dissector));
    dissector.finish();
    return settings.frames().get().status(decoding.end(), chosen.count());
  }

  /** Finds the frames of the messages; returns how many were given up before they were known. */
  private long find(CutChoice choice, Environment environment) throws CommandFailure, IOException {
    ChosenFrames found =
        new ChosenFrames(
            choice.messages(), setup ? choice.hosts() : Set.of(), choice.frames(), held() / 2);
    FrameDissector dissector =
        new FrameDissector(found, /* keepsBytes= */ false, Long.MAX_VALUE, held() / 2);
    find(choice, dissector, environment);
    found.finish();
    return found.givenUp();
  }

  private void find(CutChoice choice, FrameDissector dissector, Environment environment)
      throws CommandFailure, IOException {
    int unused =
        settings
            .reading()
            .again(
                environment,
                inputs -> {
                  Decoding decoding = settings.reading().decoding(inputs, environment);
                  decoding.run(options(), choice.listener(), () -> false, Optional.of(dissector));
                  return decoding.status();
                });
    dissector.finish();
  }

  private static int copy(Inputs inputs, BitSet frames, FrameCopy copy) throws IOException {
    Frame frame = new Frame();
    long last = frames.length() - 1L;
    while (frame.number() < last && inputs.next(frame)) {
      if (frames.get((int) frame.number())) {
        copy.write(frame, inputs.origin());
      }
    }
    return ExitStatus.DONE;
  }

  private void report(CutChoice choice, long frames, long givenUp, Environment environment) {
    if (!output.isStandard()) {
      environment.say(Counted.of(frames, "frame") + choice.ofWhat() + " written" + output.format());
    }
    if (!setup && choice.hasCommands()) {
      environment.say(
          "without --with-setup, nothing in the cut says which queue an NVMe command is of, and some"
              + " commands alone are not recognised");
    }
    choice.connections().ifPresent(connections -> report(connections, environment));
    if (givenUp > 0) {
      environment.say(
          Counted.of(givenUp, "frame")
              + " skipped before their messages were known, so the cut may be incomplete;"
              + " a higher --max-memory may help");
    }
  }

  private static void report(CutConnections connections, Environment environment) {
    if (connections.isMissed()) {
      environment.say(
          "connections with RPC are not numbered among those without: other output has them as c1"
              + " and so on, which is -Y 'connection.commands_connection == 1' here");
    }
    if (connections.others() > 0) {
      environment.say(
          Counted.of(connections.others(), "connection")
              + String.format(
                  Locale.ROOT,
                  " left out, so the cut may lack some that are chosen: -w chooses from the first"
                      + " %,d connections with RPC and the first %,d without",
                  KnownConnections.MOST,
                  WithoutRpc.Collector.MOST));
    }
  }
}
