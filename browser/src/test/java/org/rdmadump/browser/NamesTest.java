package org.rdmadump.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names from the wire are text, or are not there at all. */
@InChromium
class NamesTest {
  /** Ends a script, if it may, and runs one. */
  private static final String HOSTILE =
      "</script><img src=x onerror=\"document.title='run'\"><!--{{&amp;";

  /** Members of the JSON of messages that have names in them. */
  private static final Set<String> NAMED =
      Set.of("path", "filename", "name", "machinename", "src", "dst", "co_ownerid", "ownerid");

  /** What is too short to be told from other words. */
  private static final int SHORTEST = 4;

  @TempDir Path folder;

  static List<Path> captures() throws IOException {
    return Rdmadump.captures();
  }

  @Test
  void shouldShowAHostileNameAsText(Chromium browser) throws IOException {
    Path capture =
        Renamed.file(
            Rdmadump.capture("rocev2-nfs3-acl"),
            "acl",
            HOSTILE,
            folder.resolve("<b>&amp;\"x'.pcap"));
    assertThat(Rdmadump.print("-T", "fields", "-e", "nfs.what.name", capture.toString()))
        .contains("onerror");

    browser.open(Rdmadump.report(capture, folder));
    browser.openAll();

    assertThat(browser.<String>eval("document.title")).startsWith("<b>&amp;\"x'.pcap");
    assertThat(browser.text("h1")).isEqualTo("<b>&amp;\"x'.pcap");
    assertThat(browser.<Long>eval("document.querySelectorAll('img, h1 b').length")).isZero();
    assertThat(browser.rows("#files-body table").toString()).contains(HOSTILE);
    assertThat(browser.texts("#exchanges-body pre").toString()).contains("<img src=x onerror=");
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveNoNameIfNamesAreHidden(Path capture, Chromium browser) throws IOException {
    Set<String> names = new TreeSet<>();
    for (JsonNode message : Rdmadump.records("--json", capture.toString())) {
      collect(message, names);
    }
    names.add(capture.getFileName().toString());

    Path page = Rdmadump.report(capture, folder, "--no-names", "--slowest", "8");
    browser.open(page);
    browser.openAll();

    String shown = browser.eval("document.body.innerText");
    String source = Files.readString(page, UTF_8);
    String data = source.substring(source.indexOf("id=\"data\">"));
    data = data.substring(0, data.indexOf("</script>"));
    List<String> leaked = new ArrayList<>();
    for (String name : names) {
      // A count can be what a file is called: as a name it is a string, or the end of a path.
      String before = name.matches("\\d+") ? "(?<=[\"/])" : "(?<![\\w.-])";
      Pattern word = Pattern.compile(before + Pattern.quote(name) + "(?![\\w-])");
      if (word.matcher(shown).find() || word.matcher(data).find()) {
        leaked.add(name);
      }
    }
    assertThat(leaked).isEmpty();
  }

  private static void collect(JsonNode node, Set<String> names) {
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      JsonNode value = member.getValue();
      if (NAMED.contains(member.getKey())
          && value.isTextual()
          && value.asText().length() >= SHORTEST) {
        names.add(value.asText());
      }
      collect(value, names);
    }
    if (node.isArray()) {
      node.forEach(each -> collect(each, names));
    }
  }
}
