package org.rdmadump.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What stands around the data of a page: one HTML file with style and script inside, which a
 * Content-Security-Policy names by their hashes. These are said here, and tests compare them: the
 * first hash that a run makes costs as much as a tenth of its start.
 *
 * @param before up to the data
 * @param behind from the data on
 */
record HtmlPage(String before, String behind) {
  /** Bytes of the longest page. */
  static final int MOST_BYTES = 1_000_000;

  private static final String FRAME = "page.html";
  private static final String STYLE = "report.css";
  private static final String STYLE_HASH = "sha256-Zv76DLQrPXj7zhYe4PIKmcL+S6UwCkxbCfWTM3o+V3w=";
  private static final String DATA = "{data}";

  /**
   * Makes a page.
   *
   * @param kind what it calls itself, and the resource with its elements
   * @param title its title, any text
   * @param scripts the resources that its script is put together from
   * @param scriptHash what a Content-Security-Policy calls the script by
   */
  static HtmlPage of(String kind, String title, List<String> scripts, String scriptHash)
      throws IOException {
    StringBuilder code = new StringBuilder();
    for (String each : scripts) {
      code.append(resource(each));
    }
    String style = resource(STYLE);
    String script = code.insert(0, "\"use strict\";\n(() => {\n").append("})();\n").toString();
    String page =
        resource(FRAME)
            .replace("{kind}", kind)
            .replace("{body}", resource(kind + ".html"))
            .replace("{style-hash}", STYLE_HASH)
            .replace("{script-hash}", scriptHash)
            .replace("{style}", style);
    int data = page.indexOf(DATA);
    // The title comes last: it can be any text.
    return new HtmlPage(
        page.substring(0, data).replace("{title}", Html.escaped(title)),
        page.substring(data + DATA.length()).replace("{script}", script));
  }

  /** {@return bytes that are left for the data} */
  int room() {
    return MOST_BYTES - bytes(before).length - bytes(behind).length;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + " is missing in this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
