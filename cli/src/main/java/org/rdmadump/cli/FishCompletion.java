package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the commands that have fish complete the command line, from the registries. */
final class FishCompletion {
  private static final String COMPLETE = "complete -c rdmadump -n ";

  private FishCompletion() {}

  static String script() {
    List<String> withoutFiles = new ArrayList<>();
    List<String> verbs = new ArrayList<>();
    List<String> choices = new ArrayList<>();
    List<String> options = new ArrayList<>();
    for (Verb verb : Verb.values()) {
      verbs.add(COMPLETE + "__rdmadump_first -a " + verb.word() + described(verb.summary()));
      if (!verb.readsCaptures()) {
        withoutFiles.add(verb.word());
      }
      if (!verb.choices().isEmpty()) {
        choices.add(
            COMPLETE
                + "'__rdmadump_second "
                + verb.word()
                + "' -a '"
                + String.join(" ", verb.choices())
                + "'");
      }
      for (CommandOption option : CommandOption.typed(verb)) {
        options.add(COMPLETE + "'__rdmadump_verb " + verb.word() + "'" + taken(option, verb));
      }
    }
    return Template.filled(
        "completion.fish",
        Map.of(
            "VERBS",
            List.of(String.join(" ", Verb.words())),
            "VERB_SUMMARIES",
            verbs,
            "WITHOUT_FILES",
            List.of(String.join(" ", withoutFiles)),
            "CHOICES",
            choices,
            "OPTIONS",
            options));
  }

  private static String taken(CommandOption option, Verb verb) {
    StringBuilder text = new StringBuilder();
    for (String spelling : option.spellings()) {
      text.append(spelling.startsWith("--") ? " -l " : " -s ");
      text.append(CommandOption.withoutDashes(spelling));
    }
    if (!option.argument().isEmpty()) {
      OptionValues values = OptionValues.of(option, verb);
      text.append(
          switch (values.kind()) {
            case WORD ->
                values.isList()
                    ? " -x -a '(__rdmadump_list " + String.join(" ", values.words()) + ")'"
                    : " -x -a '" + String.join(" ", values.words()) + "'";
            case FILE -> " -r -F";
            case FOLDER -> " -x -a '(__fish_complete_directories)'";
            case FIELD ->
                values.isList()
                    ? " -x -a '(__rdmadump_list (__rdmadump_fields))'"
                    : " -x -a '(__rdmadump_fields)'";
            case DEVICE -> " -x -a '(__rdmadump_devices)'";
            case OTHER -> " -x";
          });
    }
    return text.append(described(option.description(verb))).toString();
  }

  private static String described(String text) {
    return " -d '" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
