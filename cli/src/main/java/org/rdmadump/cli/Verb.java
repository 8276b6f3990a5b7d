package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The registry of verbs: what the command can be told to do, {@code dump} unless it is told. */
enum Verb {
  DUMP("dump", true),
  STATS("stats", true),
  CHECK("check", true),
  CONFORMANCE("conformance", true),
  EXTRACT("extract", true),
  EXPORT("export", true),
  LIVE("live", true),
  DEVICES("devices", true),
  EXERCISE("exercise", true),
  PING("ping", true),
  FIELDS("fields", true),
  COMPLETION("completion", true),
  MAN("man", true);

  private final String word;
  private final boolean built;

  Verb(String word, boolean built) {
    this.word = word;
    this.built = built;
  }

  /** {@return the verb of that name} */
  static Optional<Verb> of(String word) {
    for (Verb verb : values()) {
      if (verb.word.equals(word)) {
        return Optional.of(verb);
      }
    }
    return Optional.empty();
  }

  /**
   * {@return whether {@code word} has letters only, large or small, so that it may be meant as a
   * verb}
   */
  static boolean canBe(String word) {
    for (int i = 0; i < word.length(); i++) {
      char letter = word.charAt(i);
      if ((letter < 'a' || letter > 'z') && (letter < 'A' || letter > 'Z')) {
        return false;
      }
    }
    return !word.isEmpty();
  }

  /** {@return those that this version can do} */
  static List<Verb> allBuilt() {
    List<Verb> built = new ArrayList<>();
    for (Verb verb : values()) {
      if (verb.built) {
        built.add(verb);
      }
    }
    return built;
  }

  /** {@return whether it is of no use without a capture} */
  boolean readsCaptures() {
    return switch (this) {
      case FIELDS, DEVICES, LIVE, EXERCISE, PING, COMPLETION, MAN -> false;
      default -> true;
    };
  }

  /** {@return whether it reads no capture and takes no option of its own} */
  boolean isAboutItself() {
    return this == COMPLETION || this == MAN;
  }

  /** {@return what the user says} */
  String word() {
    return word;
  }

  /** {@return whether this version can do it} */
  boolean built() {
    return built;
  }

  /** {@return where the user finds more, for the end of a message} */
  String advice() {
    return this == DUMP ? "try --help" : "try " + word + " --help";
  }
}
