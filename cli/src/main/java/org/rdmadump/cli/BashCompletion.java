package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;

/** Makes the script that has bash complete the command line, from the registries. */
final class BashCompletion {
  private static final String HEAD =
      """
      # Completion of rdmadump for bash, made by: rdmadump completion bash
      _rdmadump() {
        local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=dump
        COMPREPLY=()
        # Bash takes --option=value apart.
        if [[ $current == = ]]; then
          current=
        elif [[ $before == = ]]; then
          before=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        if ((COMP_CWORD > 1)); then
          case ${COMP_WORDS[1]} in
      """;

  private static final String VALUES =
      """
          esac
        fi
        case $verb:$before in
      """;

  private static final String OPTIONS =
      """
        esac
        if [[ $current == -* ]]; then
          case $verb in
      """;

  private static final String OPERANDS =
      """
          esac
          return
        fi
        case $verb in
      """;

  private static final String END =
      """
        esac
        if ((COMP_CWORD == 1)); then
          _rdmadump_words '%s'
        fi
        _rdmadump_files -f
      }

      _rdmadump_words() {
        local line
        while IFS= read -r line; do
          COMPREPLY+=("$line")
        done < <(compgen -W "$1" -- "$current")
      }

      # There are some thousand.
      _rdmadump_fields() {
        _rdmadump_words "$("${COMP_WORDS[0]}" fields 2>/dev/null | cut -d " " -f 1)"
      }

      # Takes -f for files or -d for folders.
      _rdmadump_files() {
        local line
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do
          COMPREPLY+=("$line")
        done < <(compgen "$1" -- "$current")
      }

      complete -F _rdmadump rdmadump
      """;

  private BashCompletion() {}

  static String script() {
    StringBuilder text = new StringBuilder(HEAD);
    List<Verb> verbs = Verb.allBuilt();
    text.append("      ").append(joined(verbs, " | ")).append(") verb=${COMP_WORDS[1]} ;;\n");
    text.append(VALUES);
    for (Verb verb : verbs) {
      for (CommandOption option : CommandOption.of(verb)) {
        if (!option.argument().isEmpty()) {
          values(text, verb, option);
        }
      }
    }
    text.append(OPTIONS);
    for (Verb verb : verbs) {
      List<String> spellings = new ArrayList<>();
      for (CommandOption option : CommandOption.of(verb)) {
        spellings.addAll(option.allSpellings());
      }
      text.append("      ").append(verb.word()).append(") _rdmadump_words '");
      text.append(String.join(" ", spellings)).append("' ;;\n");
    }
    text.append(OPERANDS);
    text.append("    completion) _rdmadump_words '").append(Shell.names(" "));
    text.append("'; return ;;\n    ").append(withoutFiles(verbs)).append(") return ;;\n");
    return text.append(END.formatted(joined(verbs, " "))).toString();
  }

  private static void values(StringBuilder text, Verb verb, CommandOption option) {
    OptionValues values = OptionValues.of(option, verb);
    List<String> patterns = new ArrayList<>();
    for (String spelling : option.allSpellings()) {
      patterns.add(verb.word() + ":" + spelling);
    }
    text.append("    ").append(String.join(" | ", patterns)).append(") ");
    text.append(
        switch (values.kind()) {
          case WORD -> "_rdmadump_words '" + String.join(" ", values.words()) + "'; return";
          case FILE -> "_rdmadump_files -f; return";
          case FOLDER -> "_rdmadump_files -d; return";
          case FIELD -> "_rdmadump_fields; return";
          case OTHER -> "return";
        });
    text.append(" ;;\n");
  }

  private static String withoutFiles(List<Verb> verbs) {
    List<Verb> without = new ArrayList<>();
    for (Verb verb : verbs) {
      if (verb != Verb.COMPLETION && !VerbTexts.operands(verb).contains("FILE")) {
        without.add(verb);
      }
    }
    return joined(without, " | ");
  }

  private static String joined(List<Verb> verbs, String separator) {
    List<String> words = new ArrayList<>();
    for (Verb verb : verbs) {
      words.add(verb.word());
    }
    return String.join(separator, words);
  }
}
