package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the script that has bash complete the command line, from the registries. */
final class BashCompletion {
  private BashCompletion() {}

  static String script() {
    List<String> values = new ArrayList<>();
    List<String> options = new ArrayList<>();
    List<String> withoutFiles = new ArrayList<>();
    List<String> choices = new ArrayList<>();
    for (Verb verb : Verb.values()) {
      List<String> spellings = new ArrayList<>();
      for (CommandOption option : CommandOption.typed(verb)) {
        spellings.addAll(option.spellings());
        if (!option.argument().isEmpty()) {
          values.add(values(verb, option));
        }
      }
      options.add(
          "      " + verb.word() + ") _rdmadump_words '" + String.join(" ", spellings) + "' ;;");
      if (!verb.choices().isEmpty()) {
        String words = String.join(" ", verb.choices());
        choices.add(
            "    "
                + verb.word()
                + ") ((COMP_CWORD > 2)) || _rdmadump_words '"
                + words
                + "'; return ;;");
      } else if (verb != Verb.FIELDS && !verb.readsCaptures()) {
        withoutFiles.add(verb.word());
      }
    }
    return Template.filled(
        "completion.bash",
        Map.of(
            "VERBS",
            List.of(String.join(" ", Verb.words())),
            "VERB_PATTERN",
            List.of(String.join(" | ", Verb.words())),
            "VALUES",
            values,
            "OPTIONS",
            options,
            "CHOICES",
            choices,
            "WITHOUT_FILES",
            List.of(String.join(" | ", withoutFiles))));
  }

  private static String values(Verb verb, CommandOption option) {
    List<String> patterns = new ArrayList<>();
    for (String spelling : option.spellings()) {
      patterns.add(verb.word() + ":" + spelling);
    }
    OptionValues values = OptionValues.of(option, verb);
    String command =
        switch (values.kind()) {
          case WORD ->
              (values.isList() ? "_rdmadump_list '" : "_rdmadump_words '")
                  + String.join(" ", values.words())
                  + "'; return";
          case FILE -> "_rdmadump_files -f; return";
          case FOLDER -> "_rdmadump_files -d; return";
          case FIELD ->
              (values.isList() ? "_rdmadump_list" : "_rdmadump_words")
                  + " \"$(_rdmadump_fields)\"; return";
          case DEVICE -> "_rdmadump_devices; return";
          case OTHER -> "return";
        };
    return "    " + String.join(" | ", patterns) + ") " + command + " ;;";
  }
}
