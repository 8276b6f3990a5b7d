package org.rdmadump.cli;

import java.util.List;

/** Makes the function that has zsh complete the command line, from the registries. */
final class ZshCompletion {
  private static final String HEAD =
      """
      #compdef rdmadump
      # Completion of rdmadump for zsh, made by: rdmadump completion zsh
      _rdmadump() {
        local verb=dump
        local -a verbs
        verbs=(
      """;

  private static final String CHOICE =
      """
        )
        if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
          _describe verb verbs
        fi
        if (( CURRENT > 2 )) && [[ -n ${verbs[(r)$words[2]:*]} ]]; then
          verb=$words[2]
          shift words
          (( CURRENT-- ))
        fi
        case $verb in
      """;

  private static final String END =
      """
        esac
      }

      _rdmadump_fields() {
        compadd -- ${(f)"$(rdmadump fields 2>/dev/null | cut -d " " -f 1)"}
      }

      if [[ $funcstack[1] == _rdmadump ]]; then
        _rdmadump "$@"
      else
        compdef _rdmadump rdmadump
      fi
      """;

  private ZshCompletion() {}

  static String script() {
    StringBuilder text = new StringBuilder(HEAD);
    List<Verb> verbs = Verb.allBuilt();
    for (Verb verb : verbs) {
      text.append("    ").append(quoted(verb.word() + ":" + VerbTexts.summary(verb))).append('\n');
    }
    text.append(CHOICE);
    for (Verb verb : verbs) {
      text.append("    ").append(verb.word()).append(")\n      _arguments -s");
      for (CommandOption option : CommandOption.of(verb)) {
        for (String spelling : option.allSpellings()) {
          text.append(" \\\n        ").append(quoted(spec(option, spelling, verb)));
        }
      }
      String operands = VerbTexts.operands(verb);
      if (verb == Verb.COMPLETION) {
        text.append(" \\\n        ").append(quoted("1:shell:(" + Shell.names(" ") + ")"));
      } else if (operands.contains("FILE")) {
        text.append(" \\\n        ").append(quoted("*:capture:_files"));
      }
      text.append("\n      ;;\n");
    }
    return text.append(END).toString();
  }

  private static String spec(CommandOption option, String spelling, Verb verb) {
    StringBuilder spec = new StringBuilder("*").append(spelling);
    String argument = OptionTexts.argument(option, verb);
    if (!argument.isEmpty() && spelling.startsWith("--")) {
      spec.append('=');
    }
    spec.append('[').append(escaped(OptionTexts.description(option, verb))).append(']');
    if (!argument.isEmpty()) {
      OptionValues values = OptionValues.of(option, verb);
      spec.append(':').append(argument).append(':');
      spec.append(
          switch (values.kind()) {
            case WORD -> "(" + String.join(" ", values.words()) + ")";
            case FILE -> "_files";
            case FOLDER -> "_files -/";
            case FIELD -> "_rdmadump_fields";
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
