package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The packages that programs may build on are those that the build compares with a release, and
 * those that modules export to everybody.
 */
class ApiPackagesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern COMPARED = Pattern.compile("<include>(org\\.rdmadump[a-z.]*)<");
  private static final Pattern EXPORTED = Pattern.compile("exports (org\\.rdmadump[a-z.]*);");
  private static final Pattern LISTED = Pattern.compile("`(org\\.rdmadump[a-z.]*)`");

  private static List<String> compared() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    return COMPARED.matcher(pom).results().map(each -> each.group(1)).toList();
  }

  @Test
  void shouldCompareWhatThePageLists() throws IOException {
    String page = Files.readString(ROOT.resolve("docs").resolve("embedding.md"));
    String versions = page.substring(page.indexOf("## Versions"));

    assertThat(LISTED.matcher(versions).results().map(each -> each.group(1)))
        .hasSizeGreaterThan(10)
        .containsExactlyInAnyOrderElementsOf(compared());
  }

  @Test
  void shouldExportToAllWhatThePageLists() throws IOException {
    assertThat(exported()).containsExactlyInAnyOrderElementsOf(compared());
  }

  /** The packages that modules export to everybody. */
  private static List<String> exported() throws IOException {
    List<String> exported = new ArrayList<>();
    try (Stream<Path> folders = Files.list(ROOT)) {
      for (Path folder : folders.toList()) {
        Path module = folder.resolve("src/main/java/module-info.java");
        if (Files.exists(module)) {
          EXPORTED
              .matcher(Files.readString(module))
              .results()
              .forEach(each -> exported.add(each.group(1)));
        }
      }
    }
    return exported;
  }
}
