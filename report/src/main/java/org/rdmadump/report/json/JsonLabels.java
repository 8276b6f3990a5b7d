package org.rdmadump.report.json;

import com.fasterxml.jackson.core.io.SerializedString;
import java.util.HashMap;
import java.util.Map;

/** Strings that come again and again, as the bytes that JSON has for them. */
final class JsonLabels {
  /** Names are far fewer; a capture can have any number of addresses. */
  private static final int MOST = 512;

  private final Map<String, SerializedString> known = new HashMap<>();

  SerializedString of(String text) {
    SerializedString label = known.get(text);
    if (label == null) {
      if (known.size() == MOST) {
        known.clear();
      }
      label = new SerializedString(text);
      known.put(text, label);
    }
    return label;
  }
}
