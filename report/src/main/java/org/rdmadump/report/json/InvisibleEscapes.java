package org.rdmadump.report.json;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.VisibleText;

/**
 * Has JSON name by number what {@link VisibleText} does not take for visible, such as U+009B, with
 * which a terminal would begin a command: whoever reads JSON has the same text, and a terminal
 * shows it. Characters beyond U+FFFF are left as they are.
 */
final class InvisibleEscapes extends CharacterEscapes {
  private static final long serialVersionUID = 1;
  private static final int DELETE = 0x7f;

  private final int[] ascii = standardAsciiEscapesForJSON();

  InvisibleEscapes() {
    ascii[DELETE] = ESCAPE_STANDARD;
  }

  @Override
  public int[] getEscapeCodesForAscii() {
    return ascii;
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int c) {
    return VisibleText.isVisible(c) || Character.isSurrogate((char) c)
        ? null
        : new SerializedString(String.format(Locale.ROOT, "\\u%04x", c));
  }
}
