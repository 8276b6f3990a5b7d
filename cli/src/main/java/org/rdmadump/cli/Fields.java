package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.frame.FrameFields;
import org.rdmadump.report.json.FieldJsonWriter;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The verb {@code fields}: prints what can be asked of a record by name.
 *
 * @param pattern what fields have in their name or other name, or as the name of a value; empty for
 *     all fields
 */
record Fields(Optional<String> pattern, boolean json) implements Command {
  private static final String OPERATIONS = ".operations.";
  private static final int WIDEST_NAME = 64;
  private static final int TYPE_WIDTH = 10;
  private static final int LINE = 100;
  private static final String INDENT = "    ";

  /** Where more fields are asked for, what their values are called would hide them. */
  private static final int MOST_WITH_VALUES = 24;

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if there are several patterns
   */
  static Fields of(Arguments arguments) throws CommandFailure {
    List<String> words = arguments.words();
    if (words.size() > 1) {
      throw CommandFailure.usage("one pattern, not " + words.size() + ", try fields --help");
    }
    return new Fields(
        words.isEmpty() ? Optional.empty() : Optional.of(words.get(0)),
        arguments.has(CommandOption.JSON));
  }

  @Override
  public int run(Environment environment) throws IOException {
    List<Field<?>> fields = new ArrayList<>();
    FieldRegistry<RpcMessage> ofMessages = MessageFields.registry();
    for (Field<RpcMessage> each : ofMessages.all()) {
      Field<RpcMessage> field = withShortName(each, ofMessages);
      if (fits(field)) {
        fields.add(field);
      }
    }
    for (Field<?> field : FrameFields.registry().all()) {
      if (ofMessages.find(field.name()).isEmpty() && fits(field)) {
        fields.add(field);
      }
    }
    if (fields.isEmpty()) {
      environment.say("no field has " + pattern.orElse("") + " in its name, or as a value");
      return ExitStatus.NO_MATCH;
    }
    if (json) {
      FieldJsonWriter.write(environment.out(), fields);
    } else {
      text(fields, environment.out());
    }
    environment.out().flush();
    return ExitStatus.DONE;
  }

  /** The same with the name that leaves the operations out, if nothing else has that. */
  private static Field<RpcMessage> withShortName(
      Field<RpcMessage> field, FieldRegistry<RpcMessage> all) {
    int at = field.name().indexOf(OPERATIONS);
    if (at < 0) {
      return field;
    }
    String name =
        field.name().substring(0, at) + "." + field.name().substring(at + OPERATIONS.length());
    Optional<Field<RpcMessage>> known = all.find(name);
    if (known.isEmpty() || !known.get().name().equals(field.name())) {
      return field;
    }
    List<String> names = new ArrayList<>(List.of(name));
    names.addAll(field.aliases());
    return field.also(names.toArray(new String[0]));
  }

  private boolean fits(Field<?> field) {
    return isCalledSo(field) || hasValue(field);
  }

  private boolean isCalledSo(Field<?> field) {
    if (pattern.isEmpty() || has(field.name())) {
      return true;
    }
    for (String alias : field.aliases()) {
      if (has(alias)) {
        return true;
      }
    }
    return false;
  }

  private boolean hasValue(Field<?> field) {
    for (String value : field.values()) {
      if (value.equalsIgnoreCase(pattern.orElse(""))) {
        return true;
      }
    }
    return false;
  }

  private boolean has(String name) {
    return name.toLowerCase(Locale.ROOT).contains(pattern.orElse("").toLowerCase(Locale.ROOT));
  }

  private void text(List<Field<?>> fields, OutputStream out) throws IOException {
    int width = 0;
    for (Field<?> field : fields) {
      if (field.name().length() <= WIDEST_NAME) {
        width = Math.max(width, field.name().length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (Field<?> field : fields) {
      padded(field.name(), width, text);
      padded(field.type().label(), TYPE_WIDTH, text.append("  "));
      text.append(field.meaning());
      if (!field.aliases().isEmpty()) {
        text.append("; also ").append(String.join(", ", field.aliases()));
      }
      text.append('\n');
      if (pattern.isPresent() && fields.size() <= MOST_WITH_VALUES && isCalledSo(field)) {
        values(field, text);
      }
    }
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Names that values can have, below the field, in lines that a terminal has room for. */
  private static void values(Field<?> field, StringBuilder text) {
    int used = LINE;
    for (int i = 0; i < field.values().size(); i++) {
      String value = field.values().get(i);
      if (used + value.length() + 2 > LINE) {
        text.append(i == 0 ? "" : "\n").append(INDENT);
        used = INDENT.length();
      } else {
        text.append(' ');
        used++;
      }
      text.append(value);
      used += value.length() + 1;
      text.append(i + 1 < field.values().size() ? "," : "\n");
    }
  }

  private static void padded(String value, int width, StringBuilder text) {
    text.append(value);
    for (int i = value.length(); i < width; i++) {
      text.append(' ');
    }
  }
}
