package org.rdmadump.rpc.content;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/**
 * How a value is on the wire, in the notation that {@code nfs4-forms.txt} explains. It writes
 * random values, and says what a walk over them has to show: a name with an opening brace for what
 * has others in it, {@code name=value} for any other.
 */
final class WireForm {
  private static final String[] BRACKETS = {"(", ")", "{", "}", "|"};

  /** Those of a union that no arm is for. */
  private static final String DEFAULT = "*";

  private final Map<String, String> types;
  private final Random random;

  /** Every arm of the unions that were met, and those that were written. */
  private final Set<String> arms = new LinkedHashSet<>();

  private final Set<String> written = new HashSet<>();

  WireForm(Map<String, String> types, Random random) {
    this.types = types;
    this.random = random;
  }

  /** {@return the arms that were met and never written} */
  List<String> leftArms() {
    return arms.stream().filter(arm -> !written.contains(arm)).toList();
  }

  /**
   * Writes a value.
   *
   * @param name that of the value
   * @param form one form, as long as it likes
   */
  void write(String name, String form, WireValues into) {
    Deque<String> tokens = tokens(form);
    if (tokens.isEmpty()) {
      return;
    }
    value(name, take(tokens), into);
    if (!tokens.isEmpty()) {
      throw new IllegalArgumentException("behind the form: " + tokens);
    }
  }

  /** Writes members, {@code name:form} each. */
  void members(String members, WireValues into) {
    Deque<String> tokens = tokens(members);
    while (!tokens.isEmpty()) {
      member(tokens, into);
    }
  }

  private void member(Deque<String> tokens, WireValues into) {
    String token = tokens.remove();
    int colon = token.indexOf(':');
    String name = token.substring(0, colon);
    String rest = token.substring(colon + 1);
    if (!rest.isEmpty()) {
      tokens.addFirst(rest);
    }
    value(name, take(tokens), into);
  }

  /** One whole form: a word, or what is in brackets with what is behind the closing one. */
  private static String take(Deque<String> tokens) {
    StringBuilder form = new StringBuilder();
    int depth = 0;
    do {
      String token = tokens.remove();
      form.append(form.isEmpty() ? "" : " ").append(token);
      depth += token.equals("(") || token.equals("{") ? 1 : 0;
      depth -= token.startsWith(")") || token.startsWith("}") ? 1 : 0;
    } while (depth > 0);
    return form.toString();
  }

  private void value(String name, String form, WireValues into) {
    int bracket = form.lastIndexOf('[');
    if (form.endsWith("]") && bracket > 0) {
      array(name, form.substring(0, bracket), form.substring(bracket + 1, form.length() - 1), into);
    } else if (form.endsWith("...")) {
      list(name, form.substring(0, form.length() - 3), into);
    } else if (form.endsWith("?")) {
      boolean present = random.nextBoolean();
      into.word(present ? 1 : 0);
      if (present) {
        value(name, form.substring(0, form.length() - 1), into);
      }
    } else if (form.startsWith("(")) {
      into.enter(name);
      members(form.substring(1, form.length() - 1), into);
    } else if (form.startsWith("{")) {
      into.enter(name);
      union(form.substring(1, form.length() - 1).strip(), into);
    } else if (types.containsKey(form)) {
      value(name, Objects.requireNonNull(types.get(form)), into);
    } else {
      scalar(name, form, into);
    }
  }

  /** Of a length, at most so many, or always so many if there is an equals sign. */
  private void array(String name, String element, String bound, WireValues into) {
    boolean fixed = bound.startsWith("=");
    int most = bound.isEmpty() ? 3 : Integer.parseInt(fixed ? bound.substring(1) : bound);
    int count = fixed ? most : random.nextInt(Math.min(3, most) + 1);
    if (!fixed) {
      into.word(count);
    }
    into.enter(name);
    for (int i = 0; i < count; i++) {
      value("", element, into);
    }
  }

  private void list(String name, String element, WireValues into) {
    into.enter(name);
    for (int i = random.nextInt(3); i > 0; i--) {
      into.word(1);
      value("", element, into);
    }
    into.word(0);
  }

  private void union(String body, WireValues into) {
    int space = body.indexOf(' ');
    String discriminant = body.substring(0, space);
    List<String> choices = split(body.substring(space + 1));
    for (String choice : choices) {
      arms.add(choice + " of " + body);
    }
    String chosen = choices.get(random.nextInt(choices.size()));
    written.add(chosen + " of " + body);
    Deque<String> tokens = tokens(chosen);
    String[] labels = tokens.remove().replace(DEFAULT, "").split(",", -1);
    into.number(discriminant, Long.parseLong(labels[random.nextInt(labels.length)]), Integer.BYTES);
    while (!tokens.isEmpty()) {
      member(tokens, into);
    }
  }

  /** The arms, at the bars that are in no inner union. */
  private static List<String> split(String arms) {
    List<String> all = new ArrayList<>();
    StringBuilder arm = new StringBuilder();
    int depth = 0;
    for (String token : tokens(arms)) {
      depth += token.equals("{") ? 1 : token.startsWith("}") ? -1 : 0;
      if (depth == 0 && token.equals("|")) {
        all.add(arm.toString());
        arm.setLength(0);
      } else {
        arm.append(arm.isEmpty() ? "" : " ").append(token);
      }
    }
    all.add(arm.toString());
    return all;
  }

  private void scalar(String name, String form, WireValues into) {
    switch (form) {
      case "nanos" -> into.number(name, random.nextInt(1_000_000_000), Integer.BYTES);
      case "u32" -> into.number(name, random.nextInt() & 0xffffffffL, Integer.BYTES);
      case "i32" -> into.number(name, random.nextInt(), Integer.BYTES);
      case "u64", "i64" -> into.number(name, random.nextLong(), Long.BYTES);
      case "bool" -> into.number(name, random.nextInt(2), Integer.BYTES);
      case "o*", "str" -> into.bytes(name, some(random.nextInt(10)), true);
      case "nothing" -> into.bytes(name, new byte[0], true);
      default -> {
        if (form.startsWith("e=")) {
          into.number(name, Long.parseLong(form.substring(2)), Integer.BYTES);
        } else if (form.matches("o[0-9]+")) {
          into.bytes(name, some(Integer.parseInt(form.substring(1))), false);
        } else {
          throw new IllegalArgumentException("no form: " + form);
        }
      }
    }
  }

  private byte[] some(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static Deque<String> tokens(String form) {
    Deque<String> tokens = new ArrayDeque<>();
    for (String word : form.strip().split("\\s+", -1)) {
      if (word.isEmpty()) {
        continue;
      }
      // A bracket behind a colon opens, and is a token of its own.
      int last = word.length() - 1;
      if (last > 0
          && Set.of(BRACKETS).contains(word.substring(last))
          && word.charAt(last - 1) == ':') {
        tokens.add(word.substring(0, last));
        tokens.add(word.substring(last));
      } else {
        tokens.add(word);
      }
    }
    return tokens;
  }
}
