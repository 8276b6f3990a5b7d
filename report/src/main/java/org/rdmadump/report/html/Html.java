package org.rdmadump.report.html;

/** Makes text harmless where HTML has it. */
final class Html {
  private Html() {}

  /** {@return text for an element} */
  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /**
   * {@return JSON for a script element, which nothing inside ends: a less-than sign only stands in
   * strings, and may be escaped there}
   */
  static String inScript(String json) {
    return json.replace("<", "\\u003c");
  }
}
