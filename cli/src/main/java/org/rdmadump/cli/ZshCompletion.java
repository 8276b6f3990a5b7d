package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the function that has zsh complete the command line, from the registries. */
final class ZshCompletion {
  private ZshCompletion() {}

  static String script() {
    List<String> verbs = new ArrayList<>();
    List<String> options = new ArrayList<>();
    for (Verb verb : Verb.values()) {
      verbs.add("    " + quoted(verb.word() + ":" + verb.summary()));
      options.add("    " + verb.word() + ")");
      options.add("      " + String.join(" \\\n        ", arguments(verb)));
      options.add("      ;;");
    }
    return Template.filled("completion.zsh", Map.of("VERBS", verbs, "OPTIONS", options));
  }

  private static List<String> arguments(Verb verb) {
    List<String> arguments = new ArrayList<>(List.of("_arguments -s"));
    for (CommandOption option : CommandOption.typed(verb)) {
      for (String spelling : option.spellings()) {
        arguments.add(quoted(spec(option, spelling, verb)));
      }
    }
    if (!verb.choices().isEmpty()) {
      arguments.add(quoted("1:choice:(" + String.join(" ", verb.choices()) + ")"));
    } else if (verb == Verb.FIELDS) {
      arguments.add(quoted("*:field:_rdmadump_fields"));
    } else if (verb.readsCaptures()) {
      arguments.add(quoted("*:capture:_files"));
    }
    return arguments;
  }

  private static String spec(CommandOption option, String spelling, Verb verb) {
    StringBuilder spec = new StringBuilder("*").append(spelling);
    String argument = option.argument(verb);
    spec.append('[').append(escaped(option.description(verb))).append(']');
    if (!argument.isEmpty()) {
      OptionValues values = OptionValues.of(option, verb);
      spec.append(':').append(argument).append(':');
      spec.append(
          switch (values.kind()) {
            case WORD ->
                values.isList()
                    ? "_rdmadump_list " + String.join(" ", values.words())
                    : "(" + String.join(" ", values.words()) + ")";
            case FILE -> "_files";
            case FOLDER -> "_files -/";
            case FIELD -> values.isList() ? "_rdmadump_field_list" : "_rdmadump_fields";
            case DEVICE -> "_rdmadump_devices";
            case OTHER -> "";
          });
    }
    return spec.toString();
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:");
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
