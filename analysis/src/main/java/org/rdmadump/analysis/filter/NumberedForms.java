package org.rdmadump.analysis.filter;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values without a name as output writes them, such as {@code flavor 390003}. */
final class NumberedForms {
  /** Where a form has a number, decimal or hexadecimal. */
  private static final Pattern NUMBER = Pattern.compile("%0?\\d*([dx])");

  private static final String DECIMAL = "d";
  private static final int RADIX = 10;
  private static final int HEX_RADIX = 16;

  private NumberedForms() {}

  /** {@return the value that a text means, as output writes it; empty if it has no such form} */
  static Optional<String> find(List<String> forms, String text) {
    for (String form : forms) {
      Optional<String> written = written(form, text);
      if (written.isPresent()) {
        return written;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> written(String form, String text) {
    StringBuilder pattern = new StringBuilder();
    Matcher place = NUMBER.matcher(form);
    int from = 0;
    while (place.find()) {
      pattern.append(Pattern.quote(form.substring(from, place.start())));
      pattern.append(place.group(1).equals(DECIMAL) ? "(\\d{1,10})" : "([0-9a-f]{1,8})");
      from = place.end();
    }
    pattern.append(Pattern.quote(form.substring(from)));
    Matcher asked = Pattern.compile(pattern.toString(), Pattern.CASE_INSENSITIVE).matcher(text);
    if (!asked.matches()) {
      return Optional.empty();
    }
    Object[] numbers = new Object[asked.groupCount()];
    place.reset();
    for (int i = 0; place.find(); i++) {
      int radix = place.group(1).equals(DECIMAL) ? RADIX : HEX_RADIX;
      numbers[i] = Long.parseLong(asked.group(i + 1), radix);
    }
    return Optional.of(String.format(Locale.US, form, numbers));
  }
}
