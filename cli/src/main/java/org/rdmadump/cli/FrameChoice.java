package org.rdmadump.cli;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.analysis.Nearest;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.LayerChoice;

/**
 * Which frames are printed, and what of them.
 *
 * @param layers those of their layers
 * @param filter chooses frames; empty for all
 * @param expectation what the filter is to choose
 * @param columns fields that are printed in place of whole records
 */
record FrameChoice(
    LayerChoice layers,
    Optional<Filter<FrameRecord>> filter,
    Expectation expectation,
    List<Field<FrameRecord>> columns) {
  private static final List<String> USUAL =
      List.of(
          "frame",
          "time",
          "length",
          "ip.src",
          "ip.dst",
          "kind",
          "bth.opcode",
          "bth.dest_qp",
          "bth.psn",
          "rdmap.opcode",
          "ddp.msn",
          "rpcrdma.procedure",
          "rpcrdma.xid",
          "message");

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong, or contradicts another
   */
  static FrameChoice of(Arguments arguments, OutputFormat format) throws CommandFailure {
    Optional<String> list = arguments.value(CommandOption.LAYERS);
    CommandOption[] ofMessages = {
      CommandOption.EXCHANGES,
      CommandOption.TREE,
      CommandOption.CALL,
      CommandOption.REPLY,
      CommandOption.DIGEST,
      CommandOption.DATA
    };
    for (CommandOption other : ofMessages) {
      if (arguments.has(other)) {
        throw CommandFailure.usage("--frames and " + other.display() + " contradict each other");
      }
    }
    Expectation expectation = Expectation.of(arguments);
    if (arguments.has(CommandOption.QUIET) && expectation != Expectation.ANYTHING) {
      throw CommandFailure.usage(
          "-q prints no frames, so " + expectation.option() + " has no effect");
    }
    return new FrameChoice(
        list.isEmpty() ? LayerChoice.ALL : layers(list.get()),
        filter(arguments),
        expectation,
        columns(arguments, format));
  }

  /**
   * {@return the status of a run that would end with {@code status}, were it not for the filter}
   *
   * @param chosen frames that it chose
   */
  int status(int status, long chosen) {
    return expectation.status(status, chosen > 0);
  }

  private static LayerChoice layers(String list) throws CommandFailure {
    Optional<LayerChoice> choice = LayerChoice.of(list);
    if (choice.isEmpty()) {
      throw CommandFailure.usage(
          "--layers " + list + ": " + unknownLayer(LayerChoice.unknown(list)));
    }
    return choice.get();
  }

  private static String unknownLayer(String name) {
    List<String> names = LayerChoice.names();
    Optional<String> nearest = Nearest.to(name.toLowerCase(Locale.ROOT), names);
    if (nearest.isPresent()) {
      return name + " is not a layer (did you mean " + nearest.get() + "?)";
    }
    String all = "one of " + String.join(", ", names);
    return name.isEmpty() ? "no layer, say " + all : name + " is not " + all;
  }

  private static Optional<Filter<FrameRecord>> filter(Arguments arguments) throws CommandFailure {
    if (!arguments.haveFilter()) {
      return Optional.empty();
    }
    return Optional.of(
        Filters.of(arguments, "frame", RecordFields.ofFrames(arguments.connections())));
  }

  private static List<Field<FrameRecord>> columns(Arguments arguments, OutputFormat format)
      throws CommandFailure {
    List<String> names = Columns.names(arguments, format);
    if (names.isEmpty()) {
      names = format == OutputFormat.CSV ? USUAL : List.of();
    }
    return names.isEmpty()
        ? List.of()
        : Columns.fields(names, RecordFields.ofFrames(arguments.connections()), arguments);
  }
}
