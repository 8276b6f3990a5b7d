package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The jar names what others wrote of it, and holds their licences. */
class ThirdPartyTest {
  private static final String NOTICES = "/META-INF/THIRD-PARTY.txt";
  private static final Pattern FILE = Pattern.compile("META-INF/[A-Za-z0-9/-]+(?:\\.txt)?");

  /** The parent and the modules whose dependencies are in the jar. */
  private static final List<String> POMS =
      List.of(
          "pom.xml",
          "analyzer-core/pom.xml",
          "ib-decoders/pom.xml",
          "rpc-decoders/pom.xml",
          "rpcrdma/pom.xml",
          "analysis/pom.xml",
          "report/pom.xml",
          "verbs/pom.xml",
          "live-capture/pom.xml",
          "cli/pom.xml");

  @Test
  void shouldNameEveryLibraryInTheJar() throws Exception {
    Set<String> libraries = new TreeSet<>();
    for (String pom : POMS) {
      libraries.addAll(librariesOf(Path.of("..", pom)));
    }
    assertThat(libraries).contains("commons-cli", "jspecify", "zstd-jni");
    List<String> named =
        notices()
            .lines()
            .skip(2)
            .filter(line -> !line.startsWith(" "))
            .map(line -> line.substring(0, (line + " ").indexOf(" ")))
            .toList();
    assertThat(named).containsExactlyElementsOf(libraries);
  }

  @Test
  void shouldHoldEveryLicence() throws IOException {
    List<String> files = FILE.matcher(notices()).results().map(each -> each.group()).toList();
    assertThat(files).contains("META-INF/LICENSE", "META-INF/licenses/zstd-jni.txt");
    for (String file : files) {
      assertThat(read("/" + file)).as(file).contains("Copyright");
    }
    assertThat(read("/META-INF/licenses/zstd-jni.txt")).contains("Luben Karavelov");
  }

  /** The libraries that a module brings into the jar, by their artifact names. */
  private static Set<String> librariesOf(Path pom) throws Exception {
    Element project =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(pom.toFile())
            .getDocumentElement();
    Set<String> libraries = new TreeSet<>();
    NodeList dependencies = project.getElementsByTagName("dependency");
    for (int i = 0; i < dependencies.getLength(); i++) {
      Element dependency = (Element) dependencies.item(i);
      Node list = dependency.getParentNode();
      if (list != null
          && project.equals(list.getParentNode())
          && !text(dependency, "scope").equals("test")
          && !text(dependency, "groupId").equals("org.rdmadump")) {
        libraries.add(text(dependency, "artifactId"));
      }
    }
    return libraries;
  }

  private static String text(Element element, String name) {
    Node node = element.getElementsByTagName(name).item(0);
    String text = node == null ? null : node.getTextContent();
    return text == null ? "" : text;
  }

  private static String notices() throws IOException {
    return read(NOTICES);
  }

  private static String read(String resource) throws IOException {
    try (InputStream in = ThirdPartyTest.class.getResourceAsStream(resource)) {
      assertThat(in).as(resource).isNotNull();
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
