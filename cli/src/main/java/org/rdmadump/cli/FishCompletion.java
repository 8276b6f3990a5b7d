package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;

/** Makes the commands that have fish complete the command line, from the registries. */
final class FishCompletion {
  private static final String HEAD =
      """
      # Completion of rdmadump for fish, made by: rdmadump completion fish
      function __rdmadump_verb
          set -l words (commandline -opc)
          set -l verb dump
          if set -q words[2]; and contains -- $words[2] %s
              set verb $words[2]
          end
          contains -- $verb $argv
      end

      function __rdmadump_first
          set -l words (commandline -opc)
          test (count $words) -eq 1
      end

      """;

  private static final String COMPLETE = "complete -c rdmadump ";

  private FishCompletion() {}

  static String script() {
    List<Verb> verbs = Verb.allBuilt();
    List<String> names = new ArrayList<>();
    List<String> withoutFiles = new ArrayList<>();
    for (Verb verb : verbs) {
      names.add(verb.word());
      if (!VerbTexts.operands(verb).contains("FILE")) {
        withoutFiles.add(verb.word());
      }
    }
    StringBuilder text = new StringBuilder(HEAD.formatted(String.join(" ", names)));
    for (Verb verb : verbs) {
      text.append(COMPLETE).append("-n __rdmadump_first -a ").append(verb.word());
      text.append(" -d ").append(quoted(VerbTexts.summary(verb))).append('\n');
    }
    text.append(COMPLETE).append("-n '__rdmadump_verb ").append(String.join(" ", withoutFiles));
    text.append("' -f\n");
    text.append(COMPLETE).append("-n '__rdmadump_verb completion' -a '");
    text.append(Shell.names(" ")).append("'\n");
    for (Verb verb : verbs) {
      for (CommandOption option : CommandOption.of(verb)) {
        option(text, option, verb);
      }
    }
    return text.toString();
  }

  private static void option(StringBuilder text, CommandOption option, Verb verb) {
    text.append(COMPLETE).append("-n '__rdmadump_verb ").append(verb.word()).append('\'');
    for (String spelling : option.allSpellings()) {
      text.append(spelling.startsWith("--") ? " -l " : " -s ");
      text.append(spelling.substring(spelling.startsWith("--") ? 2 : 1));
    }
    if (!option.argument().isEmpty()) {
      OptionValues values = OptionValues.of(option, verb);
      text.append(
          switch (values.kind()) {
            case WORD -> " -x -a '" + String.join(" ", values.words()) + "'";
            case FILE -> " -r -F";
            case FOLDER -> " -x -a '(__fish_complete_directories)'";
            case FIELD -> " -x -a '(rdmadump fields 2>/dev/null | string replace -r \" .*\" \"\")'";
            case OTHER -> " -x";
          });
    }
    text.append(" -d ").append(quoted(OptionTexts.description(option, verb))).append('\n');
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
